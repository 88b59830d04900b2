import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderFault, readIfThere } from './kept-file.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kept-file-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('a file that need not be there', () => {
  it('is read, or is nothing', async () => {
    writeFileSync(join(root, 'there'), 'text');
    expect(Buffer.from((await readIfThere(join(root, 'there'))) ?? []).toString()).toBe('text');
    expect(await readIfThere(join(root, 'missing'))).toBeNull();
    expect(folderFault([join(root, 'there'), join(root, 'missing')])).toBeUndefined();
  });

  it('is told by its name where a folder is in its place, and by what the system says otherwise', async () => {
    mkdirSync(join(root, 'folder'));
    writeFileSync(join(root, 'file'), '');
    await expect(readIfThere(join(root, 'folder'))).rejects.toMatchObject({
      code: 'EISDIR',
      path: join(root, 'folder'),
    });
    await expect(readIfThere(join(root, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});
