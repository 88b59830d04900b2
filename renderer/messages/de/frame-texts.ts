import type * as english from '../en/frame-texts.ts';
import type { Texts } from '../texts.ts';
import { count, documents } from './count.ts';

/** The frame around every page. */
export const navigationTexts: Texts<typeof english.navigationTexts> = {
  label: 'Hauptmenü',
  open: 'Menü öffnen',
  close: 'Menü schließen',
  sign: 'Signieren',
  review: 'Freigeben',
  toReview: (number) => `${documents(number)} freizugeben`,
  documents: 'Dokumente',
  verify: 'Signatur prüfen',
  dashboard: 'Übersicht',
  certificates: 'Zertifikate',
  providers: 'Anbieter',
  jobs: 'Aufträge',
  audit: 'Protokoll',
  settings: 'Einstellungen',
  overview: 'Station',
  work: 'Arbeit',
  live: 'Live',
  connecting: 'Verbindet',
  liveHint: 'Zustände werden sofort aktualisiert',
  loading: 'Die Seite wird geöffnet',
  refused: 'API-Schlüssel nötig',
  refusedHint: 'Die Station antwortet und verlangt einen API-Schlüssel oder einen anderen',
  offlineHint: 'Keine Verbindung zur Station; es wird erneut versucht',
  working: (number) => `${documents(number)} in Arbeit`,
};

/** Buttons that stand on many pages. */
export const actionTexts: Texts<typeof english.actionTexts> = {
  retry: 'Erneut versuchen',
  refresh: 'Aktualisieren',
  download: 'Herunterladen',
  checkSignature: 'Signatur prüfen',
  details: 'Details',
  remove: 'Entfernen',
  cancel: 'Signieren abbrechen',
  dismiss: 'Ausblenden',
  copy: 'Kopieren',
  copied: 'Kopiert',
  save: 'Speichern',
  showMore: 'Mehr anzeigen',
  backToSign: 'Dokumente signieren',
};

export const demoTexts: Texts<typeof english.demoTexts> = {
  badge: 'Demo',
  hint: 'Nur zum Ausprobieren. Damit erstellte Signaturen haben keine rechtliche Wirkung.',
};

/** Words of long tables. */
export const tableTexts: Texts<typeof english.tableTexts> = {
  loading: 'Weitere Zeilen werden geladen',
  loaded: (number, isAll) =>
    isAll
      ? count(number, 'Zeile', 'Zeilen')
      : `${count(number, 'Zeile', 'Zeilen')} geladen; für mehr nach unten scrollen`,
  scrollRegion: (name) => `${name}, scrollbare Tabelle`,
};

export const toastTexts: Texts<typeof english.toastTexts> = {
  region: 'Meldungen',
  downloadFailed: 'Das Herunterladen hat nicht funktioniert',
};

/** The page of an address that is none. */
export const notFoundTexts: Texts<typeof english.notFoundTexts> = {
  heading: 'Seite nicht gefunden',
  title: 'Hier ist nichts',
  hint: 'Die Adresse ist vielleicht veraltet oder vertippt.',
};

/** Words that numbers and times need; the rest of their form is Unicode's (CLDR) for the locale. */
export const formattingTexts: Texts<typeof english.formattingTexts> = {
  locale: 'de',
  justNow: 'gerade eben',
  soon: 'gleich',
  labelled: (label, value) => `${label}: ${value}`,
  bytes: (digits) => `${digits} Byte`,
  sizes: ['KB', 'MB', 'GB', 'TB'],
};
