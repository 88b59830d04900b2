import { AxeBuilder } from '@axe-core/playwright';
import { PROVIDERS } from '../fake-providers.ts';
import { expect, test } from './test.ts';

test('an administrator reads what the station works with, and where it was written', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Show the configuration' }).click();
  const section = page.getByRole('region', { name: 'Configuration in force' });
  await expect(section.getByText('3 of 5 settings')).toBeVisible();
  await expect(section.getByText('Written in: the argument --Server:Port')).toBeVisible();
  await section.getByText('Only what somebody set').click();
  await section.getByRole('searchbox').fill('timestamping');
  await expect(section.getByText('1 of 5 settings')).toBeVisible();
  await expect(section.getByText('not set')).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await section.getByRole('searchbox').fill('nowhere');
  await expect(section.getByText('No setting fits.')).toBeVisible();
});

test('the example for programs names what this station signs with, and the key where one is set', async ({ page }) => {
  await page.goto('/settings');
  const example = page.getByRole('region', { name: 'For local programs' });
  await expect(example).toContainText('signingProvider=SmartCard');
  const demo = PROVIDERS.filter(({ isDemo }) => isDemo);
  await page.route('**/api/v1/providers', (route) => route.fulfill({ json: demo }));
  await page.getByLabel('API key', { exact: true }).fill('a-key');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.reload();
  await expect(example).toContainText('signingProvider=Pfx');
  await expect(example.getByText('X-Api-Key: <key>')).toHaveCount(2);
});
