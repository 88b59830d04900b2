import type * as english from '../en/verification-texts.ts';
import type { Texts } from '../texts.ts';
import { digits } from './count.ts';

/** Words of the page that checks signatures. */
export const verifyTexts: Texts<typeof english.verifyTexts> = {
  title: 'Signatur prüfen',
  lead: 'Die Datei wird auf dieser Station geprüft und nicht behalten.',
  dropTitle: 'Signierte Dateien hier ablegen',
  dropHint: 'PDF, XML, .p7m, .p7s, .asics, .asice oder jede andere Datei; Signaturen zusammen mit ihren Originalen',
  choose: 'Signierte Dateien wählen',
  original: 'Originaldokument',
  originalHint: 'Nur nötig, wenn die Signatur in einer eigenen Datei steht, getrennt vom Dokument.',
  chooseOriginal: 'Original wählen',
  otherOriginal:
    'Die Signatur passt nicht zu diesem Dokument. Gehört sie zu einem anderen, entfernen Sie dieses und wählen Sie jenes.',
  check: 'Signatur prüfen',
  checking: 'Wird geprüft',
  another: 'Andere Datei prüfen',
  kinds: {
    PDF: 'PDF',
    XML: 'XML',
    CMS: 'CMS-Signatur',
    ASiC_S: 'ASiC-S-Container',
    ASiC_E: 'ASiC-E-Container',
    TimestampToken: 'Zeitstempel',
    PlainFile: 'Einfache Datei',
    Unknown: '',
  },
  unsigned: 'Diese Datei ist nicht signiert',
  contents: 'Dateien im Container',
  fileSigned: 'signiert',
  fileUnsigned: 'nicht signiert',
  resultFor: (name) => `Ergebnis für ${name}`,
  several: (number) => `${digits(number)} Dateien geprüft:`,
  verdicts: {
    VALID: 'Gültig',
    INVALID: 'Nicht gültig',
    INDETERMINATE: 'Nicht bestätigt',
    unsigned: 'Nicht signiert',
    failed: 'Nicht geprüft',
  },
  counted: {
    VALID: (number) => `${digits(number)} gültig`,
    INVALID: (number) => `${digits(number)} nicht gültig`,
    INDETERMINATE: (number) => `${digits(number)} nicht bestätigt`,
    unsigned: (number) => `${digits(number)} nicht signiert`,
    failed: (number) => `${digits(number)} nicht geprüft`,
    running: (number) => `${digits(number)} in Prüfung`,
  },
};

/** Words of the report that is handed over with a file. */
export const handOverTexts: Texts<typeof english.handOverTexts> = {
  print: 'Bericht drucken',
  json: 'Als JSON speichern',
  pdf: 'Als PDF speichern',
  sign: 'Bericht signieren',
  title: (name) => `Prüfbericht: ${name}`,
  several: (number) => `${String(number)} Dateien`,
  pageOf: (name, page, pages) => `${name} · Seite ${String(page)} von ${String(pages)}`,
  file: 'Datei',
  sha256: 'SHA-256',
  noHash: 'nicht gebildet: Die Seite ist nicht auf diesem Rechner oder über TLS geöffnet, oder die Datei ist sehr groß',
  time: 'Zeitpunkt der Signatur',
  made: (at, station, format) =>
    `Geprüft ${format(at)} von der Signaturstation ${station}. Das Urteil gilt für diesen Zeitpunkt und für die Datei mit diesem SHA-256.`,
};

/** Words for when something was signed, and what proves it. */
export const timeTexts: Texts<typeof english.timeTexts> = {
  claimed: 'laut Unterzeichner',
  proven: 'Durch Zeitstempel bewiesen',
  provenBy: (when) => `war am ${when} vorhanden`,
  goodUntil: 'Beweiskraft bis',
  timestamps: 'Zeitstempel',
  others: 'Zeitstempel neben den Signaturen',
  unknownAuthority: 'unbekannte Stelle',
  unreadable: 'seine Zeit ist nicht lesbar',
  kinds: {
    ContentTimestamp: 'Über den Inhalt',
    AllDataObjectsTimestamp: 'Über alle signierten Daten',
    IndividualDataObjectsTimestamp: 'Über einen Teil der signierten Daten',
    SignatureTimestamp: 'Über die Signatur',
    SigAndRefsTimestamp: 'Über die Signatur und ihre Verweise',
    RefsOnlyTimestamp: 'Über Verweise',
    ArchiveTimestamp: 'Archivzeitstempel',
    DocumentTimestamp: 'Über das Dokument',
    ContainerTimestamp: 'Über den Container',
  },
};
