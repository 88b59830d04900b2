import type * as english from '../en/review-texts.ts';
import type { Texts } from '../texts.ts';
import { count, digits, documents } from './count.ts';

/** Words of the page where a person approves what programs gave in. */
export const reviewTexts: Texts<typeof english.reviewTexts> = {
  title: 'Ansehen und freigeben',
  lead: 'Programme haben diese Dokumente übergeben. Nichts wird signiert, bevor Sie es gesehen und zugestimmt haben.',
  emptyTitle: 'Nichts wartet auf Sie',
  emptyHint: 'Übergibt ein Programm ein Dokument, das Sie freigeben müssen, erscheint es hier von selbst.',
  waiting: (number) => `${documents(number)} freizugeben`,
  list: 'Wartende Dokumente',
  document: 'Das Dokument',
  signing: 'Signieren',
  program: 'Ein Programm dieses Computers',
  byFolder: (name) => `Überwachter Ordner ${name}`,
  batch: (number) => `Stapel mit ${count(number, 'Dokument', 'Dokumenten')}`,
  rules: {
    Never: 'Niemand wird gefragt',
    Always: 'Jedes Dokument wird einzeln freigegeben',
    OncePerBatch: 'Ein Stapel wird auf einmal freigegeben',
    Limited: 'Sie können es eine Weile weiterlaufen lassen',
  },
  expires: 'Abbruch',
  pages: (number) => count(number, 'Seite', 'Seiten'),
  seen: 'Gesehen',
  file: (number, of) => `Datei ${digits(number)} von ${digits(of)}`,
  next: 'Nächste Datei',
  signer: 'Unterzeichner',
  onlySigner: 'Das einzige Zertifikat des Anbieters',
  serial: 'Seriennummer',
  level: 'Format und Stufe',
  added: 'Was hinzukommt',
  over: (name) => `Eine Gegensignatur über ${name}`,
  stamp: 'Stempel',
  noStamp: 'Keiner',
  stampAt: (place, note) => `${place}${note === null ? '' : `: ${note}`}`,
  field: (name) => `Im Feld ${name}`,
  caller: 'Übergeben von',
  pin: {
    waits: (why) =>
      `Der Schlüssel kann jetzt nicht verwendet werden. ${why}. Was Sie freigeben, wird signiert, sobald es geht.`,
    unknown:
      'Der Schlüssel ist jetzt nicht hier. Was Sie freigeben, wird signiert, sobald er da ist, binnen 15 Minuten.',
  },
  sign: (number) => (number === 1 ? 'Dieses Dokument signieren' : `${documents(number)} signieren`),
  signHint: 'Strg+Eingabe',
  notYet: 'Sehen Sie sich zuerst das Dokument an.',
  notAllFiles: 'Sehen Sie sich zuerst jede Datei davon an.',
  refuse: (number) => (number === 1 ? 'Ablehnen' : `${documents(number)} ablehnen`),
  allow: 'Dieses Programm weiterlaufen lassen: 100 Dokumente oder 15 Minuten, was zuerst endet',
  approved: (number) => `${documents(number)} freigegeben`,
  refused: (number) => `${documents(number)} abgelehnt`,
  notHere:
    'Dokumente werden auf einer Seite freigegeben, die die Station selbst ausgegeben hat, auf diesem Rechner oder mit TLS, mit einem Schlüssel, der freigeben darf.',
};
