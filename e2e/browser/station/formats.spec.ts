import type { Page } from '@playwright/test';
import { expect, makePdf, test } from './test.ts';

/** 2 x 2 pixels, one of them transparent. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAE0lEQVR4nGP4z8AAQmDqPwMQAAA/0gX7YPiIvQAAAABJRU5ErkJggg==';

async function sign(page: Page, files: readonly { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  await page.goto('/sign');
  await page.locator('input[type=file][multiple]').setInputFiles(files);
  await page.getByRole('radio', { name: /Demo Signer/ }).check();
}

/** Follows the document's own link to its check, which must be good, and comes back to the list. */
async function expectValid(page: Page, name: string): Promise<void> {
  const document = page.getByRole('listitem').filter({ hasText: name });
  await document.getByRole('link', { name: 'Check signature' }).click();
  const report = page.getByRole('region', { name: 'Signature check' });
  await expect(report.getByText('VALID', { exact: true })).toBeVisible();
  await page.goBack();
}

test('XML and any other file are signed in their own formats', async ({ page }) => {
  await sign(page, [
    { name: 'order-77.xml', mimeType: 'text/xml', buffer: Buffer.from('<?xml version="1.0"?><order>1</order>') },
    { name: 'plan-77.csv', mimeType: 'text/csv', buffer: Buffer.from('1;2;3\n') },
  ]);
  await page.getByRole('button', { name: 'Sign 2 documents' }).click();
  await expect(page.getByText('All documents are signed')).toBeVisible({ timeout: 20_000 });
  await expectValid(page, 'order-77.xml');
  await expectValid(page, 'plan-77.csv');
});

test('several files go into one signed container', async ({ page }) => {
  await sign(page, [
    { name: 'letter-78.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear all') },
    { name: 'annex-78.pdf', mimeType: 'application/pdf', buffer: await makePdf('Annex') },
  ]);
  await page.getByText('More options').click();
  await page.getByLabel('Put all documents into one signed container').check();
  await page.getByRole('button', { name: 'Sign 2 documents as one container' }).click();
  await expect(page.getByText('All documents are signed')).toBeVisible({ timeout: 20_000 });
  await expectValid(page, 'letter-78.txt');
});

test('a stamp with a picture and a text in another script is drawn and signed', async ({ page }) => {
  await sign(page, [{ name: 'lease-79.pdf', mimeType: 'application/pdf', buffer: await makePdf('Lease') }]);
  await page.getByLabel('Visible stamp on the page').check();
  await page.getByLabel('Text on the stamp').fill('Schváleno — Одобрено');
  await page
    .getByLabel('Picture (PNG or JPEG, up to 2 MB)')
    .setInputFiles({ name: 'seal.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') });
  await page.getByRole('button', { name: 'Sign 1 document' }).click();
  await expect(page.getByText('All documents are signed')).toBeVisible({ timeout: 20_000 });
  await expectValid(page, 'lease-79.pdf');
});
