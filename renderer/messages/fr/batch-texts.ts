import type * as english from '../en/batch-texts.ts';
import type { Texts } from '../texts.ts';
import { listOfCounts } from '../count.ts';
import { count, digits, documents } from './count.ts';

/** Words of the page that shows documents that were given in together. */
export const batchTexts: Texts<typeof english.batchTexts> = {
  title: 'Lot',
  of: (number) => `Lot de ${documents(number)}`,
  given: (when) => `Remis : ${when}`,
  summary: ({ completed, open, cancelled, failed }) =>
    listOfCounts([
      [completed, count(completed, 'signé', 'signés')],
      [open, `${digits(open)} à faire`],
      [cancelled, count(cancelled, 'arrêté', 'arrêtés')],
      [failed, `${digits(failed)} en échec`],
    ]),
  stop: 'Arrêter',
  download: (number) => `Télécharger ${documents(number)} en un ZIP`,
  retry: (number) => `Réessayer ${count(number, 'document en échec', 'documents en échec')}`,
  otherwise: (number) => `Signer ${digits(number)} avec d’autres options`,
  gone: (number) => `Supprimés ici, à choisir parmi vos propres fichiers : ${documents(number)}`,
  duplicate: 'Le même document est plusieurs fois dans ce lot',
  open: 'Ouvrir comme lot',
  alreadySigned: 'Semble déjà signé',
  sameTwice: 'Choisi deux fois',
};
