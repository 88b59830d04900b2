import { counterOf } from '../../messages/count.ts';
import type { PinTexts } from './pin-texts.ts';

const { count, digits } = counterOf('de');
const documents = (number: number): string => count(number, 'Dokument', 'Dokumente');

export const german: PinTexts = {
  title: 'PIN eingeben',
  documents,
  question: (number) => (number === 1 ? 'Dieses Dokument signieren?' : `Diese ${documents(number)} signieren?`),
  onReader: (number) => `Am Lesegerät: Seine Tasten nehmen die PIN für ${documents(number)} entgegen.`,
  once: (number) => `1 PIN für ${documents(number)}.`,
  single: 'Eine PIN für dieses Dokument.',
  each: (number) =>
    number === 1
      ? 'Eine PIN für jedes Dokument (so will es die Karte); 1 wartet.'
      : `Eine PIN für jedes Dokument (so will es die Karte); ${digits(number)} warten.`,
  unknown: (number) => `1 PIN für ${documents(number)}, oder eine für jedes, wenn es die Karte so will.`,
  signsWith: 'Signiert mit',
  token: 'Token',
  noToken: 'keines im Lesegerät',
  whatIsSigned: 'Was damit signiert wird, und sonst nichts',
  behind: (number) => (number === 1 ? '1 weiteres wartet dahinter.' : `${digits(number)} weitere warten dahinter.`),
  givenBy: (caller) => `eingereicht von ${caller}`,
  length: (min, max) => (min === max ? `${digits(min)} Zeichen` : `${digits(min)} bis ${digits(max)} Zeichen`),
  bytes: (number) => count(number, 'Byte', 'Bytes'),
  sizes: ['KB', 'MB', 'GB', 'TB'],
  empty: 'Geben Sie zuerst die PIN ein.',
  tooShort: 'Das ist zu kurz für dieses Token. Es wurde nicht versucht.',
  tooLong: 'Das ist zu lang für dieses Token. Es wurde nicht versucht.',
  fewTries: 'Es wurden falsche PINs eingegeben: Nur noch wenige Versuche bleiben.',
  lastTry: 'Nur noch ein Versuch bleibt. Eine falsche PIN sperrt das Token.',
  locked: 'Das Token ist gesperrt. Entsperren Sie es mit seiner PUK und dem Programm seines Herstellers.',
  keep: 'Diese PIN auf diesem Rechner behalten, versiegelt vom Schlüsselspeicher des Systems',
  cannotKeep: 'Eine PIN kann hier nicht behalten werden: Dieser Desktop hat keinen geschützten Schlüsselspeicher.',
  sign: 'Signieren',
  haveReaderAsk: 'Am Lesegerät eingeben',
  later: 'Später',
  close: 'Schließen',
  doNotSign: 'Nicht signieren',
  cancelForGood: 'Endgültig abbrechen',
  useLastTry: 'Letzten Versuch nutzen',
  goBack: 'Zurück',
  isLastTryMeant: 'Ist diese PIN falsch, wird das Token gesperrt. Den letzten Versuch nutzen?',
  nothingWaits: 'Nichts wartet auf eine PIN.',
  atReader: 'Geben Sie die PIN am Lesegerät ein',
  asksFor: (number) => `Es fragt sie für ${documents(number)} ab.`,
  closeWindow: 'Dieses Fenster schließen',
  timeOver: 'Die Zeit ist um',
  readerGaveUp:
    'Das Lesegerät wartet nun nicht mehr. Nehmen Sie die Karte heraus und stecken Sie sie neu: Dann fragt es wieder.',
};
