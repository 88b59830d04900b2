import { XADES } from '../../../service/codecs/xmldsig/algorithms.ts';
import { endOfElement } from '../../../service/codecs/xmldsig/element-end.ts';
import { encodeMarkup, originalOffset, readXmlText } from '../../../service/codecs/xmldsig/xml-encoding.ts';
import { openXml, type XmlTree } from '../../../service/codecs/xmldsig/xml-document.ts';
import { openSignature, placeForProperties, type OpenSignature } from './open-signature.ts';

/** The document with one more unsigned signature property, the last one; the same bytes for an empty text. */
export function withProperty(bytes: Uint8Array, number: number, property: string): Uint8Array {
  if (property === '') return bytes;
  const text = readXmlText(bytes);
  return withSignature(bytes, number, (signature) => {
    const { into, around } = placeForProperties(signature);
    const { offset, isEmptyTag } = endOfElement(into);
    const starts = around.map((name) => `<xades:${name} xmlns:xades="${XADES}">`).join('');
    const ends = around
      .toReversed()
      .map((name) => `</xades:${name}>`)
      .join('');
    const name = into.prefix === '' ? into.localName : `${into.prefix}:${into.localName}`;
    // `<a/>` becomes `<a>…</a>`: the slash goes, the `>` after it ends the new end tag.
    const markup = isEmptyTag ? `>${starts}${property}${ends}</${name}` : starts + property + ends;
    const start = originalOffset(text, offset);
    const resume = originalOffset(text, isEmptyTag ? offset + 1 : offset);
    return Buffer.concat([bytes.subarray(0, start), encodeMarkup(markup, text.encoding), bytes.subarray(resume)]);
  });
}

/** Reads the signature with this number, from 0. Throws as openSignature does. */
export function withSignature<T>(bytes: Uint8Array, number: number, read: (signature: OpenSignature) => T): T {
  return withTree(bytes, (tree) => read(openSignature(tree, number)));
}

/** Reads a document that is open for as long as that takes. Throws XmlError. */
export function withTree<T>(bytes: Uint8Array, read: (tree: XmlTree) => T): T {
  using tree = openXml(bytes);
  return read(tree);
}
