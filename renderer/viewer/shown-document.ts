import { detectKind, KIND_PROBE_BYTES } from '../formatting/file-kind.ts';
import { openPdfFile, type PdfFile } from './pdf-file.ts';
import { pictureType, readableText, sha256Of, type ReadableText } from './readable-text.ts';

/** How a document is shown. */
export type Shown =
  /** Its parser works already; who reads the document lets go of it. */
  | { readonly as: 'pdf'; readonly opening: Promise<PdfFile> }
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

/** Reads a document for looking at it; `letGo` ends that. Rejects when its source does. */
export async function readDocument(source: () => Promise<Blob>): Promise<ShownDocument> {
  const bytes = new Uint8Array(await (await source()).arrayBuffer());
  // A parser, which is another process, works while the bytes are hashed and the window is drawn.
  const shown = wayToShow(bytes);
  return { bytes, sha256: await sha256Of(bytes), shown };
}

/** Ends the parser of a document that is looked at no longer. */
export function letGo({ shown }: ShownDocument): void {
  if (shown.as === 'pdf') shown.opening.then((file) => file.close(), ignore);
}

/** Who shows the document tells why it cannot be opened. */
function ignore(): void {
  // Told where it is shown.
}

function wayToShow(bytes: Uint8Array): Shown {
  const kind = detectKind(bytes.subarray(0, KIND_PROBE_BYTES));
  if (kind === 'pdf') {
    const opening = openPdfFile(bytes);
    opening.catch(ignore);
    return { as: 'pdf', opening };
  }
  if (kind === 'zip') return { as: 'container' };
  const type = pictureType(bytes);
  if (type !== null) return { as: 'picture', type };
  const content = kind === 'cms' ? null : readableText(bytes);
  return content === null ? { as: 'nothing' } : { as: 'text', content };
}
