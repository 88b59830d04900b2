import type { pinTexts as english } from '../en/pin-texts.ts';
import type { Texts } from '../texts.ts';
import { digits, documents } from './count.ts';

export const pinTexts: Texts<typeof english> = {
  title: 'PIN',
  ways: {
    none: 'Der Schlüssel will keine',
    stored: 'Die Station hat sie und signiert unbeaufsichtigt',
    reader: 'Wird am Lesegerät eingegeben',
    batch: 'Gibt eine Person ein, einmal je Stapel',
    document: 'Gibt eine Person für jedes Dokument ein: Regel der Karte',
    person: 'Gibt eine Person ein',
  },
  prompts: {
    none: (number) => `Keine PIN für ${documents(number)}: Der Schlüssel will keine.`,
    stored: (number) =>
      `Für ${documents(number)} wird keine PIN verlangt: Die Station hat sie und signiert unbeaufsichtigt.`,
    reader: (number) => `Die PIN für ${documents(number)} wird am Lesegerät eingegeben, das sie verlangt.`,
    batch: (number) => `1 PIN für ${documents(number)}.`,
    document: (number) =>
      number === 1
        ? `1 PIN für ${documents(number)}.`
        : `Eine PIN für jedes von ${digits(number)} Dokumenten: Das ist die Regel der Karte.`,
    person: (number) =>
      `1 PIN für ${documents(number)}. Eine Karte, die ihre PIN für jede Signatur will, verlangt sie jedes Mal.`,
  },
  inWindow: 'Sie wird in einem eigenen Fenster verlangt, nie auf dieser Seite.',
  atStation: 'Sie wird an der Station verlangt, in ihrem Fenster oder an ihrem Terminal, nie auf dieser Seite.',
  unknown: 'Wie die PIN verlangt wird, ist noch nicht bekannt.',
};
