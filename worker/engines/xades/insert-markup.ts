import {
  encodeMarkup,
  originalOffset,
  readXmlText,
  type XmlEncoding,
} from '../../../service/codecs/xmldsig/xml-encoding.ts';
import { openXml, type XmlTree } from '../../../service/codecs/xmldsig/xml-document.ts';

/** Where markup goes into a document as the last child of its document element, and what has to stand around it there. */
export interface LastChildPlace {
  readonly encoding: XmlEncoding;
  readonly offset: number;
  /** What follows goes on from here. */
  readonly resume: number;
  readonly before: string;
  readonly after: string;
}

export function lastChildPlace(bytes: Uint8Array, tree: XmlTree): LastChildPlace {
  const text = readXmlText(bytes);
  const { rootEnd, rootIsEmptyTag } = tree.markup;
  const offset = originalOffset(text, rootEnd);
  const { encoding } = text;
  if (!rootIsEmptyTag) return { encoding, offset, resume: offset, before: '', after: '' };
  // `<a/>` becomes `<a>…</a>`: the slash goes, the `>` after it ends the new end tag.
  const { prefix, localName } = tree.root;
  const name = prefix === '' ? localName : `${prefix}:${localName}`;
  const resume = originalOffset(text, rootEnd + 1);
  return { encoding, offset, resume, before: '>', after: `</${name}` };
}

/**
 * A document with markup as the last child of its document element, every byte around it as it was; null where the
 * document is not `fit`. Throws XmlError.
 */
export function withLastChild(bytes: Uint8Array, markup: string, isFit: (tree: XmlTree) => boolean): Uint8Array | null {
  using tree = openXml(bytes);
  if (!isFit(tree)) return null;
  const { encoding, offset, resume, before, after } = lastChildPlace(bytes, tree);
  const inserted = encodeMarkup(before + markup + after, encoding);
  return Buffer.concat([bytes.subarray(0, offset), inserted, bytes.subarray(resume)]);
}
