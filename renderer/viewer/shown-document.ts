import { detectKind, KIND_PROBE_BYTES } from '../formatting/file-kind.ts';
import { pictureType, readableText, sha256Of, type ReadableText } from './readable-text.ts';

/** How a document is shown. */
export type Shown =
  | { readonly as: 'pdf' }
  | { readonly as: 'text'; readonly content: ReadableText }
  | { readonly as: 'picture'; readonly type: string }
  /** Its files by name, as the station tells them; else name and hash. */
  | { readonly as: 'container' }
  | { readonly as: 'nothing' };

/** Bytes that are looked at; everything that is said of them is made of these very bytes. */
export interface ShownDocument {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sha256: string | null;
  readonly shown: Shown;
}

/** Reads a document for looking at it. Rejects when its source does. */
export async function readDocument(source: () => Promise<Blob>): Promise<ShownDocument> {
  const bytes = new Uint8Array(await (await source()).arrayBuffer());
  return { bytes, sha256: await sha256Of(bytes), shown: wayToShow(bytes) };
}

function wayToShow(bytes: Uint8Array): Shown {
  const kind = detectKind(bytes.subarray(0, KIND_PROBE_BYTES));
  if (kind === 'pdf') return { as: 'pdf' };
  if (kind === 'zip') return { as: 'container' };
  const type = pictureType(bytes);
  if (type !== null) return { as: 'picture', type };
  const content = kind === 'cms' ? null : readableText(bytes);
  return content === null ? { as: 'nothing' } : { as: 'text', content };
}
