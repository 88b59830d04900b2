import { expect, test } from './test.ts';

test('files of level LTA are listed by the end of their evidence, and renewed one by one or together', async ({
  page,
}) => {
  await page.goto('/signatures');
  await page.getByRole('link', { name: 'Lasting evidence' }).click();
  await expect(page).toHaveTitle('Lasting evidence · Signing Station');
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(6);
  await expect(rows.nth(0)).toContainText('ended');
  await expect(rows.nth(0)).toContainText('Failed');
  // One that is being renewed is not renewed twice, and an upload is not the station's to renew.
  await expect(page.getByRole('button', { name: /^Renew Lease/ })).toBeDisabled();
  await expect(rows.filter({ hasText: 'Tender.asice' }).getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'Renew Ledger 2024.xml' }).click();
  await expect(page.getByText('Renewal of Ledger 2024.xml requested')).toBeVisible();
  await expect(rows.filter({ hasText: 'Ledger' })).toContainText('Requested');
  await page.getByLabel('Evidence ends').selectOption('90');
  await expect(rows).toHaveCount(4);
  await expect(page).toHaveURL(/endsWithinDays=90/);
  await page.getByRole('button', { name: 'Renew all that end within 90 days' }).click();
  await expect(page.getByText('Renewal of 3 files requested, 1 file skipped')).toBeVisible();
});

test('why a renewal failed is read in its row, and in whole by keyboard, also where a row is a card', async ({
  page,
}) => {
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/evidence');
    const why = page.getByRole('button', { name: /Deed of 2016\.pdf$/ }).first();
    await expect(why).toBeVisible();
    await why.focus();
    await page.keyboard.press('Enter');
    const reason = page.getByRole('dialog', { name: 'Renewal of Deed of 2016.pdf' });
    await expect(reason).toContainText('gave no timestamp: it closed the connection.');
    await expect(reason).toContainText('TIMESTAMP_OPERATION_FAILED');
    await page.keyboard.press('Escape');
    await expect(reason).toBeHidden();
    await expect(why).toBeFocused();
  }
});

test('a renewal that the newest of all do not reach back to is asked for by its signature, once', async ({ page }) => {
  const asked: string[] = [];
  await page.route('**/api/v1/renewals?*', (route) => route.fulfill({ json: { items: [], nextCursor: 'older' } }));
  page.on('request', (request) => {
    if (request.method() === 'GET' && /\/signatures\/[^/]+\/renewals/.test(request.url())) asked.push(request.url());
  });
  await page.goto('/evidence');
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows.filter({ hasText: 'Deed of 2016.pdf' })).toContainText('Failed');
  await expect(page.getByRole('button', { name: /^Renew Lease/ })).toBeDisabled();
  await page.getByRole('button', { name: 'Renew Ledger 2024.xml' }).click();
  await expect(page.getByText('Renewal of Ledger 2024.xml requested')).toBeVisible();
  // Those of the five signatures, and once more the one that was under way: an upload has none.
  expect(new Set(asked).size).toBe(5);
  expect(asked.length).toBeLessThanOrEqual(7);
});
