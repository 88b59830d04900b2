import path from 'node:path';
import { z } from 'zod';
import type { SignatureFormat } from '../../../service/contract/vocabulary/signature-formats.ts';
import { readManifest } from '../../corpus/read-manifest.ts';
import { readVerifyManifest } from '../../corpus/verify/verify-manifest.ts';

/** An intact signed document that another program made. */
export interface ForeignFile {
  readonly id: string;
  readonly format: SignatureFormat;
  readonly path: string;
  /** What its detached signature is over. */
  readonly originals: readonly string[];
}

const SignedDocument = z.object({ id: z.string(), media: z.string(), category: z.string(), file: z.string() });

/**
 * The documents of a folder such as `npm run corpus` reads: those whose signatures are known to hold, and signed PDFs
 * that are to be signed again.
 */
export function foreignFiles(folder: string): ForeignFile[] {
  const place = (name: string): string => path.join(folder, name);
  const judged = readVerifyManifest(folder)
    .filter(({ core, expect }) => core && expect.crypto === true && !expect.never_valid)
    .map(({ id, format, file, detached }) => ({ id, format, path: place(file), originals: detached.map(place) }));
  const toSign = readManifest(folder, 'sign.jsonl', SignedDocument)
    .filter(({ media, category }) => media === 'pdf' && category.startsWith('signed'))
    .map(({ id, file }) => ({ id, format: 'PAdES' as const, path: place(file), originals: [] }));
  return [...judged, ...toSign];
}
