import type { settingPhrases as english } from '../../en/phrases/setting-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const settingPhrases: PhrasesOf<typeof english> = {
  'the built-in defaults': 'los valores predeterminados',
  "the program's defaults": 'los valores predeterminados del programa',
  'the file {file}': 'el archivo {file}',
  'the environment variable {name}': 'la variable de entorno {name}',
  'the argument --{name}': 'el argumento --{name}',
};
