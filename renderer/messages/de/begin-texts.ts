import type * as english from '../en/begin-texts.ts';
import type { Texts } from '../texts.ts';

/** The page that leads to a first signature. */
export const beginTexts: Texts<typeof english.beginTexts> = {
  title: 'Beginnen',
  lead: 'Probieren Sie es sofort aus, oder richten Sie Ihre Karte oder Ihr Token ein.',
  tryDemo: 'Mit der Demo-Identität ausprobieren',
  demoHint: 'Sie signiert sofort und braucht keine Karte. Niemand wird ihre Signaturen anerkennen.',
  useDemo: 'Mit der Demo-Identität signieren',
  noDemo: 'Diese Station hat keine Demo-Identität: Sie ist für echte Signaturen eingerichtet.',
  useToken: 'Meine Karte oder mein Token verwenden',
  tokenHint: 'Schritt für Schritt, ohne Anmeldung: Keine PIN wird verwendet, bevor Sie zustimmen.',
  which: 'Welches',
  looking: 'Es wird nachgesehen …',
  lookAgain: 'Noch einmal nachsehen',
  allThere: 'Alles ist da.',
  firstIs: {
    reader: 'Beginnen Sie mit dem Leser.',
    card: 'Beginnen Sie mit der Karte.',
    middleware: 'Beginnen Sie mit der Software der Karte.',
    certificate: 'Beginnen Sie mit dem Zertifikat und seiner PIN.',
  },
  steps: {
    reader: 'Leser oder USB-Token',
    card: 'Karte oder Token darin',
    middleware: 'Software der Karte (PKCS#11)',
    certificate: 'Zertifikat und PIN',
  },
  states: {
    good: 'da',
    warn: 'da, mit einem Hinweis',
    bad: 'fehlt',
    open: 'noch nicht',
  },
  missing: {
    reader: 'Schließen Sie einen Kartenleser an, oder stecken Sie ein USB-Token ein.',
    card: 'Stecken Sie die Karte in den Leser.',
    middleware: 'Installieren Sie die Software des Herstellers der Karte.',
    certificate: 'Es zeigt sich, wenn Leser, Karte und Software da sind.',
  },
  nameIt: 'In den Einstellungen nennen',
  nameItHint:
    'Es ist noch keine Karte und kein Token eingerichtet. Fügen Sie dies in config.json im Datenordner ein, und starten Sie die Station neu; das Desktop-Programm fragt in einem eigenen Fenster nach der PIN.',
  testTitle: 'Eine Probesignatur',
  testHint:
    'Signiert einen kurzen Text mit dem Token. Es fragt vielleicht einmal nach der PIN; eine falsche kostet einen Versuch und wird nicht noch einmal versucht.',
  signsAs: (name: string): string => `Signiert als ${name}`,
  agree: 'Ich stimme zu, dass das Token einmal mit seiner PIN signiert',
  testNow: 'Probesignatur machen',
  signing: 'Es wird signiert …',
  signed: (verdict: string): string => `Signiert. Die Station urteilt: ${verdict}.`,
  notTrustedYet:
    'Die Signatur ist gemacht. Um sie zu bestätigen, muss die Station dem Aussteller des Zertifikats vertrauen.',
  showIt: 'Den Auftrag zeigen',
  details: 'Alles, was angesehen wurde',
};
