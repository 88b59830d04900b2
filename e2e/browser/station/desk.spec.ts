import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, makePdf, test } from './test.ts';

async function chooseDemoSigner(page: Page): Promise<void> {
  const demo = page.getByRole('radio', { name: /Demo Signer/ });
  await demo.check();
  await expect(demo).toBeChecked();
}

/** Signs a document on the Sign page and returns the bytes of the download. */
async function signAndDownload(page: Page, name: string, original: Buffer): Promise<Buffer> {
  await page.goto('/sign');
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: original });
  await chooseDemoSigner(page);
  await page.getByRole('button', { name: 'Sign 1 document' }).click();
  const document = page.getByRole('listitem').filter({ hasText: name });
  await expect(document.getByText('Completed', { exact: true })).toBeVisible({ timeout: 20_000 });
  const download = page.waitForEvent('download');
  await document.getByRole('button', { name: 'Download' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe(name.replace('.pdf', '-signed.pdf'));
  return await readFile(await saved.path());
}

test('a clerk signs a PDF, downloads it and reads that it is valid', async ({ page }) => {
  const original = await makePdf('Contract 2041');
  const signed = await signAndDownload(page, 'contract.pdf', original);
  expect(signed.length).toBeGreaterThan(original.length);
  // An incremental update: every original byte is still there, in its place.
  expect(signed.subarray(0, original.length).equals(original)).toBe(true);

  await page.getByRole('link', { name: 'Check signature' }).click();
  const report = page.getByRole('region', { name: 'Signature check' });
  await expect(report.getByText('VALID', { exact: true })).toBeVisible();
  await expect(report.getByRole('article', { name: /Demo Signer/ })).toBeVisible();
  await expect(report.getByText('the whole document')).toBeVisible();
  await expect(report.getByText('What was and was not checked')).toBeVisible();
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Signature requested');
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Signed file stored');
});

test('the verification page tells a good file from a tampered one', async ({ page }) => {
  const original = await makePdf('Order 88');
  const signed = await signAndDownload(page, 'order.pdf', original);
  const choose = (name: string, buffer: Buffer): Promise<void> =>
    page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'application/pdf', buffer });

  await page.goto('/verification');
  await choose('order-signed.pdf', signed);
  await expect(page.getByText('The signature is valid')).toBeVisible();
  await expect(page.getByText('VALID', { exact: true })).toBeVisible();

  // One bit in the middle of the signed part.
  const tampered = Buffer.from(signed);
  const place = Math.floor(original.length / 2);
  tampered.writeUInt8(tampered.readUInt8(place) ^ 1, place);
  await page.getByRole('button', { name: 'Check another file' }).click();
  await choose('order-tampered.pdf', tampered);
  await expect(page.getByText('The signature is not valid')).toBeVisible();
  await expect(page.getByText('INVALID', { exact: true }).first()).toBeVisible();
});

test('the report on a signed file is signed by the station itself, and holds', async ({ page }) => {
  const signed = await signAndDownload(page, 'lease.pdf', await makePdf('Lease 12'));
  const choose = (name: string, buffer: Buffer): Promise<void> =>
    page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await page.goto('/verification');
  await choose('lease-signed.pdf', signed);
  await page.getByRole('button', { name: 'Sign the report' }).click();
  const report = page.getByRole('listitem').filter({ hasText: 'lease-signed.pdf.verification.pdf' });
  await expect(report).toBeVisible();
  await chooseDemoSigner(page);
  await page.locator('.check', { has: page.locator('[aria-describedby=stamp-hint]') }).click();
  await page.getByRole('button', { name: 'Sign 1 document' }).click();
  await expect(report.getByText('Completed', { exact: true })).toBeVisible({ timeout: 20_000 });
  await report.getByRole('link', { name: 'Check signature' }).click();
  await expect(page.getByRole('region', { name: 'Signature check' }).getByText('VALID', { exact: true })).toBeVisible();
});

test('a clerk without a mouse signs with the keyboard', async ({ page }) => {
  const original = await makePdf('Keyboard');
  // Awaited from the start: the browser is told to hand its file dialog over long before the key that opens it.
  const chooser = page.waitForEvent('filechooser', { timeout: 60_000 });
  await page.goto('/sign');
  await expect(page.getByRole('radio', { name: /Demo Signer/ })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Choose documents' })).toBeFocused();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'keyboard.pdf', mimeType: 'application/pdf', buffer: original });
  await expect(page.getByRole('button', { name: 'Sign 1 document' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  const document = page.getByRole('listitem').filter({ hasText: 'keyboard.pdf' });
  await expect(document.getByText('Completed', { exact: true })).toBeVisible({ timeout: 20_000 });
});

test('levels that the station is not set up for are not offered, with the reason, and level B works', async ({
  page,
}) => {
  await page.goto('/sign');
  const buffer = await makePdf('Needs a timestamp');
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'timestamp.pdf', mimeType: 'application/pdf', buffer });
  await chooseDemoSigner(page);
  await page.getByText('More options').click();
  await expect(page.getByRole('radio', { name: /With timestamp/ })).toBeDisabled();
  await expect(page.getByText(/the station knows no timestamp authority/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Sign 1 document' }).click();
  const document = page.getByRole('listitem').filter({ hasText: 'timestamp.pdf' });
  await expect(document.getByText('Completed', { exact: true })).toBeVisible({ timeout: 20_000 });
});

test('forty documents are signed in one go', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('/sign');
  const documents = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => ({
      name: `invoice-${String(index + 1)}.pdf`,
      mimeType: 'application/pdf',
      buffer: await makePdf(`Invoice ${String(index + 1)}`),
    })),
  );
  await page.locator('input[type=file][multiple]').setInputFiles(documents);
  await chooseDemoSigner(page);
  await page.getByRole('button', { name: 'Sign 40 documents' }).click();
  await expect(page.getByText('All documents are signed')).toBeVisible({ timeout: 90_000 });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent documents' })).toBeVisible();
  await expect(page.getByRole('link', { name: /invoice-\d+\.pdf/ }).first()).toBeVisible();
});

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' });

  test('every page of the real station opens without complaints', async ({ page }, info) => {
    for (const name of [
      'sign',
      'verification',
      'signatures',
      'dashboard',
      'certificates',
      'providers',
      'jobs',
      'audit',
      'settings',
    ]) {
      await page.goto(`/${name}`);
      await expect(page.locator('h1')).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.screenshot({ path: info.outputPath(`dark-${name}.png`), fullPage: true });
    }
  });
});
