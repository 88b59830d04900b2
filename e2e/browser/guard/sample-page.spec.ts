import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { chromium, expect, test, type Page } from '@playwright/test';
import { freePort, startStation, type RunningStation } from '../../actors/station/running-station.ts';
import { onePage } from '../../documents/pdf/one-page.ts';
import { buildPdf } from '../../documents/pdf/pdf-builder.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['client/samples/page.html', 'text/html'],
  '/station-client.js': ['dist/client/station-client.js', 'text/javascript'],
};
const DOCUMENT = { name: 'contract.pdf', mimeType: 'application/pdf', buffer: buildPdf({ pieces: onePage() }) };

/** The sample page on a server that the browser takes for one of the internet; its check for local addresses is on. */
let server: Server;
let port: number;
let named: RunningStation;
let unnamed: RunningStation;

test.beforeAll(async () => {
  port = await freePort();
  server = createServer((request, response) => {
    const [file, type] = FILES[new URL(request.url ?? '/', 'http://x').pathname] ?? [];
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'Content-Type': type }).end(readFileSync(path.join(ROOT, file)));
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  const settings = { 'Server:AllowedOrigins:0': `http://localhost:${String(port)}` };
  [named, unnamed] = await Promise.all([startStation({ settings }), startStation()]);
});
test.afterAll(async () => {
  server.close();
  await Promise.all([named.dispose(), unnamed.dispose()]);
});

interface Outcome {
  /** What the page says after a document was given to it. */
  readonly said: string;
  /** What the browser says. */
  readonly console: string;
}

async function outcome(station: RunningStation, permissions: readonly string[]): Promise<Outcome> {
  const { launchOptions } = test.info().project.use;
  const switches = (launchOptions?.args ?? []).filter((each) => !each.startsWith('--disable-features='));
  const browser = await chromium.launch({
    ...launchOptions,
    // Playwright's own switches turn the check off.
    ignoreDefaultArgs: true,
    args: [
      ...[...switches, '--headless', '--remote-debugging-pipe', '--no-startup-window'],
      `--ip-address-space-overrides=127.0.0.1:${String(port)}=public`,
      '--enable-features=LocalNetworkAccessChecks:LocalNetworkAccessChecksWarn/false',
    ],
  });
  try {
    const context = await browser.newContext({ permissions: [...permissions] });
    const page = await context.newPage();
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    const said = await signedOn(page, station);
    return { said, console: lines.join('\n') };
  } finally {
    await browser.close();
  }
}

async function signedOn(page: Page, station: RunningStation): Promise<string> {
  await page.goto(`http://localhost:${String(port)}/?station=${encodeURIComponent(station.url)}`);
  await page.getByLabel('Document').setInputFiles(DOCUMENT);
  await page.getByRole('button', { name: 'Sign' }).click();
  const status = page.getByRole('status');
  await expect(status).toHaveText(/^Signed|^\w+: /, { timeout: 30_000 });
  return (await status.textContent()) ?? '';
}

const UNREACHABLE = 'StationUnreachable: The station cannot be reached.';

test('signs where the station names its origin and the person has permitted the local network', async () => {
  expect((await outcome(named, ['local-network-access'])).said).toBe('Signed: contract-signed.pdf');
});

test('reaches nothing where the person has not permitted it', async () => {
  const { said, console } = await outcome(named, []);
  expect([said, console]).toEqual([UNREACHABLE, expect.stringContaining('Permission was denied')]);
});

test('reaches nothing where the station does not name its origin', async () => {
  const { said, console } = await outcome(unnamed, ['local-network-access']);
  expect([said, console]).toEqual([UNREACHABLE, expect.stringContaining("No 'Access-Control-Allow-Origin' header")]);
});
