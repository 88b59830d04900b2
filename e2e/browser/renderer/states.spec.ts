import type { Page } from '@playwright/test';
import { expectAccessible, PAGES } from './every-page.ts';
import { expect, test } from './test.ts';

test.describe.configure({ mode: 'parallel', timeout: 120_000 });

/** Pages that show what they asked the station for as soon as they open. */
const ASKING = ['review', 'documents', 'completed', 'batch', 'dashboard', 'certificates', 'providers'] as const;
const OTHERS = ['diagnosis-healthy', 'stations', 'evidence', 'jobs', 'audit', 'settings'] as const;

test.describe('a station that wants a key', () => {
  test.use({ fake: { apiKey: 'desk.0123' } });

  for (const name of [...ASKING, ...OTHERS]) {
    test(`is told from one that is away, on ${name}`, async ({ page }) => {
      await page.goto(PAGES[name]);
      await expect(page.getByText('This station asks for an API key').first()).toBeVisible();
      await expect(page.getByText('The station does not answer')).toHaveCount(0);
      await expectAccessible(page);
    });
  }
});

for (const name of [...ASKING, ...OTHERS]) {
  test(`a station that is away is said to be, on ${name}`, async ({ page }) => {
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.goto(PAGES[name]);
    await expect(page.getByText('The station does not answer').first()).toBeVisible();
    await expect(page.getByText('asks for an API key')).toHaveCount(0);
    await expectAccessible(page);
  });
}

for (const name of ['documents', 'completed', 'dashboard', 'certificates', 'jobs'] as const) {
  test(`what is on its way is seen to be, on ${name}`, async ({ page }) => {
    await page.route('**/api/v1/**', () => undefined);
    await page.goto(PAGES[name]);
    await expect(page.locator('h1, [aria-busy=true]').first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]').first()).toBeAttached();
    await expectAccessible(page);
  });
}

/** What the page says: its words, and the texts that are cut off. */
const SAID = `(() => {
  const main = document.querySelector('main');
  const isCut = (one) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    const cuts = (overflow) => ['hidden', 'clip'].includes(overflow);
    if (one.clientWidth < 2) return false;
    if (cuts(overflowX) && one.scrollWidth > one.clientWidth + 1) return true;
    return cuts(overflowY) && one.scrollHeight > one.clientHeight + 1;
  };
  const cut = [...main.querySelectorAll('*')].filter(isCut).map((one) => one.innerText.trim());
  return { words: main.innerText.toLowerCase().split(/\\s+/), cut: cut.filter((text) => text !== '') };
})()`;

async function said(page: Page): Promise<{ readonly words: readonly string[]; readonly cut: readonly string[] }> {
  return page.evaluate(SAID);
}

test.describe('a page that is narrow', () => {
  test.use({ fake: { rows: 3 }, viewport: { width: 1280, height: 860 } });

  for (const [name, address] of Object.entries(PAGES)) {
    test(`shows all that ${name} shows where there is room`, async ({ page }) => {
      await page.goto(address);
      await expect(page.locator('h1')).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      const wide = await said(page);
      // The first is a window of 1280 pixels at 200 %.
      for (const width of [640, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await expect.poll(() => page.evaluate('document.documentElement.clientWidth')).toBe(width);
        const narrow = await said(page);
        expect(wide.words.filter((word) => !narrow.words.includes(word))).toEqual([]);
        expect(narrow.cut.filter((text) => !wide.cut.includes(text))).toEqual([]);
      }
    });
  }
});
