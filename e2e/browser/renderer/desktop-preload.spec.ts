import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

const PRELOAD = path.resolve(import.meta.dirname, '../../../dist/preload.cjs');

/** Runs the preload script where Electron does: with the page's document, in a world of scripts of its own. */
async function preloaded(page: Page): Promise<(expression: string) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  const run = (expression: string): Promise<unknown> =>
    session.send('Runtime.evaluate', { contextId, expression, awaitPromise: true, returnByValue: true });
  const electron = `{
    ipcRenderer: {
      on: (channel, listener) => { globalThis[channel] = listener; },
      invoke: (channel, message) => Promise.resolve({ channel, message }),
    },
    contextBridge: { exposeInMainWorld: (name, port) => { globalThis.exposed = { [name]: port }; } },
  }`;
  await run(`(function (require) { ${readFileSync(PRELOAD, 'utf8')} })(() => (${electron}))`);
  return run;
}

test('gives the page what was opened with the program, as if it were dropped there', async ({ page }) => {
  await page.goto('/verify');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const run = await preloaded(page);
  await run(
    "globalThis['main:files']({}, [{ name: 'opened.pdf', bytes: new TextEncoder().encode('%PDF-1.7 opened') }])",
  );
  await expect(page).toHaveURL(/\/sign$/);
  await expect(page.getByTitle('opened.pdf')).toBeVisible();
});

test('shows the page that the desktop program asks for, without loading anew', async ({ page }) => {
  await page.goto('/sign');
  await expect(page.getByRole('heading', { name: 'Sign documents' })).toBeVisible();
  await page.evaluate('window.isStillHere = true');
  const run = await preloaded(page);
  await run("globalThis['main:show']({}, '/review')");
  await expect(page).toHaveURL(/\/review$/);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign documents');
  await run("globalThis['main:show']({}, 'https://example.org/sign')");
  await expect(page).toHaveURL(/\/review$/);
  expect(await page.evaluate('window.isStillHere')).toBe(true);
  expect(await page.evaluate("'main:show' in window"), 'the page sees nothing of it').toBe(false);
});

test('offers the page three orders to the desktop program, and nothing of Electron', async ({ page }) => {
  await page.goto('/sign');
  const run = await preloaded(page);
  const answered = (await run(`Promise.all([
    exposed.deskPort.chooseFolder(3),
    exposed.deskPort.stage('a.pdf', Uint8Array.of(1)),
    exposed.deskPort.drag('ticket'),
  ]).then((all) => JSON.stringify([Object.keys(exposed), Object.keys(exposed.deskPort), all]))`)) as {
    result: { value: string };
  };
  expect(JSON.parse(answered.result.value)).toEqual([
    ['deskPort'],
    ['chooseFolder', 'stage', 'drag'],
    [
      { channel: 'desk:folder', message: { files: 3 } },
      { channel: 'desk:stage', message: { name: 'a.pdf', bytes: { 0: 1 } } },
      { channel: 'desk:drag', message: { ticket: 'ticket' } },
    ],
  ]);
});
