import type * as english from '../en/unsigned-texts.ts';
import type { Texts } from '../texts.ts';
import { documents } from './count.ts';

/** Why documents are not signed, on the page of jobs. */
export const unsignedTexts: Texts<typeof english.unsignedTexts> = {
  title: 'Warum Dokumente nicht signiert sind',
  waiting: 'Noch zu signieren',
  failed: 'Fehlgeschlagen, noch nicht wieder versucht',
  newest: 'Gezählt unter den neuesten 10.000 jedes Zustands.',
  retry: 'Erneut versuchen',
  retryOf: (number, why) => `${documents(number)} erneut versuchen: ${why}`,
  retryAll: (number) => `Alle ${documents(number)} erneut versuchen`,
  retryTitle: (number) => `${documents(number)} erneut versuchen?`,
  retryMeaning:
    'Jedes wird eine neue Anfrage mit einer Kopie des Dokuments und denselben Optionen. Die fehlgeschlagenen bleiben in der Liste.',
  cancel: 'Abbrechen',
  cancelOf: (number, why) => `${documents(number)} abbrechen: ${why}`,
  cancelTitle: (number) => `${documents(number)} abbrechen?`,
  cancelMeaning:
    'Sie werden nicht signiert: Wer sie geschickt hat, findet sie abgebrochen. Was schon signiert wird, wird zu Ende signiert.',
  keep: 'So lassen',
  confirmRetry: 'Erneut versuchen',
  confirmCancel: 'Dokumente abbrechen',
  retried: (done, skipped) =>
    `${documents(done)} erneut übergeben${skipped > 0 ? `, ${documents(skipped)} so gelassen` : ''}`,
  cancelled: (done, skipped) =>
    `${documents(done)} abgebrochen${skipped > 0 ? `, ${documents(skipped)} so gelassen` : ''}`,
  only: (why) => `Nur: ${why}`,
  showAll: 'Alle Gründe anzeigen',
};
