import { endOfElement } from '../../../service/codecs/xmldsig/element-end.ts';
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
  const end = endOfElement(tree.root);
  const offset = originalOffset(text, end.offset);
  const { encoding } = text;
  if (!end.isEmptyTag) return { encoding, offset, resume: offset, before: '', after: '' };
  // `<a/>` becomes `<a>…</a>`: the slash goes, the `>` after it ends the new end tag.
  const { prefix, localName } = tree.root;
  const name = prefix === '' ? localName : `${prefix}:${localName}`;
  const resume = originalOffset(text, end.offset + 1);
  return { encoding, offset, resume, before: '>', after: `</${name}` };
}

/**
 * A document with markup as the last child of its document element, every byte around it as it was; null where the
 * document is not `fit`. Throws XmlError.
 */
export function withLastChild(bytes: Uint8Array, markup: string, isFit: (tree: XmlTree) => boolean): Uint8Array | null {
  using tree = openXml(bytes);
  if (!isFit(tree)) return null;
  return Buffer.concat(beside(bytes, tree)(markup));
}

/** The parts of a document with markup as the last child of its document element. */
export function beside(bytes: Uint8Array, tree: XmlTree): (markup: string) => readonly Uint8Array[] {
  const { encoding, offset, resume, before, after } = lastChildPlace(bytes, tree);
  return (markup) => [
    bytes.subarray(0, offset),
    encodeMarkup(before + markup + after, encoding),
    bytes.subarray(resume),
  ];
}

/** Without a namespace, so that it changes no canonical form of what is in it. */
const ENVELOPE = 'internally-detached';

/** The parts of a document whose document element gets an element around it, and markup beside it there. */
export function intoEnvelope(bytes: Uint8Array, tree: XmlTree): (markup: string) => readonly Uint8Array[] {
  const text = readXmlText(bytes);
  const { encoding, utf8 } = text;
  const start = originalOffset(text, startOfRoot(utf8));
  const end = originalOffset(text, utf8.indexOf(0x3e, endOfElement(tree.root).offset) + 1);
  return (markup) => [
    bytes.subarray(0, start),
    encodeMarkup(`<${ENVELOPE}>`, encoding),
    bytes.subarray(start, end),
    encodeMarkup(`${markup}</${ENVELOPE}>`, encoding),
    bytes.subarray(end),
  ];
}

/** The `<` of the document element: before it come instructions and comments only, since the parser took the text. */
function startOfRoot(utf8: Uint8Array): number {
  const text = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.length);
  let at = text.indexOf('<');
  for (;;) {
    const start = text.toString('latin1', at, at + 4);
    const end = start === '<!--' ? '-->' : start.startsWith('<?') ? '?>' : null;
    if (end === null) return at;
    at = text.indexOf('<', text.indexOf(end, at + end.length) + end.length);
  }
}
