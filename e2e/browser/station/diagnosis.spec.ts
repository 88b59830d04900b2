import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startStation, type RunningStation } from '../../actors/station/running-station.ts';
import { makeSoftHsmToken } from '../../actors/tokens/softhsm.ts';
import { expect, makePdf, test as base } from './test.ts';

const PIN = '73519286';
const WRONG_PIN = '73519287';

interface Fixtures {
  desk: RunningStation;
}

/**
 * A station with the demo key file, a token, a second token under a wrong PIN, and a driver that is missing. Two tokens:
 * a module is logged in to a token for all of its process, so that one token would sign with either PIN.
 */
const test = base.extend<object, Fixtures>({
  desk: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const dir = await mkdtemp(path.join(tmpdir(), 'doctor-browser-'));
      const keys = [{ type: 'P-256', id: '01', label: 'signer' }] as const;
      const token = await makeSoftHsmToken({ dir: path.join(dir, 'hsm'), label: 'desk', pin: PIN, keys });
      await makeSoftHsmToken({ dir: path.join(dir, 'hsm'), label: 'card', pin: PIN, keys });
      const { modulePath: ModulePath } = token;
      const Signing = {
        Pkcs11: [{ ProviderId: 'desk', Name: 'Desk token', ModulePath, TokenLabel: 'desk' }],
        SmartCard: { ModulePath, TokenLabel: 'card' },
        Hsm: { ModulePath: path.join(dir, 'not-installed.so') },
      };
      await writeFile(path.join(dir, 'config.json'), JSON.stringify({ Signing }));
      const environment = {
        ...token.environment,
        Environment: 'Development',
        SERVICE_SECRET_SIGNING_PKCS11_PIN: PIN,
        SERVICE_SECRET_SIGNING_SMARTCARD_PIN: WRONG_PIN,
      };
      const station = await startStation({ dataDirectory: dir, environment });
      await use(station);
      await station.dispose();
      await rm(dir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ desk }, use) => use(desk.url),
});

test('the demo key file and a token that works are called fine, in the page and in the saved text', async ({
  page,
}) => {
  await page.goto('/providers');
  await page.getByRole('link', { name: 'Check this key file' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /without opening the key file is fine/ })).toBeVisible();
  await page.goto('/providers/desk/diagnosis');
  await expect(page.getByRole('heading', { level: 1, name: 'Check of Desk token' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: /without the PIN is fine/ })).toBeVisible({
    timeout: 50_000,
  });
  const tokens = page.getByRole('group').filter({ hasText: 'Used by this provider' });
  const used = tokens.getByRole('listitem').filter({ hasText: 'Used by this provider' });
  await tokens.locator('summary').click();
  await expect(used.getByText('desk', { exact: true })).toBeVisible();
  await expect(used.getByText('No wrong PIN noted')).toBeVisible();
  const other = tokens.getByRole('listitem').filter({ has: page.getByText('card', { exact: true }) });
  await expect(other).toContainText('Not used by this provider');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as text file' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toMatch(/^Diagnosis of Desk token \(desk, Pkcs11\)/);
  expect(text).toContain('token "desk"');
  for (const secret of [PIN, WRONG_PIN]) {
    expect(text).not.toContain(secret);
    expect(await page.content()).not.toContain(secret);
  }
});

test('a driver that is missing is named, with what to do', async ({ page }, info) => {
  await page.goto('/providers/hsm/diagnosis');
  const findings = page.getByRole('region', { name: 'What was found' });
  await expect(findings).toContainText('MODULE_MISSING', { timeout: 50_000 });
  await expect(findings).toContainText('not-installed.so does not exist');
  await page.screenshot({ path: info.outputPath('real-missing.png'), fullPage: true });
});

test('after a wrong PIN the failed document leads to why the station does not try it again', async ({
  page,
  desk,
}, info) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ format: 'PAdES', profile: 'B', signingProvider: 'SmartCard' })) {
    form.set(name, value);
  }
  form.set('file', new File([new Uint8Array(await makePdf('Wrong PIN'))], 'wrong-pin.pdf'));
  const answer = await fetch(`${desk.url}/api/v1/signatures`, { method: 'POST', body: form });
  const { id } = (await answer.json()) as { id: string };
  await page.goto(`/signatures/${id}`);
  await page.getByRole('link', { name: 'Check the token and its driver' }).click({ timeout: 30_000 });
  await expect(page).toHaveURL(/\/providers\/smartcard\/diagnosis$/);
  const findings = page.getByRole('region', { name: 'What was found' });
  await expect(findings).toContainText('PIN_LATCHED', { timeout: 50_000 });
  await expect(findings).toContainText('token unlock-guard --provider smartcard');
  expect(await page.content()).not.toContain(WRONG_PIN);
  await page.screenshot({ path: info.outputPath('real-latched.png'), fullPage: true });
  await page.getByRole('button', { name: 'Try once more' }).click();
  // SoftHSM says that a wrong PIN was entered.
  await expect(page.getByRole('dialog')).toContainText('fewer tries than usual are left');
  await page.screenshot({ path: info.outputPath('real-one-more-try.png'), fullPage: true });
  await page.getByRole('button', { name: 'Do not try' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
