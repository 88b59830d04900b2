import { readFile } from 'node:fs/promises';
import { createStationClient } from '../../actors/station/station-client.ts';
import { expect, makePdf, test } from './test.ts';

const BROKEN = Buffer.from('%PDF-1.7\nnonsense');

test('what failed for one reason is given in again together, and the list keeps its filter', async ({
  page,
  station,
}) => {
  const client = createStationClient(station.url);
  for (const fileName of ['one.pdf', 'two.pdf']) {
    const { id } = await client.create(BROKEN, { fileName });
    expect(await client.finished(id)).toMatchObject({ status: 'Failed' });
  }
  // Other tests' documents may have failed at this station as well.
  const before = (await client.list('status=Failed')).items.length;
  await page.goto('/jobs');
  await page.getByLabel('Job state').selectOption({ label: 'Failed' });
  const failed = page.getByRole('list', { name: 'Failed, not tried again yet' });
  const again = failed.getByRole('button', { name: /^Try \d+ documents again: Signing did not work$/ });
  const count = Number(/\d+/.exec((await again.getAttribute('aria-label')) ?? '')?.[0]);
  expect(count).toBeGreaterThanOrEqual(2);
  await again.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(`${String(count)} documents given in again`)).toBeVisible();
  await expect.poll(async () => (await client.list('status=Failed')).items.length).toBe(before + count);
  await page.reload();
  await expect(page.getByLabel('Job state')).toHaveValue('Failed');
});

test('the audit names its documents, and its table holds no formula of theirs', async ({ page, station }) => {
  const client = createStationClient(station.url);
  const { id } = await client.create(await makePdf('Lease'), { fileName: '=HYPERLINK(1)&lease.pdf' });
  await client.finished(id);
  await page.goto('/audit');
  await expect(page.getByRole('link', { name: '=HYPERLINK(1)&lease.pdf' }).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: 'signing worker' }).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await saved.path(), 'utf8')).split('\r\n');
  const named = lines.filter((line) => line.includes('HYPERLINK'));
  expect(named.length).toBeGreaterThan(3);
  for (const line of named) expect(line).toMatch(/,'=HYPERLINK\(1\)&lease\.pdf$/);
});

test('a stamp that was put to a place is drawn there', async ({ page, station }) => {
  await page.goto('/sign');
  const buffer = await makePdf('Stamped');
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'stamped.pdf', mimeType: 'application/pdf', buffer });
  await page.locator('.check', { has: page.locator('[aria-describedby=stamp-hint]') }).click();
  await page.locator('.place button').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('application')).toHaveAttribute('data-drawn', 'true');
  // From the corner of the margins, 18 points, by keys.
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+ArrowRight');
  await dialog.getByRole('button', { name: 'Put it here' }).click();
  await page.getByRole('radio', { name: /Demo Signer/ }).check();
  await page.getByRole('button', { name: 'Sign 1 document' }).click();
  const document = page.getByRole('listitem').filter({ hasText: 'stamped.pdf' });
  await expect(document.getByText('Completed', { exact: true })).toBeVisible({ timeout: 20_000 });
  const client = createStationClient(station.url);
  const [found] = (await client.list('text=stamped.pdf')).items;
  const signed = await client.content(found?.id ?? '');
  const [, left, bottom] = /\/Rect\s*\[\s*([\d.]+)\s+([\d.]+)/.exec(signed.toString('latin1')) ?? [];
  expect([Number(left), Number(bottom)]).toEqual([28, 68]);
});
