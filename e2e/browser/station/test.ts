import { test as base, expect } from '@playwright/test';
import { startStation, type RunningStation } from './station-process.ts';

interface Fixtures {
  /** Console errors and refusals by the Content-Security-Policy; there must be none. */
  complaints: string[];
}

interface WorkerFixtures {
  station: RunningStation;
}

/** Playwright's `test` with a real station that all tests of a file share. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  station: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const station = await startStation();
      await use(station);
      await station.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ station }, use) => use(station.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
export { makePdf } from './make-pdf.ts';
