/** Tables as text for spreadsheets (RFC 4180), in UTF-8 with the mark that tells them so. */

export type Cell = string | number | boolean | null;

/** Begins a formula in a spreadsheet; with an apostrophe before it, it is text. */
const FORMULA = /^[=+\-@\t\r]/;

function field(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line with its end. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(field).join(',')}\r\n`;
}

/** What a file begins with, so that spreadsheets read it as UTF-8. */
export const CSV_START = '\uFEFF';
