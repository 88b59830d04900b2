import { CanonicalOutput, MARKUP_ESCAPES, TEXT_ESCAPES, type ByteSink } from './canonical-output.ts';
import type { Canonicalization } from './canonicalization.ts';
import { NamespaceContext } from './canonical-namespaces.ts';
import { StartTagWriter, type Apex } from './canonical-start-tag.ts';
import { inheritedXmlAttributes } from './inherited-attributes.ts';
import { XmlTree, type XmlElement } from './xml-document.ts';
import { DOCUMENT, NODE, type XmlNodes } from './xml-nodes.ts';

export type { Canonicalization } from './canonicalization.ts';

/**
 * Writes the canonical form of a document, or of an element and everything in it, to `sink` in pieces that are valid
 * only until it returns. Elements of `without` are left out with their content (the enveloped-signature transform;
 * XPath filters that remove signatures). A reference without an XPointer selects no comments: pass `withComments:
 * false` for it even when the transform would keep them. Throws XML_CANONICALIZATION_FAILED when there is no canonical
 * form (relative namespace URIs); what the sink got until then is to be thrown away. `meter` hears of the nodes that were
 * visited, written or not, those around an element among them.
 */
export function canonicalize(
  apex: XmlTree | XmlElement,
  how: Canonicalization,
  sink: ByteSink,
  without: ReadonlySet<XmlElement> = NOTHING,
  meter: NodeMeter = UNMETERED,
): void {
  const tree = apex instanceof XmlTree ? apex : apex.tree;
  const output = new CanonicalOutput(sink);
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

/** What beginning in a document takes, measured in nodes: it can have very many small parts written one by one. */
const NODES_PER_PART = 40;

/** These elements, their attributes and declarations. */
function nodesOf(nodes: XmlNodes, elements: readonly number[]): number {
  let count = elements.length;
  for (const element of elements) {
    for (let node = nodes.nextAttribute(element); node !== 0; node = nodes.nextAttribute(node)) count++;
    for (let node = nodes.nextDeclaration(element); node !== 0; node = nodes.nextDeclaration(node)) count++;
  }
  return count;
}

const GT = 0x3e;

/** The smallest and the largest of the numbers, of which there may be more than a call has arguments. */
function rangeOf(numbers: Iterable<number>): readonly [number, number] {
  let first = Infinity;
  let last = -Infinity;
  for (const number of numbers) {
    first = Math.min(first, number);
    last = Math.max(last, number);
  }
  return [first, last];
}

class Canonicalizer {
  readonly #nodes: XmlNodes;
  readonly #how: Canonicalization;
  readonly #out: CanonicalOutput;
  readonly #without: ReadonlySet<number>;
  readonly #firstWithout: number;
  readonly #lastWithout: number;
  readonly #namespaces: NamespaceContext;
  readonly #startTags: StartTagWriter;
  readonly #meter: NodeMeter;
  readonly #isExclusive: boolean;
  /** What is to be copied from the document next; -1 for nothing. */
  #runStart = -1;
  #runEnd = -1;
  #visited = 0;

  constructor(
    tree: XmlTree,
    how: Canonicalization,
    out: CanonicalOutput,
    without: ReadonlySet<XmlElement>,
    meter: NodeMeter,
  ) {
    this.#meter = meter;
    this.#nodes = tree.nodes;
    this.#how = how;
    this.#isExclusive = how.method === 'Exclusive C14N';
    this.#out = out;
    this.#without = new Set([...without].filter((element) => element.tree === tree).map(({ node }) => node));
    [this.#firstWithout, this.#lastWithout] = rangeOf(this.#without);
    this.#namespaces = new NamespaceContext(tree.nodes);
    this.#startTags = new StartTagWriter(tree.nodes, how, out, this.#namespaces);
  }

  write(apex: XmlTree | XmlElement): void {
    if (apex instanceof XmlTree) this.#document();
    else this.#apex(apex.node);
    this.#endRun();
    this.#out.flush();
    this.#meter(this.#visited);
  }

  /** Clause 2.4: nodes outside the document element are separated from it by one line feed each. */
  #document(): void {
    let isBefore = true;
    for (let node = this.#nodes.firstChild(DOCUMENT); node !== 0; node = this.#nodes.next(node)) {
      const kind = this.#nodes.kind(node);
      if (kind === NODE.element) {
        this.#apex(node);
        isBefore = false;
      } else if (kind === NODE.instruction || (kind === NODE.comment && this.#how.withComments)) {
        this.#endRun();
        if (!isBefore) this.#out.latin1('\n');
        this.#node(node);
        if (isBefore) this.#out.latin1('\n');
      }
    }
  }

  /** The outermost element: everything in scope from elements that are not written counts as its own. */
  #apex(element: number): void {
    const ancestors: number[] = [];
    for (let node = this.#nodes.parent(element); node !== DOCUMENT; node = this.#nodes.parent(node))
      ancestors.push(node);
    if (ancestors.length > 0) this.#meter(NODES_PER_PART + nodesOf(this.#nodes, ancestors));
    for (const ancestor of ancestors.toReversed()) this.#namespaces.declare(ancestor);
    const inherited = inheritedXmlAttributes(this.#nodes, element, ancestors, this.#how.method);
    this.#element(element, { inherited });
  }

  #node(node: number): void {
    if (++this.#visited >= NODES_PER_REPORT) {
      this.#meter(this.#visited);
      this.#visited = 0;
    }
    switch (this.#nodes.kind(node)) {
      case NODE.element:
        if (!this.#isLeftOut(node)) this.#inner(node);
        break;
      case NODE.text:
        if (this.#nodes.canonicalEnd(node) === 0) this.#content(node, TEXT_ESCAPES);
        else this.#asItStands(this.#nodes.canonicalStart(node), this.#nodes.canonicalEnd(node));
        break;
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

  #losesPart(element: number): boolean {
    return this.#nodes.end(element) > this.#firstWithout && element <= this.#lastWithout;
  }

  /** An element that is not the outermost one. Where only its end tag has to be made anew, the rest is copied. */
  #inner(element: number): void {
    const nodes = this.#nodes;
    const tagEnd = nodes.canonicalEnd(element);
    if (tagEnd === 0 || (this.#isExclusive && !this.#namespaces.isWritten(element))) {
      this.#element(element, null);
      return;
    }
    const { from, to } = nodes.name(element);
    const endTag = nodes.to(element);
    const end = endTag + '</'.length + to - from;
    if (nodes.isWhole(element) && !this.#losesPart(element)) {
      this.#asItStands(nodes.from(element), end + 1);
      return;
    }
    this.#asItStands(nodes.from(element), tagEnd);
    this.#children(element);
    if (nodes.bytes[end] === GT) this.#asItStands(endTag, end + 1);
    else this.#endTag(element);
  }

  #children(element: number): void {
    const nodes = this.#nodes;
    const end = nodes.end(element);
    for (let node = nodes.firstChild(element); node !== 0 && node < end; node = nodes.end(node)) this.#node(node);
  }

  /** Part of the document that is its own canonical form: most often it goes on where the last one ended. */
  #asItStands(from: number, to: number): void {
    if (from !== this.#runEnd) {
      this.#endRun();
      this.#runStart = from;
    }
    this.#runEnd = to;
  }

  /** Has to come before anything else is written. */
  #endRun(): void {
    if (this.#runEnd > this.#runStart) this.#out.raw(this.#nodes.bytes, this.#runStart, this.#runEnd);
    this.#runStart = this.#runEnd = -1;
  }

  #content(node: number, escapes: typeof TEXT_ESCAPES): void {
    this.#endRun();
    this.#out.escaped(this.#nodes.bytes, this.#nodes.from(node), this.#nodes.to(node), escapes);
  }

  #comment(node: number): void {
    this.#endRun();
    this.#out.latin1('<!--');
    this.#content(node, MARKUP_ESCAPES);
    this.#out.latin1('-->');
  }

  #instruction(node: number): void {
    const nodes = this.#nodes;
    const target = nodes.name(node);
    this.#endRun();
    this.#out.latin1('<?');
    this.#out.raw(nodes.bytes, target.from, target.to);
    if (nodes.to(node) > nodes.from(node)) this.#out.latin1(' ');
    this.#content(node, MARKUP_ESCAPES);
    this.#out.latin1('?>');
  }

  #element(element: number, apex: Apex | null): void {
    const nodes = this.#nodes;
    const out = this.#out;
    const mark = this.#namespaces.mark();
    this.#endRun();
    out.startOfTag(nodes.bytes, nodes.name(element));
    this.#visited += this.#startTags.write(element, apex);
    out.byte(GT);
    this.#children(element);
    this.#endTag(element);
    this.#namespaces.restore(mark);
  }

  #endTag(element: number): void {
    this.#endRun();
    this.#out.endTag(this.#nodes.bytes, this.#nodes.name(element));
  }
}
