import { followingElement } from './tree-walk.ts';
import type { XmlElement } from './xml-document.ts';
import { XmlError } from './xml-error.ts';

/** Where in the text an element ends. */
export interface ElementEnd {
  /** The `<` of its end tag, or the `/` of `/>`: an offset into the UTF-8 that was parsed. */
  readonly offset: number;
  readonly isEmptyTag: boolean;
}

/** Finds the end of an element of a parsed document in its text, whose start tags come in the order of the elements. */
export function endOfElement(utf8: Uint8Array, element: XmlElement): ElementEnd {
  return endOfStartTag(Buffer.from(utf8.buffer, utf8.byteOffset, utf8.length), ordinalOf(element));
}

/** How many elements begin before it. */
function ordinalOf(element: XmlElement): number {
  const { memory, root } = element.tree;
  let count = 0;
  for (let node = root.pointer; node !== element.pointer; node = followingElement(memory, node, root.pointer)) {
    if (node === 0) throw new RangeError('The element is not in its tree');
    count++;
  }
  return count;
}

/** The parser took the text, so that there is nothing in it but what these branches know. */
function endOfStartTag(text: Buffer, wanted: number): ElementEnd {
  const open: number[] = [];
  let count = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const start = text.toString('latin1', at, at + 9);
    if (start.startsWith('<!--')) at = after(text, '-->', at + 4);
    else if (start === '<![CDATA[') at = after(text, ']]>', at + 9);
    else if (start.startsWith('<?')) at = after(text, '?>', at + 2);
    else if (start.startsWith('</')) {
      if (open.pop() === wanted) return { offset: at, isEmptyTag: false };
      at = after(text, '>', at);
    } else {
      const end = endOfTag(text, at);
      const isEmptyTag = text[end - 2] === 0x2f;
      if (isEmptyTag && count === wanted) return { offset: end - 2, isEmptyTag };
      if (!isEmptyTag) open.push(count);
      count++;
      at = end;
    }
  }
  throw new XmlError('XML_STRUCTURE_INVALID', 'an element does not end');
}

function after(text: Buffer, end: string, from: number): number {
  const found = text.indexOf(end, from, 'latin1');
  if (found < 0) throw new XmlError('XML_STRUCTURE_INVALID', 'markup does not end');
  return found + end.length;
}

/** After the `>` of a start tag; attribute values may hold one, too. */
function endOfTag(text: Buffer, start: number): number {
  for (let at = start; at < text.length; at++) {
    const byte = text[at];
    if (byte === 0x3e) return at + 1;
    if (byte === 0x22 || byte === 0x27) at = text.indexOf(byte, at + 1);
    if (at < start) break;
  }
  throw new XmlError('XML_STRUCTURE_INVALID', 'a start tag does not end');
}
