import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const WHOLE_BROWSER = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
/** The same browser without windows of its own: a third less processor time for the same pages. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const CHROMIUM =
  process.env['CHROMIUM_PATH'] === undefined && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : WHOLE_BROWSER;
if (CHROMIUM === WHOLE_BROWSER && process.env['TEST_WORKER_INDEX'] === undefined) {
  process.stderr.write(`Pages are opened in ${WHOLE_BROWSER}; chromium-headless-shell would take less time.\n`);
}
const CHROMIUM_SWITCHES = [
  // Containers run the tests as root, where Chromium's sandbox does not start.
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
];

export default defineConfig({
  // Each project has its own folder: a pattern would be held against the whole path, the checkout's folder included.
  outputDir: 'test-results',
  fullyParallel: false,
  forbidOnly: true,
  workers: 3,
  retries: 0,
  expect: { timeout: 20_000 },
  reporter: 'list',
  timeout: 90_000,
  use: {
    viewport: { width: 1280, height: 860 },
    locale: 'en-GB',
    acceptDownloads: true,
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // A trace of every test, kept for those that fail, costs a third of the time. `playwright test --trace=on NAME` makes one.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: CHROMIUM, args: CHROMIUM_SWITCHES },
  },
  projects: [
    // The built page against a stand-in for the station: every state on demand.
    { name: 'renderer', testDir: 'e2e/browser/renderer' },
    // The built page against the real station (dist/headless.js, or the one at STATION_URL).
    { name: 'station', testDir: 'e2e/browser/station', timeout: 120_000 },
    // The desktop program, wherever Electron's binary is installed.
    { name: 'desktop', testDir: 'e2e/browser/desktop', timeout: 120_000 },
    // A hostile page against the real station. Both names resolve to this machine, as after DNS rebinding; the
    // browser's own check for local addresses is off, since not every browser has one.
    {
      name: 'guard',
      testDir: 'e2e/browser/guard',
      timeout: 120_000,
      use: {
        launchOptions: {
          executablePath: WHOLE_BROWSER,
          args: [
            ...CHROMIUM_SWITCHES,
            '--host-resolver-rules=MAP evil.test 127.0.0.1, MAP hostile.test 127.0.0.1',
            '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
          ],
        },
      },
    },
  ],
});
