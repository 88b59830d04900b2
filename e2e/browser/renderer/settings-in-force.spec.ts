import { AxeBuilder } from '@axe-core/playwright';
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
