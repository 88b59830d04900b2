import type { LastRun } from './last-run.ts';
import type { Row } from './row.ts';

/** One line a figure: reached or not, what it is, its limit, the last run's; then what it is limited by. */
export function printRows(rows: readonly Row[], last: LastRun): void {
  for (const row of rows) {
    const mark = row.isReached ? 'reached' : 'MISSED ';
    const measured = `${row.measured.toFixed(1).padStart(9)} ${row.unit.padEnd(7)}`;
    console.log(`${mark}  ${measured} ${row.limit.padEnd(18)} ${row.what}${lastWords(row, last)}`);
    console.log(`         limited by ${row.limitedBy}${row.note === undefined ? '' : `; ${row.note}`}`);
  }
}

/** Runs hours apart are not a pair: the factor is a hint of where to look with `--against`, no verdict. */
function lastWords({ what, measured }: Row, last: LastRun): string {
  const before = last.get(what);
  if (before === undefined) return '';
  return ` (last run ${before.toFixed(1)}: ${(measured / before).toFixed(2)} x)`;
}
