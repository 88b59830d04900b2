import type { CorpusPart } from './corpus-part.ts';
import { limboPart } from './x509/limbo-part.ts';
import { pkitsPart } from './x509/pkits-part.ts';
import { signPart } from './sign/sign-part.ts';
import { raisePart } from './raise/raise-part.ts';
import { listsPart } from './trusted-lists/lists-part.ts';
import { verifyPart } from './verify/verify-part.ts';

/** Every kind of corpus that is scored, in the order of the tables. */
export const CORPUS_PARTS: readonly CorpusPart[] = [verifyPart, raisePart, signPart, pkitsPart, limboPart, listsPart];

export function partNamed(name: string): CorpusPart {
  const part = CORPUS_PARTS.find((one) => one.name === name);
  if (part === undefined) throw new Error(`There is no part named ${name}.`);
  return part;
}
