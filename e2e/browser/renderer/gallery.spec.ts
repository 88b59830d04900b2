import { expectAccessible, PAGES } from './every-page.ts';
import { chooseDocuments, expect, pdf, test } from './test.ts';

// A pass of axe over a full page takes its time where other work runs beside it. Each page has a station of its own, so
// that two can be looked at at a time.
test.describe.configure({ mode: 'parallel', timeout: 120_000 });

/** Pixels that the page is too wide. */
const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

const LOOKS = [
  { look: 'light', width: 1280, height: 860, scheme: 'light' },
  { look: 'dark', width: 1280, height: 860, scheme: 'dark' },
  { look: 'narrow', width: 390, height: 844, scheme: 'light' },
] as const;

for (const { look, width, height, scheme } of LOOKS) {
  test.describe(look, () => {
    test.use({ viewport: { width, height }, colorScheme: scheme });

    for (const [name, address] of Object.entries(PAGES)) {
      test(`shows ${name} without sideways scrolling`, async ({ page }, info) => {
        await page.goto(address);
        await expect(page.locator('h1')).toBeVisible();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        expect(await page.evaluate<number>(SIDEWAYS)).toBe(0);
        if (look === 'light') await expectAccessible(page);
        await page.screenshot({
          path: info.outputPath(`${look}-${name}.png`),
          fullPage: name !== 'jobs' && name !== 'audit',
        });
      });
    }

    for (const diagnosis of ['no-reader', 'pin-locked', 'wrong-architecture', 'crowded'] as const) {
      test.describe(`a token: ${diagnosis}`, () => {
        test.use({ fake: { diagnosis } });

        test('is explained, with all that was looked at, without sideways scrolling', async ({ page }, info) => {
          await page.goto('/providers/desk-card/diagnosis');
          await expect(page.getByRole('heading', { name: 'What was looked at' })).toBeVisible();
          for (const summary of await page.locator('main summary').all()) await summary.click();
          if (look === 'light') await expectAccessible(page);
          expect(await page.evaluate<number>(SIDEWAYS)).toBe(0);
          await page.screenshot({ path: info.outputPath(`${look}-diagnosis-${diagnosis}.png`), fullPage: true });
        });
      });
    }

    test('shows a busy batch', async ({ page }, info) => {
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
      await page.screenshot({ path: info.outputPath(`${look}-chosen.png`), fullPage: true });
      await page.getByRole('button', { name: 'Sign 6 documents' }).click();
      await expect(page.getByText('4 of 6 documents signed')).toBeVisible();
      await page.evaluate('scrollTo(0, 0)');
      if (look === 'light') await expectAccessible(page);
      await page.screenshot({ path: info.outputPath(`${look}-busy.png`), fullPage: true });
    });

    test('shows verdicts', async ({ page }, info) => {
      await page.goto('/verify');
      for (const verdict of ['tampered', 'unknown', 'good'] as const) {
        await page.locator('input[type=file][multiple]').setInputFiles(pdf(`${verdict} contract.pdf`));
        await expect(page.getByText('What was and was not checked')).toBeVisible();
        if (look === 'light') await expectAccessible(page);
        await page.screenshot({ path: info.outputPath(`${look}-verdict-${verdict}.png`), fullPage: true });
        await page.getByRole('button', { name: 'Check another file' }).click();
      }
    });
  });
}

test.describe('empty station', () => {
  test.use({ fake: { isEmpty: true } });

  for (const name of ['sign', 'documents', 'dashboard', 'certificates', 'providers', 'jobs', 'audit'] as const) {
    test(`tells what to do on ${name}`, async ({ page }, info) => {
      await page.goto(PAGES[name]);
      await expect(page.locator('.empty').first()).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({ path: info.outputPath(`empty-${name}.png`), fullPage: true });
    });
  }
});

test.describe('failing station', () => {
  test.use({ fake: { failWith: 'SERVICE_UNAVAILABLE' } });

  for (const name of ['sign', 'documents', 'dashboard', 'certificates', 'providers', 'jobs', 'completed'] as const) {
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
