import { XmlError } from './xml-error.ts';

/** Bounds against hostile documents, all of them far above what real ones need. */
export interface XmlLimits {
  readonly bytes: number;
  readonly depth: number;
  readonly attributesPerElement: number;
  /** Namespace declarations from the document element down to an element, redeclared prefixes counted again. */
  readonly namespacesInScope: number;
  /** Elements, attributes, texts, comments and processing instructions together: each costs about 100 bytes. */
  readonly nodes: number;
  /** What all open documents of the process may take together, as openXml counts it. */
  readonly memory: number;
}

export const XML_LIMITS: XmlLimits = {
  bytes: 160 * 1024 * 1024,
  depth: 200,
  attributesPerElement: 256,
  namespacesInScope: 200,
  nodes: 8_000_000,
  // The parser's memory ends at 2 GiB; running into that end is not survivable, so documents stop well before.
  memory: 1_600_000_000,
};

/** What the scan of a well-formed document knows; offsets are into the scanned UTF-8. */
export interface MarkupScan {
  readonly nodes: number;
  /** Namespace declarations of all elements together. */
  readonly declarations: number;
  /** The `<` of the document element's end tag, or the `/` of `/>` when it is written as an empty element. */
  readonly rootEnd: number;
  readonly rootIsEmptyTag: boolean;
}

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const EQUALS = 0x3d;
const SPACE = 0x20;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const LETTER_X = 0x78;
/** How far is looked byte by byte before a search in native code, whose call costs as much, takes over. */
const NEAR_BYTES = 64;

/**
 * One pass over the markup before the parser sees it: refuses every DOCTYPE and enforces the limits, so that no
 * hostile document costs more than this pass. It judges no well-formedness: that is the parser's, and for what the
 * parser takes both see the same tags. Throws XmlError.
 */
export function scanMarkup(utf8: Uint8Array, limits: XmlLimits): MarkupScan {
  if (utf8.length > limits.bytes) throw exceeded(`the document is larger than ${limits.bytes} bytes`);
  return new MarkupScanner(utf8, limits).scan();
}

class MarkupScanner {
  readonly #bytes: Buffer;
  readonly #limits: XmlLimits;
  /** Namespace declarations in scope, one entry for each open element. */
  readonly #namespaces: number[] = [];
  #nodes = 0;
  #declarations = 0;
  #rootEnd = -1;
  #rootIsEmptyTag = false;

  constructor(utf8: Uint8Array, limits: XmlLimits) {
    this.#bytes = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.byteLength);
    this.#limits = limits;
  }

  scan(): MarkupScan {
    let end = 0;
    for (let open = this.#find(LT, 0); open >= 0; open = this.#find(LT, end)) {
      if (open > end) this.#nodes++;
      // An end tag is no node of its own.
      if (this.#bytes[open + 1] !== SLASH) this.#nodes++;
      end = this.#markup(open);
      if (this.#nodes > this.#limits.nodes) throw exceeded(`the document has more than ${this.#limits.nodes} nodes`);
    }
    if (this.#rootEnd < 0) throw broken('there is no complete document element');
    const nodes = { nodes: this.#nodes, declarations: this.#declarations };
    return { ...nodes, rootEnd: this.#rootEnd, rootIsEmptyTag: this.#rootIsEmptyTag };
  }

  /** The offset of this byte from `from` on; -1 when there is none. */
  #find(byte: number, from: number): number {
    const bytes = this.#bytes;
    const far = Math.min(from + NEAR_BYTES, bytes.length);
    for (let at = from; at < far; at++) if (bytes[at] === byte) return at;
    return far < bytes.length ? bytes.indexOf(byte, far) : -1;
  }

  /** Takes the markup at `open`; gives the offset after it. */
  #markup(open: number): number {
    switch (this.#bytes[open + 1]) {
      case BANG:
        return this.#declaration(open);
      case QUESTION:
        return this.#after('?>', open + 2);
      case SLASH:
        return this.#endTag(open);
      default:
        return this.#startTag(open);
    }
  }

  #declaration(open: number): number {
    if (this.#startsWith('<!--', open)) return this.#after('-->', open + 4);
    if (this.#startsWith('<![CDATA[', open)) return this.#after(']]>', open + 9);
    if (!/^<!doctype/i.test(this.#text(open, 9))) throw broken('a declaration that is none of XML');
    throw new XmlError('XML_DOCTYPE_FORBIDDEN', 'documents with a document type declaration are not read');
  }

  #startsWith(text: string, offset: number): boolean {
    return this.#text(offset, text.length) === text;
  }

  #text(offset: number, length: number): string {
    return this.#bytes.toString('latin1', offset, offset + length);
  }

  #after(end: string, from: number): number {
    const found = this.#bytes.indexOf(end, from, 'latin1');
    if (found < 0) throw broken('a comment, CDATA section or processing instruction does not end');
    return found + end.length;
  }

  #endTag(open: number): number {
    if (this.#namespaces.pop() === undefined) throw broken('an end tag without a start tag');
    if (this.#namespaces.length === 0) this.#closeRoot(open, false);
    const end = this.#find(GT, open);
    if (end < 0) throw broken('an end tag does not end');
    return end + 1;
  }

  #closeRoot(offset: number, isEmptyTag: boolean): void {
    if (this.#rootEnd >= 0) throw broken('more than one document element');
    this.#rootEnd = offset;
    this.#rootIsEmptyTag = isEmptyTag;
  }

  #startTag(open: number): number {
    const bytes = this.#bytes;
    let attributes = 0;
    let namespaces = this.#namespaces.at(-1) ?? 0;
    let nameStart = open + 1;
    let at = open + 1;
    for (let byte = bytes[at]; byte !== GT; byte = bytes[++at]) {
      if (byte === undefined || byte === LT) throw broken('a start tag does not end');
      if (byte === QUOTE || byte === APOSTROPHE) {
        attributes++;
        at = this.#find(byte, at + 1);
        if (at < 0) throw broken('an attribute value does not end');
        nameStart = at + 1;
      } else if (byte <= SPACE) nameStart = at + 1;
      else if (byte === EQUALS && this.#isNamespaceDeclaration(nameStart, at)) namespaces++;
    }
    this.#open(attributes, namespaces);
    if (bytes[at - 1] === SLASH) this.#closeEmpty(at - 1);
    return at + 1;
  }

  #closeEmpty(slash: number): void {
    this.#namespaces.pop();
    if (this.#namespaces.length === 0) this.#closeRoot(slash, true);
  }

  /** Whether the attribute whose name begins at `start`, or ended before white space, is `xmlns` or has that prefix. */
  #isNamespaceDeclaration(start: number, equals: number): boolean {
    const at = start < equals ? start : this.#previousName(equals);
    return this.#bytes[at] === LETTER_X && this.#startsWith('xmlns', at);
  }

  #previousName(equals: number): number {
    let at = equals - 1;
    while (at > 0 && (this.#bytes[at] ?? 0) <= SPACE) at--;
    while (at > 0 && (this.#bytes[at - 1] ?? 0) > SPACE) at--;
    return at;
  }

  #open(attributes: number, namespaces: number): void {
    const { depth, attributesPerElement, namespacesInScope } = this.#limits;
    if (attributes > attributesPerElement)
      throw exceeded(`an element has more than ${attributesPerElement} attributes`);
    if (namespaces > namespacesInScope) throw exceeded(`more than ${namespacesInScope} namespaces are in scope`);
    if (this.#namespaces.length >= depth) throw exceeded(`elements are nested deeper than ${depth}`);
    this.#declarations += namespaces - (this.#namespaces.at(-1) ?? 0);
    this.#namespaces.push(namespaces);
    // An attribute is two nodes: itself and its value.
    this.#nodes += 2 * attributes;
  }
}

function broken(message: string): XmlError {
  return new XmlError('XML_STRUCTURE_INVALID', message);
}

function exceeded(message: string): XmlError {
  return new XmlError('XML_LIMIT_EXCEEDED', message);
}
