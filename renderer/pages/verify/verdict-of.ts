import type { IconName } from '../../components/icons.ts';
import type { Tone } from '../../components/status-tones.ts';
import { text } from '../../messages/messages.ts';
import type { CheckedFile } from './verification.svelte.ts';

/** How the check of a file ended, or that it has not. */
export type Verdict = 'VALID' | 'INVALID' | 'INDETERMINATE' | 'unsigned' | 'failed' | 'running';

/** A file with what the station says of it, or said nothing of yet. */
export type Checked = Pick<CheckedFile, 'signed' | 'original'> & {
  readonly check: Pick<CheckedFile['check'], 'inspection' | 'fault'>;
};

const t = text.verify;

export const VERDICT_LOOKS: Readonly<Record<Verdict, { tone: Tone; symbol: IconName; label: string }>> = {
  VALID: { tone: 'good', symbol: 'check', label: t.verdicts.VALID },
  INVALID: { tone: 'bad', symbol: 'cross', label: t.verdicts.INVALID },
  INDETERMINATE: { tone: 'warn', symbol: 'question', label: t.verdicts.INDETERMINATE },
  unsigned: { tone: 'plain', symbol: 'info', label: t.verdicts.unsigned },
  failed: { tone: 'bad', symbol: 'warning', label: t.verdicts.failed },
  running: { tone: 'busy', symbol: 'clock', label: t.checking },
};

/** The verdict on one file; a file in which nothing can be judged has none of the three words. */
export function verdictOf({ check }: Pick<Checked, 'check'>): Verdict {
  if (check.inspection !== null) return check.inspection.report?.overallStatus ?? 'unsigned';
  return check.fault === null ? 'running' : 'failed';
}

/** "2 valid, 1 not valid": what counts first, nothing that is zero. */
export function summaryOf(verdicts: readonly Verdict[]): string {
  const order: readonly Verdict[] = ['INVALID', 'INDETERMINATE', 'failed', 'unsigned', 'VALID', 'running'];
  return order
    .map((verdict) => ({ verdict, count: verdicts.filter((one) => one === verdict).length }))
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${String(count)} ${VERDICT_LOOKS[verdict].label.toLowerCase()}`)
    .join(', ');
}
