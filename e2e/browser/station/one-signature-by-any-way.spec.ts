import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { runCommand } from '../../actors/station/command-line.ts';
import { createStationClient } from '../../actors/station/station-client.ts';
import { makeWatchedPair, type WatchedPair } from '../../actors/station/watched-pair.ts';
import { startStation, type RunningStation } from './station-process.ts';
import { expect, makePdf, test as base } from './test.ts';

const COUNT = 40;
/** Of the demo identity's RSA key. */
const SIGNATURE_BYTES = 256;

interface Desk {
  readonly station: RunningStation;
  readonly pair: WatchedPair;
  readonly folder: string;
}

/** A station that watches a folder, too. */
const test = base.extend<object, { desk: Desk }>({
  desk: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'any-way-'));
      const pair = makeWatchedPair();
      const station = await startStation({ settings: pair.settings });
      await use({ station, pair, folder });
      await station.stop();
      pair.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  station: [async ({ desk }, use) => use(desk.station), { scope: 'worker' }],
});

test('forty documents are signed the same by command, folder, page and interface', async ({ page, desk }) => {
  const pdf = await makePdf('Contract');
  const signed = {
    interface: await byInterface(desk, pdf),
    'command beside the station': await byCommand(desk, pdf, 'beside', '--url', desk.station.url),
    'command with a station of its own': await byCommand(desk, pdf, 'own', '--own-station'),
    folder: await byFolder(desk, pdf),
    page: await byPage(desk, pdf, page),
  };
  const found = Object.entries(signed).map(([way, files]) => [way, files.length, [...new Set(files.map(timeless))]]);
  const one = [timeless(signed.interface[0] ?? Buffer.alloc(0))];
  expect(found).toEqual(Object.keys(signed).map((way) => [way, COUNT, one]));
});

/**
 * Digest of a signed PDF without what its time decides: the time itself (/M), with it the message digest, which is
 * compared with the document's own, and the signature value, the last octets of a CMS signature without unsigned attributes.
 */
function timeless(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const [, start = 0, end = 0] = /\/ByteRange ?\[ ?0 (\d+) (\d+) \d+ *\]/.exec(text)?.map(Number) ?? [];
  const digest = createHash('sha256').update(pdf.subarray(0, start)).update(pdf.subarray(end)).digest('hex');
  const contents = text.slice(start + 1, end - 1).toLowerCase();
  expect(contents, 'the message digest is that of the document').toContain(digest);
  // SEQUENCE with a length of two octets; zeros follow it.
  const length = 4 + parseInt(/^3082([0-9a-f]{4})/.exec(contents)?.[1] ?? '', 16);
  const cms = contents.slice(0, 2 * (length - SIGNATURE_BYTES)).replace(digest, 'digest');
  const outside = `${text.slice(0, start)}${text.slice(end)}`.replace(/\/M ?\(D:[^)]+\)/, '/M');
  return createHash('sha256').update(`${outside}\n${cms}`).digest('hex');
}

async function byInterface({ station }: Desk, pdf: Buffer): Promise<Buffer[]> {
  const client = createStationClient(station.url);
  const made = await Promise.all(Array.from({ length: COUNT }, () => client.create(pdf, {})));
  return Promise.all(
    made.map(async ({ id }) => {
      await client.finished(id);
      return client.content(id);
    }),
  );
}

async function byCommand({ station, folder }: Desk, pdf: Buffer, name: string, ...way: string[]): Promise<Buffer[]> {
  const [sources, out] = [path.join(folder, name), path.join(folder, `${name}-signed`)];
  mkdirSync(sources);
  mkdirSync(out);
  for (let number = 0; number < COUNT; number++) writeFileSync(path.join(sources, `${String(number)}.pdf`), pdf);
  const pattern = path.join(sources, '*.pdf');
  const { exitCode, stderr } = await runCommand(
    station.dataDirectory ?? '',
    ...['sign', pattern, '--signing-provider', 'Pfx', '--out', out, ...way],
  );
  expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, '']);
  return readdirSync(out).map((file) => readFileSync(path.join(out, file)));
}

async function byFolder({ pair }: Desk, pdf: Buffer): Promise<Buffer[]> {
  pair.drop(pdf, COUNT);
  await expect.poll(() => pair.files('out').length, { timeout: 60_000 }).toBe(COUNT);
  return pair.files('out').map((file) => readFileSync(path.join(pair.folder, 'out', file)));
}

async function byPage({ station }: Desk, pdf: Buffer, page: Page): Promise<Buffer[]> {
  await page.goto('/sign');
  await page.locator('input[type=file][multiple]').setInputFiles(
    Array.from({ length: COUNT }, (_, number) => ({
      name: `by-page-${String(number)}.pdf`,
      mimeType: 'application/pdf',
      buffer: pdf,
    })),
  );
  await page.getByRole('radio', { name: /Demo Signer/ }).check();
  await page.getByRole('button', { name: `Sign ${String(COUNT)} documents` }).click();
  await expect(page.getByText('All documents are signed')).toBeVisible({ timeout: 60_000 });
  const client = createStationClient(station.url);
  const { items } = await client.list('text=by-page-&limit=100');
  return Promise.all(items.map(({ id }) => client.content(id)));
}
