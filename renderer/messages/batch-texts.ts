import { count } from './count.ts';

interface Counts {
  readonly total: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly open: number;
}

const documents = (number: number): string => count(number, 'document', 'documents');

/** "12 signed, 28 stopped": what is zero is left out. */
function summary({ completed, failed, cancelled, open }: Counts): string {
  const parts: readonly (readonly [number, string])[] = [
    [completed, 'signed'],
    [open, 'to go'],
    [cancelled, 'stopped'],
    [failed, 'failed'],
  ];
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${String(number)} ${word}`)
    .join(', ');
}

/** Words of the page that shows documents that were given in together. */
export const batchTexts = {
  title: 'Batch',
  of: (number: number): string => `Batch of ${documents(number)}`,
  given: (when: string): string => `Given in ${when}`,
  summary,
  stop: 'Stop',
  download: (number: number): string => `Download ${documents(number)} as one ZIP`,
  retry: (number: number): string => `Try ${count(number, 'failed document', 'failed documents')} again`,
  duplicate: 'The same document is in this batch twice',
  open: 'Open as a batch',
  alreadySigned: 'Seems to be signed already',
  sameTwice: 'Chosen twice',
} as const;
