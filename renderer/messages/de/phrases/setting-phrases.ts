import type { settingPhrases as english } from '../../en/phrases/setting-phrases.ts';
import type { PhrasesOf } from '../../phrase-texts.ts';

export const settingPhrases: PhrasesOf<typeof english> = {
  'the built-in defaults': 'die eingebauten Vorgaben',
  "the program's defaults": 'die Vorgaben des Programms',
  'the file {file}': 'die Datei {file}',
  'the environment variable {name}': 'die Umgebungsvariable {name}',
  'the argument --{name}': 'das Argument --{name}',
};
