import { freeDocument, NODE, parseDocument, rootElement, TreeMemory } from './libxml2.ts';
import { scanMarkup, XML_LIMITS, type MarkupScan, type XmlLimits } from './markup-scan.ts';
import { readXmlText } from './xml-encoding.ts';
import { attributeValue, followingElement, followingNode, hasName } from './tree-walk.ts';
import { XmlError } from './xml-error.ts';

export type XmlNodeKind = 'element' | 'text' | 'cdata' | 'comment' | 'instruction';

/** A child that is not an element. */
export interface XmlLeaf {
  readonly kind: Exclude<XmlNodeKind, 'element'>;
  /** Text of the node; of a processing instruction the part after its target. */
  readonly content: string;
}

export interface XmlAttribute {
  readonly localName: string;
  /** Empty for none. */
  readonly prefix: string;
  /** Namespace URI; empty for none. */
  readonly namespace: string;
  readonly value: string;
}

const LEAF_KINDS: ReadonlyMap<number, XmlLeaf['kind']> = new Map([
  [NODE.text, 'text'],
  [NODE.cdata, 'cdata'],
  [NODE.comment, 'comment'],
  [NODE.instruction, 'instruction'],
]);

/**
 * Parses an XML document with the product's one parser: no network, no files, no entities but the five of XML, no
 * DOCTYPE, nothing repaired. Input in UTF-8, UTF-16 (either order, with or without byte order mark), US-ASCII or
 * ISO-8859-1. Throws XmlError and nothing else. The tree lies outside the JavaScript heap: open it with `using`, and
 * close it before anything is awaited, so that one tree at a time takes memory (about 10 bytes for each of the input's
 * and up to 100 for each node). That memory is given back to the next document, never to the operating system: a
 * process keeps the size of the largest document it ever opened. `admit` hears how much there is to parse before it
 * is parsed; what it throws goes through.
 */
export function openXml(
  bytes: Uint8Array,
  limits: Partial<XmlLimits> = {},
  admit: (scan: MarkupScan) => void = () => undefined,
): XmlTree {
  const effective = { ...XML_LIMITS, ...limits };
  if (bytes.length > effective.bytes) {
    throw new XmlError('XML_LIMIT_EXCEEDED', `the document is larger than ${effective.bytes} bytes`);
  }
  const text = readXmlText(bytes);
  const scan = scanMarkup(text.utf8, effective);
  const cost = text.utf8.length * 3 + scan.nodes * BYTES_PER_NODE;
  if (liveBytes + cost > effective.memory) {
    const most = Math.floor(effective.memory / 1e6);
    throw new XmlError(
      'XML_LIMIT_EXCEEDED',
      `the document would take ${Math.ceil((liveBytes + cost) / 1e6)} MB of memory with its ${scan.nodes} nodes; at most ${most} MB are taken`,
    );
  }
  admit(scan);
  const document = parseDocument(text.utf8);
  liveBytes += cost;
  return new XmlTree(document, cost, scan);
}

const BYTES_PER_NODE = 96;
let liveBytes = 0;

/** A parsed document. Everything read from it after it was disposed throws a TypeError. */
export class XmlTree {
  /** Where its document element ends in the text. */
  readonly markup: MarkupScan;
  readonly #cost: number;
  readonly #elements = new Map<number, XmlElement>();
  #document: number;
  #memory: TreeMemory = new TreeMemory();

  constructor(document: number, cost: number, markup: MarkupScan) {
    this.#document = document;
    this.#cost = cost;
    this.markup = markup;
  }

  [Symbol.dispose](): void {
    if (this.#document === 0) return;
    freeDocument(this.#document);
    this.#document = 0;
    this.#elements.clear();
    liveBytes -= this.#cost;
  }

  /** The document element. */
  get root(): XmlElement {
    return this.elementAt(rootElement(this.pointer));
  }

  /** Every element in document order. */
  elements(): IterableIterator<XmlElement> {
    return this.root.descendantsOrSelf();
  }

  /** Every element with this expanded name, in document order; the cheap way to look through a whole document. */
  *elementsNamed(namespace: string, localName: string): IterableIterator<XmlElement> {
    const { root } = this;
    for (let at = root.pointer; at !== 0; at = followingElement(this.memory, at, root.pointer)) {
      if (hasName(this.memory, at, namespace, localName)) yield this.elementAt(at);
    }
  }

  /** For the code of this folder: where the document node lies. */
  get pointer(): number {
    if (this.#document === 0) throw new TypeError('The XML document was closed');
    return this.#document;
  }

  /** For the code of this folder: the tree's memory as it is now. */
  get memory(): TreeMemory {
    if (this.#document === 0) throw new TypeError('The XML document was closed');
    if (this.#memory.isStale) this.#memory = new TreeMemory();
    return this.#memory;
  }

  /** For the code of this folder: the one object of an element, so that elements can be compared and be keys. */
  elementAt(pointer: number): XmlElement {
    const known = this.#elements.get(pointer);
    if (known !== undefined) return known;
    const element = new XmlElement(this, pointer);
    this.#elements.set(pointer, element);
    return element;
  }
}

/** An element; the same element is the same object as long as its tree is open. */
export class XmlElement {
  readonly tree: XmlTree;
  /** For the code of this folder: where the element lies. */
  readonly pointer: number;

  constructor(tree: XmlTree, pointer: number) {
    this.tree = tree;
    this.pointer = pointer;
  }

  get localName(): string {
    const { memory } = this.tree;
    return memory.string(memory.name(this.pointer));
  }

  /** Namespace URI; empty for none. */
  get namespace(): string {
    const { memory } = this.tree;
    const namespace = memory.namespace(this.pointer);
    return namespace === 0 ? '' : memory.string(memory.href(namespace));
  }

  /** Empty for none. */
  get prefix(): string {
    const { memory } = this.tree;
    const namespace = memory.namespace(this.pointer);
    return namespace === 0 ? '' : memory.string(memory.prefix(namespace));
  }

  /** Whether the element has this expanded name. */
  is(namespace: string, localName: string): boolean {
    return hasName(this.tree.memory, this.pointer, namespace, localName);
  }

  /** The parent element; null at the document element. */
  get parent(): XmlElement | null {
    const { memory } = this.tree;
    const parent = memory.parent(this.pointer);
    return parent !== 0 && memory.type(parent) === NODE.element ? this.tree.elementAt(parent) : null;
  }

  /** Whether `ancestor` is this element or contains it. */
  isWithin(ancestor: XmlElement): boolean {
    const { memory } = this.tree;
    for (let node = this.pointer; node !== 0; node = memory.parent(node)) if (node === ancestor.pointer) return true;
    return false;
  }

  /** The attributes in document order, namespace declarations not among them. */
  attributes(): XmlAttribute[] {
    const found: XmlAttribute[] = [];
    const { memory } = this.tree;
    for (let node = memory.firstAttribute(this.pointer); node !== 0; node = memory.next(node)) {
      const namespace = memory.namespace(node);
      found.push({
        localName: memory.string(memory.name(node)),
        prefix: namespace === 0 ? '' : memory.string(memory.prefix(namespace)),
        namespace: namespace === 0 ? '' : memory.string(memory.href(namespace)),
        value: attributeValue(memory, node),
      });
    }
    return found;
  }

  /** The value of an attribute after normalization; null when it is absent. */
  attribute(localName: string, namespace = ''): string | null {
    const { memory } = this.tree;
    for (let node = memory.firstAttribute(this.pointer); node !== 0; node = memory.next(node)) {
      if (hasName(memory, node, namespace, localName)) return attributeValue(memory, node);
    }
    return null;
  }

  /** Prefixes declared on this very element; the empty one is the default namespace. */
  namespaceDeclarations(): Map<string, string> {
    const { memory } = this.tree;
    const found = new Map<string, string>();
    for (let node = memory.firstDeclaration(this.pointer); node !== 0; node = memory.nextDeclaration(node)) {
      found.set(memory.string(memory.prefix(node)), memory.string(memory.href(node)));
    }
    return found;
  }

  /** The child elements; everything between them is passed over. */
  *children(): IterableIterator<XmlElement> {
    for (let node = this.tree.memory.firstChild(this.pointer); node !== 0; node = this.tree.memory.next(node)) {
      if (this.tree.memory.type(node) === NODE.element) yield this.tree.elementAt(node);
    }
  }

  /** All children in order: elements, texts, CDATA sections, comments, processing instructions. */
  *nodes(): IterableIterator<XmlElement | XmlLeaf> {
    for (let node = this.tree.memory.firstChild(this.pointer); node !== 0; node = this.tree.memory.next(node)) {
      const { memory } = this.tree;
      const kind = LEAF_KINDS.get(memory.type(node));
      yield kind === undefined ? this.tree.elementAt(node) : { kind, content: memory.string(memory.content(node)) };
    }
  }

  /** This element and all elements in it, in document order. */
  *descendantsOrSelf(): IterableIterator<XmlElement> {
    yield this;
    for (let node = this.#next(this.pointer); node !== 0; node = this.#next(node)) {
      if (this.tree.memory.type(node) === NODE.element) yield this.tree.elementAt(node);
    }
  }

  /**
   * The text of an element that must hold nothing but one text: no element, comment, processing instruction or CDATA
   * section, since two readers could take those differently. White space is kept. Throws XML_STRUCTURE_INVALID.
   */
  plainText(): string {
    const { memory } = this.tree;
    const child = memory.firstChild(this.pointer);
    if (child === 0) return '';
    if (memory.type(child) !== NODE.text || memory.next(child) !== 0) {
      throw new XmlError('XML_STRUCTURE_INVALID', `an element ${this.localName} holds more than plain text`);
    }
    return memory.string(memory.content(child));
  }

  /** All text in this element and below, as XPath's string value gives it. `meter` hears of each node passed. */
  textContent(meter: (nodes: number) => void = () => undefined): string {
    const { memory } = this.tree;
    let text = '';
    for (let node = this.#next(this.pointer); node !== 0; node = this.#next(node)) {
      meter(1);
      const type = memory.type(node);
      if (type === NODE.text || type === NODE.cdata) text += memory.string(memory.content(node));
    }
    return text;
  }

  #next(node: number): number {
    return followingNode(this.tree.memory, node, this.pointer);
  }
}
