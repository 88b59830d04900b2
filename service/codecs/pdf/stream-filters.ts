import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import type { WorkMeter } from './byte-window.ts';
import { PdfError } from './pdf-error.ts';
import type { PdfDictionary } from './pdf-objects.ts';
import { decodeLzw } from './lzw-filter.ts';
import { decodeAscii85, decodeAsciiHex, decodeRunLength } from './simple-filters.ts';
import { undoPredictor } from './stream-predictors.ts';

export const MAX_FILTERS = 4;

const MIN_GUESS_BYTES = 1024;
/** What zlib takes by itself. */
const MAX_GUESS_BYTES = 16 * 1024;
const USUAL_EXPANSION = 4;
const FLATE = ['FlateDecode', 'Fl'];
/** Of other filters each byte is gone through here, which takes several times what zlib takes. */
const STEPS_PER_BYTE = 4;

/** One step of a filter chain with its parameters, references already followed. */
export interface StreamFilter {
  readonly name: string;
  readonly parameters: PdfDictionary | null;
}

/** How far a chain of filters may go. */
export interface FilterBounds {
  /** That a step may give. */
  readonly maxBytes: number;
  /** Told of what each step read and gave: the last one may give nothing of megabytes. What it throws ends the work. */
  readonly onWork: WorkMeter;
}

/**
 * Undoes a filter chain, ISO 32000-2 clause 7.4.
 * Throws PdfError: PDF_FILTER_UNSUPPORTED, PDF_LIMIT_EXCEEDED, PDF_STRUCTURE_INVALID for damaged data.
 */
export function decodeFilters(data: Uint8Array, filters: readonly StreamFilter[], bounds: FilterBounds): Uint8Array {
  return decodeBy(inflate, data, filters, bounds);
}

/**
 * The same for what is drawn: Flate data that are cut off, or whose check sum is wrong, give as much as readers show of
 * them, which is the same for all. Throws PdfError like decodeFilters.
 */
export function decodeDrawnFilters(
  data: Uint8Array,
  filters: readonly StreamFilter[],
  bounds: FilterBounds,
): Uint8Array {
  return decodeBy(inflateWhatIsThere, data, filters, bounds);
}

type Inflate = typeof inflate;

function decodeBy(
  inflater: Inflate,
  data: Uint8Array,
  filters: readonly StreamFilter[],
  { maxBytes, onWork }: FilterBounds,
): Uint8Array {
  if (filters.length > MAX_FILTERS) throw new PdfError('PDF_LIMIT_EXCEEDED', 'too many filters on one stream');
  let bytes = data;
  for (const filter of filters) {
    onWork(bytes.length * (FLATE.includes(filter.name) ? 1 : STEPS_PER_BYTE));
    bytes = decodeFilter(inflater, bytes, filter, maxBytes);
    onWork(bytes.length);
  }
  return bytes;
}

function decodeFilter(inflater: Inflate, bytes: Uint8Array, filter: StreamFilter, maxBytes: number): Uint8Array {
  switch (filter.name) {
    case 'FlateDecode':
    case 'Fl':
      return undoPredictor(inflater(bytes, maxBytes), filter.parameters);
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
    throw inflateError(error);
  }
}

const HEADER_BYTES = 2;

function inflateWhatIsThere(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes.length === 0) return bytes;
  if (!hasZlibHeader(bytes)) throw inflateError(null);
  try {
    return inflateRawSync(bytes.subarray(HEADER_BYTES), {
      maxOutputLength: maxBytes,
      chunkSize: firstGuess(bytes.length),
      finishFlush: constants.Z_SYNC_FLUSH,
    });
  } catch (error) {
    throw inflateError(error);
  }
}

/** RFC 1950 clause 2.2, without a dictionary that both sides would have to know. */
function hasZlibHeader([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0 && (flags & 0x20) === 0;
}

function inflateError(cause: unknown): PdfError {
  if (cause instanceof RangeError) return new PdfError('PDF_LIMIT_EXCEEDED', 'a stream expands too far');
  return new PdfError('PDF_STRUCTURE_INVALID', 'damaged Flate data', { cause });
}
