import type { HandOver } from '../../service/contract/http/hand-over.ts';
import type { Inspection } from '../../service/contract/http/inspection.ts';

/** How the check of a file ended. */
export type EndedVerdict = 'VALID' | 'INVALID' | 'INDETERMINATE' | 'unsigned' | 'failed';

/** The verdict on a file, null where it could not be checked; one in which nothing can be judged has none of the three words. */
export function verdictOn(inspection: Inspection | null): EndedVerdict {
  if (inspection === null) return 'failed';
  return inspection.report?.overallStatus ?? 'unsigned';
}

/** "2 valid, 1 not valid": what counts first, nothing that is zero. */
export function verdictCounts<V extends EndedVerdict | 'running'>(
  verdicts: readonly V[],
  counted: Readonly<Record<V, (number: number) => string>>,
): string {
  const order: readonly string[] = ['INVALID', 'INDETERMINATE', 'failed', 'unsigned', 'VALID', 'running'];
  return [...new Set(verdicts)]
    .toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
    .map((verdict) => counted[verdict](verdicts.filter((one) => one === verdict).length))
    .join(', ');
}

/** What the report is about, as its title and its foot call it: one file, or how many. */
export function subjectOf(sheets: readonly HandOver[], several: (number: number) => string): string {
  const [only, ...more] = sheets;
  return only !== undefined && more.length === 0 ? only.fileName : several(sheets.length);
}
