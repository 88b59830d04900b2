import { XML_LIMITS, XmlMemory, exceeded, type ParseMeter, type XmlLimits } from './xml-limits.ts';
import { followingElement, followingNode } from './tree-walk.ts';
import { readXmlText } from './xml-encoding.ts';
import { XmlError } from './xml-error.ts';
import type { XmlNames } from './xml-names.ts';
import { DOCUMENT, hasName, NODE, type XmlNodes } from './xml-nodes.ts';
import { parseXml, type ParsedXml } from './xml-parser.ts';

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
 * Parses an XML document with the product's one parser: no entities but the five of XML, no DOCTYPE, nothing repaired.
 * Input in UTF-8, UTF-16 (either order, with or without byte order mark), US-ASCII or ISO-8859-1. Throws XmlError and
 * nothing else. Open it with `using`, and close it before anything is awaited, so that one tree at a time takes memory
 * (twice the document, and 32 bytes for each node). `meter` hears how much was parsed, and later of elements that are
 * asked for, each of which takes an object; what it throws goes through.
 */
export function openXml(bytes: Uint8Array, limits: Partial<XmlLimits> = {}, meter: ParseMeter = UNMETERED): XmlTree {
  const effective = { ...XML_LIMITS, ...limits };
  if (bytes.length > effective.bytes) throw exceeded(`the document is larger than ${effective.bytes} bytes`);
  const { utf8, declarationBytes } = readXmlText(bytes);
  if (utf8.length > effective.bytes) throw exceeded(`the document is larger than ${effective.bytes} bytes`);
  const memory = new XmlMemory(effective.memory);
  return new XmlTree(parseXml(utf8, declarationBytes, effective, memory, meter), memory, meter);
}

const UNMETERED: ParseMeter = () => undefined;

/** A parsed document. Everything read from it after it was disposed throws a TypeError. */
export class XmlTree {
  readonly #memory: XmlMemory;
  readonly #meter: ParseMeter;
  readonly #elements = new Map<number, XmlElement>();
  #parsed: ParsedXml | null;

  constructor(parsed: ParsedXml, memory: XmlMemory, meter: ParseMeter) {
    this.#parsed = parsed;
    this.#memory = memory;
    this.#meter = meter;
  }

  [Symbol.dispose](): void {
    this.#parsed?.nodes.release();
    this.#parsed = null;
    this.#elements.clear();
    this.#memory.release();
  }

  /** How many nodes there are, attributes among them. */
  get size(): number {
    return this.nodes.count;
  }

  /** The document element. */
  get root(): XmlElement {
    const { nodes } = this;
    let node = nodes.firstChild(DOCUMENT);
    while (nodes.kind(node) !== NODE.element) node = nodes.next(node);
    return this.elementAt(node);
  }

  /** Every element in document order. */
  elements(): IterableIterator<XmlElement> {
    return this.root.descendantsOrSelf();
  }

  /** Every element with this expanded name, in document order; the cheap way to look through a whole document. */
  *elementsNamed(namespace: string, localName: string): IterableIterator<XmlElement> {
    const { nodes } = this;
    const named = this.names.withLocal((local) => local === localName);
    if (named === null) return;
    const { isWanted, firstNode } = named;
    for (let node = firstNode - 1; (node = followingElement(nodes, node, DOCUMENT)) !== 0;) {
      if (isWanted[nodes.nameId(node)] === 1 && nodes.binding(node).uriText === namespace) yield this.elementAt(node);
    }
  }

  /** For the code of this folder: the names that stand in the document. */
  get names(): XmlNames {
    return this.#open.names;
  }

  /** For the code of this folder: the nodes of the document. */
  get nodes(): XmlNodes {
    return this.#open.nodes;
  }

  /** For the code of this folder: the one object of an element, so that elements can be compared and be keys. */
  elementAt(node: number): XmlElement {
    const known = this.#elements.get(node);
    if (known !== undefined) return known;
    this.#meter(0, 0, 1);
    const element = new XmlElement(this, node);
    this.#elements.set(node, element);
    return element;
  }

  get #open(): ParsedXml {
    if (this.#parsed === null) throw new TypeError('The XML document was closed');
    return this.#parsed;
  }
}

/** An element; the same element is the same object as long as its tree is open. */
export class XmlElement {
  readonly tree: XmlTree;
  /** Its number in document order. */
  readonly node: number;

  constructor(tree: XmlTree, node: number) {
    this.tree = tree;
    this.node = node;
  }

  get localName(): string {
    return this.tree.nodes.name(this.node).local;
  }

  /** Namespace URI; empty for none. */
  get namespace(): string {
    return this.tree.nodes.binding(this.node).uriText;
  }

  /** Empty for none. */
  get prefix(): string {
    return this.tree.nodes.name(this.node).prefix.text;
  }

  /** Whether the element has this expanded name. */
  is(namespace: string, localName: string): boolean {
    return hasName(this.tree.nodes, this.node, namespace, localName);
  }

  /** The parent element; null at the document element. */
  get parent(): XmlElement | null {
    const parent = this.tree.nodes.parent(this.node);
    return parent === DOCUMENT ? null : this.tree.elementAt(parent);
  }

  /** Whether `ancestor` is this element or contains it. */
  isWithin(ancestor: XmlElement): boolean {
    return this.tree === ancestor.tree && this.node >= ancestor.node && this.node < this.tree.nodes.end(ancestor.node);
  }

  /** The attributes in document order, namespace declarations not among them. */
  attributes(): XmlAttribute[] {
    const found: XmlAttribute[] = [];
    const { nodes } = this.tree;
    for (let node = nodes.nextAttribute(this.node); node !== 0; node = nodes.nextAttribute(node)) {
      const { local, prefix } = nodes.name(node);
      const { uriText: namespace } = nodes.binding(node);
      found.push({ localName: local, prefix: prefix.text, namespace, value: nodes.content(node) });
    }
    return found;
  }

  /** The value of an attribute after normalization; null when it is absent. */
  attribute(localName: string, namespace = ''): string | null {
    const { nodes } = this.tree;
    for (let node = nodes.nextAttribute(this.node); node !== 0; node = nodes.nextAttribute(node)) {
      if (hasName(nodes, node, namespace, localName)) return nodes.content(node);
    }
    return null;
  }

  /** Prefixes declared on this very element; the empty one is the default namespace. */
  namespaceDeclarations(): Map<string, string> {
    const { nodes } = this.tree;
    const found = new Map<string, string>();
    for (let node = nodes.nextDeclaration(this.node); node !== 0; node = nodes.nextDeclaration(node)) {
      const { prefixText, uriText } = nodes.binding(node);
      found.set(prefixText, uriText);
    }
    return found;
  }

  /** The child elements; everything between them is passed over. */
  *children(): IterableIterator<XmlElement> {
    for (let node = this.tree.nodes.firstChild(this.node); node !== 0; node = this.tree.nodes.next(node)) {
      if (this.tree.nodes.kind(node) === NODE.element) yield this.tree.elementAt(node);
    }
  }

  /** All children in order: elements, texts, CDATA sections, comments, processing instructions. */
  *nodes(): IterableIterator<XmlElement | XmlLeaf> {
    for (let node = this.tree.nodes.firstChild(this.node); node !== 0; node = this.tree.nodes.next(node)) {
      const { nodes } = this.tree;
      const kind = LEAF_KINDS.get(nodes.kind(node));
      yield kind === undefined ? this.tree.elementAt(node) : { kind, content: nodes.content(node) };
    }
  }

  /** This element and all elements in it, in document order. */
  *descendantsOrSelf(): IterableIterator<XmlElement> {
    yield this;
    for (let node = this.#next(this.node); node !== 0; node = this.#next(node)) {
      if (this.tree.nodes.kind(node) === NODE.element) yield this.tree.elementAt(node);
    }
  }

  /**
   * The text of an element that must hold nothing but one text: no element, comment, processing instruction or CDATA
   * section, since two readers could take those differently. White space is kept. Throws XML_STRUCTURE_INVALID.
   */
  plainText(): string {
    const { nodes } = this.tree;
    const child = nodes.firstChild(this.node);
    if (child === 0) return '';
    if (nodes.kind(child) !== NODE.text || nodes.next(child) !== 0) {
      throw new XmlError('XML_STRUCTURE_INVALID', `an element ${this.localName} holds more than plain text`);
    }
    return nodes.content(child);
  }

  /** All text in this element and below, as XPath's string value gives it. `meter` hears of each node passed. */
  textContent(meter: (nodes: number) => void = () => undefined): string {
    const { nodes } = this.tree;
    let text = '';
    for (let node = this.#next(this.node); node !== 0; node = this.#next(node)) {
      meter(1);
      const kind = nodes.kind(node);
      if (kind === NODE.text || kind === NODE.cdata) text += nodes.content(node);
    }
    return text;
  }

  #next(node: number): number {
    return followingNode(this.tree.nodes, node, this.node);
  }
}
