import { createHash } from 'node:crypto';
import type { EngineTask } from '../engine.ts';
import type { MakeIds } from './data-object.ts';
import { signatureIds } from './signature-text.ts';

/** So much of a SHA-256 as a UUID has: no two signatures of a document meet by chance. */
const ID_DIGITS = 32;

/**
 * Identifiers made of what is signed, by whom and when, so that the same signature asked for twice is over the same bytes,
 * whichever way it was asked for. Nobody can put them into a document beforehand: they change with it. `earlier`: so many
 * signatures may be over the same, by the same signer and in the same second.
 */
export function identifiersOf({ key, at }: Pick<EngineTask, 'key' | 'at'>, earlier = 0): MakeIds {
  let number = earlier;
  return (digest) => {
    const hash = createHash('sha256').update(key.certificate).update(at.toISOString()).update(digest);
    number += 1;
    return signatureIds(hash.update(String(number)).digest('hex').slice(0, ID_DIGITS));
  };
}
