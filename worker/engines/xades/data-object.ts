import { documentIds, type DocumentIds } from '../../../service/codecs/xmldsig/ids.ts';
import type { XmlTree } from '../../../service/codecs/xmldsig/xml-document.ts';
import type { EngineDocument } from '../engine.ts';
import type { DataReference, SignatureIds } from './signature-text.ts';

/** The document as one packaging presents it: what is signed, and the output around the signature. */
export interface DataObject {
  readonly ids: SignatureIds;
  readonly reference: DataReference;
  /** Start tag of the object that holds the document within the signature; null when it lies elsewhere. */
  readonly objectTag: string | null;
  /** The finished file, from the text of the signature before and after its object's content. */
  readonly output: (start: string, end: string) => Promise<readonly (Uint8Array | AsyncIterable<Uint8Array>)[]>;
}

/** Makes identifiers for a signature over what has this digest; each call gives others. */
export type MakeIds = (digest: Uint8Array) => SignatureIds;

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
export const XML_TYPE = 'application/xml';

/** What the signed properties say a document is; the name is all that is known of it. */
export function mimeTypeOf({ originalFileName }: EngineDocument): string {
  return /\.xml$/i.test(originalFileName) ? XML_TYPE : 'application/octet-stream';
}

export function areFree(ids: Readonly<Partial<SignatureIds>>, taken: DocumentIds): boolean {
  return !Object.values(ids).some((id) => taken.has(id));
}

/** Identifiers that the document does not have yet. */
export function freeIds(tree: XmlTree, makeIds: MakeIds, digest: Uint8Array): SignatureIds {
  const taken = documentIds(tree);
  for (;;) {
    const ids = makeIds(digest);
    if (areFree(ids, taken)) return ids;
  }
}
