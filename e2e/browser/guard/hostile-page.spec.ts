import { expect, test as base, type Page } from '@playwright/test';
import { createStationClient } from '../../actors/station/station-client.ts';
import { startStation, type RunningStation } from '../../actors/station/running-station.ts';
import { onePage } from '../../documents/pdf/one-page.ts';
import { buildPdf } from '../../documents/pdf/pdf-builder.ts';
import { hostilePage, startCarelessServer, startHostileServer, type TestServer } from './hostile-server.ts';

interface Victim {
  readonly station: RunningStation;
  /** A request that waits: a page that could cancel it would show. */
  readonly waitingId: string;
}

const test = base.extend<object, { victim: Victim; hostile: TestServer }>({
  victim: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const settings = { Roles: 'api,publisher,token-host', 'Telemetry:LogLevel': 'debug' };
      const station = await startStation({ settings });
      const { id } = await createStationClient(station.url).create(buildPdf({ pieces: onePage() }), {});
      await expect.poll(() => served(station)).toBe(1);
      await use({ station, waitingId: id });
      await station.dispose();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  hostile: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const server = await startHostileServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

async function findingsOf(page: Page): Promise<Record<string, string>> {
  const text = await page.locator('body[data-findings]').getAttribute('data-findings', { timeout: 20_000 });
  return JSON.parse(text ?? '') as Record<string, string>;
}

/** How many requests got past the guard to an operation. */
function served(station: RunningStation): number {
  return station.output().split('A request was served.').length - 1;
}

/** The same once the log is still: the lines of what was asked before may be on their way. */
async function servedBeforeNow(station: RunningStation): Promise<number> {
  for (let count = -1; ;) {
    if (served(station) === count) return count;
    count = served(station);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** What a guarded station lets a page see: errors, opaque answers, frames that cannot be read, refusals. */
const HARMLESS = /^(blocked: |opaque$|nothing$|sent$|loaded$)/;

async function expectUntouched({ station, waitingId }: Victim, servedBefore: number): Promise<void> {
  const client = createStationClient(station.url);
  expect((await client.list('')).items).toMatchObject([{ id: waitingId, status: 'Queued' }]);
  expect(await (await fetch(`${station.url}/api/v1/api-keys`)).json()).toEqual([]);
  // The log is written in order: when our own two lines are there, so is every other one.
  await expect.poll(() => served(station)).toBeGreaterThanOrEqual(servedBefore + 2);
  expect(served(station)).toBe(servedBefore + 2);
}

test('the attacks reach a server that takes whatever comes', async ({ page, hostile }) => {
  const careless = await startCarelessServer();
  const query = new URLSearchParams({ station: `http://127.0.0.1:${String(careless.port)}`, id: 'x' });
  await page.goto(`http://hostile.test:${String(hostile.port)}/?${query.toString()}`);
  const findings = await findingsOf(page);
  expect(findings['form fetch, no-cors']).toBe('opaque');
  const posts = careless.taken.filter((line) => line === 'POST /api/v1/signatures');
  // Two fetches, a form and a beacon.
  expect(posts.length).toBeGreaterThanOrEqual(4);
  expect(careless.taken).toContain('POST /api/v1/signatures/x/cancel');
  expect(careless.taken).toContain('GET /api/v1/certificates');
  expect(careless.taken).toContain('GET /api/v1/events');
  await careless.stop();
});

for (const name of ['127.0.0.1', 'localhost', '0.0.0.0', 'evil.test']) {
  for (const from of ['hostile.test', 'localhost', '127.0.0.1']) {
    test(`a page of ${from} with another port gets nothing from ${name}`, async ({ page, victim, hostile }) => {
      const before = await servedBeforeNow(victim.station);
      const address = `http://${name}:${String(victim.station.port)}`;
      const query = new URLSearchParams({ station: address, id: victim.waitingId });
      await page.goto(`http://${from}:${String(hostile.port)}/?${query.toString()}`);
      const findings = await findingsOf(page);
      expect(Object.keys(findings).length).toBeGreaterThan(30);
      for (const [attack, result] of Object.entries(findings)) expect(result, attack).toMatch(HARMLESS);
      for (const attack of ['script', 'image', 'style', 'events', 'socket', 'opened window', 'frame of the UI']) {
        expect(findings[attack], attack).toMatch(/^(blocked: |nothing$)/);
      }
      await expectUntouched(victim, before);
    });
  }
}

test('a page whose name was bound anew to this machine is refused as its own origin', async ({ page, victim }) => {
  const before = await servedBeforeNow(victim.station);
  const origin = `http://evil.test:${String(victim.station.port)}`;
  const html = await hostilePage();
  // The page came from elsewhere; everything it asks for afterwards goes to the station, as same-origin.
  await page.route(`${origin}/hostile?*`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  const query = new URLSearchParams({ station: origin, id: victim.waitingId });
  await page.goto(`${origin}/hostile?${query.toString()}`);
  const findings = await findingsOf(page);
  // Same origin: it may read what it is told, and is told nothing.
  expect(findings['read /signatures']).toMatch(/^403 .*REQUEST_ORIGIN_FORBIDDEN/);
  expect(findings['form fetch, cors']).toMatch(/^403 .*REQUEST_ORIGIN_FORBIDDEN/);
  for (const [attack, result] of Object.entries(findings)) {
    expect(result, attack).toMatch(/^(403 |read \{.*REQUEST_ORIGIN_FORBIDDEN|blocked: |nothing$|sent$|loaded$)/);
  }
  await expectUntouched(victim, before);
});

test('a form posted as the whole page is refused', async ({ page, victim, hostile }) => {
  const before = await servedBeforeNow(victim.station);
  const query = new URLSearchParams({ station: victim.station.url, id: 'x', top: '' });
  await page.goto(`http://hostile.test:${String(hostile.port)}/?${query.toString()}`);
  await page.waitForURL(`${victim.station.url}/**`);
  await expect(page.locator('body')).toContainText('REQUEST_ORIGIN_FORBIDDEN');
  await expectUntouched(victim, before);
});

test("the station's own page works beside all that", async ({ page, victim }) => {
  await page.goto(victim.station.url);
  await page.goto(`${victim.station.url}/signatures`);
  await expect(page.getByRole('link', { name: /document\.pdf/ }).first()).toBeVisible();
  await page.goto(`http://localhost:${String(victim.station.port)}/certificates`);
  await expect(page.getByText('Demo Signer').first()).toBeVisible();
});
