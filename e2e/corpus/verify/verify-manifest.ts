import { z } from 'zod';
import { SignatureFormat } from '../../../service/contract/vocabulary/signature-formats.ts';
import { readManifest } from '../read-manifest.ts';

const VerifyLine = z.object({
  id: z.string(),
  format: SignatureFormat,
  class: z.string(),
  /** Whether value and digests hold; null when that cannot be said. */
  expect: z.object({ crypto: z.boolean().nullable(), never_valid: z.boolean() }),
  why: z.string(),
  /** Counted in what is to be reached. */
  core: z.boolean(),
  file: z.string(),
  detached: z.array(z.string()).default([]),
});
export type VerifyLine = z.infer<typeof VerifyLine>;

export function readVerifyManifest(folder: string): readonly VerifyLine[] {
  return readManifest(folder, 'verify.jsonl', VerifyLine);
}
