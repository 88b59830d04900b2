import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { onePage } from '../../documents/pdf/one-page.ts';
import { buildPdf } from '../../documents/pdf/pdf-builder.ts';
import { chooseDocuments, expect, test } from './test.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function pdfOf(name: string, box: string): { name: string; mimeType: string; buffer: Buffer } {
  const pages = `<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 ${box}]>>`;
  const bytes = buildPdf({ pieces: { ...onePage({}), 2: pages }, version: '1.6' });
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) };
}

const CONTRACTS = [
  pdfOf('contract-1.pdf', '595.28 841.89'),
  pdfOf('plan.pdf', '841.89 595.28'),
  pdfOf('contract-2.pdf', '595 842'),
];

/** Chooses three PDFs of two sizes, and a stamp for them. */
async function chooseStamp(page: Page): Promise<void> {
  await page.goto('/sign');
  await chooseDocuments(page, ...CONTRACTS);
  await page.locator('.check', { has: page.locator('[aria-describedby=stamp-hint]') }).click();
  await expect(page.getByRole('radio', { name: 'Where there is room' })).toBeChecked();
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

const drawn = (page: Page): Promise<void> =>
  expect(page.getByRole('dialog').getByRole('application')).toHaveAttribute('data-drawn', 'true');

test('a place goes to all PDFs of a size, and one of them has its own', async ({ page, station }, info) => {
  await chooseStamp(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Choose its place on the page' }).click();
  await drawn(page);
  await page.keyboard.press('Shift+ArrowUp');
  await dialog.getByRole('combobox', { name: 'For' }).selectOption({ label: 'all PDFs whose page is of this size' });
  await dialog.getByRole('button', { name: 'Put it here' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('PDFs with a place of their own: 2.')).toBeVisible();

  await page.getByLabel('Name to keep this stamp under').fill('Signature page');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Kept as Signature page, with its text, picture and place.')).toBeVisible();

  await page.getByRole('button', { name: 'Place the stamp on contract-2.pdf' }).click();
  await drawn(page);
  await expect(dialog.getByRole('combobox', { name: 'For' })).toHaveValue('one');
  await page.keyboard.press('Shift+ArrowRight');
  await dialog.getByRole('checkbox', { name: 'Last page' }).check();
  await page.screenshot({ path: info.outputPath('own-place.png') });
  await dialog.getByRole('button', { name: 'Put it here' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'contract-2.pdf' })).toContainText('last page');
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('places.png'), fullPage: true });

  await page.getByRole('button', { name: 'Sign 3 documents' }).click();
  await expect.poll(() => station.submissions.length).toBe(3);
  const sent = (text: string): string =>
    station.submissions
      .map((one) => one[text] ?? '')
      .toSorted()
      .join(' ');
  const [first = '', second = '', third = ''] = sent('signatureRect').split(' ');
  expect(first).toBe('');
  expect(second).toMatch(/^1,/);
  expect(third).toMatch(/^last,/);
  expect(sent('signaturePage').trim()).toBe('1');

  // Another day: the place is that of PDFs of this size again, also of one that comes later, until it is taken away.
  await chooseStamp(page);
  await page.getByRole('combobox', { name: 'Kept stamps' }).selectOption('Signature page');
  await expect(page.getByText('PDFs with a place of their own: 2.')).toBeVisible();
  await chooseDocuments(page, pdfOf('contract-3.pdf', '595 842'), pdfOf('plan-2.pdf', '841.89 595.28'));
  await expect(page.getByText('PDFs with a place of their own: 3.')).toBeVisible();
  await page.getByRole('button', { name: 'Forget the place of the stamp on contract-1.pdf' }).click();
  await expect(page.getByText('PDFs with a place of their own: 2.')).toBeVisible();
});

test('the place of one document is forgotten without losing the focus', async ({ page }) => {
  await chooseStamp(page);
  await page.getByRole('button', { name: 'Place the stamp on plan.pdf' }).click();
  await drawn(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Put it here' }).click();
  await expect(page.getByText('PDFs with a place of their own: 1.')).toBeVisible();
  const forget = page.getByRole('button', { name: 'Forget the place of the stamp on plan.pdf' });
  await forget.focus();
  await page.keyboard.press('Enter');
  await expect(forget).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
  await expect(page.getByText('PDFs with a place of their own')).toHaveCount(0);
});

test('says what was chosen, next to a text, and is there again another day', async ({ page, station }, info) => {
  await chooseStamp(page);
  await page.getByLabel('Text on the stamp').fill('Approved');
  await page.locator('input[type=file][accept^="image"]').setInputFiles({
    name: 'seal.png',
    mimeType: 'image/png',
    buffer: PICTURE,
  });
  await page.getByText('What it says').click();
  await page.getByRole('combobox', { name: 'Identity number' }).selectOption({ label: 'Masked: PNOHR-••••901' });
  await page.getByRole('combobox', { name: 'Time of signing' }).selectOption('dd.MM.yyyy HH:mm');
  await page.getByRole('combobox', { name: 'Time zone' }).selectOption('UTC');
  await page.getByRole('radio', { name: 'Next to a text' }).check();
  await page.getByLabel('Text in the PDFs').fill('Signature of the tenant');
  await page.getByLabel('Name to keep this stamp under').fill('Tenancy');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Kept as Tenancy, with its text, picture and place.')).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: info.outputPath('kept.png'), fullPage: true });

  await chooseStamp(page);
  await expect(page.getByLabel('Text on the stamp')).toHaveValue('');
  await page.getByRole('combobox', { name: 'Kept stamps' }).selectOption('Tenancy');
  await expect(page.getByRole('radio', { name: 'Next to a text' })).toBeChecked();
  await page.getByRole('button', { name: 'Sign 3 documents' }).click();
  await expect.poll(() => station.submissions.length).toBe(3);
  for (const sent of station.submissions) {
    expect(sent).toMatchObject({ signatureAnchor: 'Signature of the tenant', signatureNote: 'Approved' });
    expect(sent).not.toHaveProperty('signaturePage');
    expect(JSON.parse(sent['stampTemplate'] ?? '')).toEqual({
      parts: ['name', 'identityNumber', 'date', 'note', 'image'],
      identityNumber: 'masked',
      dateFormat: 'dd.MM.yyyy HH:mm',
      timeZone: 'UTC',
    });
  }

  await chooseStamp(page);
  await page.getByRole('combobox', { name: 'Kept stamps' }).selectOption('Tenancy');
  await page.getByRole('button', { name: 'Forget the kept stamp Tenancy' }).click();
  await expect(page.getByRole('combobox', { name: 'Kept stamps' })).toHaveCount(0);
});

test('says what happens where a text or a place was meant and none is given', async ({ page }) => {
  await chooseStamp(page);
  const words = page.getByText('Nothing is chosen yet: the stamp goes where there is room.');
  await expect(words).toHaveCount(0);
  await page.getByRole('radio', { name: 'At a place I choose' }).check();
  await expect(words).toBeVisible();
  await page.getByRole('radio', { name: 'Next to a text' }).check();
  await expect(words).toBeVisible();
  await page.getByLabel('Text in the PDFs').fill('Signature');
  await expect(words).toHaveCount(0);
});

test('a stamp that would be empty is told of, and a text that no page says', async ({ page }) => {
  await chooseStamp(page);
  await page.getByText('What it says').click();
  await page.getByRole('checkbox', { name: 'Name of the signer' }).uncheck();
  await page.getByRole('combobox', { name: 'Time of signing' }).selectOption({ label: 'Not shown' });
  await expect(page.getByRole('alert')).toContainText('The stamp would be empty');
  await page.getByLabel('Text on the stamp').fill('Seen');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Next to a text' }).check();
  await page.getByLabel('Text in the PDFs').fill('No page says this');
  await page.getByRole('button', { name: 'Choose its place on the page' }).click();
  await drawn(page);
  await expect(page.getByRole('dialog')).toContainText('This PDF does not say the text');
});

test.describe('in German', () => {
  test.use({ locale: 'de' });

  test('a stamp speaks the language of the page until another one is chosen, and in English of its own accord', async ({
    page,
    station,
  }) => {
    await page.goto('/sign');
    await chooseDocuments(page, pdfOf('vertrag.pdf', '595.28 841.89'));
    await page.locator('.check', { has: page.locator('[aria-describedby=stamp-hint]') }).click();
    await page.getByText('Was er sagt').click();
    const language = page.getByRole('combobox', { name: 'Sprache seiner Wörter' });
    await expect(language).toHaveValue('de');
    await page.getByRole('button', { name: '1 Dokument signieren' }).click();
    await expect.poll(() => station.submissions.length).toBe(1);
    const template = (index: number): unknown => station.submissions[index]?.['stampTemplate'];
    expect(JSON.parse(String(template(0)))).toEqual({
      ...{ parts: ['name', 'date', 'note', 'image'], language: 'de' },
      ...{ dateFormat: 'yyyy-MM-dd HH:mm:ss', timeZone: 'local' },
    });

    await page.reload();
    await chooseDocuments(page, pdfOf('contract.pdf', '595.28 841.89'));
    await page.locator('.check', { has: page.locator('[aria-describedby=stamp-hint]') }).click();
    await page.getByText('Was er sagt').click();
    await language.selectOption('en');
    await page.getByRole('button', { name: '1 Dokument signieren' }).click();
    await expect.poll(() => station.submissions.length).toBe(2);
    expect(template(1)).toBeUndefined();
  });
});
