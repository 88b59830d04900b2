import type { settingPhrases as english } from '../../en/phrases/setting-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const settingPhrases: PhrasesOf<typeof english> = {
  'the built-in defaults': 'les valeurs par défaut intégrées',
  "the program's defaults": 'les valeurs par défaut du programme',
  'the file {file}': 'le fichier {file}',
  'the environment variable {name}': 'la variable d’environnement {name}',
  'the argument --{name}': 'l’argument --{name}',
};
