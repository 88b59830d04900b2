import type { Page } from '@playwright/test';
import { tell } from '../../../service/contract/vocabulary/sentences/sentences.ts';
import type { PinQuestion, PinReaction } from '../../../main/ipc/pin-messages.ts';
import { expectAccessible, openOwnPage } from './own-page.ts';
import { expect, test } from './test.ts';

const document = (fileName: string, more: object = {}): PinQuestion['documents'][number] => ({
  ...{ fileName, size: 84_211, sha256: '3f'.repeat(32), format: 'PAdES', profile: 'B', createdBy: 'anonymous' },
  ...more,
});
const CONTRACTS = Array.from({ length: 40 }, (_, index) => document(`contract-${index + 1}.pdf`));
const REFUSED = tell('PIN_REFUSED_NOT_TRIED');
const QUESTION: PinQuestion = {
  ...{ id: 1, providerName: 'Desk card', tokenLabel: 'Anna Brandt', way: 'once', documents: CONTRACTS, behind: 0 },
  ...{ length: { min: 4, max: 8 }, tries: 'unknown', refusal: null, keeping: null },
};

/** Opens the window's page on a question, with a preload script that answers with these reactions in turn. */
async function open(page: Page, question: Partial<PinQuestion> = {}, reactions: PinReaction[] = []): Promise<void> {
  const first: PinReaction = { kind: 'question', question: { ...QUESTION, ...question } };
  await openOwnPage(
    page,
    'pin',
    `window.replies = [];
     const reactions = ${JSON.stringify(reactions)};
     window.pinPort = {
       question: async () => (${JSON.stringify(first)}),
       answer: async (reply) => {
         window.given = reply.pin;
         window.replies.push({ ...reply, pin: reply.pin && new TextDecoder().decode(reply.pin) });
         return reactions.shift() ?? { kind: 'done' };
       },
     };`,
  );
}

const replies = (page: Page): Promise<unknown> => page.evaluate('window.replies');

test.use({ viewport: { width: 560, height: 700 } });

test('keeps a PIN only where that is chosen, and says where it cannot be', async ({ page }) => {
  await open(page, { keeping: 'offered' });
  const keep = page.getByLabel('Keep this PIN on this machine');
  await expect(keep).not.toBeChecked();
  await keep.check();
  await page.getByLabel('PIN', { exact: true }).fill('12345');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing waits for a PIN.')).toBeVisible();
  expect(await replies(page)).toMatchObject([{ kind: 'enter', isKept: true }]);
  await open(page, { keeping: 'unprotected' });
  await expect(page.getByText('this desktop has no protected key store')).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});

test('says what one PIN signs, and hands it over once', async ({ page }) => {
  await open(page);
  await expect(page.getByText('1 PIN for 40 documents.')).toBeVisible();
  await expect(page.getByText('Anna Brandt')).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(40);
  await expect(page.getByText('4 to 8 characters')).toBeVisible();
  await page.getByLabel('PIN', { exact: true }).fill('12345');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing waits for a PIN.')).toBeVisible();
  expect(await replies(page)).toEqual([{ kind: 'enter', questionId: 1, pin: '12345', isConfirmed: false }]);
  expect(await page.evaluate('[...window.given]'), 'overwritten').toEqual([0, 0, 0, 0, 0]);
});

test('tries no PIN of a length that cannot be right', async ({ page }) => {
  await open(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Type the PIN first.')).toBeVisible();
  await expect(page.getByLabel('PIN', { exact: true })).toBeFocused();
  await page.keyboard.type('123');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('That is too short for this token. It was not tried.')).toBeVisible();
  expect(await replies(page)).toEqual([]);
});

test('signs nothing with Escape', async ({ page }) => {
  await open(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Nothing waits')).toBeVisible();
  expect(await replies(page)).toEqual([{ kind: 'later', questionId: 1 }]);
});

test('cancels documents only when that is said twice', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Do not sign' }).click();
  expect(await replies(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel them for good' }).click();
  await expect.poll(() => replies(page)).toEqual([{ kind: 'decline', questionId: 1 }]);
});

test('has the last try confirmed by a second step, in which Enter goes back', async ({ page }) => {
  await open(page, { tries: 'last', refusal: REFUSED });
  await expect(page.getByText('Only one try is left. A wrong PIN locks the token.')).toBeVisible();
  await page.getByLabel('PIN', { exact: true }).fill('12345');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Go back' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('PIN', { exact: true })).toBeFocused();
  expect(await replies(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Use the last try' }).click();
  await expect.poll(() => replies(page)).toEqual([{ kind: 'enter', questionId: 1, pin: '12345', isConfirmed: true }]);
});

test('offers no field where the token is locked, and none where the reader asks', async ({ page }) => {
  await open(page, { tries: 'locked' });
  await expect(page.getByText('The token is locked.')).toBeVisible();
  await expect(page.locator('input')).toHaveCount(0);
  await open(page, { way: 'reader' }, [{ kind: 'at-reader', documents: 40, seconds: 1 }]);
  await expect(page.getByText('On the reader: its keys take the PIN for 40 documents.')).toBeVisible();
  await expect(page.locator('input')).toHaveCount(0);
  await page.getByRole('button', { name: 'Have the reader ask' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByText('Take the card out and put it in')).toBeVisible();
});

test('says when each document wants a PIN of its own', async ({ page }) => {
  await open(page, { way: 'each', documents: CONTRACTS.slice(0, 1), behind: 39 });
  await expect(page.getByText('A PIN for each document (the card’s rule); 40 wait.')).toBeVisible();
});

test('promises nothing before a login has shown how often the card wants its PIN', async ({ page }) => {
  await open(page, { way: 'unknown', keeping: 'offered' });
  await expect(page.getByText('1 PIN for 40 documents, or one for each where the card wants it so.')).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(40);
  await open(page, { way: 'unknown', documents: CONTRACTS.slice(0, 1) });
  await expect(page.getByText('A PIN for this document.')).toBeVisible();
});

test('shows names of files as texts, whatever stands in them', async ({ page }) => {
  await open(page, { documents: [document('<img src=x onerror=alert(1)>.pdf', { createdBy: 'api-key:ab12' })] });
  await expect(page.getByText('<img src=x onerror=alert(1)>.pdf')).toBeVisible();
  await expect(page.getByText('given in by api-key:ab12')).toBeVisible();
  expect(await page.locator('img').count()).toBe(0);
});

const STATES: Readonly<Record<string, Partial<PinQuestion>>> = {
  once: {},
  refused: { tries: 'low', refusal: REFUSED, documents: CONTRACTS.slice(0, 1) },
  last: { tries: 'last', refusal: REFUSED },
  locked: { tries: 'locked' },
  each: { way: 'each', documents: CONTRACTS.slice(0, 1), behind: 39 },
  unknown: { way: 'unknown' },
  reader: { way: 'reader' },
};
for (const [scheme, width] of [
  ['light', 560],
  ['dark', 420],
] as const) {
  for (const [name, question] of Object.entries(STATES)) {
    test.describe(scheme, () => {
      test.use({ colorScheme: scheme, viewport: { width, height: 640 } });
      test(`can be read by all: ${name}`, async ({ page }, info) => {
        await open(page, question);
        await expectAccessible(page);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
        expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
        await page.screenshot({ path: info.outputPath('pin.png') });
      });
    });
  }
}

const LOCALES = {
  de: [
    'PIN eingeben',
    'Diese 40 Dokumente signieren?',
    'Geben Sie zuerst die PIN ein.',
    'Signieren',
    /schon abgelehnt/,
  ],
  fr: ['Saisir le code PIN', 'Signer ces 40 documents ?', 'Saisissez d’abord le code PIN.', 'Signer', /déjà refusé/],
  es: ['Introducir el PIN', '¿Firmar estos 40 documentos?', 'Escriba primero el PIN.', 'Firmar', /ya rechazó/],
} as const;
for (const [locale, [title, heading, empty, sign, refused]] of Object.entries(LOCALES)) {
  test.describe(`on a system in ${locale}`, () => {
    test.use({ locale, viewport: { width: 420, height: 640 } });

    test('speaks its language', async ({ page }, info) => {
      await open(page);
      await expect(page).toHaveTitle(`${title} · Signing Station`);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await page.getByRole('button', { name: sign, exact: true }).click();
      await expect(page.getByText(empty)).toBeVisible();
      for (const [name, question] of Object.entries(STATES)) {
        await open(page, question);
        if (name === 'refused') await expect(page.locator('[role=alert]:not([lang])')).toHaveText(refused);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), name).toBe(0);
        expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight'), name).toBe(0);
        await page.screenshot({ path: info.outputPath(`pin-${locale}-${name}.png`) });
      }
    });
  });
}
