import { invalidStructure } from './pdf-error.ts';
import { isPdfArray, PdfDictionary, PdfName, type PdfObject } from './pdf-objects.ts';
import type { StreamFilter } from './stream-filters.ts';

const MAX_EXPANSION_RATIO = 200;
/** Regular data (cross-reference streams above all) may expand more than the ratio as long as it stays small. */
const FREE_EXPANSION_BYTES = 16 * 1024 * 1024;
/** A verifier may take 300 MiB, and one that makes a text of such data holds both for a time. */
const MAX_EXPANDED_BYTES = 128 * 1024 * 1024;

/** How many bytes `length` bytes of stream data may become. */
export function expansionLimit(length: number): number {
  return Math.min(MAX_EXPANDED_BYTES, Math.max(FREE_EXPANSION_BYTES, length * MAX_EXPANSION_RATIO));
}

/** The filter chain of a stream, ISO 32000-2 table 5. `resolve` follows references. */
export function streamFilters(dictionary: PdfDictionary, resolve: (object: PdfObject) => PdfObject): StreamFilter[] {
  if (dictionary.get('F') !== null) throw invalidStructure('a stream whose data lies in another file');
  const names = listOf(resolve(dictionary.get('Filter')));
  const parameters = listOf(resolve(dictionary.get('DecodeParms')));
  const filters = names.map((item, index) => {
    const name = resolve(item);
    if (!(name instanceof PdfName)) throw invalidStructure('a filter that is not a name');
    const parameter = resolve(parameters[index] ?? null);
    return { name: name.value, parameters: parameter instanceof PdfDictionary ? parameter : null };
  });
  // Clause 7.4.10: it comes first, and decryption has undone it already.
  return filters[0]?.name === 'Crypt' ? filters.slice(1) : filters;
}

function listOf(object: PdfObject): readonly PdfObject[] {
  if (object === null) return [];
  return isPdfArray(object) ? object : [object];
}
