/** Where a stamp is wanted: at a place of a page, or next to a text of the document. */
export type StampWish = StampRect | { readonly anchor: string };

/** Points from the lower left corner of the page as it is shown. */
export interface StampRect {
  /** From 1; `last` is the last one. */
  readonly page: number | 'last';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
