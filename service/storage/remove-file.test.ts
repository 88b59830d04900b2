import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { removeFile } from './remove-file.ts';

it('removes a file that is there, is content with one that is not, and says what went wrong otherwise', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'remove-'));
  const file = path.join(folder, 'file');
  writeFileSync(file, 'bytes');
  await removeFile(file);
  expect(existsSync(file)).toBe(false);
  await removeFile(file);
  await expect(removeFile(folder)).rejects.toThrow();
  expect(existsSync(folder)).toBe(true);
  rmSync(folder, { recursive: true });
});
