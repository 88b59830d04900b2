import { AxeBuilder } from '@axe-core/playwright';
import { uuid } from '../fake-values.ts';
import { expect, test } from './test.ts';

test('the settings page asks the timestamp authorities, and shows what each of them said', async ({ page }, info) => {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Ask for a timestamp' }).click();
  const card = page.getByRole('region', { name: 'Timestamps' });
  await expect(card).toContainText('https://tsa.example/first');
  await expect(card).toContainText('gave no timestamp: its certificate cannot be read.');
  await expect(card.getByText('Works', { exact: true })).toHaveCount(1);
  await expect(card.getByText('Cannot be used', { exact: true })).toHaveCount(1);
  const { violations } = await new AxeBuilder({ page }).include('section[aria-labelledby=timestamps]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await card.screenshot({ path: info.outputPath('timestamps.png') });
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('why a job failed is said in its own lines, and does not run into the next ones', async ({ page }) => {
    await page.goto('/jobs');
    const reason = page.getByRole('cell').filter({ hasText: 'The timestamp authority' }).first();
    await expect(reason).toContainText('gave no timestamp');
    await expect(reason).not.toContainText('TIMESTAMP_OPERATION_FAILED');
    await expect(reason).toHaveCSS('overflow-y', 'clip');
  });
});

test('a reason that a column cuts off is read whole where it is pointed at, without its code', async ({ page }) => {
  await page.goto('/jobs');
  const reason = page.getByRole('cell').filter({ hasText: 'The timestamp authority' }).first();
  await expect(reason).toHaveAttribute('title', /^The timestamp authority/);
});

test('audit entries name their document, and lead to it', async ({ page }) => {
  await page.goto('/audit');
  const document = page.getByRole('link', { name: /^Invoice \d+\.pdf$/ }).first();
  await expect(document).toHaveAttribute('href', /^\/signatures\//);
});

test.describe('a station without the permission', () => {
  test.use({ fake: { failWith: 'SERVICE_UNAVAILABLE' } });

  test('says that the authorities could not be asked', async ({ page }) => {
    await page.goto('/settings');
    const card = page.getByRole('region', { name: 'Timestamps' });
    await card.getByRole('button', { name: 'Ask for a timestamp' }).click();
    await expect(card.getByRole('alert')).toContainText('The station is busy or not fully started');
  });
});

test('what failed in a batch is given in again, as a batch of its own', async ({ page, station }) => {
  await page.goto(`/batches/${uuid('batch')}`);
  await page.getByRole('button', { name: 'Try 1 failed document again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Batch of 1 document', exact: true })).toBeVisible();
  expect(station.retries).toEqual([uuid('failed')]);
  await expect(page.getByText('1 signed')).toBeVisible();
  await expect(page.getByRole('button', { name: /again/ })).toHaveCount(0);
});

test('a document that ends while its batch is being read is seen to have ended', async ({ page }) => {
  await page.goto(`/batches/${uuid('batch')}`);
  const again = page.getByRole('button', { name: 'Try 1 failed document again' });
  await expect(again).toBeVisible();
  let isFirst = true;
  await page.route('**/api/v1/batches/*', async (route) => {
    const answer = await route.fetch();
    // The stand-in ends a document within two seconds: then this answer is an old one.
    if (isFirst) await page.waitForTimeout(5_000);
    isFirst = false;
    await route.fulfill({ response: answer });
  });
  await again.click();
  await expect(page.getByText('1 signed')).toBeVisible();
});
