import type * as english from '../en/unsigned-texts.ts';
import type { Texts } from '../texts.ts';
import { documents, form } from './count.ts';

const left = (number: number): string =>
  number > 0 ? `, ${documents(number)} ${form(number, 'laissé tel quel', 'laissés tels quels')}` : '';

/** Why documents are not signed, on the page of jobs. */
export const unsignedTexts: Texts<typeof english.unsignedTexts> = {
  title: 'Pourquoi des documents ne sont pas signés',
  waiting: 'Encore à signer',
  failed: 'En échec, pas encore réessayés',
  newest: 'Comptés parmi les 10 000 plus récents de chaque état.',
  retry: 'Réessayer',
  retryOf: (number, why) => `Réessayer ${documents(number)} : ${why}`,
  retryAll: (number) => form(number, `Réessayer ${documents(number)}`, `Réessayer les ${documents(number)}`),
  retryTitle: (number) => `Réessayer ${documents(number)} ?`,
  retryMeaning:
    'Chacun devient une nouvelle demande avec une copie de son document et les mêmes options. Ceux qui ont échoué restent dans la liste.',
  cancel: 'Annuler',
  cancelOf: (number, why) => `Annuler ${documents(number)} : ${why}`,
  cancelTitle: (number) => `Annuler ${documents(number)} ?`,
  cancelMeaning:
    'Ils ne seront pas signés : leurs expéditeurs les trouveront annulés. Ceux dont la signature a commencé continuent.',
  keep: 'Ne rien changer',
  confirmRetry: 'Réessayer',
  confirmCancel: 'Annuler les documents',
  retried: (done, skipped) => `${documents(done)} remis à nouveau${left(skipped)}`,
  cancelled: (done, skipped) => `${documents(done)} ${form(done, 'annulé', 'annulés')}${left(skipped)}`,
  only: (why) => `Seulement : ${why}`,
  showAll: 'Afficher toutes les raisons',
};
