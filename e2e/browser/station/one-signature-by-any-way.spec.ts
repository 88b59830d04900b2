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
/** Of each of five kinds: fifty documents. */
const COUNT = 10;
const CARD_MILLISECONDS = 20;
const PIN = '64208135';

/** A kind of document. Those of one kind differ by name alone, which is a part of what a container's signature is over. */
interface Kind {
  readonly format: string;
  readonly extension: string;
  readonly bytes: Buffer;
}
const text = Buffer.from('What is signed.\n');
const CADES: Kind = { format: 'CAdES', extension: 'txt', bytes: text };
const ASIC_S: Kind = { format: 'ASiC_S', extension: 'txt', bytes: text };
/** A page makes such a container of several files; of one file the other ways do. */
const ASIC_E: Kind = { format: 'ASiC_E', extension: 'txt', bytes: text };
const XADES: Kind = { format: 'XAdES', extension: 'xml', bytes: Buffer.from('<contract>What is signed.</contract>') };
const WATCHED_FORMATS = ['PAdES', 'XAdES', 'CAdES', 'ASiC_S', 'ASiC_E'];

const nameOf =
  ({ format, extension }: Kind) =>
  (number: number): string =>
    `${format}-${String(number)}.${extension}`;
const numbers = Array.from({ length: COUNT }, (_, number) => number);

interface Desk {
  readonly station: RunningStation;
  readonly pairs: ReadonlyMap<string, WatchedPair>;
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
      const watched = WATCHED_FORMATS.map((format, index) => watchedFor(format, index));
      const station = await startStation({
        settings: { ...Object.fromEntries(watched.flatMap((each) => Object.entries(each.settings))), ...settings },
        environment,
      });
      const pairs = new Map(watched.map(({ format, pair }) => [format, pair]));
      await use({ station, pairs, folder, card, settings, environment });
      await station.stop();
      for (const pair of pairs.values()) pair.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  station: [async ({ desk }, use) => use(desk.station), { scope: 'worker' }],
});

function watchedFor(format: string, index: number) {
  const pair = makeWatchedPair(format, index);
  const section = `WatchedFolders:${String(index)}`;
  return {
    ...{ format, pair },
    settings: { ...pair.settings, [`${section}:SigningProvider`]: 'SmartCard', [`${section}:Format`]: format },
  };
}

test('documents give a card the same to sign by command, folder, page and interface', async ({ page, desk }) => {
  // Forty documents by each of five ways, and no measure of speed.
  test.setTimeout(400_000);
  const pades: Kind = { format: 'PAdES', extension: 'pdf', bytes: await makePdf('Contract') };
  // A page shows the first rows of a long list; those whose format is chosen are among them.
  const kinds = [ASIC_S, pades, CADES, XADES];
  const found = await dataToBeSigned(desk, {
    interface: () => byInterface(desk, kinds),
    'command beside the station': () => byCommand(desk, kinds, 'beside', '--url', desk.station.url),
    'command with a station of its own': () => byCommand(desk, kinds, 'own', '--own-station'),
    folder: () => byFolder(desk, kinds),
    page: () => byPage(page, kinds),
  });
  expectSame(found, kinds);
});

test('containers of one file give a card the same to sign by command, folder and interface', async ({ desk }) => {
  const found = await dataToBeSigned(desk, {
    interface: () => byInterface(desk, [ASIC_E]),
    'command beside the station': () => byCommand(desk, [ASIC_E], 'beside', '--url', desk.station.url),
    'command with a station of its own': () => byCommand(desk, [ASIC_E], 'own', '--own-station'),
    folder: () => byFolder(desk, [ASIC_E]),
  });
  expectSame(found, [ASIC_E]);
});

/** What the card was given by each way, in an order of its own: documents overtake each other. */
async function dataToBeSigned(desk: Desk, ways: Readonly<Record<string, () => Promise<void>>>) {
  const found: Record<string, string[]> = {};
  for (const [name, way] of Object.entries(ways)) {
    const before = (await desk.card.signedData()).length;
    await way();
    found[name] = (await desk.card.signedData()).slice(before).toSorted();
  }
  return found;
}

function expectSame(found: Readonly<Record<string, readonly string[]>>, kinds: readonly Kind[]): void {
  const [[, one] = ['', []]] = Object.entries(found);
  expect(one).toHaveLength(kinds.length * COUNT);
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, one])));
}

async function byInterface({ station }: Desk, kinds: readonly Kind[]): Promise<void> {
  const client = createStationClient(station.url);
  const made = await Promise.all(
    kinds.flatMap((kind) =>
      numbers.map((number) => {
        const wanted = { signingProvider: 'SmartCard', format: kind.format, fileName: nameOf(kind)(number) };
        return client.create(kind.bytes, wanted);
      }),
    ),
  );
  const ended = await Promise.all(made.map(({ id }) => client.finished(id)));
  expect(ended.filter(({ status }) => status === 'Completed')).toHaveLength(kinds.length * COUNT);
}

async function byCommand(desk: Desk, kinds: readonly Kind[], name: string, ...way: string[]): Promise<void> {
  const settings = { ...desk.settings, Environment: 'Development', 'Data:Directory': desk.station.dataDirectory };
  const given = Object.entries(settings).map(([key, value]) => `--${key}=${String(value)}`);
  for (const kind of kinds) {
    const [sources, out] = ['in', 'out'].map((each) => path.join(desk.folder, `${name}-${kind.format}-${each}`));
    if (sources === undefined || out === undefined) throw new Error('There is no folder.');
    mkdirSync(sources);
    mkdirSync(out);
    for (const number of numbers) writeFileSync(path.join(sources, nameOf(kind)(number)), kind.bytes);
    const words = ['--signing-provider', 'SmartCard', '--format', kind.format, '--out', out];
    const command = ['sign', path.join(sources, '*'), ...words, ...way];
    await run(path.join(ROOT, 'node_modules/.bin/node'), [path.join(ROOT, 'dist/cli.js'), ...command, ...given], {
      env: { ...process.env, ...desk.environment },
    });
    expect(readdirSync(out)).toHaveLength(COUNT);
  }
}

async function byFolder({ pairs }: Desk, kinds: readonly Kind[]): Promise<void> {
  for (const kind of kinds) {
    const pair = pairs.get(kind.format);
    pair?.drop(kind.bytes, COUNT, nameOf(kind));
    await expect.poll(() => pair?.files('done').length, { timeout: 60_000 }).toBe(COUNT);
  }
}

async function byPage(page: Page, kinds: readonly Kind[]): Promise<void> {
  await page.goto('/sign');
  await page.locator('input[type=file][multiple]').setInputFiles(
    kinds.flatMap((kind) =>
      numbers.map((number) => ({
        name: nameOf(kind)(number),
        mimeType: 'application/octet-stream',
        buffer: kind.bytes,
      })),
    ),
  );
  for (const number of numbers) await page.getByLabel(`Format for ${nameOf(ASIC_S)(number)}`).selectOption('ASiC_S');
  await page.getByRole('radio', { name: /Smart card/ }).check();
  await page.getByRole('button', { name: `Sign ${String(kinds.length * COUNT)} documents` }).click();
  await expect(page.getByText('All documents are signed')).toBeVisible({ timeout: 60_000 });
}
