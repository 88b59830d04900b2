import { madeBySigners } from '../../service/contract/http/made-by-signers.ts';
import type { VerificationReport } from '../../service/contract/http/verification.ts';
import type { StationClient } from '../api/station-client.ts';
import { displayName } from '../formatting/distinguished-name.ts';
import type { FileKind } from '../formatting/file-kind.ts';
import type { BatchDocument, EarlierSignature } from './batch-model.ts';

/** Kinds that are asked about whenever one is chosen; of PDFs, of which there may be many, only those that look signed. */
const KINDS: readonly FileKind[] = ['xml', 'cms', 'asics', 'asice'];
/** Larger ones are not sent twice only to be looked at. */
const MAX_BYTES = 32 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;
const BYTE_RANGE = '/ByteRange';

/** Who has signed a chosen document, as the station tells; null where it is not asked or cannot say. */
export async function earlierSignaturesOf(
  client: Pick<StationClient, 'inspectUpload'>,
  { kind, files, size }: Pick<BatchDocument, 'kind' | 'files' | 'size'>,
): Promise<readonly EarlierSignature[] | null> {
  const [file, ...more] = files;
  if (file === undefined || more.length > 0 || size === 0 || size > MAX_BYTES) return null;
  try {
    if (!KINDS.includes(kind) && !(kind === 'pdf' && (await looksSigned(file)))) return null;
    const form = new FormData();
    form.append('file', file, file.name);
    const how = { onProgress: () => undefined, signal: new AbortController().signal };
    const { report } = await client.inspectUpload(form, how);
    return report === undefined ? [] : signersOf(report);
  } catch {
    // Signing it will say what is wrong with it, also where it can no longer be read.
    return null;
  }
}

/** Of a report. */
export function signersOf(report: VerificationReport): EarlierSignature[] {
  return madeBySigners(report).map(({ name, signature }) => ({ name, signer: displayName(signature.signerSubject) }));
}

/** Every signature of a PDF says which bytes it is over, in the open (ISO 32000-2 12.8.1). */
async function looksSigned(file: Blob): Promise<boolean> {
  const decoder = new TextDecoder('latin1');
  for (let start = 0; start < file.size; start += PIECE_BYTES) {
    const piece = await file.slice(start, start + PIECE_BYTES + BYTE_RANGE.length).arrayBuffer();
    if (decoder.decode(piece).includes(BYTE_RANGE)) return true;
  }
  return false;
}
