import type { Page, TestInfo } from '@playwright/test';
import { expectAccessible, expectContrast, PAGES } from './every-page.ts';
import { chooseDocuments, expect, pdf, test } from './test.ts';

// A pass of axe over a full page takes its time where other work runs beside it. Each page has a station of its own, so
// that two can be looked at at a time.
test.describe.configure({ mode: 'parallel', timeout: 120_000 });

/** Pixels that the page is too wide. */
const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Colours that change with the look are the new ones when all of this has ended, however short it is. */
const TRANSITIONS =
  'Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished))';

/** Pages of a list that is asked for. */
const ASKING = [
  'documents',
  'dashboard',
  'certificates',
  'providers',
  'jobs',
  'audit',
  'evidence',
  'stations',
] as const;

const LOOKS = [
  { look: 'light', width: 1280, height: 860, colorScheme: 'light' },
  { look: 'dark', width: 1280, height: 860, colorScheme: 'dark' },
  { look: 'narrow', width: 390, height: 844, colorScheme: 'light' },
] as const;

/** Turns a page that has come to rest to each look: no datum stands beside the window, nobody is left out, and a picture. */
async function lookAt(page: Page, info: TestInfo, name: string, fullPage = true): Promise<void> {
  for (const { look, width, height, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(TRANSITIONS);
    await expect.poll(() => page.evaluate<number>(SIDEWAYS), look).toBe(0);
    if (look === 'light') await expectAccessible(page);
    if (look === 'dark') await expectContrast(page);
    await page.screenshot({ path: info.outputPath(`${look}-${name}.png`), fullPage });
  }
}

for (const [name, address] of Object.entries(PAGES)) {
  test(`shows ${name} in every look`, async ({ page }, info) => {
    await page.goto(address);
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await lookAt(page, info, name, name !== 'jobs' && name !== 'audit');
  });
}

for (const diagnosis of ['no-reader', 'pin-locked', 'wrong-architecture', 'crowded'] as const) {
  test.describe(`a token: ${diagnosis}`, () => {
    test.use({ fake: { diagnosis } });

    test('is explained in every look, with all that was looked at', async ({ page }, info) => {
      await page.goto('/providers/desk-card/diagnosis');
      await expect(page.getByRole('heading', { name: 'What was looked at' })).toBeVisible();
      for (const summary of await page.locator('main summary').all()) await summary.click();
      await lookAt(page, info, `diagnosis-${diagnosis}`);
    });
  });
}

test('shows a busy batch in every look', async ({ page }, info) => {
  await page.goto('/sign');
  await chooseDocuments(
    page,
    pdf('Contract 2041 – Water supply Urfahr.pdf'),
    pdf('slow Board minutes.pdf', 2_400_000),
    pdf('pin Tender documents (final).pdf'),
    pdf('retry Invoice.pdf'),
    { name: 'measurements.csv', mimeType: 'text/csv', buffer: Buffer.from('1;2;3') },
    { name: 'order.xml', mimeType: 'text/xml', buffer: Buffer.from('<order/>') },
  );
  // Until all are listed the button beside them is another one, and its colours change when it becomes this one.
  await expect(page.getByRole('button', { name: 'Sign 6 documents' })).toBeVisible();
  await lookAt(page, info, 'chosen');
  await page.getByRole('button', { name: 'Sign 6 documents' }).click();
  await expect(page.getByRole('heading', { name: '4 of 6 documents signed' })).toBeVisible();
  await page.evaluate('scrollTo(0, 0)');
  await lookAt(page, info, 'busy');
});

test('shows verdicts in every look', async ({ page }, info) => {
  await page.goto('/verify');
  for (const verdict of ['tampered', 'unknown', 'good'] as const) {
    await page.locator('input[type=file][multiple]').setInputFiles(pdf(`${verdict} contract.pdf`));
    await expect(page.getByText('What was and was not checked')).toBeVisible();
    await lookAt(page, info, `verdict-${verdict}`);
    await page.getByRole('button', { name: 'Check another file' }).click();
  }
});

test.describe('empty station', () => {
  test.use({ fake: { isEmpty: true } });

  for (const name of ['sign', ...ASKING, 'review', 'settings'] as const) {
    test(`tells what to do on ${name}`, async ({ page }, info) => {
      await page.goto(PAGES[name]);
      await expect(page.locator('.empty, main .soft').first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expectAccessible(page);
      await page.screenshot({ path: info.outputPath(`empty-${name}.png`), fullPage: true });
    });
  }
});

test.describe('failing station', () => {
  test.use({ fake: { failWith: 'SERVICE_UNAVAILABLE' } });

  for (const name of ['sign', ...ASKING, 'completed', 'batch', 'review', 'settings'] as const) {
    test(`explains the failure on ${name}`, async ({ page }, info) => {
      await page.goto(PAGES[name]);
      const fault = page.getByRole('alert').first();
      await expect(fault).toContainText('The station is busy or not fully started');
      await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: info.outputPath(`fault-${name}.png`), fullPage: true });
    });
  }
});
