import { expect, test } from './test.ts';

const SECRET = /^[a-z2-7]{12}\.[\w-]{43}$/;

test.describe('API keys', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('an API key is made, its secret is shown once, and it is listed', async ({ page, station }) => {
    await page.goto('/settings');
    const section = page.getByRole('region', { name: 'API keys' });
    await expect(section.getByRole('listitem')).toHaveCount(2);
    await expect(section.getByRole('listitem').first()).toContainText('mx3h6tyb2wle');

    await section.getByRole('button', { name: 'Make a key' }).press('Enter');
    const form = section.getByRole('form', { name: 'New API key' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await expect(form.getByRole('checkbox', { checked: true })).toHaveCount(2);
    await expect(form.getByRole('checkbox', { name: 'Sign documents' })).toBeChecked();
    await expect(form.getByRole('checkbox', { name: 'Read signatures' })).toBeChecked();
    await form.getByRole('button', { name: 'Make a key' }).click();
    await expect(form.getByText('Give the key a name')).toBeVisible();
    await form.getByLabel('Name').fill('  Payroll ');
    await form.getByRole('checkbox', { name: 'Sign documents' }).uncheck();
    await form.getByRole('checkbox', { name: 'Read signatures' }).uncheck();
    await form.getByLabel('Name').press('Enter');
    await expect(form.getByText('Choose at least one permission.')).toBeVisible();
    expect(station.apiKeys.list()).toHaveLength(2);
    await form.getByRole('checkbox', { name: 'Check signatures' }).check();
    await form.getByLabel('Before its documents are signed').selectOption('A person approves each batch once');
    await form.getByLabel('Name').press('Enter');

    const secret = section.getByRole('textbox', { name: 'The key' });
    await expect(secret).toHaveValue(SECRET);
    await expect(section.getByText('This is the only time it is shown.')).toBeVisible();
    const key = await secret.inputValue();
    await section.getByRole('button', { name: 'Copy key' }).click();
    await expect(section.getByText('Copied')).toBeVisible();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(key);
    const first = section.getByRole('listitem').first();
    await expect(first.getByRole('heading', { name: 'Payroll', exact: true })).toBeVisible();
    await expect(first).toContainText('What the key may do Check signatures');
    await expect(first).toContainText('default');
    await expect(first).toContainText('A person approves each batch once');
    const made = { name: 'Payroll', permissions: ['Verify'], approvalRule: 'OncePerBatch' };
    expect(station.apiKeys.list()[2]).toMatchObject(made);

    await section.getByRole('button', { name: 'I have stored it' }).click();
    await expect(section.getByRole('button', { name: 'Make a key' })).toBeFocused();
    await expect(secret).toHaveCount(0);
    await page.reload();
    await expect(section.getByRole('listitem')).toHaveCount(3);
    expect(await page.content()).not.toContain(key.slice(13));
    expect(await page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])')).not.toContain(
      key.slice(13),
    );
  });

  test('an API key is copied where the window grants no clipboard permission', async ({ page }) => {
    await page.addInitScript("navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))");
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByLabel('Name').fill('Desktop');
    await page.getByLabel('Name').press('Enter');
    await page.getByRole('button', { name: 'Copy key' }).click();
    await expect(page.getByText('Copied')).toBeVisible();
    const key = await page.getByRole('textbox', { name: 'The key' }).inputValue();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(key);
  });

  test('an API key is revoked with the keyboard, after a question', async ({ page, station }) => {
    await page.goto('/settings');
    const revoke = page.getByRole('button', { name: 'Revoke Accounting' });
    const dialog = page.getByRole('dialog', { name: 'Revoke “Accounting”?' });
    await revoke.press('Enter');
    await expect(dialog).toContainText('This cannot be undone.');
    await expect(dialog.getByRole('button', { name: 'Keep the key' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(revoke).toBeFocused();
    expect(station.apiKeys.list().filter((key) => key.revokedAt === null)).toHaveLength(1);

    await revoke.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Keep the key' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Revoke the key' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(revoke).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Accounting' })).toBeFocused();
    await expect(page.getByRole('listitem').filter({ hasText: 'mx3h6tyb2wle' })).toContainText('Revoked');
    expect(station.apiKeys.list().every((key) => key.revokedAt !== null)).toBe(true);
  });

  test('a refused revocation of an API key is explained in the dialog', async ({ page, station }) => {
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Revoke Accounting' }).click();
    station.options.failWith = 'PERMISSION_DENIED';
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Revoke the key' }).click();
    await expect(dialog.getByRole('alert')).toContainText('a key with the permission Administer');
    expect(station.apiKeys.list().filter((key) => key.revokedAt === null)).toHaveLength(1);
  });

  for (const scheme of ['light', 'dark'] as const) {
    test(`API key forms in ${scheme}`, async ({ page }, info) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto('/settings');
      await page.getByRole('button', { name: 'Make a key' }).click();
      await page.getByLabel('Name').fill('Payroll');
      await page.screenshot({ path: info.outputPath(`${scheme}-api-key-form.png`), fullPage: true });
      await page.getByLabel('Name').press('Enter');
      await expect(page.getByRole('textbox', { name: 'The key' })).toBeVisible();
      await page.screenshot({ path: info.outputPath(`${scheme}-api-key-secret.png`), fullPage: true });
      await page.getByRole('button', { name: 'Revoke Accounting' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.screenshot({ path: info.outputPath(`${scheme}-api-key-revoke.png`) });
    });
  }
});

test.describe('API keys of an empty station', () => {
  test.use({ fake: { isEmpty: true } });

  test('no API key yet', async ({ page }) => {
    await page.goto('/settings');
    await expect(page.getByText('No keys yet: programs on this computer need none')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Make a key' })).toBeVisible();
  });
});

test.describe('API keys enforced', () => {
  test.use({ fake: { apiKey: 'mx3h6tyb2wle.of-the-administrator' } });

  test('says which API key is needed, and lists once it is entered', async ({ page }) => {
    await page.goto('/settings');
    const section = page.getByRole('region', { name: 'API keys' });
    await expect(section.getByRole('alert')).toContainText('a key in force with the permission Administer');
    await expect(section.getByRole('button', { name: 'Make a key' })).toHaveCount(0);
    await page.getByLabel('API key', { exact: true }).fill('mx3h6tyb2wle.of-the-administrator');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(section.getByRole('alert')).toHaveCount(0);
    await expect(section.getByRole('listitem').first()).toContainText('Used by this window');
  });
});
