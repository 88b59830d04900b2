import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectStore } from './object-store.ts';

/** An object, or the place of one. */
export interface ObjectPlace {
  readonly store: ObjectStore;
  readonly key: string;
}

/**
 * Stores the bytes of one object at another place, too, durably; answers their SHA-256 in lower-case hex, for the caller
 * to compare with what they should be. Throws ObjectNotFound.
 */
export async function copyObject(from: ObjectPlace, to: ObjectPlace): Promise<string> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const source = await from.store.read(from.key);
  const staging = await to.store.stagingPath(to.key);
  await pipeline(source, hashing, createWriteStream(staging, { mode: 0o600 }));
  await to.store.putFile(to.key, staging);
  return hash.digest('hex');
}
