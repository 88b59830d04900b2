import { ContentScan } from './page-content/content-scan.ts';
import type { PdfDocument } from './pdf-document.ts';
import { PdfError } from './pdf-error.ts';
import type { PdfStream } from './pdf-objects.ts';
import { streamFilters } from './stream-data.ts';
import { decodeDrawnFilters } from './stream-filters.ts';

/** What one stream may be as it is stored, and expand to: pieces and whole are in memory then. */
const MAX_STORED_BYTES = 128 * 1024 * 1024;
const MAX_EXPANDED_BYTES = 64 * 1024 * 1024;

/** What is wrong with what is drawn: data that readers decode as far as each likes, operations that they read differently. */
export type DrawingFault = 'data' | 'operations';

/**
 * Looks into contents and drawings for what readers decode or read differently. All of it is looked at, or none is said to
 * be right: behind whatever is left out somebody could draw what only some readers show.
 */
export class ContentAudit {
  readonly #document: PdfDocument;
  /** By where their data begin: pages may share their contents. */
  readonly #known = new Set<string>();

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  /**
   * What is wrong with streams that are read one after the other; null for nothing, or for what was asked before. Throws
   * PdfError: PDF_LIMIT_EXCEEDED for more than is looked through.
   */
  faultOf(streams: readonly PdfStream[]): DrawingFault | null {
    const key = streams.map(({ dataOffset }) => dataOffset).join(' ');
    if (this.#known.has(key)) return null;
    this.#known.add(key);
    const scan = new ContentScan();
    for (const stream of streams) {
      const data = this.#decode(stream);
      if (data === 'damaged') return 'data';
      // A picture alone is nothing that is drawn; before or behind something else, some readers stop at it.
      if (data === 'picture') return streams.length === 1 ? null : 'operations';
      if (scan.add(data)) return 'operations';
    }
    return null;
  }

  #decode(stream: PdfStream): Uint8Array | 'damaged' | 'picture' {
    const document = this.#document;
    try {
      const filters = streamFilters(stream.dictionary, (object) => document.resolve(object));
      const onWork = (bytes: number): void => document.shared.spend(bytes, document.source.size);
      const raw = document.rawStream(stream, MAX_STORED_BYTES);
      const data = decodeDrawnFilters(raw, filters, { maxBytes: MAX_EXPANDED_BYTES, onWork });
      // Looking through them.
      onWork(data.length);
      return data;
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      if (error.code === 'PDF_STRUCTURE_INVALID') return 'damaged';
      if (error.code === 'PDF_FILTER_UNSUPPORTED') return 'picture';
      throw error;
    }
  }
}
