import type { IncrementalUpdate } from '../incremental-update.ts';
import type { PdfReference } from '../pdf-objects.ts';

/** An image checked and ready for a PDF. */
export interface StampImage {
  /** In pixels, as a person sees it. */
  readonly width: number;
  readonly height: number;
  /** Matrix that turns the stored image upright within the unit square (ISO 32000-2 clause 8.9.5.1). */
  readonly orientation: readonly [number, number, number, number, number, number];
  /** Adds the image XObject and what it needs; without transparency on white instead. */
  readonly addTo: (update: IncrementalUpdate, allowsTransparency: boolean) => PdfReference;
}
