import type { XmlElement } from '../../codecs/xmldsig/xml-document.ts';

/** A part of a document, and what is left out of it. */
export interface LeftPart {
  readonly part: XmlElement;
  readonly without: ReadonlySet<XmlElement>;
}

/**
 * The parts that do not lie in one of `without`, each with those of `without` that lie in it. All are of one tree; the
 * parts stand in document order and none lies in another. Both lists are gone through once: a document of half a
 * megabyte can hold more than a hundred thousand of each.
 */
export function partsLeft(parts: readonly XmlElement[], without: ReadonlySet<XmlElement>): LeftPart[] {
  const holes = outermostOf(without);
  const left: LeftPart[] = [];
  let next = 0;
  for (const part of parts) {
    while (isBefore(holes[next], part)) next++;
    const hole = holes[next];
    if (hole !== undefined && part.isWithin(hole)) continue;
    const own = new Set<XmlElement>();
    for (let one = hole; one?.isWithin(part) === true; one = holes[next]) {
      own.add(one);
      next++;
    }
    left.push({ part, without: own });
  }
  return left;
}

/** Whether it ends before the part begins; of disjoint elements the numbers of nodes say so. */
function isBefore(hole: XmlElement | undefined, part: XmlElement): boolean {
  return hole !== undefined && hole.node < part.node && !part.isWithin(hole);
}

/** In document order, without those that lie in another of them. */
function outermostOf(elements: ReadonlySet<XmlElement>): XmlElement[] {
  const found: XmlElement[] = [];
  for (const element of [...elements].sort((one, other) => one.node - other.node)) {
    const last = found.at(-1);
    if (last === undefined || !element.isWithin(last)) found.push(element);
  }
  return found;
}
