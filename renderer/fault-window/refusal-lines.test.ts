import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../messages/language.ts';
import { refusalLines } from './refusal-lines.ts';

const REFUSAL = [
  'The configuration cannot be used.',
  '- --Prot is not an argument. Did you mean --Roles?',
  '- Server:Prot (from the argument --Server:Prot) is not a configuration key. Did you mean Server:Port?',
  '- Server:Port (from the environment variable Server__Port): has to be 0 or more; given was "-1"',
  '- Approvals:ExpireAfter (from the file /etc/station.json): a whole number and a unit: 90s, 30m, 24h or 7d; given was "1: day; given"',
].join('\n');

describe('the refusal of settings', () => {
  it('is said in the language of the page, where each was written included', () => {
    expect(refusalLines(REFUSAL, 'de').map(({ words }) => words)).toEqual([
      'Die Einstellungen sind nicht brauchbar.',
      '- --Prot ist kein Argument. Ist --Roles gemeint?',
      '- Server:Prot (das Argument --Server:Prot) ist keine Einstellung. Ist Server:Port gemeint?',
      '- Server:Port (die Umgebungsvariable Server__Port): muss mindestens 0 sein; angegeben ist "-1"',
      '- Approvals:ExpireAfter (die Datei /etc/station.json): nötig ist eine ganze Zahl mit Einheit: 90s, 30m, 24h oder 7d; angegeben ist "1: day; given"',
    ]);
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('has words in %s for each line', (language) => {
    expect(refusalLines(REFUSAL, language).filter(({ isEnglish }) => isEnglish)).toEqual([]);
  });

  it('stays in English where there are no words for it, and for who reads English', () => {
    expect(refusalLines('The cat is out.', 'fr')).toEqual([{ words: 'The cat is out.', isEnglish: true }]);
    expect(refusalLines('The configuration cannot be used.', 'en')).toMatchObject([{ isEnglish: true }]);
  });
});
