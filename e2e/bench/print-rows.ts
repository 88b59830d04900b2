import type { LastRun } from './last-run.ts';
import type { Row } from './row.ts';

/** `openssl speed rsa2048` of one core, in signatures a second, of the machine for which the limits were set. */
const CORE_OF_THE_LIMITS = 3_732;

/**
 * How fast this core is beside the one of the limits: a virtual machine's share of a processor differs by the hour, and what
 * is counted a second or in milliseconds differs with it.
 */
export function paceOfCore(opensslRate: number): string {
  const pace = (opensslRate / CORE_OF_THE_LIMITS).toFixed(2);
  const rate = opensslRate.toLocaleString('en', { maximumFractionDigits: 0 });
  return `one core makes ${rate} RSA-2048 signatures/s now, ${pace} x of that for which the limits were set`;
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
