import type { Told } from '../../contract/vocabulary/sentence.ts';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../domain/station-error.ts';

/** What a multipart request may carry. */
export interface UploadRules {
  /** File fields by name: how many parts of that name, and how large one may be. */
  readonly files: ReadonlyMap<string, { readonly maxCount: number; readonly maxBytes: number }>;
  /** All files of the request together. */
  readonly maxTotalBytes: number;
  /**
   * Looks at the text fields that came before a file, so that a form that is wrong is refused before its document is
   * received. Throws StationError; fields may still be missing.
   */
  readonly checkEarly?: (fields: ReadonlyMap<string, string>) => void;
}

/** Below this size a form is received whole before its fields are looked at: there is nothing to be saved. */
export const EARLY_CHECK_BYTES = 64 * 1024;

/** How much of uploads may lie in memory at once, over all requests; the others are asked to come again. */
export interface MemoryBudget {
  readonly maxBytes: number;
  usedBytes: number;
}

/** Each holds a file and a socket open; senders beyond them come again. */
export const MAX_CONCURRENT_UPLOADS = 256;

/** Boundaries, part headers and text fields beside the files. */
export const FORM_OVERHEAD_BYTES = 256 * 1024;

export const MULTIPART_LIMITS = { fields: 15, fieldSize: 4096, fieldNameSize: 100, parts: 40, headerPairs: 40 };

export function tooLarge(detail: string | Told): StationError {
  return new StationError('SIGNATURE_REQUEST_INVALID', detail, { status: 413, area: 'document' });
}

/** The file itself cannot be taken, whatever the options. */
export function emptyDocument(): StationError {
  return new StationError('SIGNATURE_REQUEST_INVALID', tell('FILE_EMPTY'), { area: 'document' });
}

export function invalidForm(detail: string | Told, cause?: unknown): StationError {
  return new StationError('SIGNATURE_REQUEST_INVALID', detail, { cause });
}
