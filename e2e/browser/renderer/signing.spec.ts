import { chooseDocuments, expect, pdf, test } from './test.ts';

const row = (name: string) => ({ hasText: name });

test('signs one document from the choice to the download', async ({ page, station }) => {
  await page.goto('/');
  await expect(page.getByRole('radio', { name: /Anna Grüber Issued by/ })).toBeChecked();
  const sign = page.getByRole('button', { name: 'Sign', exact: true });
  await expect(sign).toHaveAttribute('aria-disabled', 'true');

  await chooseDocuments(page, pdf('Contract.pdf'));
  await page.getByRole('button', { name: 'Sign 1 document' }).click();

  await expect(page.getByText('All documents are signed')).toBeVisible();
  const document = page.getByRole('listitem').filter(row('Contract.pdf'));
  await expect(document.getByText('Completed')).toBeVisible();
  expect(station.submissions).toEqual([
    expect.objectContaining({
      format: 'PAdES',
      profile: 'B',
      signingProvider: 'SmartCard',
      file: 'Contract.pdf:40000',
    }),
  ]);

  const download = page.waitForEvent('download');
  await document.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('Contract-signed.pdf');

  await document.getByRole('link', { name: 'Check signature' }).click();
  await expect(page.getByText('The signature is valid')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('shows each state while it happens', async ({ page, station }) => {
  const steps: (() => void)[] = [];
  station.options.nextStep = () => new Promise((resolve) => steps.push(resolve));
  await page.goto('/sign');
  await chooseDocuments(page, pdf('retry.pdf'));
  await page.getByRole('button', { name: 'Sign 1 document' }).click();
  const state = page.getByRole('listitem').filter(row('retry.pdf')).locator('.state');
  // The next one comes when this one was seen: no state is missed on a slow machine.
  for (const [index, shown] of [
    /Sending \d+ %/,
    /Queued/,
    /Signing/,
    /Will try again/,
    /Queued/,
    /Signing/,
    /Completed/,
  ].entries()) {
    await expect(state).toHaveText(shown);
    if (index === 6) break;
    await expect.poll(() => steps.length).toBe(index + 1);
    steps[index]?.();
  }
  await expect(page.getByText('All documents are signed')).toBeVisible();
});

test('forty documents go up three at a time and come down in one file', async ({ page, station }) => {
  station.options.stepMilliseconds = 15;
  await page.goto('/sign');
  const documents = Array.from({ length: 40 }, (_, index) =>
    pdf(`Invoice ${String(index + 1)}${index === 6 ? ' pin' : ''}.pdf`),
  );
  await chooseDocuments(page, ...documents);
  await page.getByRole('button', { name: 'Sign 40 documents' }).click();
  await expect(page.getByRole('heading', { name: '39 of 40 documents signed' })).toBeVisible();
  await expect(page.getByText('1 failed')).toBeVisible();
  expect(station.submissions).toHaveLength(40);
  expect(station.greatestUploads()).toBeLessThanOrEqual(3);
  expect(new Set(station.idempotencyKeys).size).toBe(40);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all' }).click();
  expect((await download).suggestedFilename()).toBe('batch-2026-11-22.zip');
});

test('a batch has a page of its own, which survives a reload, and can be stopped', async ({ page }) => {
  await page.goto('/sign');
  await chooseDocuments(page, pdf('a.pdf'), pdf('hold b.pdf'), pdf('hold c.pdf'));
  await page.getByRole('button', { name: 'Sign 3 documents' }).click();
  await expect(page.getByRole('heading', { name: '1 of 3 documents signed' })).toBeVisible();
  await page.getByRole('button', { name: 'Open as a batch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Batch of 3 documents' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 signed, 2 to go')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('1 signed, 2 stopped')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download 1 document as one ZIP' }).click();
  expect((await download).suggestedFilename()).toBe('batch-2026-11-22.zip');
});

test('what was stopped in a batch is on the Sign page once, to be signed with other options', async ({
  page,
  station,
}) => {
  await page.goto('/sign');
  await chooseDocuments(page, pdf('a.pdf'), pdf('hold b.pdf'), pdf('hold c.pdf'));
  await page.getByRole('button', { name: 'Sign 3 documents' }).click();
  await expect(page.getByRole('heading', { name: '1 of 3 documents signed' })).toBeVisible();
  await page.getByRole('button', { name: 'Open as a batch' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Sign 2 with other options' }).click();
  await expect(page.getByRole('heading', { name: '3 documents' })).toBeVisible();
  await expect(page.getByRole('button', { name: /again/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign 2 documents' }).click();
  await expect.poll(() => station.submissions.length).toBe(5);
});

test('signing is stopped where it is chosen, and what was stopped is signed after all', async ({ page, station }) => {
  await page.goto('/sign');
  await chooseDocuments(page, pdf('a.pdf'), pdf('hold b.pdf'));
  await page.getByRole('button', { name: 'Sign 2 documents' }).click();
  await expect(page.getByRole('heading', { name: '1 of 2 documents signed' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('1 signed, 1 stopped')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  await page.getByRole('button', { name: 'Try 1 document again' }).click();
  await expect.poll(() => station.submissions.length).toBe(3);
  expect(new Set(station.idempotencyKeys).size).toBe(3);
});

test('says why a document failed, and signs it again under a new key', async ({ page, station }) => {
  await page.goto('/sign');
  await chooseDocuments(page, pdf('pin.pdf'), pdf('refuse.pdf'));
  await page.getByRole('button', { name: 'Sign 2 documents' }).click();
  const failed = page.getByRole('listitem').filter(row('pin.pdf'));
  await expect(failed).toContainText('It will not be tried again until it is changed. (CKR_PIN_INCORRECT)');
  const refused = page.getByRole('listitem').filter(row('refuse.pdf'));
  await expect(refused).toContainText('The document is empty.');

  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => station.submissions.length).toBe(3);
  await refused.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => station.submissions.length).toBe(4);
  const [first, second, third, fourth] = station.idempotencyKeys;
  // A job that failed wants a new one; an upload without a job must never make two.
  // The two uploads run at once: which of them came first is not known.
  expect([first, second]).not.toContain(third);
  expect([first, second]).toContain(fourth);
});

test('the signer never changes by itself: a card that leaves is asked back by name', async ({ page, station }) => {
  await page.goto('/sign');
  await chooseDocuments(page, pdf('Contract.pdf'));
  const anna = page.getByRole('radio', { name: /Anna Grüber Issued by/ });
  await expect(anna).toBeChecked();
  const sign = page.getByRole('button', { name: 'Sign 1 document' });
  await expect(sign).toHaveAttribute('aria-disabled', 'false');

  station.options.absentProviders = ['desk-card'];
  station.changeTokens();
  await expect(anna).toHaveCount(0);
  await expect(page.getByText('Put the card of Anna Grüber back, or choose another certificate.')).toBeVisible();
  await expect(sign).toHaveAttribute('aria-disabled', 'true');
  await expect(page.locator('input[name=certificate]:checked')).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  expect(station.submissions).toEqual([]);

  station.options.absentProviders = [];
  station.changeTokens();
  await expect(anna).toBeChecked();
  await expect(sign).toHaveAttribute('aria-disabled', 'false');
});

test('the demo identity is not offered beside a real provider, although its token is out', async ({
  page,
  station,
}) => {
  station.options.absentProviders = ['desk-card', 'seal-hsm'];
  await page.goto('/sign');
  await expect(page.getByRole('radio', { name: /Demo Signer/ })).toBeVisible();
  await expect(page.locator('input[name=certificate]:checked')).toHaveCount(0);
});

test('says of a broken document what is wrong with it, and nothing of cards and PINs', async ({ page }) => {
  await page.goto('/sign');
  await chooseDocuments(page, pdf('broken.pdf'), pdf('pin.pdf'));
  await page.getByRole('button', { name: 'Sign 2 documents' }).click();
  const broken = page.getByRole('listitem').filter(row('broken.pdf'));
  await expect(broken).toContainText('This document cannot be signed as it is');
  await expect(broken).not.toContainText(/PIN|card|token/);
  await expect(page.getByRole('listitem').filter(row('pin.pdf'))).toContainText('The PIN was not accepted');
});

test('tries again with the options as they are corrected now', async ({ page, station }) => {
  await page.goto('/sign');
  await chooseDocuments(page, pdf('crowded.pdf'));
  await page.getByLabel('Visible stamp on the page').check();
  await page.getByRole('button', { name: 'Sign 1 document' }).click();
  const document = page.getByRole('listitem').filter(row('crowded.pdf'));
  await expect(document).toContainText('These options do not fit the document');
  await page.getByLabel('Visible stamp on the page').uncheck();
  await page.getByLabel('Format for crowded.pdf').selectOption('CAdES');
  await document.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => station.submissions.length).toBe(2);
  expect(station.submissions[0]).toMatchObject({ format: 'PAdES', visibleSignature: 'true' });
  expect(station.submissions[1]).toMatchObject({ format: 'CAdES' });
  expect(station.submissions[1]).not.toHaveProperty('visibleSignature');
});

test('takes a container apart again', async ({ page }) => {
  await page.goto('/sign');
  await chooseDocuments(page, pdf('a pin.pdf'), pdf('b.pdf'));
  await page.getByText('More options').click();
  await page.getByLabel('Put all documents into one signed container').check();
  await page.getByRole('button', { name: 'Sign 2 documents as one container' }).click();
  await page.getByRole('button', { name: 'Take the container apart again: a pin.pdf, b.pdf' }).click();
  await expect(page.getByRole('button', { name: 'Sign 2 documents' })).toBeVisible();
});

test('learns the end of a signature although the event stream broke', async ({ page, station }) => {
  station.options.stepMilliseconds = 1_500;
  await page.goto('/sign');
  await chooseDocuments(page, pdf('Contract.pdf'));
  await page.getByRole('button', { name: 'Sign 1 document' }).click();
  await expect(page.getByText('Queued', { exact: true })).toBeVisible();
  station.dropEvents();
  await expect(page.getByText('All documents are signed')).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
});

test('puts several documents into one container', async ({ page, station }) => {
  await page.goto('/sign');
  await chooseDocuments(page, pdf('a.pdf'), pdf('b.pdf'));
  await page.getByText('More options').click();
  await page.getByLabel('Put all documents into one signed container').check();
  await page.getByRole('button', { name: 'Sign 2 documents as one container' }).click();
  await expect(page.getByText('All documents are signed')).toBeVisible();
  expect(station.submissions).toHaveLength(1);
  expect(station.submissions[0]).toMatchObject({ format: 'ASiC_E' });
});

test('sends the stamp with its text, page and picture', async ({ page, station }) => {
  await page.goto('/sign');
  await chooseDocuments(page, pdf('a.pdf'));
  await page.getByLabel('Visible stamp on the page').check();
  await page.getByLabel('Text on the stamp').fill('Approved');
  await page.getByLabel('Page', { exact: true }).fill('3');
  const picture = page.getByLabel('Picture (PNG or JPEG, up to 2 MB)');
  await picture.setInputFiles({ name: 'seal.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(page.getByText('Choose a PNG or JPEG picture')).toBeVisible();
  await picture.setInputFiles({ name: 'seal.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') });
  await page.getByRole('button', { name: 'Sign 1 document' }).click();
  await expect
    .poll(() => station.submissions[0])
    .toMatchObject({
      visibleSignature: 'true',
      signatureNote: 'Approved',
      signaturePage: '3',
      signatureImage: `seal.png:${String(Buffer.from(PNG, 'base64').length)}`,
    });
});

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('a card that cannot sign says why where it is looked for, beside the demo identity', async ({ page }) => {
  const reason =
    'The token refused this PIN before. It is not tried again until the PIN in the configuration is changed or ' +
    '"token unlock-guard --provider desk-card" allows one more try.';
  await page.route('**/api/v1/certificates', async (route) => {
    const answer = await route.fetch();
    const certificates = (await answer.json()) as { isDemo: boolean }[];
    const refused = { canSign: false, cannotSignReason: reason, waitReason: 'PIN_REFUSED' };
    await route.fulfill({
      response: answer,
      json: certificates.map((one) => (one.isDemo ? one : { ...one, ...refused })),
    });
  });
  await page.goto('/sign');
  await expect(page.getByText(reason).first()).toBeVisible();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
});

test('the button tells how many documents are signed, and when all are what more it needs', async ({ page }) => {
  await page.goto('/sign');
  await chooseDocuments(page, pdf('a.pdf'), pdf('hold b.pdf'));
  await page.getByRole('button', { name: 'Sign 2 documents' }).click();
  const button = page.getByRole('button', { name: 'Sign', exact: true });
  await expect(button).toHaveAccessibleDescription('1 of 2 documents signed');
  await expect(page.getByRole('button', { name: 'Download: a.pdf' })).toBeVisible();
  await page.goto('/sign');
  await chooseDocuments(page, pdf('a.pdf'));
  await page.getByRole('button', { name: 'Sign 1 document' }).click();
  await expect(button).toHaveAccessibleDescription('Add another document to sign more.');
});
