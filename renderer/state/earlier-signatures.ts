import type { StationClient } from '../api/station-client.ts';
import { displayName } from '../formatting/distinguished-name.ts';
import type { FileKind } from '../formatting/file-kind.ts';
import type { Addition, BatchDocument, EarlierSignature } from './batch-model.ts';

/** Kinds to which signatures are added in other ways than to an unsigned file. */
const KINDS: readonly FileKind[] = ['xml', 'cms', 'asics', 'asice'];
/** Larger ones are not sent twice only to be looked at. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Who has signed a chosen document, as the station tells; null where it is not asked or cannot say. */
export async function earlierSignaturesOf(
  client: Pick<StationClient, 'inspectUpload'>,
  { kind, files, size }: Pick<BatchDocument, 'kind' | 'files' | 'size'>,
): Promise<readonly EarlierSignature[] | null> {
  const [file, ...more] = files;
  if (file === undefined || more.length > 0 || size === 0 || size > MAX_BYTES || !KINDS.includes(kind)) return null;
  const form = new FormData();
  form.append('file', file, file.name);
  try {
    const how = { onProgress: () => undefined, signal: new AbortController().signal };
    const { report } = await client.inspectUpload(form, how);
    return (report?.signatures ?? []).map(({ name, signature }) => ({
      ...{ name, signer: displayName(signature.signerSubject) },
    }));
  } catch {
    // Signing it will say what is wrong with it.
    return null;
  }
}

/** What can be done with a signed XML or CMS file, the usual first; nothing to choose for others. */
export function additionsTo({
  kind,
  format,
  signatures,
}: Pick<BatchDocument, 'kind' | 'format' | 'signatures'>): readonly Addition[] {
  const takesAny = format === 'XAdES' || (format === 'CAdES' && kind === 'cms');
  if (!takesAny || signatures === null || signatures.length === 0) return [];
  return [
    { operation: 'cosign', target: null },
    ...signatures.map(({ name }) => ({ operation: 'countersign' as const, target: name })),
    { operation: 'sign', target: null },
  ];
}
