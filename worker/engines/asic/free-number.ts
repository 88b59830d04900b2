import { nameKey } from '../../../service/codecs/zip/entry-names.ts';

/** The lowest number, from `first` on, that makes only names which no entry of a container has, in whatever case. */
export function freeNumber(
  byName: ReadonlyMap<string, unknown>,
  first: number,
  namesOf: readonly ((number: number) => string)[],
): number {
  const taken = new Set([...byName.keys()].map(nameKey));
  for (let number = first; ; number++) {
    if (!namesOf.some((nameOf) => taken.has(nameKey(nameOf(number))))) return number;
  }
}
