import loadLibxml2, { type LibXml2 } from 'libxml2-wasm/lib/libxml2raw.mjs';
import { measureParserMemory } from './parser-memory.ts';
import { XmlError } from './xml-error.ts';

/**
 * The one XML parser of the product, as a WebAssembly module without file system or network of its own. Its tree is
 * read where it lies, in the module's memory: names and values are compared and written as the UTF-8 that the parser
 * left there, with no conversion on the way that could change them.
 */
const library: LibXml2 = await loadLibxml2();
library._xmlInitParser();
measureParserMemory(() => library.HEAPU8.length);

/** Node types of the tree (xmlElementType). */
export const NODE = { element: 1, attribute: 2, text: 3, cdata: 4, instruction: 7, comment: 8, document: 9 } as const;

/** XML_PARSE_NONET, XML_PARSE_NO_XXE, XML_PARSE_IGNORE_ENC, XML_PARSE_NO_SYS_CATALOG, XML_PARSE_BIG_LINES, _SKIP_IDS. */
const OPTIONS = 2048 | 8_388_608 | 2_097_152 | 33_554_432 | 4_194_304 | 134_217_728;
/** XML_PARSE_COMPACT: short texts lie in their nodes instead of in memory of their own. Such a tree is only read. */
const COMPACT = 65_536;
/** XML_PARSE_HUGE: lifts the bound of 10 MB for one text; the scan before keeps the others. */
const HUGE = 524_288;

/** Byte offsets in the structures of libxml2 2.15 on a 32-bit machine. */
const OFFSET = { type: 4, name: 8, children: 12, parent: 20, next: 24, namespace: 36, content: 40 } as const;
const ELEMENT_OFFSET = { attributes: 44, declarations: 48 } as const;
const NAMESPACE_OFFSET = { next: 0, href: 8, prefix: 12 } as const;
const ERROR_OFFSET = { code: 4, level: 12, line: 20 } as const;
const LEVEL_ERROR = 2;

/** Error and line of the first complaint while a document is parsed. */
let complaint: { code: number; line: number } | null = null;
const onComplaint = library.addFunction((_context: number, error: number) => {
  if (complaint !== null || word(error, ERROR_OFFSET.level) < LEVEL_ERROR) return;
  complaint = { code: word(error, ERROR_OFFSET.code), line: word(error, ERROR_OFFSET.line) };
}, 'vii');

function word(pointer: number, offset: number): number {
  return library.HEAP32[(pointer + offset) >> 2] ?? 0;
}

/**
 * Parses UTF-8 (no byte order mark; the declared encoding is not looked at) and gives the pointer to the document.
 * Throws XML_STRUCTURE_INVALID for anything that is not well-formed with namespaces; nothing is repaired.
 */
export function parseDocument(utf8: Uint8Array): number {
  const input = library._malloc(utf8.length + 1);
  if (input === 0) throw new XmlError('XML_LIMIT_EXCEEDED', 'there is not enough memory for the document');
  library.HEAPU8.set(utf8, input);
  library.HEAPU8[input + utf8.length] = 0;
  const context = library._xmlNewParserCtxt();
  complaint = null;
  try {
    library._xmlCtxtSetErrorHandler(context, onComplaint, 0);
    const document = library._xmlCtxtReadMemory(context, input, utf8.length, 0, 0, OPTIONS | COMPACT | HUGE);
    requireSound(document);
    return document;
  } finally {
    library._xmlFreeParserCtxt(context);
    library._free(input);
  }
}

function requireSound(document: number): void {
  const found = complaint;
  if (document !== 0 && found === null && library._xmlGetIntSubset(document) === 0) return;
  if (document !== 0) library._xmlFreeDoc(document);
  const place = found === null ? '' : ` (line ${found.line}, error ${found.code})`;
  throw new XmlError('XML_STRUCTURE_INVALID', `the document is not well-formed XML${place}`);
}

export function freeDocument(document: number): void {
  library._xmlFreeDoc(document);
}

export function rootElement(document: number): number {
  return library._xmlDocGetRootElement(document);
}

/**
 * Reads the tree in the module's memory as it is now. Parsing may move that memory: take a new one afterwards; an old
 * one then throws instead of reading nothing.
 */
export class TreeMemory {
  readonly bytes: Uint8Array = library.HEAPU8;
  readonly #words: Int32Array = library.HEAP32;
  readonly #buffer = Buffer.from(library.HEAPU8.buffer);

  /** Whether the memory has moved since. */
  get isStale(): boolean {
    return this.#words !== library.HEAP32;
  }

  type(node: number): number {
    return this.#word(node + OFFSET.type);
  }

  /** Local name of an element or attribute, target of a processing instruction: NUL-terminated UTF-8. */
  name(node: number): number {
    return this.#word(node + OFFSET.name);
  }

  firstChild(node: number): number {
    return this.#word(node + OFFSET.children);
  }

  parent(node: number): number {
    return this.#word(node + OFFSET.parent);
  }

  next(node: number): number {
    return this.#word(node + OFFSET.next);
  }

  /** The namespace of an element or attribute; 0 for none. */
  namespace(node: number): number {
    return this.#word(node + OFFSET.namespace);
  }

  /** The text of a text, CDATA section, comment or processing instruction; 0 for none. */
  content(node: number): number {
    return this.#word(node + OFFSET.content);
  }

  firstAttribute(element: number): number {
    return this.#word(element + ELEMENT_OFFSET.attributes);
  }

  firstDeclaration(element: number): number {
    return this.#word(element + ELEMENT_OFFSET.declarations);
  }

  nextDeclaration(namespace: number): number {
    return this.#word(namespace + NAMESPACE_OFFSET.next);
  }

  href(namespace: number): number {
    return this.#word(namespace + NAMESPACE_OFFSET.href);
  }

  prefix(namespace: number): number {
    return this.#word(namespace + NAMESPACE_OFFSET.prefix);
  }

  /** Offset of the NUL that ends the string. */
  end(pointer: number): number {
    return this.bytes.indexOf(0, pointer);
  }

  string(pointer: number): string {
    return pointer === 0 ? '' : this.#buffer.toString('utf8', pointer, this.end(pointer));
  }

  /** The bytes of the string, each as one character. */
  latin1(pointer: number): string {
    return pointer === 0 ? '' : this.#buffer.toString('latin1', pointer, this.end(pointer));
  }

  /** Whether the string is this one; ASCII, as the names of every standard here are, is compared without decoding. */
  equals(pointer: number, text: string): boolean {
    if (pointer === 0) return text === '';
    const { bytes } = this;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) return this.string(pointer) === text;
      if (bytes[pointer + index] !== code) return false;
    }
    return bytes[pointer + text.length] === 0;
  }

  /** Compares two strings by code point: the order of their UTF-8. */
  compare(one: number, other: number): number {
    if (one === other) return 0;
    const { bytes } = this;
    for (let index = 0; ; index++) {
      const byte = bytes[one + index] ?? 0;
      const difference = byte - (bytes[other + index] ?? 0);
      if (difference !== 0 || byte === 0) return difference;
    }
  }

  #word(address: number): number {
    const value = this.#words[address >> 2];
    if (value === undefined) throw new RangeError('The memory of the XML parser has moved');
    return value;
  }
}
