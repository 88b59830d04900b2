import type { LastRun } from './last-run.ts';
import type { Row } from './row.ts';

/** `openssl speed rsa2048` of one core, in signatures a second, of the machine for which the limits were set. */
const CORE_OF_THE_LIMITS = 3_732;

/**
 * How fast this core makes RSA signatures, beside the one of the limits: of rows that consist of such signatures it says how
 * far they can come here, and of the others little, since some processors have instructions for that arithmetic alone.
 */
export function paceOfCore(opensslRate: number): string {
  const [rate, other] = [opensslRate, CORE_OF_THE_LIMITS].map((each) => Math.round(each).toLocaleString('en'));
  return `one core makes ${String(rate)} RSA-2048 signatures/s now; where the limits were set it made ${String(other)}`;
}

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
