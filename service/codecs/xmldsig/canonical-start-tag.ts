import { VALUE_ESCAPES, type CanonicalOutput } from './canonical-output.ts';
import type { Canonicalization } from './canonicalization.ts';
import type { NamespaceContext } from './canonical-namespaces.ts';
import { XML_NAMESPACE, type PrefixedUri } from './xml-namespaces.ts';
import { NODE, type XmlNodes } from './xml-nodes.ts';

/** A namespace declaration costs as much as this many nodes. */
const NODES_PER_DECLARATION = 6;
const SPACE = 0x20;
const EQUALS = 0x3d;
const QUOTE = 0x22;

/** The outermost element, and the attributes of the xml namespace that it takes over. */
export interface Apex {
  readonly inherited: ReadonlyMap<string, string | null>;
}

interface AttributeToWrite extends PrefixedUri {
  readonly localName: string;
  /** The attribute, or its value as bytes in a Latin-1 string. */
  readonly value: number | string;
}

/** Writes what stands in a start tag after the name: the declarations, then the attributes, each in its order. */
export class StartTagWriter {
  readonly #nodes: XmlNodes;
  readonly #how: Canonicalization;
  readonly #out: CanonicalOutput;
  readonly #namespaces: NamespaceContext;
  /** Exclusive only: prefixes handled as the inclusive methods do. */
  readonly #inclusivePrefixes: ReadonlySet<string>;

  constructor(nodes: XmlNodes, how: Canonicalization, out: CanonicalOutput, namespaces: NamespaceContext) {
    this.#nodes = nodes;
    this.#how = how;
    this.#out = out;
    this.#namespaces = namespaces;
    const prefixes = how.method === 'Exclusive C14N' ? (how.inclusivePrefixes ?? []) : [];
    this.#inclusivePrefixes = new Set(
      prefixes.map((prefix) => (prefix === '#default' ? '' : Buffer.from(prefix).toString('latin1'))),
    );
  }

  /** `apex` is null for all but the outermost element. Gives the work that this was, in nodes. */
  write(element: number, apex: Apex | null): number {
    if (apex !== null || !this.#isPlain(element)) return this.#fullContent(element, apex);
    return this.#plainContent(element);
  }

  /** Nothing declared, no attribute in a namespace: so are most elements, and nothing has to be put together for them. */
  #isPlain(element: number): boolean {
    const nodes = this.#nodes;
    for (let node = element + 1; ; node++) {
      const kind = nodes.kind(node);
      if (kind === NODE.declaration) return false;
      if (kind !== NODE.attribute) return true;
      if (nodes.bindingId(node) !== 0) return false;
    }
  }

  /** As `#fullContent` for a plain element. */
  #plainContent(element: number): number {
    const nodes = this.#nodes;
    if (this.#how.method === 'Exclusive C14N') {
      const own = this.#namespaces.renderAt(element);
      if (own !== null) this.#declaration(own);
    }
    const first = nodes.nextAttribute(element);
    if (first === 0) return 0;
    if (nodes.nextAttribute(first) === 0) {
      this.#plainAttribute(first);
      return 0;
    }
    const sorted = this.#sortedByName(first);
    for (const attribute of sorted) this.#plainAttribute(attribute);
    return sorted.length;
  }

  #sortedByName(first: number): number[] {
    const nodes = this.#nodes;
    const found: number[] = [];
    for (let node = first; node !== 0; node = nodes.nextAttribute(node)) found.push(node);
    return found.sort((one, other) => compare(nodes.name(one).localBytes, nodes.name(other).localBytes));
  }

  #plainAttribute(attribute: number): void {
    const { from, to } = this.#nodes.name(attribute);
    this.#out.byte(SPACE);
    this.#out.raw(this.#nodes.bytes, from, to);
    this.#value(attribute);
  }

  #fullContent(element: number, apex: Apex | null): number {
    const declared = this.#namespaces.declare(element);
    const attributes = this.#attributes(element, apex?.inherited);
    for (const binding of this.#toRender(element, declared, attributes, apex !== null)) this.#declaration(binding);
    for (const attribute of attributes) this.#attribute(attribute);
    return declared.length * NODES_PER_DECLARATION + attributes.length;
  }

  #declaration({ prefix, uri }: PrefixedUri): void {
    this.#out.latin1(prefix === '' ? ' xmlns="' : ` xmlns:${prefix}="`);
    this.#out.escapedLatin1(uri, VALUE_ESCAPES);
    this.#out.byte(QUOTE);
  }

  /** Clause 2.2 and Exclusive C14N clause 3: the declarations to write, by prefix. */
  #toRender(
    element: number,
    declared: readonly PrefixedUri[],
    attributes: readonly AttributeToWrite[],
    isApex: boolean,
  ): PrefixedUri[] {
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
    declared: readonly PrefixedUri[],
    attributes: readonly AttributeToWrite[],
    isApex: boolean,
  ): PrefixedUri[] {
    const used: PrefixedUri[] = [this.#nodes.binding(element)];
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
    const nodes = this.#nodes;
    const found: AttributeToWrite[] = [];
    for (let node = nodes.nextAttribute(element); node !== 0; node = nodes.nextAttribute(node)) {
      const binding = nodes.binding(node);
      const { localBytes: localName } = nodes.name(node);
      if (binding.uri === XML_NAMESPACE && inherited?.has(localName) === true) continue;
      found.push({ prefix: binding.prefix, uri: binding.uri, localName, value: node });
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
    else this.#out.escaped(this.#nodes.bytes, this.#nodes.from(value), this.#nodes.to(value), VALUE_ESCAPES);
    this.#out.byte(QUOTE);
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
