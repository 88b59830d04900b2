import type { XmlElement, XmlTree } from '../../codecs/xmldsig/xml-document.ts';
import { trimmedText } from './element-cursor.ts';
import {
  ExpressionReader,
  tokensOf,
  UnknownExpression,
  type NameTest,
  type PartPath,
  type PartStep,
  type Predicate,
} from './part-paths.ts';
import type { XmlWork } from './xml-work.ts';

/**
 * Which parts of a document a filter leaves: what lies in an element of each set of `keep`, and in none of `drop`. With
 * an empty `keep` it is all that `drop` leaves.
 */
export interface PartFilter {
  readonly keep: readonly (readonly PartPath[])[];
  readonly drop: readonly PartPath[];
}

/** An expression of an XPath transform (XMLDSig 6.6.3), which says of every node whether it stays. */
type Condition =
  | { readonly kind: 'within'; readonly path: PartPath }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'and' | 'or'; readonly terms: readonly Condition[] };

/**
 * What an XPath transform leaves whose expression speaks of whole elements alone: `ancestor-or-self::` of elements with
 * simple conditions, joined by `and`, `or` and `not`. Null for all others: they may leave an element and not what is in it.
 */
export function readPartCondition(xpath: XmlElement): PartFilter | null {
  return reading(xpath, (reader) => filterOf(conditionOf(reader)));
}

/** What an XPath Filter 2.0 leaves, by its filters in their order; null for a `union`, and for paths that are not read. */
export function readPartFilters(xpaths: readonly XmlElement[]): PartFilter | null {
  let whole: PartFilter = { keep: [], drop: [] };
  for (const xpath of xpaths) {
    const paths = reading(xpath, unionOf);
    const kind = xpath.attribute('Filter');
    if (paths === null || (kind !== 'intersect' && kind !== 'subtract')) return null;
    whole =
      kind === 'intersect' ? { ...whole, keep: [...whole.keep, paths] } : { ...whole, drop: [...whole.drop, ...paths] };
  }
  return xpaths.length === 0 ? null : whole;
}

function reading<Result>(xpath: XmlElement, read: (reader: ExpressionReader) => Result | null): Result | null {
  const tokens = tokensOf(trimmedText(xpath));
  if (tokens === null) return null;
  const reader = new ExpressionReader(tokens, xpath);
  try {
    const result = read(reader);
    return reader.isAtEnd ? result : null;
  } catch (error) {
    if (error instanceof UnknownExpression) return null;
    throw error;
  }
}

function unionOf(reader: ExpressionReader): PartPath[] {
  const paths = [reader.path()];
  while (reader.skip('|')) paths.push(reader.path());
  return paths;
}

function conditionOf(reader: ExpressionReader): Condition {
  const terms = [conjunctionOf(reader)];
  while (reader.skip('or')) terms.push(conjunctionOf(reader));
  return terms.length === 1 && terms[0] !== undefined ? terms[0] : { kind: 'or', terms };
}

function conjunctionOf(reader: ExpressionReader): Condition {
  const terms = [termOf(reader)];
  while (reader.skip('and')) terms.push(termOf(reader));
  return terms.length === 1 && terms[0] !== undefined ? terms[0] : { kind: 'and', terms };
}

function termOf(reader: ExpressionReader): Condition {
  const isNegated = reader.skip('not', '(');
  if (isNegated || reader.skip('(')) {
    const inner = conditionOf(reader);
    reader.expect(')');
    return isNegated ? { kind: 'not', of: inner } : inner;
  }
  reader.expect('ancestor-or-self', '::');
  return { kind: 'within', path: [reader.step(true)] };
}

function filterOf(condition: Condition): PartFilter | null {
  if (condition.kind === 'and') {
    const parts = condition.terms.map(filterOf);
    const known = parts.filter((part) => part !== null);
    if (known.length < parts.length) return null;
    return { keep: known.flatMap(({ keep }) => keep), drop: known.flatMap(({ drop }) => drop) };
  }
  const isNegated = condition.kind === 'not';
  const paths = alternativesOf(isNegated ? condition.of : condition);
  if (paths === null) return null;
  return isNegated ? { keep: [], drop: paths } : { keep: [paths], drop: [] };
}

function alternativesOf(condition: Condition): readonly PartPath[] | null {
  if (condition.kind === 'within') return [condition.path];
  if (condition.kind !== 'or') return null;
  const parts = condition.terms.map(alternativesOf);
  return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
}

/** The outermost elements that a filter keeps, in document order (null: all), and those that it drops. */
export interface FilteredParts {
  readonly kept: readonly XmlElement[] | null;
  readonly dropped: readonly XmlElement[];
}

/** Throws WorkExceededError. */
export function filteredParts({ keep, drop }: PartFilter, tree: XmlTree, work: XmlWork): FilteredParts {
  const sets = keep.map(() => new Set<XmlElement>());
  const dropped: XmlElement[] = [];
  const isAt = (element: XmlElement) => (path: PartPath) => isAtPath(element, path, path.length - 1, work);
  for (const element of tree.elements()) {
    keep.forEach((paths, index) => {
      if (paths.some(isAt(element))) sets[index]?.add(element);
    });
    if (drop.some(isAt(element))) dropped.push(element);
  }
  return { kept: sets.length === 0 ? null : outermost(sets, tree, work), dropped };
}

/** Elements in which all that lies is in one of each set, without those that lie in another such element. */
function outermost(sets: readonly ReadonlySet<XmlElement>[], tree: XmlTree, work: XmlWork): XmlElement[] {
  const found = new Set<XmlElement>();
  for (const element of tree.elements()) {
    if (!sets.some((set) => set.has(element))) continue;
    const around = [...ancestorsOrSelf(element, work)];
    const isInAll = sets.every((set) => around.some((one) => set.has(one)));
    if (isInAll && !around.some((one) => found.has(one))) found.add(element);
  }
  return [...found];
}

function* ancestorsOrSelf(element: XmlElement, work: XmlWork): Generator<XmlElement> {
  for (let up: XmlElement | null = element; up !== null; up = up.parent) {
    work.element();
    yield up;
  }
}

/** Whether the steps up to `index` lead to this element. */
function isAtPath(element: XmlElement, path: PartPath, index: number, work: XmlWork): boolean {
  work.element();
  const step = path[index];
  if (step === undefined || !isMeant(element, step, work)) return false;
  if (index === 0) return step.isAnywhere || element.parent === null;
  for (let up = element.parent; up !== null; up = up.parent) {
    if (isAtPath(up, path, index - 1, work)) return true;
    if (!step.isAnywhere) return false;
  }
  return false;
}

function isMeant(element: XmlElement, { name, predicates }: PartStep, work: XmlWork): boolean {
  return isNamed(element, name) && predicates.every((predicate) => holds(predicate, element, name, work));
}

function isNamed(element: XmlElement, name: NameTest | null): boolean {
  if (name === null) return true;
  return name.localName === null ? element.namespace === name.namespace : element.is(name.namespace, name.localName);
}

function holds(predicate: Predicate, element: XmlElement, name: NameTest | null, work: XmlWork): boolean {
  switch (predicate.kind) {
    case 'or':
      return predicate.terms.some((term) => holds(term, element, name, work));
    case 'and':
      return predicate.terms.every((term) => holds(term, element, name, work));
    case 'attribute':
      return element.attribute(predicate.name.localName ?? '', predicate.name.namespace) === predicate.value;
    case 'local-name':
      return element.localName === predicate.value;
    case 'name':
      return (element.prefix === '' ? '' : `${element.prefix}:`) + element.localName === predicate.value;
    case 'starts-with':
      return element.localName.startsWith(predicate.value);
    case 'position':
      return placeOf(element, name, work) === predicate.value;
  }
}

/** Among its siblings of that name, counted from 1. */
function placeOf(element: XmlElement, name: NameTest | null, work: XmlWork): number {
  let place = 0;
  for (const sibling of element.parent?.children() ?? [element]) {
    work.element();
    if (isNamed(sibling, name)) place += 1;
    if (sibling === element) return place;
  }
  return 0;
}
