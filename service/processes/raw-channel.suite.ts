import { Deserializer, Serializer } from 'node:v8';

/**
 * Writes a message as Electron's ports do: V8's serializer as it is, which takes the whole ArrayBuffer behind each view.
 * Node's own channel writes views only, so that nothing can be seen there of what would leave a process in Electron.
 */
export function rawBytes(message: unknown): Buffer {
  const serializer = new Serializer();
  serializer.writeHeader();
  serializer.writeValue(message);
  return serializer.releaseBuffer();
}

/** What such bytes become on the other side of the port. */
export function fromRawBytes(bytes: Uint8Array): unknown {
  const deserializer = new Deserializer(bytes);
  deserializer.readHeader();
  const received: unknown = deserializer.readValue();
  return received;
}

/** A certificate as Node gives it out: a view into the pool that a password has just been read into. */
export function bytesBesideSecret(secret: string): Buffer {
  const pool = Buffer.alloc(8_192);
  pool.write(secret, 100, 'utf8');
  pool.write('certificate', 400, 'utf8');
  return pool.subarray(400, 411);
}
