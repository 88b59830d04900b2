import { isCount, type PdfDictionary } from '../../codecs/pdf/pdf-objects.ts';

/**
 * Flags (ISO 32000-2 tables 167 and 227) are 32 bits, of which the last is never used. Of any other number readers make
 * different things: 2.0, 2.5 and 4294967298 are no flags at all for some (poppler), and 2 for others.
 */
const END = 2 ** 31;

/**
 * The flags under a key, where all readers see the same; none are none. Null for anything else, also for what stands in
 * an object of its own: how its number is written is not told of it.
 */
export function plainFlags(dictionary: PdfDictionary, key: string): number | null {
  const written = dictionary.get(key);
  if (written === null) return 0;
  return dictionary.hasPlainIntegers(key) && isCount(written) && written < END ? written : null;
}

/** Whether a flag of an annotation is set for every reader. */
export function hasFlag(annotation: PdfDictionary, flag: number): boolean {
  return ((plainFlags(annotation, 'F') ?? 0) & flag) !== 0;
}

/** Whether it may be set for some reader. */
export function mayHaveFlag(annotation: PdfDictionary, flag: number): boolean {
  return plainFlags(annotation, 'F') === null || hasFlag(annotation, flag);
}
