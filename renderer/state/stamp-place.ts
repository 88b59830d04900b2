/** Where a stamp was put: points from the lower left corner of a page as it is shown. */
export interface StampPlace {
  readonly page: number | 'last';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A place for every PDF whose page is as large. */
export interface SizedPlace {
  readonly place: StampPlace;
  readonly width: number;
  readonly height: number;
}

/** For which PDFs of a batch a place is meant: all, those whose page is as large, or the one it was chosen on. */
export type StampScope = 'all' | 'size' | 'one';

/** A place as the station reads it. */
export function rectText({ page, x, y, width, height }: StampPlace): string {
  return [page, x, y, width, height].join(',');
}
