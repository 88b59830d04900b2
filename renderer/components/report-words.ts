import type { VerificationStatus } from '../../service/contract/http/verification.ts';
import { formatDate, formatDateTime, withLocalTimes } from '../formatting/times.ts';
import { laterText, text } from '../messages/messages.ts';
import { reportWords } from '../paper/report-words.ts';
import { worded } from '../state/station-words.svelte.ts';
import type { IconName } from './icons.ts';
import type { Tone } from './status-tones.ts';

/** The words of reports in the language of the page. */
export const {
  certificateWords,
  claimedTime,
  coverageOf,
  cryptoWords,
  leadOf,
  levelWords,
  listedWords,
  provenTime,
  revocationWords,
  timestampWords,
} = reportWords({
  report: text.report,
  // They may come after this file.
  get times() {
    return laterText.times;
  },
  ...{ formatDate, formatDateTime },
  station: (english) => withLocalTimes(worded(english)),
});

/** How a verdict is shown. */
export function badgeOf(status: VerificationStatus): { tone: Tone; symbol: IconName; label: string } {
  return { ...BADGES[status], label: laterText.verify.verdicts[status] };
}

const BADGES = {
  VALID: { tone: 'good', symbol: 'check' },
  INVALID: { tone: 'bad', symbol: 'cross' },
  INDETERMINATE: { tone: 'warn', symbol: 'question' },
} as const satisfies Record<VerificationStatus, { tone: Tone; symbol: IconName }>;
