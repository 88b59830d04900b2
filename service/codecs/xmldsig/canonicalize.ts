import { CanonicalOutput, MARKUP_ESCAPES, TEXT_ESCAPES, type ByteSink } from './canonical-output.ts';
import type { Canonicalization } from './canonicalization.ts';
import { NamespaceContext } from './canonical-namespaces.ts';
import { StartTagWriter, type Apex } from './canonical-start-tag.ts';
import { inheritedXmlAttributes } from './inherited-attributes.ts';
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
const GT = 0x3e;

class Canonicalizer {
  readonly #memory: TreeMemory;
  readonly #how: Canonicalization;
  readonly #out: CanonicalOutput;
  readonly #without: ReadonlySet<number>;
  readonly #firstWithout: number;
  readonly #lastWithout: number;
  readonly #namespaces: NamespaceContext;
  readonly #startTags: StartTagWriter;
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
    this.#startTags = new StartTagWriter(tree.memory, how, out, this.#namespaces);
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
    this.#visited += this.#startTags.write(element, apex);
    out.byte(GT);
    for (let node = memory.firstChild(element); node !== 0; node = memory.next(node)) this.#node(node);
    out.endTag(memory.bytes, prefix, name);
    this.#namespaces.restore(mark);
  }
}
