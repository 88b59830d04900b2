import { makeApiKey } from '../../actors/station/command-line.ts';
import { expect, test } from './test.ts';

test('a key is made with a key, shown once, and revoked at the real station', async ({ page, station }) => {
  test.skip(station.dataDirectory === null, 'Making the first key needs the data directory of the station.');
  const { key } = await makeApiKey(station.dataDirectory ?? '', '--name', 'First', '--permissions', 'Administer');
  await page.goto('/settings');
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Save' }).click();
  const section = page.getByRole('region', { name: 'API keys' });
  await section.getByRole('button', { name: 'Make a key' }).click();
  const form = section.getByRole('form', { name: 'New API key' });
  await form.getByLabel('Name').fill('Accounting');
  await form.getByRole('button', { name: 'Make a key' }).click();
  const row = section.getByRole('listitem').filter({ hasText: 'Accounting' });
  await expect(row).toHaveCount(1);
  const secret = section.getByRole('textbox', { name: 'The key' });
  await expect(secret).toHaveValue(/^[^.]+[.].{20,}$/);
  await page.reload();
  await expect(secret).toHaveCount(0);
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: /revoke/i }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /revoke/i })
    .click();
  await expect(row).toContainText(/revoked/i);
});
