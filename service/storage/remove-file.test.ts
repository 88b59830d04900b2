import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { removeFile, removeFileAtOnce } from './remove-file.ts';

it.each([
  ['removeFile', removeFile],
  ['removeFileAtOnce', (file: string) => Promise.try(() => removeFileAtOnce(file))],
])(
  '%s removes a file that is there, is content with one that is not, and says what went wrong otherwise',
  async (_name, remove) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'remove-'));
    const file = path.join(folder, 'file');
    writeFileSync(file, 'bytes');
    await remove(file);
    expect(existsSync(file)).toBe(false);
    await remove(file);
    await expect(remove(folder)).rejects.toThrow();
    expect(existsSync(folder)).toBe(true);
    rmSync(folder, { recursive: true });
  },
);
