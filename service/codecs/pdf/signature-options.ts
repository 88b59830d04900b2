import type { IncrementalUpdate } from './incremental-update.ts';
import type { PdfReference } from './pdf-objects.ts';
import type { SeededSignature } from './seed-value.ts';
import type { SignatureKind } from './signature-placeholder.ts';
import type { Drawn, Sized } from './stamp-placement.ts';
import type { StampWish } from './stamp-wish.ts';

/** A drawing for the widget: what it needs in space, and how to add it to the update. */
export interface StampDrawing extends Drawn {
  /** Adds the form XObject (and whatever it uses) turned by `rotation` (0, 90, 180, 270) and gives its reference. */
  readonly draw: (update: IncrementalUpdate, rotation: number) => PdfReference;
}

/** What a visible signature shows, and says to those who cannot see it. */
export interface SignatureAppearance {
  /** All that the drawing says; becomes /Contents of the widget. */
  readonly description: string;
  /** A name of the field for people; becomes /TU. */
  readonly fieldLabel: string;
  /** Drawings for a page with this much room between its margins, in points; the first that finds a place is taken. */
  readonly drawings: (area: Sized) => Iterable<StampDrawing>;
  /** One drawing exactly as large as that, in points; null when what it says cannot be read in so little room. */
  readonly filling: (size: Sized) => StampDrawing | null;
}

export interface PdfSignatureOptions {
  readonly kind: SignatureKind;
  /** Becomes /M of a signature. */
  readonly at: Date;
  /** Room for the CMS or time-stamp token, in bytes. */
  readonly contentsBytes: number;
  /** Becomes /Reason. */
  readonly reason: string | null;
  /** Page of the widget, counted from 1; of an existing field its own page counts. */
  readonly appearancePageNumber: number;
  /** Null: an invisible widget. */
  readonly appearance: SignatureAppearance | null;
  /** Where the stamp goes; null: where there is room on that page. */
  readonly place?: StampWish | null;
  /** Full name of an empty signature field to be signed; null: a new field `ServiceN`. */
  readonly fieldName?: string | null;
  /** P of DocMDP for a signature that certifies the document; null: an approval. */
  readonly certification?: 1 | 2 | 3 | null;
  /** What a field's seed value may ask about; without it a field with binding seed values is refused. */
  readonly seeded?: Omit<SeededSignature, 'certification' | 'reason'>;
}
