import { PdfError } from './pdf-error.ts';

const MAX_TOTAL_BYTES = 256 * 1024 * 1024;

/** How far the streams of a document expand together, each counted once. */
export class ExpandedStreams {
  readonly #offsets = new Set<number>();
  #bytes = 0;

  /** The stream whose data begin at byte `offset` became this many bytes. Throws PdfError: PDF_LIMIT_EXCEEDED. */
  count(offset: number, bytes: number): void {
    if (this.#offsets.has(offset)) return;
    this.#offsets.add(offset);
    this.#bytes += bytes;
    if (this.#bytes > MAX_TOTAL_BYTES) throw new PdfError('PDF_LIMIT_EXCEEDED', 'streams expand too far');
  }
}
