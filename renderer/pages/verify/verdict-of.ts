import type { IconName } from '../../components/icons.ts';
import type { Tone } from '../../components/status-tones.ts';
import { laterText } from '../../messages/messages.ts';
import { verdictCounts, verdictOn, type EndedVerdict } from '../../paper/verdicts.ts';
import type { CheckedFile } from './verification.svelte.ts';

/** How the check of a file ended, or that it has not. */
export type Verdict = EndedVerdict | 'running';

/** A file with what the station says of it, or said nothing of yet. */
export type Checked = Pick<CheckedFile, 'signed' | 'originals'> & {
  readonly check: Pick<CheckedFile['check'], 'inspection' | 'fault'>;
};

const LOOKS: Readonly<Record<Verdict, { tone: Tone; symbol: IconName }>> = {
  VALID: { tone: 'good', symbol: 'check' },
  INVALID: { tone: 'bad', symbol: 'cross' },
  INDETERMINATE: { tone: 'warn', symbol: 'question' },
  unsigned: { tone: 'plain', symbol: 'info' },
  failed: { tone: 'bad', symbol: 'warning' },
  running: { tone: 'busy', symbol: 'clock' },
};

/** How a verdict is shown. */
export function lookOf(verdict: Verdict): { tone: Tone; symbol: IconName; label: string } {
  const { verdicts, checking } = laterText.verify;
  return { ...LOOKS[verdict], label: verdict === 'running' ? checking : verdicts[verdict] };
}

/** The verdict on one file, or that it is still looked at. */
export function verdictOf({ check }: Pick<Checked, 'check'>): Verdict {
  return check.inspection === null && check.fault === null ? 'running' : verdictOn(check.inspection);
}

/** "2 valid, 1 not valid": what counts first, nothing that is zero. */
export function summaryOf(verdicts: readonly Verdict[]): string {
  return verdictCounts(verdicts, laterText.verify.counted);
}
