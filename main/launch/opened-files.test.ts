import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOpenedFiles } from './opened-files.ts';

describe('files that are opened with the program', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'opened-'));
    writeFileSync(path.join(folder, 'a.pdf'), 'A');
    writeFileSync(path.join(folder, 'b.pdf'), 'B');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = async (...names: string[]) => {
    const { files, refused } = await readOpenedFiles(names, folder);
    return { files: files.map(({ name, bytes }) => `${name}=${Buffer.from(bytes).toString()}`), refused };
  };

  it('are read in their order, from where the command was given', async () => {
    const far = path.join(folder, 'b.pdf');
    expect(await read(far, './a.pdf')).toEqual({ files: ['b.pdf=B', 'a.pdf=A'], refused: [] });
  });

  it('are named where they can not be read, and the others come all the same', async () => {
    mkdirSync(path.join(folder, 'in'));
    expect(await read('none.pdf', 'in', 'a.pdf')).toEqual({ files: ['a.pdf=A'], refused: ['none.pdf', 'in'] });
  });

  it('are no more than the window can be given at once', async () => {
    truncateSync(path.join(folder, 'b.pdf'), 200_000_001);
    expect(await read('b.pdf', 'a.pdf')).toEqual({ files: ['a.pdf=A'], refused: ['b.pdf'] });
    const many = await readOpenedFiles(
      Array.from({ length: 101 }, () => 'a.pdf'),
      folder,
    );
    expect([many.files.length, many.refused]).toEqual([100, ['a.pdf']]);
  });
});
