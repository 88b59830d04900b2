import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './test.ts';

test('what failed for one reason is given in again together, once somebody has confirmed it', async ({ page }) => {
  await page.goto('/jobs');
  const section = page.getByRole('region', { name: 'Why documents are not signed' });
  const failed = section.getByRole('list', { name: 'Failed, not tried again yet' });
  await expect(failed.getByRole('listitem')).toHaveCount(2);
  await failed.getByRole('button', { name: /^Try 27 documents again: The timestamp service/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Try 27 documents again?' });
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await dialog.getByRole('button', { name: 'Leave them' }).click();
  await expect(failed.getByText('27', { exact: true })).toBeVisible();
  await failed.getByRole('button', { name: /^Try 27 documents again/ }).click();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('26 documents given in again, 1 document left as they were')).toBeVisible();
  await expect(failed.getByRole('button', { name: /^Try 1 document again: The timestamp service/ })).toBeFocused();
});

test('what waits for one thing is cancelled together, and the focus stays near', async ({ page }) => {
  await page.goto('/jobs');
  const waiting = page.getByRole('list', { name: 'Still to be signed' });
  await waiting.getByRole('button', { name: /^Cancel 1,204 documents/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel them' }).click();
  await expect(page.getByText('1,204 documents cancelled')).toBeVisible();
  await expect(waiting.getByRole('listitem')).toHaveCount(1);
  await expect.poll(() => page.evaluate('document.activeElement.localName')).not.toBe('body');
});

test('a reason leads to the documents it is of, and back to all', async ({ page }) => {
  await page.goto('/jobs');
  await page.getByRole('link', { name: 'The card or key store is not available' }).click();
  await expect(page).toHaveURL(/\/signatures\?status=Failed&errorCode=SIGNING_PROVIDER_UNAVAILABLE$/);
  await expect(page.getByText('Only: The card or key store is not available')).toBeVisible();
  await expect(page.getByText('No document fits')).toBeVisible();
  await page.getByRole('button', { name: 'Show all reasons' }).click();
  await expect(page).toHaveURL(/\/signatures\?status=Failed$/);
  await expect(page.getByText('1 row', { exact: true })).toBeVisible();
});

const scrollTo = (pixels: number): string => `document.querySelector('.box').scrollTop = ${String(pixels)}`;

test.describe('a list of which a page was scrolled', () => {
  test.use({ fake: { rows: 3_000 } });

  test('is shown at the same row again after a step back, and in the same order', async ({ page }) => {
    await page.goto('/jobs');
    const again = page.waitForResponse(/jobs\?.*order=oldest/);
    await page.getByLabel('Order').selectOption('oldest');
    await again;
    await expect(page).toHaveURL(/order=oldest/);
    const box = page.getByRole('region', { name: 'Jobs, scrollable table' });
    await expect(page.getByText('200 rows loaded')).toBeVisible();
    // A fling that loads more pages: each time to the end of what is there.
    for (const loaded of ['400 rows loaded', '600 rows loaded']) {
      await page.evaluate(scrollTo(100_000_000));
      await expect(page.getByText(loaded)).toBeVisible();
    }
    await page.evaluate(scrollTo(500 * 48));
    const link = box.getByRole('link', { name: 'Invoice 99499.pdf' });
    await link.click();
    await expect(page).toHaveURL(/\/signatures\//);
    await page.goBack();
    await expect(page).toHaveURL(/order=oldest.*row=|row=.*order=oldest/);
    await expect(link).toBeInViewport();
    await expect(page.getByLabel('Order')).toHaveValue('oldest');
  });
});
