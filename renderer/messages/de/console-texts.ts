import type * as english from '../en/console-texts.ts';
import type { Texts } from '../texts.ts';
import { digits } from './count.ts';

/** The dashboard. */
export const dashboardTexts: Texts<typeof english.dashboardTexts> = {
  title: 'Übersicht',
  lead: 'Was die Station getan hat und gerade tut.',
  completed: 'Signiert',
  inProgress: 'In Arbeit',
  failed: 'Fehlgeschlagen',
  total: 'Alle Dokumente',
  lastHour: (number) => `${digits(number)} in der letzten Stunde`,
  waitingSince: (when) => `Ältestes wartet: ${when}`,
  nothingWaiting: 'Nichts wartet',
  median: (duration) => `Üblich: ${duration} von der Warteschlange bis zur Signatur`,
  noMedian: 'Noch keine Signatur gemessen',
  byFormat: 'Nach Format',
  recent: 'Neueste Dokumente',
  all: 'Alle Dokumente',
  health: 'Anbieter',
  emptyTitle: 'Noch nichts signiert',
  emptyHint: 'Legen Sie Ihr erstes Dokument auf der Seite „Signieren“ ab. Es dauert keine Minute.',
};

/** The list of documents. */
export const documentTexts: Texts<typeof english.documentTexts> = {
  title: 'Dokumente',
  lead: 'Jedes Dokument, das dieser Station übergeben wurde.',
  search: 'Nach Dateiname, Korrelations-ID oder ID suchen',
  searchLabel: 'Dokumente suchen',
  anyStatus: 'Jeder Zustand',
  anyFormat: 'Jedes Format',
  status: 'Zustand',
  format: 'Format',
  name: 'Dokument',
  created: 'Übergeben',
  note: 'Hinweis',
  size: 'Größe',
  none: 'Noch keine Dokumente',
  noneHint: 'Dokumente, die Sie oder lokale Programme signieren, erscheinen hier.',
  noMatch: 'Kein Dokument passt',
  noMatchHint: 'Ändern Sie die Suche oder die Filter.',
  fresh: 'Neuere Dokumente sind eingetroffen',
  showFresh: 'Anzeigen',
};

/** The list of jobs. */
export const jobTexts: Texts<typeof english.jobTexts> = {
  title: 'Aufträge',
  lead: 'Die Arbeit der Station an jedem Dokument, für die Administration.',
  document: 'Dokument',
  status: 'Auftrag',
  request: 'Zustand',
  groups: 'Wo die Aufträge sind',
  groupNames: {
    Queued: 'Warten',
    Processing: 'Werden signiert',
    RetryScheduled: 'Werden erneut versucht',
    Failed: 'Fehlgeschlagen, ausgesondert',
  },
  attempt: 'Versuch',
  lastError: 'Letzter Fehler',
  created: 'Angelegt',
  duration: 'Dauer',
  any: 'Jeder Auftragszustand',
  filter: 'Auftragszustand',
  none: 'Noch keine Aufträge',
  noneHint: 'Jedes übergebene Dokument wird zu einem Auftrag.',
  noMatchHint: 'Wählen Sie einen anderen Zustand.',
  noMatch: 'Kein Auftrag in diesem Zustand',
};

/** The audit. */
export const auditTexts: Texts<typeof english.auditTexts> = {
  title: 'Protokoll',
  lead: 'Was geschah, wer es tat und wann. Einträge werden nie geändert.',
  when: 'Wann',
  from: 'Von',
  to: 'Bis',
  csv: 'Als CSV speichern',
  json: 'Als JSON speichern',
  event: 'Ereignis',
  actor: 'Durch',
  entity: 'Betrifft',
  details: 'Details',
  search: 'Nach Person, ID oder Korrelations-ID suchen',
  searchLabel: 'Protokoll durchsuchen',
  any: 'Jedes Ereignis',
  filter: 'Ereignis',
  none: 'Noch nichts aufgezeichnet',
  noneHint: 'Die erste Signaturanfrage schreibt die ersten Einträge.',
  noMatch: 'Kein Eintrag passt',
  noMatchHint: 'Ändern Sie die Suche oder das Ereignis.',
};
