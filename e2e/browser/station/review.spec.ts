import { test } from '@playwright/test';
import { startStation, type RunningStation } from '../../actors/station/running-station.ts';
import { createStationClient } from '../../actors/station/station-client.ts';
import { expect, makePdf } from './test.ts';

let station: RunningStation;
test.beforeAll(async () => {
  station = await startStation({ settings: { Environment: 'Testing', 'Approvals:Rule': 'Always' } });
});
test.afterAll(() => station.dispose());

test('what a program sends is signed when a person has seen it, and what is refused is not', async ({ page }) => {
  const client = createStationClient(station.url);
  const { id: wanted } = await client.create(await makePdf('Contract'), { fileName: 'contract.pdf' });
  await page.goto(`${station.url}/review`);
  const document = page.getByRole('region', { name: 'The document' });
  await expect(document).toBeFocused();
  await expect(document.getByText('of 2')).toBeVisible();
  const sign = page.getByRole('button', { name: 'Sign this document' });
  await expect(sign).toHaveAttribute('aria-disabled', 'false');
  await expect(page.getByRole('complementary', { name: 'Sign it' })).toContainText('Demo Signer');

  // The next one comes by itself.
  const { id: unwanted } = await client.create(await makePdf('Advertisement'), { fileName: 'advertisement.pdf' });
  const list = page.getByRole('navigation', { name: 'Documents that wait' });
  await expect(list.getByRole('button', { name: /advertisement/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'contract.pdf' })).toBeVisible();
  expect(await client.status(wanted)).toMatchObject({ status: 'Queued', waitReason: 'APPROVAL_PENDING' });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('1 document approved')).toBeVisible();
  expect(await client.finished(wanted)).toMatchObject({ status: 'Completed' });

  await expect(page.getByRole('heading', { name: 'advertisement.pdf' })).toBeVisible();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();
  expect(await client.status(unwanted)).toMatchObject({ status: 'Cancelled', errorCode: 'APPROVAL_REFUSED' });
});
