import type { Page } from '@playwright/test';
import { bracketCatalogues, dataIn, wordsOutside } from '../pseudo-locale.ts';
import { uuid } from '../fake-values.ts';
import { onePage } from '../../documents/pdf/one-page.ts';
import { buildPdf } from '../../documents/pdf/pdf-builder.ts';
import { chooseDocuments, expect, pdf, test } from './test.ts';

const PAGES = [
  '/sign',
  '/start',
  '/review',
  '/verify',
  '/signatures',
  `/signatures/${uuid('done')}`,
  `/signatures/${uuid('failed')}`,
  `/signatures/${uuid('retry')}`,
  `/batches/${uuid('batch')}`,
  '/dashboard',
  '/certificates',
  '/providers',
  '/providers/desk-card/diagnosis',
  '/providers/demo/diagnosis',
  '/providers/seal-hsm/diagnosis',
  '/providers/usb-token/diagnosis',
  '/stations',
  '/evidence',
  '/jobs',
  '/audit',
  '/settings',
  '/no/such/page',
];

test.use({ locale: 'de' });
test.describe.configure({ mode: 'parallel', timeout: 240_000 });

/** Fails for what a page says outside of the made-up language, once its texts are there. */
async function expectOnlyCatalogues(page: Page, data: ReadonlySet<string>, where: string): Promise<void> {
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect.poll(() => wordsOutside(page, data), { message: where, timeout: 30_000 }).toEqual([]);
}

// The made-up language is known by its brackets: a page that says a word by itself, or a sentence of the station that no
// catalogue words, stands outside of them.
test('no page says a word that is in no catalogue', async ({ page }) => {
  const data = dataIn(page);
  // What the document says that is shown for review.
  data.add('Pay 10 EUR');
  await bracketCatalogues(page);
  for (const address of PAGES) {
    await page.goto(address);
    await expectOnlyCatalogues(page, data, address);
  }
  for (const section of ['settings-in-force', 'timestamps']) {
    await page.goto('/settings');
    await page.locator(`section[aria-labelledby=${section}] button`).click();
    await expectOnlyCatalogues(page, data, section);
  }
});

test('no verdict and no failure says a word that is in no catalogue', async ({ page }) => {
  const data = dataIn(page);
  await bracketCatalogues(page);
  for (const verdict of ['tampered', 'unknown', 'good', 'plain'] as const) {
    data.add(`${verdict} contract.pdf`);
    await page.goto('/verify');
    await page.locator('input[type=file][multiple]').setInputFiles(pdf(`${verdict} contract.pdf`));
    await expect(page.locator('h2').first()).toBeVisible();
    await expectOnlyCatalogues(page, data, verdict);
  }
  data.add('pin.pdf');
  await page.goto('/sign');
  await chooseDocuments(page, pdf('pin.pdf'));
  await expectOnlyCatalogues(page, data, 'a chosen document');
  await page.getByRole('button', { name: / signieren⟧$/u }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'pin.pdf' })).toContainText('Die PIN ist falsch');
  await expectOnlyCatalogues(page, data, 'a failed document');
});

test('no word of a stamp is in no catalogue, nor of the window in which it is placed', async ({ page }) => {
  const data = dataIn(page);
  for (const name of ['a.pdf', 'b.pdf', 'Kanzlei']) data.add(name);
  data.add(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  await bracketCatalogues(page);
  await page.goto('/sign');
  const buffer = Buffer.from(buildPdf({ pieces: onePage({ page: '/MediaBox [0 0 595 842]' }), version: '1.6' }));
  await chooseDocuments(page, ...['a.pdf', 'b.pdf'].map((name) => ({ ...pdf(name), buffer })));
  await page.locator('.check', { has: page.locator('[aria-describedby=stamp-hint]') }).click();
  await page.getByLabel(/Name, unter dem/).fill('Kanzlei');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/Gespeicherte Stempel/)).toHaveValue('Kanzlei');
  for (const way of [1, 2, 0]) {
    await page.locator('input[name=stamp-way]').nth(way).check();
    await expectOnlyCatalogues(page, data, `way ${String(way)}`);
  }
  await page.locator('.place button').first().click();
  await expect(page.getByRole('dialog').getByRole('application')).toHaveAttribute('data-drawn', 'true');
  await expectOnlyCatalogues(page, data, 'the window');
  await page.getByRole('dialog').locator('footer button').last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectOnlyCatalogues(page, data, 'a chosen place');
});
