import { documents } from './count.ts';

/** Why documents are not signed, on the page of jobs: those of a reason are given in again or cancelled together. */
export const unsignedTexts = {
  title: 'Why documents are not signed',
  waiting: 'Still to be signed',
  failed: 'Failed, not tried again yet',
  newest: 'Counted among the newest 10,000 of each state.',
  retry: 'Try again',
  retryOf: (number: number, why: string): string => `Try ${documents(number)} again: ${why}`,
  retryAll: (number: number): string => `Try all ${documents(number)} again`,
  retryTitle: (number: number): string => `Try ${documents(number)} again?`,
  retryMeaning:
    'Each one becomes a new request with a copy of its document and the same options. Those that failed stay in the list.',
  cancel: 'Cancel',
  cancelOf: (number: number, why: string): string => `Cancel ${documents(number)}: ${why}`,
  cancelTitle: (number: number): string => `Cancel ${documents(number)}?`,
  cancelMeaning:
    'They are not signed: whoever sent them finds them cancelled. Those that are being signed already go on.',
  keep: 'Leave them',
  confirmRetry: 'Try again',
  confirmCancel: 'Cancel them',
  retried: (done: number, skipped: number): string =>
    `${documents(done)} given in again${skipped > 0 ? `, ${documents(skipped)} left as they were` : ''}`,
  cancelled: (done: number, skipped: number): string =>
    `${documents(done)} cancelled${skipped > 0 ? `, ${documents(skipped)} left as they were` : ''}`,
  /** The reason by which the list of documents is filtered, and what ends that. */
  only: (why: string): string => `Only: ${why}`,
  showAll: 'Show all reasons',
} as const;
