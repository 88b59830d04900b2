import { beforeEach, describe, expect, it } from 'vitest';
import { SaveFolder } from './save-folder.ts';

describe('where downloads go', () => {
  let now: number;
  let folder: SaveFolder;
  beforeEach(() => {
    now = 0;
    folder = new SaveFolder(
      () => '/downloads',
      () => now,
    );
  });
  const next = (count: number): string[] => Array.from({ length: count }, () => folder.next());

  it('is the usual folder, and the chosen one for as many files as it was chosen for', () => {
    expect(next(1)).toEqual(['/downloads']);
    folder.choose('/invoices', 2);
    expect(next(3)).toEqual(['/invoices', '/invoices', '/downloads']);
  });

  it('is the folder of the last choice', () => {
    folder.choose('/invoices', 5);
    folder.choose('/letters', 1);
    expect(next(2)).toEqual(['/letters', '/downloads']);
  });

  it('is the usual one again when nothing came of a choice', () => {
    folder.choose('/invoices', 5);
    now = 10 * 60_000 + 1;
    expect(next(2)).toEqual(['/downloads', '/downloads']);
  });
});
