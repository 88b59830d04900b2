import type * as english from '../en/viewer-texts.ts';
import type { Texts } from '../texts.ts';
import { count, digits } from './count.ts';

const times = (number: number): string => (number === 1 ? '' : ` (${digits(number)}-mal)`);

/** Words of looking at a document. */
export const viewerTexts: Texts<typeof english.viewerTexts> = {
  view: 'Ansehen',
  viewInput: 'Wie gesendet ansehen',
  viewOutput: 'Signiert ansehen',
  viewOf: (label, name) => `${label}: ${name}`,
  close: 'Dokument schließen',
  pages: 'Seiten',
  page: 'Seite',
  previous: 'Vorige Seite',
  next: 'Nächste Seite',
  of: (number) => (number === 0 ? 'wird geöffnet' : `von ${digits(number)}`),
  smaller: 'Kleiner',
  larger: 'Größer',
  keys: (name) => `${name}. Bild auf und Bild ab blättern, Plus und Minus ändern die Größe.`,
  pageText: (page) => `Text der Seite ${String(page)}:`,
  picture: (name) => `Das Bild ${name}`,
  contents: 'Dateien in diesem Container',
  nothing: 'Eine Datei dieser Art wird hier nicht gezeigt. Vergleichen lassen sich ihr Name und SHA-256.',
  cut: 'Der Text ist länger als das, was hier gezeigt wird.',
  size: 'Größe',
  hash: 'SHA-256 des Gezeigten',
  noHash: 'nicht verfügbar: Dieser Browser bildet ihn nur für Seiten dieses Rechners oder über TLS',
  otherBytes:
    'Das ist nicht das Dokument, das die Station verzeichnet hat: Sein SHA-256 ist ein anderer. Es wird nicht gezeigt und darf nicht signiert werden.',
  faults: {
    password: 'Das PDF lässt sich nur mit einem Passwort öffnen, darum wird es hier nicht gezeigt.',
    damaged: 'Das PDF ist beschädigt und kann hier nicht gezeigt werden.',
  },
  inspecting: 'Die Station sucht, was eine Seite nicht zeigt …',
  notInspected: 'Die Station konnte nicht in dieses Dokument sehen.',
  nothingFound: 'Keine Signaturen, Skripte, verborgenen Ebenen oder eingebetteten Dateien gefunden.',
  signedBy: (name, verdict) => `Bereits signiert von ${name}. ${verdict}.`,
  warnings: {
    JavaScript: (number) =>
      `Es enthält Skripte${times(number)}: Andere Programme zeigen vielleicht etwas anderes, als Sie hier sehen.`,
    Launch: (number) => `Es kann Programme starten${times(number)}.`,
    XFA: () => 'Es enthält ein zweites Formular (XFA), das andere Programme statt dieser Seiten zeigen können.',
    HiddenLayers: (number) =>
      `${count(number, 'Ebene ist', 'Ebenen sind')} verborgen und können später sichtbar gemacht werden.`,
    UnusedObjects: (number) =>
      `Es enthält ${count(number, 'Objekt, das', 'Objekte, die')} jetzt keine Seite zeigt, darunter Seiten oder Inhalte.`,
    EmbeddedFiles: (number) =>
      `Es enthält ${count(number, 'Datei', 'Dateien')}, die Sie hier nicht sehen, aber mitsignieren würden.`,
    OverlappingFields: (number) =>
      `${count(number, 'Formularfeld liegt über einem anderen und verdeckt', 'Formularfelder liegen über einem anderen und verdecken')} vielleicht, was es sagt.`,
    NotExamined: () => 'Nicht alles davon konnte untersucht werden.',
  },
};
