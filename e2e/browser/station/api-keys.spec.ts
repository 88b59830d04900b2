import { expect, test } from './test.ts';

test('a key is made, shown once, and revoked at the real station', async ({ page }) => {
  await page.goto('/settings');
  const section = page.getByRole('region', { name: 'API keys' });
  await section.getByRole('button', { name: 'Make a key' }).click();
  const form = section.getByRole('form', { name: 'New API key' });
  await form.getByLabel('Name').fill('Accounting');
  await form.getByRole('button', { name: 'Make a key' }).click();
  await expect(section.getByRole('listitem')).toContainText('Accounting');
  const secret = section.getByRole('textbox', { name: 'The key' });
  await expect(secret).toHaveValue(/^[^.]+[.].{20,}$/);
  await page.reload();
  await expect(secret).toHaveCount(0);
  await expect(section.getByRole('listitem')).toContainText('Accounting');
  await section.getByRole('button', { name: /revoke/i }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /revoke/i })
    .click();
  await expect(section.getByRole('listitem')).toContainText(/revoked/i);
});
