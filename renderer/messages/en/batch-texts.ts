import { listOfCounts, type BatchCounts } from '../count.ts';
import { count, digits, documents } from './count.ts';

/** Words of the page that shows documents that were given in together. */
export const batchTexts = {
  title: 'Batch',
  of: (number: number): string => `Batch of ${documents(number)}`,
  given: (when: string): string => `Given in ${when}`,
  summary: ({ completed, open, cancelled, failed }: BatchCounts): string =>
    listOfCounts([
      [completed, `${digits(completed)} signed`],
      [open, `${digits(open)} to go`],
      [cancelled, `${digits(cancelled)} stopped`],
      [failed, `${digits(failed)} failed`],
    ]),
  stop: 'Stop',
  download: (number: number): string => `Download ${documents(number)} as one ZIP`,
  retry: (number: number): string => `Try ${count(number, 'failed document', 'failed documents')} again`,
  otherwise: (number: number): string => `Sign ${digits(number)} with other options`,
  gone: (number: number): string => `Deleted here, to be chosen from your own files: ${documents(number)}`,
  duplicate: 'The same document is in this batch more than once',
  open: 'Open as a batch',
  alreadySigned: 'Seems to be signed already',
  sameTwice: 'Chosen twice',
} as const;
