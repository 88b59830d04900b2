import { gzipSync } from 'node:zlib';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../renderer/messages/language.ts';
import { uuid } from '../fake-values.ts';
import { chooseDocuments, expect, pdf, test } from './test.ts';

const PAGES = {
  sign: '/sign',
  review: '/review',
  documents: '/signatures',
  failed: `/signatures/${uuid('failed')}`,
  dashboard: '/dashboard',
  certificates: '/certificates',
  diagnosis: '/providers/seal-hsm/diagnosis',
  jobs: '/jobs',
  audit: '/audit',
  evidence: '/evidence',
  settings: '/settings',
} as const;

// Each page has a station of its own.
test.describe.configure({ mode: 'parallel' });

/** Pixels that the page is too wide. */
const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** What stands in a cell of a table that its column cuts off: a state or a button is read whole or not at all. */
const CUT_CELLS = `[...document.querySelectorAll('td')]
  .filter((cell) => cell.querySelector('.badge, .button') !== null && cell.scrollWidth > cell.clientWidth)
  .map((cell) => cell.textContent)`;

/** Reasons in the list of documents of which not all is to be read. */
const CUT_REASONS = `[...document.querySelectorAll('td.long .lines')]
  .filter((reason) => reason.scrollHeight > reason.clientHeight + 1 || reason.scrollWidth > reason.clientWidth + 1)
  .map((reason) => reason.textContent)`;

/** Hints in fields of which the end is cut off. */
const CUT_HINTS = `[...document.querySelectorAll('input[placeholder]')]
  .filter((input) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = font;
    const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    return pen.measureText(input.placeholder).width > room;
  })
  .map((input) => input.placeholder)`;

/** Rows whose text made them higher: what is scrolled past is counted by the height of one. */
const HIGH_ROWS =
  "[...document.querySelectorAll('table:not(.cards) tr.line')].filter((row) => row.offsetHeight !== 48).length";

test('the language is chosen on the settings page, and kept', async ({ page }) => {
  await page.goto('/settings');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByLabel('Language').selectOption({ label: LANGUAGE_NAMES.de });
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.goto('/sign');
  await expect(page.getByRole('heading', { level: 1, name: 'Dokumente signieren' })).toBeVisible();
  await page.goto('/settings');
  await page.getByLabel('Sprache').selectOption({ label: 'Wie der Browser' });
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

for (const language of LANGUAGES) {
  test.describe(LANGUAGE_NAMES[language], () => {
    test.use({ locale: language });

    test('is shown to whose browser asks for it, and the first page stays small', async ({ page }) => {
      const scripts: Promise<Buffer>[] = [];
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.push(response.body());
      });
      await page.goto('/sign');
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('h1')).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script).length);
      expect(sizes.length).toBeGreaterThan(2);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(100_000);
    });

    for (const width of [1280, 390] as const) {
      test(`fits ${String(width)} pixels`, async ({ page }, info) => {
        await page.setViewportSize({ width, height: 860 });
        for (const [name, address] of Object.entries(PAGES)) {
          await page.goto(address);
          await expect(page.locator('h1')).toBeVisible();
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          expect(await page.evaluate<number>(SIDEWAYS), name).toBe(0);
          expect(await page.evaluate<string[]>(CUT_CELLS), name).toEqual([]);
          expect(await page.evaluate<string[]>(CUT_HINTS), name).toEqual([]);
          expect(await page.evaluate<number>(HIGH_ROWS), name).toBe(0);
          if (name === 'documents') expect(await page.evaluate<string[]>(CUT_REASONS)).toEqual([]);
          await page.screenshot({ path: info.outputPath(`${language}-${String(width)}-${name}.png`) });
        }
      });
    }
  });
}

test.describe('what the station says', () => {
  test.use({ locale: 'de' });

  test('is worded in the language of the page by its code, and marked as English where it has none', async ({
    page,
  }) => {
    await page.goto('/sign');
    await chooseDocuments(page, pdf('pin.pdf'), pdf('refuse.pdf'));
    await page.getByRole('button', { name: '2 Dokumente signieren' }).click();
    const failed = page.getByRole('listitem').filter({ hasText: 'pin.pdf' });
    await expect(failed).toContainText('Die PIN ist falsch. Sie wird erst wieder versucht, wenn sie geändert ist.');
    await expect(failed.locator('[lang=en]')).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 860 });
    const isWhole = (row: { readonly scrollWidth: number; readonly clientWidth: number }): boolean =>
      row.scrollWidth <= row.clientWidth;
    expect(await failed.evaluate(isWhole), 'nothing of a narrow row is cut off').toBe(true);
    const refused = page.getByRole('listitem').filter({ hasText: 'refuse.pdf' });
    await expect(refused.locator('[lang=en]')).toHaveText('The document is empty.');
  });
});
