import type { pinTexts as english } from '../en/pin-texts.ts';
import type { Texts } from '../texts.ts';
import { digits, documents } from './count.ts';

export const pinTexts: Texts<typeof english> = {
  title: 'Code PIN',
  ways: {
    none: 'La clé n’en demande pas',
    stored: 'Conservé par la station, qui signe sans surveillance',
    reader: 'Saisi sur le lecteur',
    batch: 'Saisi par une personne, une fois par lot',
    document: 'Saisi par une personne pour chaque document : c’est la règle de la carte',
    person: 'Saisi par une personne',
  },
  prompts: {
    none: (number) => `Pas de code PIN pour ${documents(number)} : la clé n’en demande pas.`,
    stored: (number) =>
      `Aucun code PIN n’est demandé pour ${documents(number)} : la station le conserve et signe sans surveillance.`,
    reader: (number) => `Le code PIN pour ${documents(number)} se saisit sur le lecteur, qui le demande.`,
    batch: (number) => `1 code PIN pour ${documents(number)}.`,
    document: (number) =>
      number === 1
        ? `1 code PIN pour ${documents(number)}.`
        : `Un code PIN pour chacun des ${digits(number)} documents : c’est la règle de la carte.`,
    person: (number) =>
      `1 code PIN pour ${documents(number)}. Une carte qui veut son PIN pour chaque signature le demande à chaque fois.`,
  },
  inWindow: 'Il est demandé dans une fenêtre à part, jamais sur cette page.',
  atStation: 'Il est demandé à la station, dans sa fenêtre ou à son terminal, jamais sur cette page.',
  unknown: 'On ne sait pas encore comment le code PIN est demandé.',
};
