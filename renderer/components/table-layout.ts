/** A column of a virtual table. */
export interface TableColumn {
  readonly label: string;
  /** CSS width of the column; the first column without one takes the rest. */
  readonly width?: string;
  /** Takes two lines of a card; its cells have the class `long`. */
  readonly isLong?: true;
}

/** Height of every row in CSS pixels; the styles of the table say the same. */
export const ROW_HEIGHT = 48;
/** Head row, borders and a horizontal scroll bar, in CSS pixels. */
export const HEAD_HEIGHT = 60;
/** Below this width, in CSS pixels, rows are drawn as cards. */
export const CARD_WIDTH = 860;
/** The next page is asked for this many rows before the end comes into view. */
export const ROWS_AHEAD = 60;

const LINE_HEIGHT = 28;
/** The first cell is the card's heading: three lines at most, and what stands between them and the next. */
const HEADING_HEIGHT = 56;
const CARD_EDGES = 21;

/** Height of a row that is drawn as a card: its heading, then one line for each column, two for long ones. */
export function cardHeight(columns: readonly TableColumn[]): number {
  const lines = columns.slice(1).reduce((sum, { isLong }) => sum + (isLong === true ? 2 : 1), 0);
  return HEADING_HEIGHT + lines * LINE_HEIGHT + CARD_EDGES;
}

/** The labels as CSS strings, `--label-1` and so on, which cards show before their values. */
export function labelProperties(columns: readonly TableColumn[]): string {
  return columns.map(({ label }, index) => `--label-${String(index + 1)}: ${JSON.stringify(label)}`).join('; ');
}
