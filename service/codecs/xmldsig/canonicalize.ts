import { CanonicalOutput, MARKUP_ESCAPES, TEXT_ESCAPES, VALUE_ESCAPES, type ByteSink } from './canonical-output.ts';
import type { Canonicalization } from './canonicalization.ts';
import { NamespaceContext, type NamespaceBinding } from './canonical-namespaces.ts';
import { inheritedXmlAttributes, XML_NAMESPACE } from './inherited-attributes.ts';
import { NODE, type TreeMemory } from './libxml2.ts';
import { XmlTree, type XmlElement } from './xml-document.ts';

export type { Canonicalization } from './canonicalization.ts';

/**
 * Writes the canonical form of a document, or of an element and everything in it, to `sink` in pieces that are valid
 * only until it returns. Elements of `without` are left out with their content (the enveloped-signature transform;
 * XPath filters that remove signatures). A reference without an XPointer selects no comments: pass `withComments:
 * false` for it even when the transform would keep them. Throws XML_CANONICALIZATION_FAILED when there is no canonical
 * form (relative namespace URIs); what the sink got until then is to be thrown away. The sink must not open documents:
 * a TypeError says so when that moved the tree. `meter` hears of the nodes that were visited, written or not.
 */
export function canonicalize(
  apex: XmlTree | XmlElement,
  how: Canonicalization,
  sink: ByteSink,
  without: ReadonlySet<XmlElement> = NOTHING,
  meter: NodeMeter = UNMETERED,
): void {
  const tree = apex instanceof XmlTree ? apex : apex.tree;
  const { memory } = tree;
  const output = new CanonicalOutput((bytes) => {
    sink(bytes);
    if (memory.isStale) throw new TypeError('The XML tree moved while it was read');
  });
  try {
    new Canonicalizer(tree, how, output, without, meter).write(apex);
  } finally {
    output.release();
  }
}

/** The canonical form as one array; for parts that are known to be small, as SignedInfo is. */
export function canonicalBytes(
  apex: XmlTree | XmlElement,
  how: Canonicalization,
  without: ReadonlySet<XmlElement> = NOTHING,
): Uint8Array {
  const chunks: Uint8Array[] = [];
  canonicalize(apex, how, (bytes) => chunks.push(bytes.slice()), without);
  return Buffer.concat(chunks);
}

const NOTHING: ReadonlySet<XmlElement> = new Set();

/** Told from time to time how many more nodes were visited; what it throws ends the writing. */
export type NodeMeter = (nodes: number) => void;

const UNMETERED: NodeMeter = () => undefined;
const NODES_PER_REPORT = 1024;
/** A namespace declaration costs as much as this many nodes. */
const NODES_PER_DECLARATION = 6;

interface AttributeToWrite {
  readonly prefix: string;
  readonly uri: string;
  readonly localName: string;
  /** Pointer to the attribute, or its value as bytes in a Latin-1 string. */
  readonly value: number | string;
}

/** The outermost element, and the attributes of the xml namespace that it takes over. */
interface Apex {
  readonly inherited: ReadonlyMap<string, string | null>;
}

const GT = 0x3e;
const SPACE = 0x20;
const EQUALS = 0x3d;
const QUOTE = 0x22;

class Canonicalizer {
  readonly #memory: TreeMemory;
  readonly #how: Canonicalization;
  readonly #out: CanonicalOutput;
  readonly #without: ReadonlySet<number>;
  readonly #firstWithout: number;
  readonly #lastWithout: number;
  readonly #namespaces: NamespaceContext;
  /** Exclusive only: prefixes handled as the inclusive methods do. */
  readonly #inclusivePrefixes: ReadonlySet<string>;
  readonly #meter: NodeMeter;
  #visited = 0;

  constructor(
    tree: XmlTree,
    how: Canonicalization,
    out: CanonicalOutput,
    without: ReadonlySet<XmlElement>,
    meter: NodeMeter,
  ) {
    this.#meter = meter;
    this.#memory = tree.memory;
    this.#how = how;
    this.#out = out;
    this.#without = new Set(Array.from(without, (element) => element.pointer));
    this.#firstWithout = Math.min(...this.#without);
    this.#lastWithout = Math.max(...this.#without);
    this.#namespaces = new NamespaceContext(this.#memory);
    const prefixes = how.method === 'Exclusive C14N' ? (how.inclusivePrefixes ?? []) : [];
    this.#inclusivePrefixes = new Set(
      prefixes.map((prefix) => (prefix === '#default' ? '' : Buffer.from(prefix).toString('latin1'))),
    );
  }

  write(apex: XmlTree | XmlElement): void {
    if (apex instanceof XmlTree) this.#document(apex.pointer);
    else this.#apex(apex.pointer);
    this.#out.flush();
    this.#meter(this.#visited);
  }

  /** Clause 2.4: nodes outside the document element are separated from it by one line feed each. */
  #document(document: number): void {
    let isBefore = true;
    for (let node = this.#memory.firstChild(document); node !== 0; node = this.#memory.next(node)) {
      const type = this.#memory.type(node);
      if (type === NODE.element) {
        this.#apex(node);
        isBefore = false;
      } else if (type === NODE.instruction || (type === NODE.comment && this.#how.withComments)) {
        if (!isBefore) this.#out.latin1('\n');
        this.#node(node);
        if (isBefore) this.#out.latin1('\n');
      }
    }
  }

  /** The outermost element: everything in scope from elements that are not written counts as its own. */
  #apex(element: number): void {
    const ancestors: number[] = [];
    for (let node = this.#memory.parent(element); node !== 0; node = this.#memory.parent(node)) {
      if (this.#memory.type(node) === NODE.element) ancestors.push(node);
    }
    for (const ancestor of ancestors.toReversed()) this.#namespaces.declare(ancestor);
    const inherited = inheritedXmlAttributes(this.#memory, element, ancestors, this.#how.method);
    this.#element(element, { inherited });
  }

  #node(node: number): void {
    if (++this.#visited >= NODES_PER_REPORT) {
      this.#meter(this.#visited);
      this.#visited = 0;
    }
    switch (this.#memory.type(node)) {
      case NODE.element:
        if (!this.#isLeftOut(node)) this.#element(node, null);
        break;
      case NODE.text:
      case NODE.cdata:
        this.#content(node, TEXT_ESCAPES);
        break;
      case NODE.comment:
        if (this.#how.withComments) this.#comment(node);
        break;
      case NODE.instruction:
        this.#instruction(node);
    }
  }

  /** Most often there is one element to leave out: comparing comes before looking up. */
  #isLeftOut(element: number): boolean {
    return element >= this.#firstWithout && element <= this.#lastWithout && this.#without.has(element);
  }

  #content(node: number, escapes: typeof TEXT_ESCAPES): void {
    const content = this.#memory.content(node);
    if (content !== 0) this.#out.escaped(this.#memory.bytes, content, escapes);
  }

  #comment(node: number): void {
    this.#out.latin1('<!--');
    this.#content(node, MARKUP_ESCAPES);
    this.#out.latin1('-->');
  }

  #instruction(node: number): void {
    const memory = this.#memory;
    this.#out.latin1('<?');
    this.#out.raw(memory.bytes, memory.name(node));
    const content = memory.content(node);
    if (content !== 0 && memory.bytes[content] !== 0) this.#out.latin1(' ');
    this.#content(node, MARKUP_ESCAPES);
    this.#out.latin1('?>');
  }

  #element(element: number, apex: Apex | null): void {
    const memory = this.#memory;
    const out = this.#out;
    const mark = this.#namespaces.mark();
    const namespace = memory.namespace(element);
    const prefix = namespace === 0 ? 0 : memory.prefix(namespace);
    const name = memory.name(element);
    out.startOfTag(memory.bytes, prefix, name);
    if (apex === null && this.#isPlain(element)) this.#plainStartTagContent(element, namespace);
    else this.#startTagContent(element, apex);
    out.byte(GT);
    for (let node = memory.firstChild(element); node !== 0; node = memory.next(node)) this.#node(node);
    out.endTag(memory.bytes, prefix, name);
    this.#namespaces.restore(mark);
  }

  /** Nothing declared, no attribute in a namespace: so are most elements, and nothing has to be put together for them. */
  #isPlain(element: number): boolean {
    const memory = this.#memory;
    if (memory.firstDeclaration(element) !== 0) return false;
    for (let node = memory.firstAttribute(element); node !== 0; node = memory.next(node)) {
      if (memory.namespace(node) !== 0) return false;
    }
    return true;
  }

  /** As `#startTagContent` for a plain element. */
  #plainStartTagContent(element: number, namespace: number): void {
    const memory = this.#memory;
    if (this.#how.method === 'Exclusive C14N') {
      const own = this.#namespaces.renderAt(namespace);
      if (own !== null) this.#declaration(own);
    }
    const first = memory.firstAttribute(element);
    if (first === 0) return;
    if (memory.next(first) === 0) this.#plainAttribute(first);
    else for (const attribute of this.#sortedByName(first)) this.#plainAttribute(attribute);
  }

  #sortedByName(first: number): number[] {
    const memory = this.#memory;
    const found: number[] = [];
    for (let node = first; node !== 0; node = memory.next(node)) found.push(node);
    this.#visited += found.length;
    return found.sort((one, other) => memory.compare(memory.name(one), memory.name(other)));
  }

  #plainAttribute(attribute: number): void {
    const memory = this.#memory;
    this.#out.byte(SPACE);
    this.#out.raw(memory.bytes, memory.name(attribute));
    this.#value(attribute);
  }

  #startTagContent(element: number, apex: Apex | null): void {
    const declared = this.#namespaces.declare(element);
    const attributes = this.#attributes(element, apex?.inherited);
    this.#visited += declared.length * NODES_PER_DECLARATION + attributes.length;
    for (const binding of this.#toRender(element, declared, attributes, apex !== null)) this.#declaration(binding);
    for (const attribute of attributes) this.#attribute(attribute);
  }

  #declaration({ prefix, uri }: NamespaceBinding): void {
    this.#out.latin1(prefix === '' ? ' xmlns="' : ` xmlns:${prefix}="`);
    this.#out.escapedLatin1(uri, VALUE_ESCAPES);
    this.#out.byte(QUOTE);
  }

  /** Clause 2.2 and Exclusive C14N clause 3: the declarations to write, by prefix. */
  #toRender(
    element: number,
    declared: readonly NamespaceBinding[],
    attributes: readonly AttributeToWrite[],
    isApex: boolean,
  ): NamespaceBinding[] {
    const candidates =
      this.#how.method === 'Exclusive C14N'
        ? this.#visiblyUsed(element, declared, attributes, isApex)
        : isApex
          ? Array.from(this.#namespaces.inScope, ([prefix, uri]) => ({ prefix, uri }))
          : declared;
    const written = candidates.filter((binding) => this.#namespaces.render(binding));
    return written.length < 2 ? written : written.sort((one, other) => compare(one.prefix, other.prefix));
  }

  #visiblyUsed(
    element: number,
    declared: readonly NamespaceBinding[],
    attributes: readonly AttributeToWrite[],
    isApex: boolean,
  ): NamespaceBinding[] {
    const used = [this.#namespaces.bindingAt(this.#memory.namespace(element))];
    for (const { prefix, uri } of attributes) if (prefix !== '') used.push({ prefix, uri });
    if (this.#inclusivePrefixes.size === 0) return used;
    const listed = isApex ? this.#namespaces.inScope.keys() : declared.map((binding) => binding.prefix);
    for (const prefix of listed) {
      if (!this.#inclusivePrefixes.has(prefix)) continue;
      used.push({ prefix, uri: this.#namespaces.inScope.get(prefix) ?? '' });
    }
    return used;
  }

  /** Sorted by namespace URI, then by local name, both by code point (clause 2.2). */
  #attributes(element: number, inherited?: ReadonlyMap<string, string | null>): AttributeToWrite[] {
    const memory = this.#memory;
    const found: AttributeToWrite[] = [];
    for (let node = memory.firstAttribute(element); node !== 0; node = memory.next(node)) {
      const binding = this.#namespaces.bindingAt(memory.namespace(node));
      const localName = memory.latin1(memory.name(node));
      if (binding.uri === XML_NAMESPACE && inherited?.has(localName) === true) continue;
      found.push({ ...binding, localName, value: node });
    }
    for (const [localName, value] of inherited ?? []) {
      if (value !== null) found.push({ prefix: 'xml', uri: XML_NAMESPACE, localName, value });
    }
    if (found.length < 2) return found;
    return found.sort((one, other) => compare(one.uri, other.uri) || compare(one.localName, other.localName));
  }

  #attribute({ prefix, localName, value }: AttributeToWrite): void {
    this.#out.latin1(prefix === '' ? ` ${localName}` : ` ${prefix}:${localName}`);
    this.#value(value);
  }

  #value(value: number | string): void {
    this.#out.byte(EQUALS);
    this.#out.byte(QUOTE);
    if (typeof value === 'string') this.#out.escapedLatin1(value, VALUE_ESCAPES);
    else {
      for (let text = this.#memory.firstChild(value); text !== 0; text = this.#memory.next(text)) {
        this.#content(text, VALUE_ESCAPES);
      }
    }
    this.#out.byte(QUOTE);
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
