import type { NodeMeter } from './canonicalize.ts';
import { XmlTree, type XmlElement } from './xml-document.ts';
import { DOCUMENT, hasName, NODE, type XmlNodes } from './xml-nodes.ts';

/** What is canonicalized by the exclusive method. */
export interface ExclusiveContent {
  readonly apex: XmlTree | XmlElement;
  /** Left out, with all that is in them. */
  readonly without?: ReadonlySet<XmlElement>;
  /** PrefixList of InclusiveNamespaces. */
  readonly inclusivePrefixes?: readonly string[];
}

/** How PrefixList calls the default namespace. */
const DEFAULT = '#default';
const STEPS_PER_REPORT = 1024;
/** Longer texts are no names, nor lists of them. */
const LONGEST_TEXT = 4096;
const SCHEMA_INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';

/**
 * Prefixes that names in texts and in values of attributes have (`xsi:type="x:T"`) where Exclusive C14N leaves their
 * declaration out, since no element or attribute is called by them: whoever binds such a prefix to another namespace
 * changes what is meant and no digest (Exclusive C14N clause 1.3, limitations). Given as PrefixList writes them. `meter` hears of
 * the nodes that were looked at.
 */
export function unsignedPrefixes(content: ExclusiveContent, meter: NodeMeter = () => undefined): string[] {
  const search = new PrefixSearch(content, meter);
  search.run();
  return [...search.found].sort();
}

class PrefixSearch {
  /** As PrefixList writes them. */
  readonly found = new Set<string>();
  readonly #nodes: XmlNodes;
  readonly #top: number;
  readonly #without: ReadonlySet<number>;
  readonly #signed: ReadonlySet<string>;
  readonly #meter: NodeMeter;
  /** By prefix the last element where it was found written: most are near the one before. */
  readonly #written = new Map<string, number>();
  #steps = 0;

  constructor({ apex, without = new Set(), inclusivePrefixes = [] }: ExclusiveContent, meter: NodeMeter) {
    const tree = apex instanceof XmlTree ? apex : apex.tree;
    this.#nodes = tree.nodes;
    this.#top = (apex instanceof XmlTree ? apex.root : apex).node;
    this.#without = new Set([...without].map(({ node }) => node));
    this.#signed = new Set(inclusivePrefixes);
    this.#meter = meter;
  }

  run(): void {
    if (this.#hasDeclarations()) this.#search();
    this.#meter(this.#steps);
  }

  #search(): void {
    const nodes = this.#nodes;
    const elements = new Set<number>();
    for (const node of this.#outside(nodes.naming)) {
      const element = nodes.parent(node);
      if (nodes.kind(node) === NODE.attribute) this.#attribute(node, element);
      // An element's text is looked at once, however many parts it has.
      else if (elements.size < elements.add(element).size) this.#text(element);
    }
  }

  /** Whether a declaration stands outside of what is left out: those of the signature itself bind nothing around it. */
  #hasDeclarations(): boolean {
    return this.#outside(this.#nodes.declarations, DOCUMENT).next().done !== true;
  }

  /** Those of the nodes, in document order, that are in what is canonicalized, or in `top`. */
  *#outside(list: readonly number[], top = this.#top): Generator<number> {
    const nodes = this.#nodes;
    const leftOut = [...this.#without].sort((left, right) => left - right);
    let next = 0;
    for (const node of list) {
      this.#step();
      if (node < top || node >= nodes.end(top)) continue;
      let part = leftOut[next];
      while (part !== undefined && nodes.end(part) <= node) part = leftOut[++next];
      if (part === undefined || node < part) yield node;
    }
  }

  #step(): void {
    if (++this.#steps < STEPS_PER_REPORT) return;
    this.#meter(this.#steps);
    this.#steps = 0;
  }

  #attribute(node: number, element: number): void {
    const nodes = this.#nodes;
    const value = nodes.content(node);
    if (value.includes(':')) for (const [, prefix = ''] of value.matchAll(NAME_IN_VALUE)) this.#judge(element, prefix);
    else if (hasName(nodes, node, SCHEMA_INSTANCE, 'type')) this.#judge(element, '');
  }

  /** Of an element that holds no other one: comments and instructions in it do not part its text. */
  #text(element: number): void {
    const nodes = this.#nodes;
    let text = '';
    for (let node = nodes.firstChild(element); node !== 0; node = nodes.next(node)) {
      this.#step();
      const kind = nodes.kind(node);
      if (kind === NODE.element) return;
      if (kind !== NODE.text && kind !== NODE.cdata) continue;
      if (nodes.to(node) - nodes.from(node) + text.length > LONGEST_TEXT) return;
      text += nodes.content(node);
    }
    const names = text.trim().split(/\s+/);
    if (!names.every((name) => NAME.test(name))) return;
    for (const name of names) if (name.includes(':')) this.#judge(element, name.slice(0, name.indexOf(':')));
  }

  /** Whether what the prefix is bound to at the element was written there, or further out where it was bound so already. */
  #judge(element: number, prefix: string): void {
    const written = prefix === '' ? DEFAULT : prefix;
    if (this.#signed.has(written) || this.found.has(written) || prefix === 'xml') return;
    const known = this.#written.get(prefix);
    for (let node = element; node !== DOCUMENT; node = this.#nodes.parent(node)) {
      this.#step();
      if (node === known || (node >= this.#top && this.#isUsedAt(node, prefix))) {
        this.#written.set(prefix, node === element ? element : this.#nodes.parent(element));
        return;
      }
      if (!this.#isDeclaredAt(node, prefix)) continue;
      this.found.add(written);
      return;
    }
  }

  #isUsedAt(element: number, prefix: string): boolean {
    const nodes = this.#nodes;
    if (nodes.name(element).prefix.text === prefix) return true;
    if (prefix === '') return false;
    for (let node = nodes.nextAttribute(element); node !== 0; node = nodes.nextAttribute(node)) {
      this.#step();
      if (nodes.name(node).prefix.text === prefix) return true;
    }
    return false;
  }

  #isDeclaredAt(element: number, prefix: string): boolean {
    const nodes = this.#nodes;
    for (let node = nodes.nextDeclaration(element); node !== 0; node = nodes.nextDeclaration(node)) {
      this.#step();
      if (nodes.binding(node).prefixText === prefix) return true;
    }
    return false;
  }
}

const NAME_START = String.raw`[\p{L}_]`;
const NAME_REST = String.raw`[\p{L}\p{M}\p{N}_.·-]*`;
/** A name with or without prefix. */
const NAME = new RegExp(`^(?:${NAME_START}${NAME_REST}:)?${NAME_START}${NAME_REST}$`, 'u');
/** A name with a prefix, as types and paths have it; what stands before it is part of neither name nor address. */
const NAME_IN_VALUE = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}_.·:-])(${NAME_START}${NAME_REST}):(?=${NAME_START})`,
  'gu',
);
