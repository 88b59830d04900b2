import { inflateSync } from 'node:zlib';
import { PdfError } from './pdf-error.ts';
import type { PdfDictionary } from './pdf-objects.ts';
import { decodeAscii85, decodeAsciiHex, decodeLzw, decodeRunLength } from './simple-filters.ts';
import { undoPredictor } from './stream-predictors.ts';

export const MAX_FILTERS = 4;

const MIN_GUESS_BYTES = 1024;
/** What zlib takes by itself. */
const MAX_GUESS_BYTES = 16 * 1024;
const USUAL_EXPANSION = 4;

/** One step of a filter chain with its parameters, references already followed. */
export interface StreamFilter {
  readonly name: string;
  readonly parameters: PdfDictionary | null;
}

/**
 * Undoes a filter chain, ISO 32000-2 clause 7.4. No step may give more than `maxBytes`.
 * Throws PdfError: PDF_FILTER_UNSUPPORTED, PDF_LIMIT_EXCEEDED, PDF_STRUCTURE_INVALID for damaged data.
 */
export function decodeFilters(data: Uint8Array, filters: readonly StreamFilter[], maxBytes: number): Uint8Array {
  if (filters.length > MAX_FILTERS) throw new PdfError('PDF_LIMIT_EXCEEDED', 'too many filters on one stream');
  let bytes = data;
  for (const filter of filters) bytes = decodeFilter(bytes, filter, maxBytes);
  return bytes;
}

function decodeFilter(bytes: Uint8Array, filter: StreamFilter, maxBytes: number): Uint8Array {
  switch (filter.name) {
    case 'FlateDecode':
    case 'Fl':
      return undoPredictor(inflate(bytes, maxBytes), filter.parameters);
    case 'LZWDecode':
    case 'LZW':
      return undoPredictor(decodeLzw(bytes, filter.parameters?.get('EarlyChange') !== 0, maxBytes), filter.parameters);
    case 'ASCIIHexDecode':
    case 'AHx':
      return decodeAsciiHex(bytes);
    case 'ASCII85Decode':
    case 'A85':
      return decodeAscii85(bytes, maxBytes);
    case 'RunLengthDecode':
    case 'RL':
      return decodeRunLength(bytes, maxBytes);
    default:
      throw new PdfError('PDF_FILTER_UNSUPPORTED', 'a stream that must be read uses an unknown filter');
  }
}

/** Memory for the first piece of what is inflated; most streams that are read are small, and zlib would take 16 KiB for each. */
function firstGuess(compressedBytes: number): number {
  return Math.min(MAX_GUESS_BYTES, Math.max(MIN_GUESS_BYTES, compressedBytes * USUAL_EXPANSION));
}

function inflate(bytes: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: maxBytes, chunkSize: firstGuess(bytes.length) });
  } catch (error) {
    if (error instanceof RangeError) throw new PdfError('PDF_LIMIT_EXCEEDED', 'a stream expands too far');
    throw new PdfError('PDF_STRUCTURE_INVALID', 'damaged Flate data', { cause: error });
  }
}
