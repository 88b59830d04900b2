import type { Page } from '@playwright/test';
import { uuid } from '../fake-values.ts';
import { expect, test } from './test.ts';

const DONE = `/signatures/${uuid('done')}`;

/** The page in the desktop program, with a stand-in for what its preload script offers. */
async function atTheDesk(page: Page, isChosen: boolean): Promise<() => Promise<unknown>> {
  await page.addInitScript((chosen) => {
    const asked: unknown[] = [];
    const port = {
      chooseFolder: (files: number) => Promise.resolve(chosen).finally(() => asked.push(['folder', files])),
      stage: (name: string, bytes: Uint8Array) =>
        Promise.resolve('ticket').finally(() => asked.push(['stage', name, bytes.length > 0])),
      drag: (ticket: string) => Promise.resolve().finally(() => asked.push(['drag', ticket])),
    };
    Object.assign(globalThis, { asked, deskPort: port });
  }, isChosen);
  await page.goto(DONE);
  return () => page.evaluate('asked');
}

test('saves a signed document into a folder that is chosen, in the desktop program', async ({ page }) => {
  const asked = await atTheDesk(page, true);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save in a folder' }).click();
  await download;
  expect(await asked()).toEqual([['folder', 1]]);
});

test('saves nothing when no folder is chosen', async ({ page }) => {
  const asked = await atTheDesk(page, false);
  let downloads = 0;
  page.on('download', () => downloads++);
  const button = page.getByRole('button', { name: 'Save in a folder' });
  await button.click();
  await expect(button).toHaveAttribute('aria-disabled', 'false');
  expect([await asked(), downloads]).toEqual([[['folder', 1]], 0]);
});

test('hands a signed document over that is dragged out of the desktop program', async ({ page }) => {
  const asked = await atTheDesk(page, true);
  const button = page.getByRole('button', { name: 'Download', exact: true });
  await button.hover();
  await expect.poll(asked).toEqual([['stage', expect.any(String), true]]);
  await page.evaluate("addEventListener('dragstart', (event) => { globalThis.isHeld = event.defaultPrevented; })");
  await button.dispatchEvent('dragstart');
  expect(await page.evaluate('isHeld'), 'the program drags, and not the page').toBe(true);
  await expect.poll(asked).toContainEqual(['drag', 'ticket']);
});

test('offers neither in a browser', async ({ page }) => {
  await page.goto(DONE);
  const button = page.getByRole('button', { name: 'Download', exact: true });
  await expect(button).not.toHaveAttribute('draggable');
  await expect(page.getByRole('button', { name: 'Save in a folder' })).toHaveCount(0);
});
