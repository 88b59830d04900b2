import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { stoppedClock } from '../../actors/disk/wandering-clock.ts';
import { createStationClient } from '../../actors/station/station-client.ts';
import { makeWatchedPair, type WatchedPair } from '../../actors/station/watched-pair.ts';
import { buildMisbehavingModule, type MisbehavingModule } from '../../actors/tokens/misbehaving-module.ts';
import { makeSoftHsmToken } from '../../actors/tokens/softhsm.ts';
import { startStation, type RunningStation } from './station-process.ts';
import { expect, makePdf, test as base } from './test.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../../..');
const COUNT = 40;
const CARD_MILLISECONDS = 20;
const PIN = '64208135';

interface Desk {
  readonly station: RunningStation;
  readonly pair: WatchedPair;
  readonly folder: string;
  readonly card: MisbehavingModule;
  /** Settings of the card, and an environment with its PIN, in which it is always the same second. */
  readonly settings: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
}

/** A station with a slow card that watches a folder, too, and whose clock stands still. */
const test = base.extend<object, { desk: Desk }>({
  desk: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'any-way-'));
      const keys = [{ type: 'P-256', id: '01', label: 'one' }] as const;
      const token = await makeSoftHsmToken({ dir: path.join(folder, 'token'), label: 'desk', pin: PIN, keys });
      const card = await buildMisbehavingModule(path.join(folder, 'module'), token.modulePath);
      await card.misbehave(`slow-card ${CARD_MILLISECONDS}`);
      const settings = {
        'Signing:SmartCard:ModulePath': card.modulePath,
        'Signing:SmartCard:TokenLabel': 'desk',
        'Signing:SmartCard:PinSecretName': 'Desk:Pin',
      };
      const now = new Date();
      const environment = { ...token.environment, ...stoppedClock(folder, now), SERVICE_SECRET_DESK_PIN: PIN };
      const pair = makeWatchedPair();
      const watched = { ...pair.settings, 'WatchedFolders:0:SigningProvider': 'SmartCard' };
      const station = await startStation({ settings: { ...watched, ...settings }, environment });
      await use({ station, pair, folder, card, settings, environment });
      await station.stop();
      pair.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  station: [async ({ desk }, use) => use(desk.station), { scope: 'worker' }],
});

test('forty documents give a card the same to sign by command, folder, page and interface', async ({ page, desk }) => {
  const pdf = await makePdf('Contract');
  const ways: Readonly<Record<string, () => Promise<void>>> = {
    interface: () => byInterface(desk, pdf),
    'command beside the station': () => byCommand(desk, pdf, 'beside', '--url', desk.station.url),
    'command with a station of its own': () => byCommand(desk, pdf, 'own', '--own-station'),
    folder: () => byFolder(desk, pdf),
    page: () => byPage(pdf, page),
  };
  const found: [string, number, string[]][] = [];
  for (const [name, way] of Object.entries(ways)) {
    const before = (await desk.card.signedData()).length;
    await way();
    const data = (await desk.card.signedData()).slice(before);
    found.push([name, data.length, [...new Set(data)]]);
  }
  const [[, , one] = ['', 0, []]] = found;
  expect(one).toHaveLength(1);
  expect(found).toEqual(Object.keys(ways).map((name) => [name, COUNT, one]));
});

async function byInterface({ station }: Desk, pdf: Buffer): Promise<void> {
  const client = createStationClient(station.url);
  const wanted = { signingProvider: 'SmartCard' };
  const made = await Promise.all(Array.from({ length: COUNT }, () => client.create(pdf, wanted)));
  const ended = await Promise.all(made.map(({ id }) => client.finished(id)));
  expect(ended.filter(({ status }) => status === 'Completed')).toHaveLength(COUNT);
}

async function byCommand(desk: Desk, pdf: Buffer, name: string, ...way: string[]): Promise<void> {
  const [sources, out] = [path.join(desk.folder, name), path.join(desk.folder, `${name}-signed`)];
  mkdirSync(sources);
  mkdirSync(out);
  for (let number = 0; number < COUNT; number++) writeFileSync(path.join(sources, `${String(number)}.pdf`), pdf);
  const settings = { ...desk.settings, Environment: 'Development', 'Data:Directory': desk.station.dataDirectory };
  const given = Object.entries(settings).map(([key, value]) => `--${key}=${String(value)}`);
  const command = ['sign', path.join(sources, '*.pdf'), '--signing-provider', 'SmartCard', '--out', out, ...way];
  await run(path.join(ROOT, 'node_modules/.bin/node'), [path.join(ROOT, 'dist/cli.js'), ...command, ...given], {
    env: { ...process.env, ...desk.environment },
  });
  expect(readdirSync(out)).toHaveLength(COUNT);
}

async function byFolder({ pair }: Desk, pdf: Buffer): Promise<void> {
  pair.drop(pdf, COUNT);
  await expect.poll(() => pair.files('done').length, { timeout: 60_000 }).toBe(COUNT);
}

async function byPage(pdf: Buffer, page: Page): Promise<void> {
  await page.goto('/sign');
  await page.locator('input[type=file][multiple]').setInputFiles(
    Array.from({ length: COUNT }, (_, number) => ({
      name: `by-page-${String(number)}.pdf`,
      mimeType: 'application/pdf',
      buffer: pdf,
    })),
  );
  await page.getByRole('radio', { name: /Smart card/ }).check();
  await page.getByRole('button', { name: `Sign ${String(COUNT)} documents` }).click();
  await expect(page.getByText('All documents are signed')).toBeVisible({ timeout: 60_000 });
}
