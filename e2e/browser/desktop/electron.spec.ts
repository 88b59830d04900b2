import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron as electron, expect, test } from '@playwright/test';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const binary = electronBinary();

/**
 * The desktop program in real Electron. Where Electron's binary is not installed this suite can't run, and says so: the
 * life of the program is tested with a stand-in in e2e/desktop, its window only here.
 */
test.describe('the desktop program in Electron', () => {
  if (binary === undefined) {
    console.warn("\n*** NOT RUN: Electron's binary is not installed, the desktop window was not tested. ***\n");
  }
  test.skip(binary === undefined, "Electron's binary is not installed");

  test('puts a document on the page that is opened with it, and signs nothing', async () => {
    const dataDirectory = mkdtempSync(path.join(tmpdir(), 'station-electron-'));
    const opened = path.join(dataDirectory, 'opened.txt');
    writeFileSync(opened, 'a text');
    const program = await electron.launch({
      executablePath: binary ?? '',
      chromiumSandbox: true,
      args: [ROOT, `--Data:Directory=${path.join(dataDirectory, 'data')}`, '--Server:Port=15081', opened],
    });
    try {
      const window = await program.firstWindow();
      await expect(window.getByTitle('opened.txt')).toBeVisible();
      expect(await window.evaluate("fetch('/api/v1/signatures').then((answer) => answer.json())")).toMatchObject({
        items: [],
      });
    } finally {
      await program.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    }
  });

  test('opens its window on the station, without Node in the page', async () => {
    const dataDirectory = mkdtempSync(path.join(tmpdir(), 'station-electron-'));
    const program = await electron.launch({
      executablePath: binary ?? '',
      chromiumSandbox: true,
      args: [ROOT, `--Data:Directory=${dataDirectory}`, '--Server:Port=15080'],
    });
    try {
      const window = await program.firstWindow();
      await expect(window.getByRole('heading', { name: 'Sign documents' })).toBeVisible();
      expect(new URL(window.url()).origin).toBe('http://127.0.0.1:15080');
      const known = "['require', 'process', 'signingStation', 'pinPort'].filter((name) => name in window)";
      expect(await window.evaluate(known)).toEqual([]);
      expect(await window.evaluate("window.open('https://example.org/')")).toBeNull();
    } finally {
      await program.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    }
  });
});

function electronBinary(): string | undefined {
  const folder = path.join(ROOT, 'node_modules/electron');
  const pathFile = path.join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const file = path.join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(file) ? file : undefined;
}
