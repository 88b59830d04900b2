import { test as base, expect, type Page } from '@playwright/test';
import type { FakeOptions } from '../fake-options.ts';
import { startFakeStation, type FakeStation } from '../fake-station.ts';

interface Fixtures {
  fake: FakeOptions;
  station: FakeStation;
  /** Everything the page complained about: errors, warnings, refused by the Content-Security-Policy. */
  complaints: string[];
}

/** Playwright's `test` with a fake station; a test fails when the page writes errors to the console. */
export const test = base.extend<Fixtures>({
  fake: [{}, { option: true }],
  station: async ({ fake }, use) => {
    const station = await startFakeStation({ ...fake });
    await use(station);
    await station.close();
  },
  baseURL: async ({ station }, use) => use(station.url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        const isExpected = message.text().startsWith('Failed to load resource');
        if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** A file for a file input. The text is padded so that sizes look real. */
export function pdf(name: string, size = 40_000): { name: string; mimeType: string; buffer: Buffer } {
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7\n%${name}\n`.padEnd(size, 'x')) };
}

export async function chooseDocuments(page: Page, ...files: ReturnType<typeof pdf>[]): Promise<void> {
  await page.locator('input[type=file][multiple]').setInputFiles(files);
}
