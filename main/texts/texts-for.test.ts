import { describe, expect, it } from 'vitest';
import type { ProgramTexts, Told } from './program-texts.ts';
import { programTextsFor } from './texts-for.ts';

const told = ({ title, text }: Told): string[] => [title, text];

/** Everything that is said, with what stands in it. */
function all(texts: ProgramTexts): string[] {
  const { notWritable, wrongKind, linkToNothing, dataDirectoryInUse, switchesRefused, settingsUnreadable, ...more } =
    texts;
  const { passwordsLost, keepPasswords, beginWith, ...labels } = more;
  return [
    ...Object.values(labels),
    ...[notWritable('/data'), notWritable(null), dataDirectoryInUse('/data'), switchesRefused('--inspect')],
    ...[wrongKind('/data'), wrongKind(null), linkToNothing('/data'), linkToNothing(null)],
    ...[settingsUnreadable('/data/config.json'), ...told(beginWith)],
    ...[...told(passwordsLost('/data', 'ONE, TWO')), ...told(keepPasswords('ONE, TWO'))],
  ];
}

describe('what the program says in boxes', () => {
  it('is in the first language of the system that there is, else English', () => {
    const later = (...languages: string[]): string => programTextsFor(languages).decideLater;
    expect(later('tlh', 'de-AT', 'en-GB')).toBe('Später entscheiden');
    expect(later('FR-ca')).toBe('Décider plus tard');
    expect(later()).toBe('Decide later');
  });

  it.each(['de', 'fr', 'es'])('is all there in %s, with the names that English says', (language) => {
    const english = all(programTextsFor([]));
    const texts = all(programTextsFor([language]));
    const names = (said: readonly string[]): unknown =>
      said.map((words) =>
        words.match(/\/data(\/config\.json)?|--inspect|ONE|TWO|Server:Port|Data:Directory|1023|station\.db/g),
      );
    expect(names(texts)).toEqual(names(english));
    expect(texts.filter((words) => english.includes(words) || words === '')).toEqual([]);
  });
});
