import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from './object-store.ts';

/**
 * Stores the bytes of one object under another key, too, durably; answers their SHA-256 in lower-case hex, for the caller
 * to compare with what they should be. Throws ObjectNotFound.
 */
export async function copyObject(store: ObjectStore, from: string, to: string): Promise<string> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const source = await store.read(from);
  const staging = await store.stagingPath(to);
  await pipeline(source, hashing, createWriteStream(staging, { mode: 0o600 }));
  await store.putFile(to, staging);
  return hash.digest('hex');
}
