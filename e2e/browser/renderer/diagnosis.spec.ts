import { readFile } from 'node:fs/promises';
import { diagnosisHeadlines } from '../../../renderer/messages/en/diagnosis-headline-texts.ts';
import { uuid } from '../fake-values.ts';
import { chooseDocuments, expect, pdf, test } from './test.ts';

const DESK = '/providers/desk-card/diagnosis';

test('a clerk goes from the list of providers to what is wrong, to do and was looked at', async ({ page }) => {
  await page.goto('/providers');
  const card = page.getByRole('article').filter({ hasText: 'USB token (blue)' });
  await card.getByRole('link', { name: 'Check this token' }).click();
  await expect(page).toHaveURL(/\/providers\/usb-token\/diagnosis$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Check of USB token (blue)' })).toBeFocused();
  await expect(page.getByRole('heading', { level: 2, name: 'There is no card in the reader' })).toBeVisible();
  const finding = page.getByRole('region', { name: 'What was found' }).getByRole('listitem');
  await expect(finding).toHaveCount(1);
  await expect(finding).toContainText('Stops signing');
  await expect(finding).toContainText('What to do: Insert the card');
  const drivers = page.getByRole('group').filter({ hasText: 'Drivers' });
  await expect(drivers.getByText('/usr/lib/libeTPkcs11.so')).toBeHidden();
  await drivers.locator('summary').click();
  await expect(drivers.getByText('/usr/lib/libeTPkcs11.so')).toBeVisible();
  await page.getByRole('link', { name: 'Providers' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Providers' })).toBeFocused();
});

for (const { diagnosis, code, words } of [
  { diagnosis: 'no-reader', code: 'NO_READER', words: ['Plug the reader or token in'] },
  { diagnosis: 'no-token', code: 'READER_WITHOUT_CARD', words: ['Insert the card'] },
  { diagnosis: 'pin-locked', code: 'PIN_LOCKED', words: ['with the PUK', 'Wrong PUKs are counted'] },
  { diagnosis: 'wrong-architecture', code: 'MODULE_WRONG_ARCHITECTURE', words: ['built for ia32', 'x64 version'] },
  {
    diagnosis: 'pin-latched',
    code: 'PIN_LATCHED',
    words: [
      'refused the configured PIN before',
      'Set the secret Signing:SmartCard:Pin',
      'never given to that token again',
      'npm run station -- token unlock-guard --provider desk-card --yes',
    ],
  },
] as const) {
  test.describe(diagnosis, () => {
    test.use({ fake: { diagnosis } });

    test('is told in a plain sentence, with cause and cure', async ({ page }) => {
      await page.goto(DESK);
      await expect(page.getByRole('heading', { level: 2, name: diagnosisHeadlines[code] })).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: diagnosisHeadlines[code] })).toHaveCount(1);
      const findings = page.getByRole('region', { name: 'What was found' });
      for (const part of [...words, code, 'Stops signing']) await expect(findings).toContainText(part);
    });
  });
}

test.describe('a PIN that is not tried again', () => {
  test.use({ fake: { diagnosis: 'pin-latched' } });

  test('is tried once more when an administrator says so, who is told of the tries that are left', async ({ page }) => {
    const answers = [401, 204];
    await page.route('**/providers/desk-card/login-permits', (route) => {
      const status = answers.shift() ?? 500;
      const body = { errorCode: 'AUTHENTICATION_REQUIRED', detail: 'A key.', sentence: null, traceId: '' };
      const problem = { ...body, type: 'about:blank', title: 'No', status, failureArea: 'options' };
      const headers = { 'Content-Type': 'application/problem+json' };
      return route.fulfill(status === 204 ? { status } : { status, headers, body: JSON.stringify(problem) });
    });
    await page.goto(DESK);
    const open = page.getByRole('button', { name: 'Try once more' });
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'Try the PIN once more?' });
    await expect(dialog).toContainText('The token does not say how many tries are left');
    await expect(dialog.getByRole('button', { name: 'Do not try' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(open).toBeFocused();
    expect(answers).toHaveLength(2);
    await open.click();
    const confirm = dialog.getByRole('button', { name: 'Try once more' });
    await confirm.click();
    await expect(dialog).toContainText('This needs an API key that may administer');
    await confirm.click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('One more try is permitted.')).toBeVisible();
    expect(answers).toEqual([]);
  });
});

test('a token without a fault is called fine, as far as that can be said without its PIN', async ({ page }) => {
  await page.goto(DESK);
  await expect(page.getByText('Everything that can be checked without the PIN is fine').last()).toBeVisible();
  await expect(page.getByRole('region', { name: 'What was found' })).toHaveCount(0);
  const tokens = page.getByRole('group').filter({ hasText: 'Tokens' });
  await tokens.locator('summary').click();
  await expect(tokens).toContainText('No wrong PIN noted');
});

test.describe('several findings', () => {
  test.use({ fake: { diagnosis: 'crowded' } });

  test('come worst first, and notes stay folded', async ({ page }) => {
    await page.goto(DESK);
    const found = page.getByRole('region', { name: 'What was found' }).getByRole('listitem');
    await expect(found).toHaveCount(2);
    await expect(found.nth(0)).toContainText('Do this first:');
    await expect(found.nth(0)).toContainText('Stops signing');
    await expect(found.nth(1)).toContainText('Warning');
    // A driver that the provider does not use.
    await expect(found.filter({ hasText: 'crashed' })).toHaveCount(0);
    // Times of the station are shown as the clock on the wall shows them.
    await expect(found.nth(1)).toContainText(/expired at \d{1,2} \w{3,4} \d{4}, \d\d:\d\d:\d\d/);
    const note = page.getByText('shows the tokens of other modules a second time').first();
    await expect(note).toBeHidden();
    await page.getByText('9 notes').click();
    await expect(note).toBeVisible();
  });
});

test('a token that comes or goes is noticed, and the check repeated with the keyboard', async ({ page, station }) => {
  await page.goto('/providers/usb-token/diagnosis');
  await expect(page.getByRole('heading', { level: 2, name: 'There is no card in the reader' })).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  station.options.diagnosis = 'healthy';
  station.changeTokens();
  await expect(page.getByText('Something changed').last()).toBeVisible();
  expect(station.diagnoses.asked).toBe(1);
  const again = page.getByRole('button', { name: 'Check again' });
  // The button beside the notice goes with it; the focus must not.
  await expect(again).toHaveCount(2);
  await again.last().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: /Everything that can be checked/ })).toBeVisible();
  await expect(page.getByText('Something changed')).toHaveCount(0);
  await expect(again).toBeFocused();
  expect(station.diagnoses.asked).toBe(2);
});

test('the result is copied and saved in the words of the station', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/providers/seal-hsm/diagnosis');
  await page.getByRole('button', { name: 'Copy as text' }).click();
  await expect(page.getByText('The result is copied')).toBeVisible();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(copied).toMatch(/^Diagnosis of Company seal \(seal-hsm, Hsm\)/);
  expect(copied).toContain('ERROR PIN_LATCHED');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as text file' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^diagnosis-seal-hsm-\d{4}-\d\d-\d\d-\d\d-\d\d\.txt$/);
  expect(await readFile(await saved.path(), 'utf8')).toBe(copied);
});

test.describe('a check that takes its time', () => {
  test.use({ fake: { diagnosisMilliseconds: 6_000 } });

  test('shows that it runs, is not started twice, and is left by leaving', async ({ page, station }) => {
    await page.goto(DESK);
    await expect(page.getByRole('progressbar', { name: /Looking at drivers/ })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Looking at drivers' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Check again' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/[3-5] seconds so far/)).toBeVisible();
    expect(station.diagnoses).toEqual({ asked: 1, left: 0 });
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect.poll(() => station.diagnoses.left).toBe(1);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('an unknown provider and a station that fails say what to do', async ({ page, station }) => {
  await page.goto('/providers/nobody/diagnosis');
  await expect(page.getByRole('alert')).toContainText('The provider was not found');
  await page.goto(DESK);
  await expect(page.getByRole('heading', { level: 2, name: /Everything that can be checked/ })).toBeVisible();
  station.options.failWith = 'SERVICE_UNAVAILABLE';
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('alert')).toContainText('The station is busy or not fully started');
  delete station.options.failWith;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('where a certificate is missed or a token fails, a link leads to its check', async ({ page, station }) => {
  const certificates = page.getByRole('link', { name: 'Find out why: USB token (blue)' });
  for (const address of ['/certificates', '/sign', '/dashboard']) {
    await page.goto(address);
    await expect(certificates).toHaveAttribute('href', '/providers/usb-token/diagnosis');
  }
  await page.goto('/sign');
  await chooseDocuments(page, pdf('pin contract.pdf'));
  await page.getByRole('radio', { name: /^Anna Grüber/ }).check();
  await page.getByRole('button', { name: 'Sign 1 document' }).click();
  const failed = page.getByRole('listitem').filter({ hasText: 'pin contract.pdf' });
  await expect(failed.getByRole('link', { name: 'Check the token and its driver' })).toBeVisible();
  await failed.getByRole('link', { name: 'pin contract.pdf' }).click();
  await page.getByRole('link', { name: 'Check the token and its driver' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check of Card reader at the desk' })).toBeFocused();
  // A fault that no token has a part in does not send anybody to one.
  const tender = station.signatures.find(({ id }) => id === uuid('failed'));
  expect(tender?.errorCode).toBe('TIMESTAMP_AUTHORITY_UNAVAILABLE');
  await page.goto(`/signatures/${uuid('failed')}`);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Check the token and its driver' })).toHaveCount(0);
});

test.describe('a station without certificates', () => {
  test.use({ fake: { isEmpty: true } });

  test('has no provider to check either, and says where to begin', async ({ page }) => {
    await page.goto('/certificates');
    await expect(page.getByRole('link', { name: /Find out why/ })).toHaveCount(0);
    await expect(page.getByText('No certificate found')).toBeVisible();
  });
});
