import { ContentScan } from './page-content/content-scan.ts';
import type { PdfDocument } from './pdf-document.ts';
import { PdfError } from './pdf-error.ts';
import type { PdfStream } from './pdf-objects.ts';
import { streamFilters } from './stream-data.ts';
import { decodeDrawnFilters } from './stream-filters.ts';

/** Of all that a document draws with; most have less, and what comes after it is not looked at. */
const MAX_SCANNED_BYTES = 32 * 1024 * 1024;

/** Looks into contents and drawings for what readers decode or read differently. */
export class ContentAudit {
  readonly #document: PdfDocument;
  /** By where their data begin: pages may share their contents. */
  readonly #known = new Set<string>();
  #left = MAX_SCANNED_BYTES;

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  /** What is wrong with streams that are read one after the other; null for nothing, or for what was asked before. Throws PdfError. */
  faultOf(streams: readonly PdfStream[]): 'data' | 'operations' | null {
    const key = streams.map(({ dataOffset }) => dataOffset).join(' ');
    if (this.#known.has(key)) return null;
    this.#known.add(key);
    const scan = new ContentScan();
    for (const stream of streams) {
      const data = this.#decode(stream);
      if (data === 'damaged') return 'data';
      if (data === null) return null;
      if (scan.add(data)) return 'operations';
    }
    return null;
  }

  /** Null: it is too much, or the data of a picture. */
  #decode(stream: PdfStream): Uint8Array | 'damaged' | null {
    const document = this.#document;
    try {
      const filters = streamFilters(stream.dictionary, (object) => document.resolve(object));
      const onWork = (bytes: number): void => document.shared.spend(bytes, document.source.size, 0);
      const data = decodeDrawnFilters(document.rawStream(stream), filters, { maxBytes: this.#left, onWork });
      this.#left -= data.length;
      // Looking through them.
      onWork(data.length);
      return this.#left < 0 ? null : data;
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      if (error.code === 'PDF_STRUCTURE_INVALID') return 'damaged';
      if (error.code === 'PDF_LIMIT_EXCEEDED') this.#left = 0;
      else if (error.code !== 'PDF_FILTER_UNSUPPORTED') throw error;
      return null;
    }
  }
}
