import { describe, expect, it } from 'vitest';
import { ConfigurationError, loadConfiguration } from './configuration.ts';

const OPTIONS = { SigningProvider: 'Pfx' };
const places = (root: string): Record<'In' | 'Out' | 'Done' | 'Failed', string> => ({
  ...{ In: `${root}/in`, Out: `${root}/out`, Done: `${root}/done`, Failed: `${root}/failed` },
});
const FIRST = { Name: 'first', ...places('/srv/first'), ...OPTIONS };
const SECOND = { Name: 'second', ...places('/srv/second'), ...OPTIONS };

/** Everything that is wrong with these folders. */
function problemsOf(folders: readonly object[], argv: readonly string[] = []): readonly string[] {
  try {
    loadConfiguration({
      argv: ['--Data:Directory=/srv/nowhere/station', ...argv],
      env: {},
      defaults: { WatchedFolders: folders },
    });
    return [];
  } catch (fault) {
    if (fault instanceof ConfigurationError) return fault.problems;
    throw fault;
  }
}

describe('watched folders', () => {
  it('are whatever lies apart', () => {
    expect(problemsOf([FIRST, SECOND])).toEqual([]);
    expect(problemsOf([FIRST, { ...SECOND, Out: FIRST.Out, Done: FIRST.Done }])).toEqual([]);
    // What one has signed may be signed again by another one.
    expect(problemsOf([FIRST, { ...SECOND, In: '/srv/first/out' }])).toEqual([]);
  });

  it('lie below the data directory where their paths are relative', () => {
    const folder = { ...FIRST, In: 'drop/in', Out: 'drop/out', Done: 'drop/done', Failed: 'drop/failed' };
    const { WatchedFolders } = loadConfiguration({
      argv: ['--Data:Directory=/srv/nowhere/station'],
      env: {},
      defaults: { WatchedFolders: [folder] },
    });
    expect(WatchedFolders[0]?.In).toBe('/srv/nowhere/station/drop/in');
  });

  it.each<[string, readonly object[], RegExp]>([
    ['signed files that would be signed again', [{ ...FIRST, Out: '/srv/first/in/out' }], /Out lies in In/],
    ['the same place twice', [{ ...FIRST, Failed: '/srv/first/done' }], /three folders/],
    ['one In within another', [FIRST, { ...SECOND, In: '/srv/first/in/sub' }], /belong to both/],
    [
      'two that feed each other',
      [
        { ...FIRST, Out: '/srv/second/in' },
        { ...SECOND, Out: '/srv/first/in' },
      ],
      /each other/,
    ],
    ['one name twice', [FIRST, { ...SECOND, Name: 'FIRST' }], /first is used more than once/],
    ['secrets', [{ ...FIRST, In: '/srv/nowhere/station/secrets' }], /files of the station/],
    ['the folder that holds all of the station', [{ ...FIRST, In: '/srv/nowhere' }], /files of the station/],
    ['a name that would be a path', [{ ...FIRST, Name: '../x' }], /letters, digits/],
  ])('refuse %s', (_what, folders, problem) => {
    expect(problemsOf(folders).join('\n')).toMatch(problem);
  });

  it('need a station that accepts documents', () => {
    expect(problemsOf([FIRST], ['--Roles=worker,token-host']).join('\n')).toMatch(/role api/);
  });
});
