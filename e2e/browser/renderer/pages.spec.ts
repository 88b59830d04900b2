import type { JobView } from '../../../service/contract/http/signatures.ts';
import { jobAt } from '../fake-signatures.ts';
import { uuid } from '../fake-values.ts';
import { chooseDocuments, expect, pdf, test } from './test.ts';

test('the document list searches, filters and hears of new documents', async ({ page, station }) => {
  await page.goto('/signatures');
  await expect(page.getByText('8 rows')).toBeVisible();
  await page.getByLabel('Search documents').fill('invoice');
  await expect(page.getByText('1 row', { exact: true })).toBeVisible();
  await page.getByLabel('Search documents').fill('');
  await page.getByLabel('State').selectOption('Failed');
  await expect(page.getByRole('link', { name: /Tender documents/ })).toBeVisible();
  await expect(page.getByText('1 row', { exact: true })).toBeVisible();
  await page.getByLabel('Format').selectOption('ASiC_E');
  await expect(page.getByText('No document fits')).toBeVisible();

  await page.goto('/signatures');
  await expect(page.getByText('8 rows')).toBeVisible();
  const form = new FormData();
  for (const [name, value] of Object.entries({ format: 'PAdES', profile: 'B', signingProvider: 'Pfx' }))
    form.set(name, value);
  form.set('file', new File(['%PDF-1.7'], 'From a program.pdf'));
  await fetch(`${station.url}/api/v1/signatures`, { method: 'POST', body: form });
  await page.getByRole('button', { name: 'Show them' }).click();
  await expect(page.getByRole('link', { name: 'From a program.pdf' })).toBeVisible();
});

test('filters stand in the address, and come back with it', async ({ page }) => {
  await page.goto('/signatures?status=Failed');
  await expect(page.getByText('1 row', { exact: true })).toBeVisible();
  await expect(page.getByLabel('State', { exact: true })).toHaveValue('Failed');
  await expect(page.getByRole('cell', { name: 'No timestamp service is set up' })).toBeVisible();
  await page.getByLabel('Format', { exact: true }).selectOption('CAdES');
  await expect(page).toHaveURL(/\?status=Failed&format=CAdES$/);
  await page.reload();
  await expect(page.getByText('No document fits')).toBeVisible();
});

test('jobs appear and change in every column as they happen', async ({ page, station }) => {
  await page.goto('/jobs');
  await expect(page.getByText('200 rows loaded')).toBeVisible();
  await expect(page.getByRole('link', { name: /Signing 1/ })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Invoice 100000.pdf' })).toContainText('Completed');
  // A job comes, and one that was there has failed meanwhile: the next event shows both.
  const changed: JobView = {
    ...jobAt(0),
    signatureStatus: 'Failed',
    status: 'Failed',
    attempt: 9,
    lastError: 'BROKEN',
  };
  station.options.newJobs = [{ ...jobAt(0), id: uuid('new job'), originalFileName: 'From a program.pdf' }, changed];
  const form = new FormData();
  for (const [name, value] of Object.entries({ format: 'PAdES', profile: 'B', signingProvider: 'Pfx' }))
    form.set(name, value);
  form.set('file', new File(['%PDF-1.7'], 'slow.pdf'));
  await fetch(`${station.url}/api/v1/signatures`, { method: 'POST', body: form });
  await expect(page.getByRole('link', { name: 'From a program.pdf' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Invoice 100000.pdf' })).toContainText(/Failed.*9.*BROKEN/);
  await expect(page.getByRole('link', { name: /Signing 2/ })).toBeVisible();
});

test('a document says what it waits for as soon as it waits, and newer ones are told of only where there are any', async ({
  page,
  station,
}) => {
  const send = async (name: string): Promise<void> => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ format: 'PAdES', profile: 'B', signingProvider: 'Pfx' }))
      form.set(field, value);
    form.set('file', new File(['%PDF-1.7'], name));
    await fetch(`${station.url}/api/v1/signatures`, { method: 'POST', body: form });
  };
  await page.goto('/signatures');
  const queued = page.getByRole('row').filter({ hasText: 'Order 88-14.xml' });
  await expect(queued).toContainText('Queued');
  const newer = page.getByText('Newer documents have arrived');
  await expect(newer).toHaveCount(0);
  for (const [place, view] of station.signatures.entries()) {
    if (view.id === uuid('queued')) station.signatures[place] = { ...view, waitReason: 'TOKEN_ABSENT' };
  }
  await send('slow.pdf');
  await expect(queued).toContainText('Waits for the card or token: put it in');
  await expect(newer).toBeVisible();
  await page.getByRole('button', { name: 'Show them' }).click();
  await expect(page.getByRole('link', { name: 'slow.pdf' })).toBeVisible();
  await expect(newer).toHaveCount(0);
});

test('rows become cards where there is no room for columns, and lose nothing', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/jobs');
  const failed = page.getByRole('row').filter({ hasText: 'gave no timestamp' }).first();
  await expect(failed).toBeVisible();
  const cells = await failed.getByRole('cell').all();
  expect(cells).toHaveLength(7);
  for (const cell of cells) await expect(cell).toBeVisible();
});

test('a name that is too long for its card is read from its beginning', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await page.goto('/evidence');
  const name = page.getByRole('link', { name: /^Lease of the warehouse/ });
  await name.scrollIntoViewIfNeeded();
  await name.evaluate((link: { textContent: string }) => {
    link.textContent = `${link.textContent}, ${'with the annex of the annex, '.repeat(5)}`;
  });
  const cell = page.getByRole('cell').filter({ has: name });
  const [inner, outer] = [await name.boundingBox(), await cell.boundingBox()];
  expect(inner?.y).toBeGreaterThanOrEqual(outer?.y ?? Number.NaN);
  expect((inner?.y ?? 0) + (inner?.height ?? 0)).toBeLessThanOrEqual((outer?.y ?? 0) + (outer?.height ?? 0));
});

test('a queued document can be cancelled, and the page follows', async ({ page }) => {
  await page.goto('/sign');
  await chooseDocuments(page, pdf('hold.pdf'));
  await page.getByRole('button', { name: 'Sign 1 document' }).click();
  await page.getByRole('link', { name: 'hold.pdf' }).click();
  await page.getByRole('button', { name: 'Cancel signing' }).click();
  await expect(page.getByText('Cancelled. Nothing was signed.')).toBeVisible();
  await expect(page.getByText('Cancelled before signing began.')).toBeVisible();
});

test('a refused cancel is told until it is dismissed', async ({ page, station }) => {
  const id = uuid('queued');
  await page.goto(`/signatures/${id}`);
  const view = station.signatures.find((signature) => signature.id === id);
  if (view === undefined) throw new Error('the sample has no queued request');
  await expect(page.getByRole('button', { name: 'Cancel signing' })).toBeVisible();
  station.signatures[station.signatures.indexOf(view)] = { ...view, status: 'Processing' };
  await page.getByRole('button', { name: 'Cancel signing' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Too late to cancel' });
  await expect(toast).toBeVisible();
  await page.waitForTimeout(7000);
  await expect(toast).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(toast).toBeHidden();
});

test('the theme is chosen by hand and remembered', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/settings');
  const background = (): Promise<string> =>
    page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  expect(await background()).toBe('rgb(245, 244, 240)');
  await page.getByText('Dark', { exact: true }).click();
  expect(await background()).toBe('rgb(19, 21, 24)');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  expect(await background()).toBe('rgb(19, 21, 24)');
});

test('the settings show what is trusted, what has ended and what cannot be read', async ({ page }) => {
  await page.goto('/settings');
  const section = page.getByRole('region', { name: 'Trusted certificates' });
  const entries = section.getByRole('listitem');
  await expect(entries).toHaveCount(6);
  await expect(entries.nth(0)).toContainText('Not valid now');
  await expect(entries.nth(1)).toContainText('trust-anchors/example-root-2024.crt');
  await expect(entries.nth(1)).not.toContainText('Not valid now');
  await expect(entries.nth(2)).toContainText('half.crl');
  await expect(section).toContainText('nothing is trusted for being on a list');
  await expect(entries.nth(4)).toContainText('AA: Example Supervisory Body');
  await expect(entries.nth(5)).toContainText('LIST_SIGNATURE_INVALID');
});

test('the settings show the processes, and one that was given up is started again', async ({ page }) => {
  await page.goto('/settings');
  const section = page.getByRole('region', { name: 'Processes' });
  const entries = section.getByRole('listitem');
  await expect(entries).toHaveCount(5);
  const broken = entries.filter({ hasText: 'Token host: usb-blue' });
  await expect(broken).toContainText('Ended again and again');
  await expect(broken).toContainText('Last ended by SIGSEGV.');
  await expect(section.getByRole('button')).toHaveCount(1);
  await section.getByRole('button', { name: 'Start Token host: usb-blue again' }).click();
  await expect(broken).toContainText('Running');
  await expect(section.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('Token host: usb-blue was started again.')).toBeVisible();
});

test('the providers lead to all stations: which run, since when, and with what', async ({ page }) => {
  await page.goto('/providers');
  await page.getByRole('link', { name: 'All stations' }).click();
  await expect(page).toHaveTitle('Stations · Signing Station');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(3);
  await expect(cards.nth(0)).toContainText('front-desk');
  await expect(cards.nth(0)).toContainText('this one');
  await expect(cards.nth(0).getByText('Running', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Providers of front-desk' }).getByRole('listitem')).not.toHaveCount(0);
  await expect(cards.nth(1)).toContainText('Not heard of');
  await expect(cards.nth(1)).toContainText('signs, holds keys');
  // How the tokens of a silent station are is not known.
  await expect(cards.nth(1).getByRole('list')).not.toContainText('Ready');
  await expect(cards.nth(2)).toContainText('No providers of its own.');
});

test.describe('a station that wants a key', () => {
  test.use({ fake: { apiKey: 'desk.0123' } });

  test('says so, takes the key, and downloads with it', async ({ page }) => {
    await page.goto('/dashboard');
    await expect(page.getByText('This station asks for an API key').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'API key needed' })).toBeVisible();
    await page.getByRole('link', { name: 'Settings' }).first().click();
    await page.getByLabel('API key', { exact: true }).fill('desk.0123');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    await page.goto(`/signatures/${uuid('done')}`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('Contract 2041 - Water supply Urfahr-signed.pdf');
  });
});

test('the dashboard counts as failed what the last hour and the list of failed documents count', async ({ page }) => {
  await page.route('**/api/v1/statistics', async (route) => {
    const answer = (await (await route.fetch()).json()) as { byStatus: Record<string, number> };
    const byStatus = { ...answer.byStatus, Failed: 60, Rejected: 24 };
    await route.fulfill({ json: { ...answer, byStatus, failedLastHour: 60 } });
  });
  await page.goto('/dashboard');
  const card = page.locator('dl > div').filter({ has: page.getByText('Failed', { exact: true }) });
  await expect(card).toHaveText(/^\s*Failed\s*60\s*60 in the last hour\s*$/);
});

test('the focus stays near when what had it goes away', async ({ page }) => {
  await page.goto('/sign');
  await chooseDocuments(page, pdf('a.pdf'), pdf('b.pdf'));
  for (const name of ['Remove a.pdf', 'Remove b.pdf']) {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expect.poll(() => page.evaluate('document.activeElement.localName')).not.toBe('body');
  }
});

test('back and forward show the pages they should', async ({ page }) => {
  await page.goto('/sign');
  await page.getByRole('link', { name: 'Certificates' }).click();
  await expect(page).toHaveTitle('Certificates · Signing Station');
  await page.getByRole('link', { name: 'Providers' }).click();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Certificates' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1, name: 'Providers' })).toBeVisible();
  await page
    .getByRole('article')
    .filter({ hasText: 'USB token (blue)' })
    .getByRole('button', { name: 'Refresh: USB token (blue)' })
    .click();
  await expect(page.getByText('Checked just now')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu opens, closes with Escape and gives the focus back', async ({ page }) => {
    await page.goto('/sign');
    const toggle = page.getByRole('button', { name: 'Open menu' });
    await toggle.click();
    await expect(page.getByRole('link', { name: 'Audit' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Audit' })).toBeHidden();
    await expect(toggle).toBeFocused();
    await toggle.click();
    await page.getByRole('link', { name: 'Audit' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Jobs' })).toBeHidden();
  });
});

test('shows a signature as the command that asks for the same', async ({ page }) => {
  await page.goto(`/signatures/${uuid('done')}`);
  const facts = page.locator('section[aria-labelledby="facts"]');
  await facts.getByText('Fingerprints and details').click();
  await expect(
    facts.getByText(/^npm run station -- sign .+ --format=\w+ --profile=\w+ --signing-provider=\w+/),
  ).toBeVisible();
});
