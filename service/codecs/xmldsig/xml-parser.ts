import { CharacterData } from './character-data.ts';
import { afterSpace } from './xml-characters.ts';
import { broken, XmlError } from './xml-error.ts';
import { exceeded, type ParseMeter, type XmlLimits, type XmlMemory } from './xml-limits.ts';
import { XmlNames, type XmlPrefix } from './xml-names.ts';
import { XmlNamespaces } from './xml-namespaces.ts';
import { DOCUMENT, NODE, XmlNodes, type NodeKind } from './xml-nodes.ts';

/** A document that was read to its end. */
export interface ParsedXml {
  readonly nodes: XmlNodes;
  readonly names: XmlNames;
}

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const EQUALS = 0x3d;
const SPACE = 0x20;
const QUOTE = 0x22;
const NODES_PER_REPORT = 1024;

/**
 * Reads UTF-8 (no byte order mark) from `start`, after its XML declaration, in one pass: well-formed XML 1.0 with
 * namespaces, no DOCTYPE and so no entities but the five of XML, nothing repaired. Throws XmlError: XML_DOCTYPE_FORBIDDEN,
 * XML_LIMIT_EXCEEDED, XML_STRUCTURE_INVALID.
 */
export function parseXml(
  utf8: Uint8Array,
  start: number,
  limits: XmlLimits,
  memory: XmlMemory,
  meter: ParseMeter,
): ParsedXml {
  return new XmlParser(utf8, limits, memory, meter).read(start);
}

class XmlParser {
  readonly #data: CharacterData;
  readonly #bytes: Buffer;
  readonly #document: Buffer;
  readonly #limits: XmlLimits;
  readonly #memory: XmlMemory;
  readonly #meter: ParseMeter;
  readonly #names: XmlNames;
  readonly #namespaces = new XmlNamespaces();
  readonly #nodes: XmlNodes;
  /** Declarations in scope around each open element. */
  readonly #scopes: number[] = [];
  /** Attributes with prefixes of the start tag that is read. */
  readonly #prefixed: number[] = [];
  #parent = 0;
  #hasRoot = false;
  /** Whether the start tag that is read is written as canonical forms have it, and its last attribute. */
  #isCanonical = true;
  #lastAttribute = '';
  #declarations = 0;
  #reported = 0;
  /** No element around this node, nor the node itself, is its own canonical form as a whole. */
  #lastOdd = DOCUMENT;

  constructor(utf8: Uint8Array, limits: XmlLimits, memory: XmlMemory, meter: ParseMeter) {
    this.#limits = limits;
    this.#memory = memory;
    this.#meter = meter;
    memory.require(3 * utf8.length);
    this.#data = new CharacterData(utf8);
    this.#bytes = this.#data.bytes;
    this.#document = this.#bytes.subarray(0, utf8.length);
    this.#names = new XmlNames(this.#bytes);
    this.#nodes = new XmlNodes(this.#bytes, utf8.length, this.#names.all, this.#namespaces.bindings);
  }

  read(start: number): ParsedXml {
    const { length } = this.#data;
    this.#parent = this.#nodes.add(NODE.document, 0, 0, 0, length);
    for (let at = start; at < length;) at = this.#bytes[at] === LT ? this.#markup(at) : this.#text(at);
    if (this.#parent !== DOCUMENT || !this.#hasRoot) throw broken('there is no complete document element');
    this.#nodes.close(DOCUMENT, length);
    this.#nodes.finish();
    this.#report();
    this.#memory.take(this.#taken);
    return { nodes: this.#nodes, names: this.#names };
  }

  get #taken(): number {
    const parts = [this.#nodes, this.#names, this.#namespaces];
    return parts.reduce((sum, { memoryBytes }) => sum + memoryBytes, this.#bytes.length);
  }

  #text(at: number): number {
    const to = this.#data.text(at);
    if (this.#parent !== DOCUMENT) {
      const text = this.#add(NODE.text, 0, at);
      if (this.#data.hasColon) this.#nodes.markNaming(text);
      if (this.#data.isCanonical) this.#nodes.markCanonical(text, at, to);
      else this.#lastOdd = text;
    } else if (afterSpace(this.#bytes, at) < to) throw broken('text outside of the document element');
    return to;
  }

  /** Takes the markup at `open`; gives the offset after it. */
  #markup(open: number): number {
    switch (this.#bytes[open + 1]) {
      case SLASH:
        return this.#endTag(open);
      case BANG:
        return this.#declaration(open);
      case QUESTION:
        return this.#instruction(open);
      default:
        return this.#startTag(open);
    }
  }

  #declaration(open: number): number {
    if (this.#startsWith('<!--', open)) {
      const end = this.#find('--', open + 4);
      if (this.#bytes[end + 2] !== GT) throw broken('two hyphens in a comment');
      return this.#leaf(NODE.comment, 0, open + 4, end) + 3;
    }
    if (this.#startsWith('<![CDATA[', open)) {
      if (this.#parent === DOCUMENT) throw broken('text outside of the document element');
      return this.#leaf(NODE.cdata, 0, open + 9, this.#find(']]>', open + 9)) + 3;
    }
    if (!/^<!doctype/i.test(this.#bytes.toString('latin1', open, open + 9))) {
      throw broken('a declaration that is none of XML');
    }
    throw new XmlError('XML_DOCTYPE_FORBIDDEN', 'documents with a document type declaration are not read');
  }

  #startsWith(text: string, offset: number): boolean {
    return this.#bytes.toString('latin1', offset, offset + text.length) === text;
  }

  #find(text: string, from: number): number {
    const found = this.#document.indexOf(text, from, 'latin1');
    if (found < 0) throw broken('a comment, CDATA section or processing instruction does not end');
    return found;
  }

  #leaf(kind: NodeKind, name: number, from: number, to: number): number {
    this.#data.markup(from, to);
    this.#lastOdd = this.#add(kind, name, from);
    if (kind === NODE.cdata && this.#data.hasColon) this.#nodes.markNaming(this.#lastOdd);
    return to;
  }

  /** XML 1.0 clause 2.6; no colon in targets by Namespaces in XML 1.0 clause 7. */
  #instruction(open: number): number {
    const target = this.#names.at(open + 2, this.#nodes.upcoming);
    if (target.prefix.id !== 0 || /^xml$/i.test(target.local))
      throw broken('a processing instruction with a reserved name');
    const afterName = open + 2 + target.to - target.from;
    const from = afterSpace(this.#bytes, afterName);
    const end = this.#find('?>', from);
    if (from === afterName && end > from) throw broken('a processing instruction without space after its name');
    return this.#leaf(NODE.instruction, target.id, from, end) + 2;
  }

  #startTag(open: number): number {
    const name = this.#names.at(open + 1, this.#nodes.upcoming);
    if (this.#parent === DOCUMENT && this.#hasRoot) throw broken('more than one document element');
    this.#hasRoot = true;
    const { depth } = this.#limits;
    if (this.#scopes.length >= depth) throw exceeded(`elements are nested deeper than ${depth}`);
    const scope = this.#namespaces.inScope;
    const element = this.#add(NODE.element, name.id, open);
    const end = this.#attributes(element, open + 1 + name.to - name.from);
    const binding = this.#namespaces.of(name.prefix);
    if (binding !== 0) this.#nodes.bind(element, binding);
    if (binding !== this.#nodes.bindingId(this.#parent)) this.#lastOdd = Math.max(this.#lastOdd, this.#parent);
    if (this.#prefixed.length > 0) this.#bindAttributes();
    if (this.#bytes[end] === GT) {
      if (this.#isCanonical) this.#nodes.markCanonical(element, open, end + 1);
      else this.#lastOdd = element;
      this.#scopes.push(scope);
      this.#parent = element;
      return end + 1;
    }
    if (this.#bytes[end + 1] !== GT) throw broken('a start tag does not end');
    this.#nodes.close(element, end);
    this.#lastOdd = element;
    this.#namespaces.leave(scope);
    return end + 2;
  }

  /** Gives the offset of the `>` or `/` after the attributes that begin at `start`. */
  #attributes(element: number, start: number): number {
    const most = this.#limits.attributesPerElement;
    let count = 0;
    this.#isCanonical = true;
    this.#lastAttribute = '';
    for (let at = start; ;) {
      const next = afterSpace(this.#bytes, at);
      const byte = this.#bytes[next];
      const isEnd = byte === GT || byte === SLASH;
      if (next !== (isEnd ? at : at + 1) || (!isEnd && this.#bytes[at] !== SPACE)) this.#isCanonical = false;
      if (isEnd) return next;
      if (next === at) throw broken('no space before an attribute');
      at = this.#attribute(element, next);
      if (++count > most) throw exceeded(`an element has more than ${most} attributes`);
    }
  }

  #attribute(element: number, start: number): number {
    const name = this.#names.at(start, this.#nodes.upcoming);
    if (name.usedIn === element) throw broken('an attribute stands twice in a start tag');
    name.usedIn = element;
    const nameEnd = start + name.to - name.from;
    const equals = afterSpace(this.#bytes, nameEnd);
    if (this.#bytes[equals] !== EQUALS) throw broken('an attribute without a value');
    const open = afterSpace(this.#bytes, equals + 1);
    const end = this.#data.value(open) + 1;
    if (open !== nameEnd + 1 || this.#bytes[open] !== QUOTE || !this.#data.isCanonical) this.#isCanonical = false;
    if (name.declares === null) {
      const attribute = this.#add(NODE.attribute, name.id, start, element);
      if (this.#data.hasColon || name.localBytes === 'type') this.#nodes.markNaming(attribute);
      if (name.prefix.id !== 0) this.#prefixed.push(attribute);
      if (name.prefix.id !== 0 || name.localBytes < this.#lastAttribute) this.#isCanonical = false;
      this.#lastAttribute = name.localBytes;
    } else {
      this.#isCanonical = false;
      this.#declare(name.declares, this.#add(NODE.declaration, name.id, start, element));
    }
    return end;
  }

  #declare(prefix: XmlPrefix, declaration: number): void {
    this.#nodes.bind(declaration, this.#namespaces.declare(prefix, this.#nodes.contentBytes(declaration)));
    this.#declarations++;
    const most = this.#limits.namespacesInScope;
    if (this.#namespaces.inScope > most) throw exceeded(`more than ${most} namespaces are in scope`);
  }

  /** Namespaces in XML 1.0 clause 6.3: no two attributes of an element have the same expanded name. */
  #bindAttributes(): void {
    const expanded = new Set<string>();
    for (const attribute of this.#prefixed) {
      const { prefix, localBytes } = this.#nodes.name(attribute);
      const binding = this.#namespaces.of(prefix);
      this.#nodes.bind(attribute, binding);
      expanded.add(`${this.#namespaces.uriOf(binding)} ${localBytes}`);
    }
    if (expanded.size < this.#prefixed.length) throw broken('an attribute stands twice in a start tag');
    this.#prefixed.length = 0;
  }

  #endTag(open: number): number {
    const element = this.#parent;
    const scope = this.#scopes.pop();
    if (scope === undefined) throw broken('an end tag without a start tag');
    const { from, to } = this.#nodes.name(element);
    const shift = open + 2 - from;
    for (let at = from; at < to; at++) {
      if (this.#bytes[at] !== this.#bytes[at + shift]) throw broken('an end tag with another name than its start tag');
    }
    const end = afterSpace(this.#bytes, to + shift);
    if (this.#bytes[end] !== GT) throw broken('an end tag does not end after its name');
    if (end !== to + shift) this.#lastOdd = Math.max(this.#lastOdd, element);
    else if (this.#lastOdd < element) this.#nodes.markWhole(element);
    this.#nodes.close(element, open);
    this.#namespaces.leave(scope);
    this.#parent = this.#nodes.parent(element);
    return end + 1;
  }

  /** Adds a node whose content was read last; of an element what is at `at`. */
  #add(kind: NodeKind, name: number, at: number, parent = this.#parent): number {
    if (this.#nodes.isFull) this.#grow(at);
    const { from, to } = this.#data;
    const node =
      kind === NODE.element
        ? this.#nodes.add(kind, parent, name, at, at)
        : this.#nodes.add(kind, parent, name, from, to);
    if (this.#nodes.count - this.#reported >= NODES_PER_REPORT) this.#report();
    return node;
  }

  #grow(at: number): void {
    const size = this.#nodes.sizeAfter(at / this.#data.length);
    this.#memory.require(this.#taken + size);
    this.#nodes.grow(size);
  }

  #report(): void {
    const { count } = this.#nodes;
    const most = this.#limits.nodes;
    if (count > most) throw exceeded(`the document has more than ${most} nodes`);
    this.#memory.require(this.#taken);
    this.#meter(count - this.#reported, this.#declarations, 0);
    this.#reported = count;
    this.#declarations = 0;
  }
}
