import { giveText, giveWords, takeWords } from './spare-memory.ts';
import { NO_NAMESPACE, type NamespaceBinding } from './xml-namespaces.ts';
import type { XmlName } from './xml-names.ts';

/** What a node is. Attributes and namespace declarations come first of all that follows their element. */
export const NODE = {
  ...{ document: 1, element: 2, attribute: 3, declaration: 4 },
  ...{ text: 5, cdata: 6, comment: 7, instruction: 8 },
} as const;
export type NodeKind = (typeof NODE)[keyof typeof NODE];

/** The fields of a node's record, and how many words it has. */
const FIELD = { kind: 0, parent: 1, end: 2, name: 3, binding: 4, from: 5, to: 6, canonical: 7 } as const;
const WORDS = 8;
/** Nodes are numbered in document order from here on; 0 stands for none. */
export const DOCUMENT = 1;
const BYTES_PER_NODE = WORDS * Int32Array.BYTES_PER_ELEMENT;
/** Bytes of a document for each of its nodes, as documents go; how many there are is seen on the way. */
const BYTES_FOR_A_NODE = 24;
const GROWTH = 1.25;

/**
 * The nodes of a document in one array, in document order, so that what follows a node is what is in it, and walking over
 * all of them is counting. Names, namespaces and texts are positions elsewhere.
 */
export class XmlNodes {
  /** The document's bytes, and after them what was meant where something else stands in them. */
  readonly bytes: Buffer;
  readonly #names: readonly XmlName[];
  readonly #bindings: readonly NamespaceBinding[];
  #words: Int32Array<ArrayBuffer>;
  /** How many numbers are taken, that of no node among them. */
  #count = DOCUMENT;
  readonly #declarations: number[] = [];
  readonly #naming: number[] = [];
  #hasComments = false;

  constructor(bytes: Buffer, size: number, names: readonly XmlName[], bindings: readonly NamespaceBinding[]) {
    this.bytes = bytes;
    this.#names = names;
    this.#bindings = bindings;
    this.#words = takeWords((Math.ceil(size / BYTES_FOR_A_NODE) + 16) * WORDS);
  }

  /** How many nodes there are, the document not among them. */
  get count(): number {
    return this.#count - DOCUMENT - 1;
  }

  /** The number of the node that is added next. */
  get upcoming(): number {
    return this.#count;
  }

  /** The namespace declarations, in document order. */
  get declarations(): readonly number[] {
    return this.#declarations;
  }

  /**
   * Attributes, texts and CDATA sections whose content may hold a name that has a namespace, in document order: there is a
   * colon in it, or the attribute is called `type`.
   */
  get naming(): readonly number[] {
    return this.#naming;
  }

  get hasComments(): boolean {
    return this.#hasComments;
  }

  get memoryBytes(): number {
    const listed = this.#declarations.length + this.#naming.length;
    return this.#words.byteLength + listed * Float64Array.BYTES_PER_ELEMENT;
  }

  /** Whether the next node makes the array larger. */
  get isFull(): boolean {
    return (this.#count + 2) * WORDS > this.#words.length;
  }

  /** Makes room for as many nodes as there will be if the rest is like the `part` that was read; gives its bytes. */
  sizeAfter(part: number): number {
    return Math.ceil(this.#count * Math.max(GROWTH, 1.05 / part) + 16) * BYTES_PER_NODE;
  }

  grow(byteLength: number): void {
    const { buffer } = this.#words;
    const length = byteLength / Int32Array.BYTES_PER_ELEMENT;
    if (byteLength <= buffer.byteLength) {
      this.#words = new Int32Array(buffer, 0, length);
      return;
    }
    const words = new Int32Array(length);
    words.set(this.#words);
    this.#words = words;
  }

  /** No node follows: what is looked at behind the last one is none. */
  finish(): void {
    this.#words[this.#count * WORDS] = 0;
  }

  /** Leaves the memory for another document: nothing is read from this one any more. */
  release(): void {
    giveText(this.bytes);
    giveWords(this.#words);
  }

  /** Adds a node; what is in it has to be added next, and then `close` it. */
  add(kind: NodeKind, parent: number, name: number, from: number, to: number): number {
    const node = this.#count++;
    const words = this.#words;
    const at = node * WORDS;
    words[at] = kind;
    words[at + FIELD.parent] = parent;
    words[at + FIELD.end] = node + 1;
    words[at + FIELD.name] = name;
    words[at + FIELD.binding] = 0;
    words[at + FIELD.from] = from;
    words[at + FIELD.to] = to;
    words[at + FIELD.canonical] = 0;
    if (kind === NODE.declaration) this.#declarations.push(node);
    else if (kind === NODE.comment) this.#hasComments = true;
    return node;
  }

  /** An element or the document ends with the last node that was added; `to` is where that stands in the bytes. */
  close(node: number, to: number): void {
    this.#words[node * WORDS + FIELD.end] = this.#count;
    this.#words[node * WORDS + FIELD.to] = to;
  }

  /** What stands from `from` on in the bytes, an element's start tag or a text, is written so in canonical forms. */
  markCanonical(node: number, from: number, to: number): void {
    const at = node * WORDS;
    this.#words[at + FIELD.canonical] = to;
    if (this.#words[at] === NODE.text) this.#words[at + FIELD.name] = from;
  }

  /**
   * All of an element of which that is true is written so, up to the end of its end tag, with no comment in it, and all
   * elements in it have the prefix and namespace that it has.
   */
  markWhole(element: number): void {
    const at = element * WORDS + FIELD.canonical;
    this.#words[at] = -this.#word(at);
  }

  /** A node that was added is among `naming`. */
  markNaming(node: number): void {
    this.#naming.push(node);
  }

  bind(node: number, binding: number): void {
    this.#words[node * WORDS + FIELD.binding] = binding;
  }

  kind(node: number): number {
    return this.#word(node * WORDS);
  }

  parent(node: number): number {
    return this.#word(node * WORDS + FIELD.parent);
  }

  /** The first node after all that is in this one. */
  end(node: number): number {
    return this.#word(node * WORDS + FIELD.end);
  }

  nameId(node: number): number {
    return this.#word(node * WORDS + FIELD.name);
  }

  /** Of an element or attribute; the target of a processing instruction. */
  name(node: number): XmlName {
    const name = this.#names[this.nameId(node)];
    if (name === undefined) throw new RangeError('There is no such node');
    return name;
  }

  /** Which namespace an element or attribute is in, what a declaration declares: a number that is the same for the same. */
  bindingId(node: number): number {
    return this.#word(node * WORDS + FIELD.binding);
  }

  binding(node: number): NamespaceBinding {
    return this.#bindings[this.bindingId(node)] ?? NO_NAMESPACE;
  }

  /** Where in `bytes` the value of an attribute or the content of any other node begins; of an element its start tag. */
  from(node: number): number {
    return this.#word(node * WORDS + FIELD.from);
  }

  /** Where that ends. Of an element the `<` of its end tag, or the `/` of `/>` where it is written as an empty one. */
  to(node: number): number {
    return this.#word(node * WORDS + FIELD.to);
  }

  /**
   * Where the start tag of an element or the source of a text ends in `bytes`, if that is its canonical form wherever its
   * namespaces need no declaration; 0 for what is written in another way there.
   */
  canonicalEnd(node: number): number {
    return Math.abs(this.#word(node * WORDS + FIELD.canonical));
  }

  /** Whether an element was marked as one that is its own canonical form as a whole. */
  isWhole(element: number): boolean {
    return this.#word(element * WORDS + FIELD.canonical) < 0;
  }

  /** Where that begins. */
  canonicalStart(node: number): number {
    return this.#word(node * WORDS + (this.kind(node) === NODE.text ? FIELD.name : FIELD.from));
  }

  content(node: number): string {
    return this.bytes.toString('utf8', this.from(node), this.to(node));
  }

  /** The bytes of the content, each as one character. */
  contentBytes(node: number): string {
    return this.bytes.toString('latin1', this.from(node), this.to(node));
  }

  /** The first attribute of an element, or the one after an attribute; 0 for none. */
  nextAttribute(node: number): number {
    return this.#nextOfTag(node, NODE.attribute);
  }

  /** The first namespace declaration of an element, or the one after a declaration; 0 for none. */
  nextDeclaration(node: number): number {
    return this.#nextOfTag(node, NODE.declaration);
  }

  #nextOfTag(node: number, wanted: number): number {
    for (let next = node + 1; ; next++) {
      const kind = this.kind(next);
      if (kind === wanted) return next;
      if (kind !== NODE.attribute && kind !== NODE.declaration) return 0;
    }
  }

  /** The first child of an element or of the document; 0 for none. */
  firstChild(node: number): number {
    let child = node + 1;
    for (let kind = this.kind(child); kind === NODE.attribute || kind === NODE.declaration;) kind = this.kind(++child);
    return child < this.end(node) ? child : 0;
  }

  /** The next sibling; 0 at the last. */
  next(node: number): number {
    const end = this.end(node);
    return end < this.end(this.parent(node)) ? end : 0;
  }

  #word(at: number): number {
    const word = this.#words[at];
    if (word === undefined) throw new RangeError('There is no such node');
    return word;
  }
}

/** Whether an element or attribute has this expanded name; an empty namespace stands for none. */
export function hasName(nodes: XmlNodes, node: number, namespace: string, localName: string): boolean {
  return nodes.name(node).local === localName && nodes.binding(node).uriText === namespace;
}
