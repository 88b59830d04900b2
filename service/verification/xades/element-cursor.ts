import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';

/**
 * The children of an element that holds elements only, taken one after the other in the order of its schema. Comments
 * and white space between them are passed over; any other text, a CDATA section or a processing instruction is refused
 * when the cursor is made. Throws XmlError XML_STRUCTURE_INVALID.
 */
export class ElementCursor {
  readonly #parent: XmlElement;
  readonly #children: XmlElement[] = [];
  #index = 0;

  constructor(parent: XmlElement) {
    this.#parent = parent;
    for (const node of parent.nodes()) {
      if (!('kind' in node)) this.#children.push(node);
      else if (node.kind !== 'comment' && !(node.kind === 'text' && isBlank(node.content))) throw this.#refusal();
    }
  }

  /** The next child, which must have this name. */
  next(namespace: string, localName: string): XmlElement {
    const child = this.optional(namespace, localName);
    if (child === null) throw this.#refusal();
    return child;
  }

  /** The next child if it has this name; null otherwise. */
  optional(namespace: string, localName: string): XmlElement | null {
    const child = this.#children[this.#index];
    if (child?.is(namespace, localName) !== true) return null;
    this.#index++;
    return child;
  }

  /** All next children that have this name. */
  all(namespace: string, localName: string): XmlElement[] {
    const found: XmlElement[] = [];
    for (let child = this.optional(namespace, localName); child !== null; child = this.optional(namespace, localName)) {
      found.push(child);
    }
    return found;
  }

  /** All children that are left, whatever their names. */
  rest(): XmlElement[] {
    const left = this.#children.slice(this.#index);
    this.#index = this.#children.length;
    return left;
  }

  /** Refuses further children. */
  finish(): void {
    if (this.#index < this.#children.length) throw this.#refusal();
  }

  #refusal(): XmlError {
    return new XmlError('XML_STRUCTURE_INVALID', `an element ${this.#parent.localName} does not have its structure`);
  }
}

const BLANK = /^[ \t\r\n]*$/;

function isBlank(text: string): boolean {
  return BLANK.test(text);
}

/** The text of an element without white space at its ends. Throws XML_STRUCTURE_INVALID if it is not one text node. */
export function trimmedText(element: XmlElement): string {
  return trimXml(element.plainText());
}

const WHITE_SPACE = ' \t\r\n';

/**
 * Cuts off the white space of XML, which is not all that JavaScript takes for it. By hand: an expression that looks for
 * the end of a run begins anew at each of its characters, and a text may hold a million of them.
 */
function trimXml(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && WHITE_SPACE.includes(text[start] ?? '')) start++;
  while (end > start && WHITE_SPACE.includes(text[end - 1] ?? '')) end--;
  return text.slice(start, end);
}

/** The value of an attribute that must be there. Throws XML_STRUCTURE_INVALID. */
export function requiredAttribute(element: XmlElement, localName: string): string {
  const value = element.attribute(localName);
  if (value === null) {
    throw new XmlError('XML_STRUCTURE_INVALID', `an element ${element.localName} has no attribute ${localName}`);
  }
  return value;
}

/** Decodes xs:base64Binary in one text node. Throws XML_STRUCTURE_INVALID for anything that is not exact base64. */
export function base64Content(element: XmlElement): Uint8Array {
  return decodeBase64(element.plainText(), `an element ${element.localName}`);
}

/**
 * As base64Content, over comments, processing instructions and CDATA sections, which stand between the characters of a text
 * and are none of it. `isPlain`: there is nothing of the kind, for programs that take the first node read another value.
 */
export function readBase64(element: XmlElement): { readonly bytes: Uint8Array; readonly isPlain: boolean } {
  let [text, isPlain] = ['', true];
  for (const node of element.nodes()) {
    const kind = 'kind' in node ? node.kind : 'element';
    if (kind === 'element') return { bytes: base64Content(element), isPlain };
    if (kind !== 'text') isPlain = false;
    if ('content' in node && (kind === 'text' || kind === 'cdata')) text += node.content;
  }
  return { bytes: decodeBase64(text, `an element ${element.localName}`), isPlain };
}

/** Decodes xs:base64Binary. `holder` begins the message of XML_STRUCTURE_INVALID for anything else. */
export function decodeBase64(base64: string, holder: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  const exact = bytes.toString('base64');
  if (exact === base64 || exact === withoutWhiteSpace(base64)) return bytes;
  throw new XmlError('XML_STRUCTURE_INVALID', `${holder} does not hold base64`);
}

/** Byte by byte: a pattern keeps each of a million line ends until it has found all of them. */
function withoutWhiteSpace(text: string): string {
  const bytes = Buffer.from(text);
  let length = 0;
  for (const byte of bytes) {
    if (byte !== SPACE && byte !== TAB && byte !== LINE_FEED && byte !== CARRIAGE_RETURN) bytes[length++] = byte;
  }
  return bytes.toString('latin1', 0, length);
}

const [SPACE, TAB, LINE_FEED, CARRIAGE_RETURN] = [0x20, 0x09, 0x0a, 0x0d];
