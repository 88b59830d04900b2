/** A column of a virtual table. */
export interface TableColumn {
  readonly label: string;
  /** CSS width of the column; the first column without one takes the rest. */
  readonly width?: string;
  /** Left out on narrow windows (`minor`), or already on ordinary ones (`extra`). */
  readonly rank?: 'minor' | 'extra';
}

/** Height of every row in CSS pixels; the styles of the table say the same. */
export const ROW_HEIGHT = 48;
/** Head row, borders and a horizontal scroll bar, in CSS pixels. */
export const HEAD_HEIGHT = 60;
/** The next page is asked for this many rows before the end comes into view. */
export const ROWS_AHEAD = 60;
/** More than ever drawn at once; a row that leaves at one end gives its elements to the one that enters. */
export const SLOTS = 256;
