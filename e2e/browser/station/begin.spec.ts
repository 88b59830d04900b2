import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { startStation, type RunningStation } from '../../actors/station/running-station.ts';
import { makeSoftHsmToken } from '../../actors/tokens/softhsm.ts';
import { expect, test as base } from './test.ts';

const PIN = '73519286';

interface Fixtures {
  withToken: RunningStation;
  withNothing: RunningStation;
}

const start = (
  environment: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningStation> => startStation({ environment: { ...environment, Environment: 'Development' }, settings });

/** One station with a token and one with nothing but the demo identity. */
const test = base.extend<object, Fixtures>({
  withToken: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const dir = await mkdtemp(path.join(tmpdir(), 'begin-browser-'));
      const keys = [{ type: 'P-256', id: '01', label: 'signer' }] as const;
      const token = await makeSoftHsmToken({ dir: path.join(dir, 'hsm'), label: 'desk', pin: PIN, keys });
      const station = await start(
        { ...token.environment, SERVICE_SECRET_SIGNING_SMARTCARD_PIN: PIN },
        {
          'Signing:SmartCard:ModulePath': token.modulePath,
          'Signing:SmartCard:TokenLabel': 'desk',
        },
      );
      await use(station);
      await station.dispose();
      await rm(dir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  withNothing: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const station = await start({});
      await use(station);
      await station.dispose();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ withNothing }, use) => use(withNothing.url),
});

const step = (page: Page, name: string) => page.locator(`[data-step=${name}]`);
const LONG = { timeout: 60_000 };

test('leads with a token from the reader to a test signature, which is made only when it is agreed to', async ({
  page,
  withToken,
}, info) => {
  await page.goto(`${withToken.url}/start`);
  await expect(step(page, 'certificate')).toHaveAttribute('data-state', /good|warn/, LONG);
  for (const name of ['reader', 'card', 'middleware']) {
    await expect(step(page, name)).toHaveAttribute('data-state', /good|warn/);
  }
  const button = page.getByRole('button', { name: 'Make a test signature' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  const list = await fetch(`${withToken.url}/api/v1/signatures`);
  expect(await list.json()).toMatchObject({ items: [] });
  await page.getByLabel('I agree that the token signs once').check();
  await button.click();
  await expect(page.getByText(/Signed. The station judges it/)).toBeVisible(LONG);
  await expect(button, 'agreed to once').toHaveAttribute('aria-disabled', 'true');
  expect(await page.content()).not.toContain(PIN);
  await page.screenshot({ path: info.outputPath('begin-token.png'), fullPage: true });
});

test('says with nothing there what is missing, what to write into the settings, and offers the demo identity', async ({
  page,
}, info) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Set up a card or token, step by step' }).click(LONG);
  await expect(page.getByRole('heading', { level: 1, name: 'Begin' })).toBeVisible();
  await expect(step(page, 'middleware')).toBeVisible(LONG);
  await expect(step(page, 'certificate')).toHaveAttribute('data-state', /bad|open/);
  await expect(step(page, 'settings')).toContainText('"ModulePath"');
  await expect(page.getByRole('button', { name: 'Make a test signature' })).toHaveCount(0);
  await page.screenshot({ path: info.outputPath('begin-nothing.png'), fullPage: true });
  await page.getByRole('link', { name: 'Sign with the demo identity' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign' })).toBeVisible();
});
