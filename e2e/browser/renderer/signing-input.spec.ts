import { chooseDocuments, expect, pdf, test } from './test.ts';

const row = (name: string) => ({ hasText: name });

test('knows files by their content, and warns when the name says otherwise', async ({ page, station }) => {
  await page.goto('/sign');
  await chooseDocuments(
    page,
    { name: 'REPORT.PDF', mimeType: 'application/octet-stream', buffer: Buffer.from('%PDF-2.0\n') },
    { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<!doctype html>') },
    { name: 'order.txt', mimeType: 'text/plain', buffer: Buffer.from('<?xml version="1.0"?><order/>') },
    { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.from('') },
  );
  await expect(page.getByRole('listitem').filter(row('page.pdf'))).toContainText('The name does not fit the content');
  await expect(page.getByRole('listitem').filter(row('empty.pdf'))).toContainText('This file is empty.');
  await page.getByLabel('Format for order.txt').selectOption('ASiC_S');
  await page.getByRole('button', { name: 'Sign 3 documents' }).click();
  await expect.poll(() => station.submissions.length).toBe(3);
  expect(station.submissions.map(({ format }) => format).toSorted()).toEqual(['ASiC_S', 'CAdES', 'PAdES']);
});

test('accepts a drop, and does not open a file that is dropped beside the zone', async ({ page }) => {
  await page.goto('/sign');
  await expect(page.locator('.zone')).toBeVisible();
  await page.evaluate(`{
    const transfer = new DataTransfer();
    transfer.items.add(new File(['%PDF-1.7'], 'dropped.pdf'));
    const drop = (selector) => {
      const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer });
      return document.querySelector(selector).dispatchEvent(event);
    };
    window.isLeftToBrowser = drop('h1');
    drop('.zone');
  }`);
  expect(await page.evaluate('window.isLeftToBrowser')).toBe(false);
  await expect(page.getByRole('listitem').filter(row('dropped.pdf'))).toBeVisible();
});

test('works by keyboard alone', async ({ page }) => {
  // Awaited from the start: the browser is told to hand its file dialog over long before the key that opens it.
  const chooser = page.waitForEvent('filechooser', { timeout: 60_000 });
  await page.goto('/sign');
  await expect(page.locator('.zone')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Choose documents' })).toBeFocused();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(pdf('Contract.pdf'));
  await expect(page.getByRole('button', { name: 'Sign 1 document' })).toBeVisible();

  const chosen = page.getByRole('radio', { name: /Anna Grüber Issued by/ });
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>("document.activeElement.type === 'radio'")) break;
  }
  await expect(chosen).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /Electronic Seal/ })).toBeChecked();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('All documents are signed')).toBeVisible();
});

test('shows hostile names as text', async ({ page }) => {
  await page.goto('/sign');
  await chooseDocuments(page, pdf('<img src=x onerror=alert(1)>.pdf'));
  await expect(page.getByText('<img src=x onerror=alert(1)>.pdf', { exact: true })).toBeVisible();
  await page.goto('/certificates');
  await expect(page.getByRole('heading', { name: '<img src=x onerror=alert(1)> Authentication' })).toBeVisible();
  await expect(page.locator('img')).toHaveCount(0);
});

test('does not say that all is signed while a file lies there that cannot be', async ({ page }) => {
  await page.goto('/sign');
  await chooseDocuments(page, pdf('Contract.pdf'), { ...pdf('empty.pdf'), buffer: Buffer.alloc(0) });
  await expect(page.getByText('Draws a stamp on 1 PDF.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign 1 document' }).click();
  await expect(page.getByRole('heading', { name: '1 of 2 documents signed' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download: Contract.pdf' })).toBeVisible();
  await expect(page.getByText('All documents are signed')).toHaveCount(0);
  await expect(page.getByText('Only PDFs can carry a stamp.')).toBeVisible();
});
