import type * as english from '../en/batch-texts.ts';
import type { Texts } from '../texts.ts';
import { listOfCounts } from '../count.ts';
import { count, digits, documents } from './count.ts';

/** Words of the page that shows documents that were given in together. */
export const batchTexts: Texts<typeof english.batchTexts> = {
  title: 'Stapel',
  of: (number) => `Stapel mit ${count(number, 'Dokument', 'Dokumenten')}`,
  given: (when) => `Übergeben ${when}`,
  summary: ({ completed, open, cancelled, failed }) =>
    listOfCounts([
      [completed, `${digits(completed)} signiert`],
      [open, `${digits(open)} offen`],
      [cancelled, `${digits(cancelled)} angehalten`],
      [failed, `${digits(failed)} fehlgeschlagen`],
    ]),
  stop: 'Anhalten',
  download: (number) => `${documents(number)} als ein ZIP herunterladen`,
  retry: (number) => `${count(number, 'fehlgeschlagenes Dokument', 'fehlgeschlagene Dokumente')} erneut versuchen`,
  otherwise: (number) => `${digits(number)} mit anderen Optionen signieren`,
  gone: (number) => `Hier gelöscht, aus den eigenen Dateien zu wählen: ${documents(number)}`,
  duplicate: 'Dasselbe Dokument ist mehrmals in diesem Stapel',
  open: 'Als Stapel öffnen',
  alreadySigned: 'Scheint bereits signiert zu sein',
  sameTwice: 'Zweimal gewählt',
};
