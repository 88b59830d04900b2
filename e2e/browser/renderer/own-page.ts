import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import path from 'node:path';
import { addressOf, answerOwnPage, type OwnPage } from '../../../main/windows/own-pages.ts';
import { expect } from './test.ts';

const DIST = path.resolve(import.meta.dirname, '../../../dist');

/** Opens a page of the program itself with the preload script `port`. Its files and headers are those of the program. */
export async function openOwnPage(page: Page, name: OwnPage, port: string): Promise<void> {
  // Chromium knows no scheme of ours here.
  const place = `https://${name}.test`;
  await page.route(`${place}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const url = new URL(pathname, addressOf(name)).href;
    const answer = answerOwnPage(name, path.join(DIST, `${name}-window`), { url, method: route.request().method() });
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
  await page.addInitScript(port);
  await page.goto(`${place}/`);
  await expect(page.locator('h1')).toBeFocused();
}

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
}
