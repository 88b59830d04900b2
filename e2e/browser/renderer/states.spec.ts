import type { Page } from '@playwright/test';
import { expectAccessible, PAGES } from './every-page.ts';
import { expect, test } from './test.ts';

// Pages that show a state alike share a test, and axe looks at the first of them.
test.describe.configure({ mode: 'parallel', timeout: 120_000 });

type Name = keyof typeof PAGES;

/** Pages that ask the station for what they show, by how they show that it cannot be had. */
const ASKING: Readonly<Record<string, readonly Name[]>> = {
  lists: ['documents', 'evidence', 'jobs', 'audit'],
  overviews: ['dashboard', 'certificates', 'providers', 'stations', 'diagnosis-healthy'],
  'single things': ['review', 'completed', 'batch', 'settings'],
};

/** Opens one page after the other: each says this, and nothing of the other state. */
async function expectSaid(page: Page, names: readonly Name[], said: string, unsaid: string): Promise<void> {
  for (const [place, name] of names.entries()) {
    await page.goto(PAGES[name]);
    await expect(page.getByText(said).first(), name).toBeVisible();
    await expect(page.getByText(unsaid), name).toHaveCount(0);
    await expect(page.getByText('0 rows'), name).toHaveCount(0);
    if (place === 0) await expectAccessible(page);
  }
}

test.describe('a station that wants a key', () => {
  test.use({ fake: { apiKey: 'desk.0123' } });

  for (const [kind, names] of Object.entries(ASKING)) {
    test(`is told from one that is away, on pages of ${kind}`, async ({ page }) => {
      await expectSaid(page, names, 'This station asks for an API key', 'The station does not answer');
    });
  }
});

for (const [kind, names] of Object.entries(ASKING)) {
  test(`a station that is away is said to be, on pages of ${kind}`, async ({ page }) => {
    await page.route('**/api/v1/**', (route) => route.abort());
    await expectSaid(page, names, 'The station does not answer', 'asks for an API key');
  });
}

for (const name of Object.values(ASKING).flat()) {
  test(`what is on its way is seen to be, on the page ${name}`, async ({ page }) => {
    await page.route('**/api/v1/**', () => undefined);
    await page.goto(PAGES[name]);
    await expect(page.locator('[aria-busy=true]').first()).toBeAttached();
    await expect(page.getByText('0 rows')).toHaveCount(0);
    await expectAccessible(page);
  });
}

interface Said {
  readonly words: readonly string[];
  readonly cut: readonly string[];
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

/** What the page does not say any more, or not whole, since it said `wide`. */
async function lostSince(page: Page, wide: Said): Promise<readonly string[]> {
  const { words, cut } = await page.evaluate<Said>(SAID);
  return [...wide.words.filter((word) => !words.includes(word)), ...cut.filter((text) => !wide.cut.includes(text))];
}

async function expectNothingLost(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 860 });
  await expect(page.locator('[aria-busy=true]'), name).toHaveCount(0);
  const wide = await page.evaluate<Said>(SAID);
  // The first is a window of 1280 pixels at 200 %.
  for (const width of [640, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => page.evaluate('document.documentElement.clientWidth')).toBe(width);
    const lost = expect.poll(() => lostSince(page, wide), {
      message: `${name} at ${String(width)} pixels`,
      timeout: 5_000,
    });
    await lost.toEqual([]);
  }
}

/** Other requests and files on pages that are there already. */
const ALIKE: readonly string[] = ['retry', 'queued', 'diagnosis-file'] satisfies Name[];
const TESTS = [0, 1, 2, 3] as const;

test.describe('a page that is narrow', () => {
  test.use({ fake: { rows: 3 } });

  for (const part of TESTS) {
    const pages = Object.entries(PAGES).filter(([name]) => !ALIKE.includes(name));
    const mine = pages.filter((_, place) => place % TESTS.length === part);

    test(`shows all that it shows where there is room: ${mine.map(([name]) => name).join(', ')}`, async ({ page }) => {
      // What was a minute ago stays a minute ago.
      await page.clock.setFixedTime(new Date());
      for (const [name, address] of mine) {
        await page.goto(address);
        await expect(page.locator('h1'), name).toBeVisible();
        // Again from the beginning where a page had still said that it looks for something.
        await expect(() => expectNothingLost(page, name)).toPass({ timeout: 60_000 });
      }
    });
  }
});
