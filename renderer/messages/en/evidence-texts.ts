import type { BulkRenewal } from '../../../service/contract/http/extensions.ts';
import type { SignatureStatus } from '../../../service/contract/vocabulary/states.ts';
import { count } from './count.ts';

const files = (number: number): string => count(number, 'file', 'files');

/** What people read about files of level LTA and how long their evidence lasts. */
export const evidenceTexts = {
  title: 'Lasting evidence',
  lead: 'Stored files of level LTA. Renew them before their evidence ends: a new archive timestamp is added, the signatures stay as they are.',
  open: 'Lasting evidence',
  document: 'Document',
  format: 'Format',
  goodUntil: 'Good until',
  completed: 'Made',
  renewal: 'Renewal',
  action: 'Action',
  statuses: {
    Created: 'Received',
    Queued: 'Requested',
    Processing: 'Renewing',
    RetryScheduled: 'Will try again',
    Completed: 'Renewed',
    Failed: 'Failed',
    Rejected: 'Rejected',
    Cancelled: 'Cancelled',
  } satisfies Record<SignatureStatus, string>,
  waits: 'No attempt is used up: the renewal goes on by itself as soon as this has changed.',
  whyOf: (name: string): string => `Renewal of ${name}`,
  closeWhy: 'Close the reason',
  filter: 'Evidence ends',
  any: 'Whenever it ends',
  within: { '30': 'Ends within 30 days', '90': 'Ends within 90 days', '365': 'Ends within a year' },
  ended: (date: string): string => `ended ${date}`,
  renew: 'Renew',
  renewOf: (name: string): string => `Renew ${name}`,
  renewAll: (days: string): string => `Renew all that end within ${days} days`,
  notHere: 'An extended upload: give the file in again to renew it',
  none: 'No file of level LTA is stored',
  noneHint: 'Sign or extend a document at level LTA: it is listed here with the end of its evidence.',
  noMatch: 'No evidence ends that soon',
  noMatchHint: 'Choose a longer time to see more.',
  requested: ({ requested, skipped, isComplete }: BulkRenewal): string =>
    [
      `Renewal of ${files(requested.length)} requested`,
      ...(skipped.length > 0 ? [`${files(skipped.length)} skipped`] : []),
      ...(isComplete ? [] : ['more are due: ask again']),
    ].join(', '),
  oneRequested: (name: string): string => `Renewal of ${name} requested`,
} as const;
