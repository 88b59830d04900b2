import type { Page } from '@playwright/test';
import type { FaultView } from '../../../main/ipc/fault-messages.ts';
import { expectAccessible, openOwnPage } from './own-page.ts';
import { expect, test } from './test.ts';

const VIEWS: Readonly<Record<FaultView['kind'], FaultView>> = {
  'starting-again': { kind: 'starting-again', reason: null },
  'failed-often': { kind: 'failed-often', reason: null },
  'not-started': {
    kind: 'not-started',
    reason: { words: `The station may not write to /${'very-long-name/'.repeat(12)}station.db.`, isEnglish: false },
  },
  'runs-already': {
    kind: 'runs-already',
    reason: { words: 'Another station is running with the data directory /data.', isEnglish: false },
    station: 'http://127.0.0.1:5080',
  },
  'no-page': { kind: 'no-page', reason: null },
};

/** Opens the page on a failure; what it orders is noted, and `outcomes` answer it in turn. */
function open(page: Page, view: FaultView, outcomes: readonly string[] = []): Promise<void> {
  return openOwnPage(
    page,
    'fault',
    `window.orders = [];
     const outcomes = ${JSON.stringify(outcomes)};
     window.faultPort = {
       view: async () => (${JSON.stringify(view)}),
       act: async (action) => (window.orders.push(action), outcomes.shift() ?? 'done'),
     };`,
  );
}

const orders = (page: Page): Promise<unknown> => page.evaluate('window.orders');

test('offers what can be done, and says how it went', async ({ page }) => {
  await open(page, VIEWS['failed-often'], ['done', 'failed']);
  await expect(page.getByText('Documents that were given in are kept.')).toBeVisible();
  await page.getByRole('button', { name: 'Copy a report for the help desk' }).click();
  await expect(page.getByRole('status')).toHaveText(/The report is in the clipboard/);
  await page.getByRole('button', { name: 'Open the log folder' }).click();
  await expect(page.getByRole('status')).toHaveText('That did not work.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeDisabled();
  expect(await orders(page)).toEqual(['report', 'logs', 'again']);
});

test('opens the page of a station that runs already, and only then offers it', async ({ page }) => {
  const name = 'Open its page in the browser';
  await open(page, VIEWS['not-started']);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('button', { name })).toHaveCount(0);
  await open(page, VIEWS['runs-already']);
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('status')).toHaveText(/This window can be closed/);
  expect(await orders(page)).toEqual(['page']);
});

test('can be held while the program comes back by itself', async ({ page }) => {
  await open(page, VIEWS['starting-again']);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Quit' }).click();
  expect(await orders(page)).toEqual(['quit']);
});

test('shows the reason as a text', async ({ page }) => {
  const words = '<img src=x onerror=alert(1)> Server:Port';
  await open(page, { kind: 'not-started', reason: { words, isEnglish: true } });
  await expect(page.locator('.reason [lang=en]')).toHaveText(words);
  expect(await page.locator('img').count()).toBe(0);
});

test.describe('in French', () => {
  test.use({ locale: 'fr-FR' });

  test('says what is wrong with settings, line by line', async ({ page }) => {
    const words = 'The configuration cannot be used.\n- --config is given more than once.\n- Something new.';
    await open(page, { kind: 'not-started', reason: { words, isEnglish: true } });
    await expect(page.locator('.reason p:not([lang])')).toHaveText([
      'Les paramètres ne sont pas utilisables.',
      '- --config est indiqué plus d’une fois.',
    ]);
    await expect(page.locator('.reason [lang=en]')).toHaveText('- Something new.');
  });
});

const TITLES = {
  en: ['The station fails again and again', 'Quit'],
  de: ['Die Station fällt immer wieder aus', 'Beenden'],
  fr: ['La station tombe en panne à plusieurs reprises', 'Quitter'],
  es: ['La estación falla una y otra vez', 'Salir'],
} as const;
for (const [locale, [title, quit]] of Object.entries(TITLES)) {
  test.describe(`on a system in ${locale}`, () => {
    const isDark = locale === 'de' || locale === 'es';
    test.use({ locale, viewport: { width: 360, height: 520 }, colorScheme: isDark ? 'dark' : 'light' });

    test('speaks its language and can be read by all', async ({ page }, info) => {
      await open(page, VIEWS['failed-often']);
      await expect(page).toHaveTitle(`${title} · Signing Station`);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(page.getByRole('button', { name: quit, exact: true })).toBeVisible();
      for (const view of Object.values(VIEWS)) {
        await open(page, view);
        await expectAccessible(page);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), view.kind).toBe(0);
        await page.screenshot({ path: info.outputPath(`fault-${locale}-${view.kind}.png`), fullPage: true });
      }
    });
  });
}
