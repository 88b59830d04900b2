import type * as english from '../en/evidence-texts.ts';
import type { Texts } from '../texts.ts';
import { count } from './count.ts';

const files = (number: number): string => count(number, 'Datei', 'Dateien');

/** What people read about files of level LTA and how long their evidence lasts. */
export const evidenceTexts: Texts<typeof english.evidenceTexts> = {
  title: 'Dauerhafte Nachweise',
  lead: 'Gespeicherte Dateien der Stufe LTA. Erneuern Sie sie, bevor ihre Nachweise enden: Ein neuer Archivzeitstempel kommt hinzu, die Signaturen bleiben, wie sie sind.',
  open: 'Dauerhafte Nachweise',
  document: 'Dokument',
  format: 'Format',
  goodUntil: 'Gültig bis',
  completed: 'Erstellt',
  renewal: 'Erneuerung',
  action: 'Aktion',
  statuses: {
    Created: 'Empfangen',
    Queued: 'Verlangt',
    Processing: 'Wird erneuert',
    RetryScheduled: 'Wird erneut versucht',
    Completed: 'Erneuert',
    Failed: 'Fehlgeschlagen',
    Rejected: 'Abgelehnt',
    Cancelled: 'Abgebrochen',
  },
  waits: 'Kein Versuch wird verbraucht: Die Erneuerung geht von selbst weiter, sobald sich das geändert hat.',
  whyOf: (name) => `Erneuerung von ${name}`,
  closeWhy: 'Grund schließen',
  filter: 'Nachweise enden',
  any: 'Wann immer sie enden',
  within: { '30': 'Enden in 30 Tagen', '90': 'Enden in 90 Tagen', '365': 'Enden in einem Jahr' },
  ended: (date) => `endete am ${date}`,
  renew: 'Erneuern',
  renewOf: (name) => `${name} erneuern`,
  renewAll: (days) => `Alle erneuern, die in ${days} Tagen enden`,
  notHere: 'Ein erweiterter Upload: Geben Sie die Datei noch einmal, um sie zu erneuern',
  none: 'Keine Datei der Stufe LTA ist gespeichert',
  noneHint:
    'Signieren oder erweitern Sie ein Dokument auf Stufe LTA: Es steht dann hier mit dem Ende seiner Nachweise.',
  noMatch: 'So bald enden keine Nachweise',
  noMatchHint: 'Wählen Sie einen längeren Zeitraum, um mehr zu sehen.',
  requested: ({ requested, skipped, isComplete }) =>
    [
      `Erneuerung von ${files(requested.length)} verlangt`,
      ...(skipped.length > 0 ? [`${files(skipped.length)} übersprungen`] : []),
      ...(isComplete ? [] : ['weitere sind fällig: verlangen Sie es noch einmal']),
    ].join(', '),
  oneRequested: (name) => `Erneuerung von ${name} verlangt`,
};
