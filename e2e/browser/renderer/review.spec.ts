import { createHash } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { INPUT } from '../fake-signatures.ts';
import { uuid } from '../fake-values.ts';
import { expect, test } from './test.ts';

const SHOWN = createHash('sha256').update(INPUT).digest('hex');

const signButton = (page: Page, name: string | RegExp = 'Sign this document') =>
  page.getByRole('complementary', { name: 'Sign it' }).getByRole('button', { name });

async function open(page: Page, document: RegExp): Promise<void> {
  await page.getByRole('navigation', { name: 'Documents that wait' }).getByRole('button', { name: document }).click();
}

/** The document is on the screen, and has been for the moment that a person needs to see it. */
async function seen(page: Page, name: string | RegExp = 'Sign this document'): Promise<void> {
  await expect(signButton(page, name)).toHaveAttribute('aria-disabled', 'false');
}

test('shows what waits, by program and batch, with the focus on the document, and counts it in the menu', async ({
  page,
}) => {
  await page.goto('/review');
  await expect(page.getByRole('heading', { name: 'Review and sign' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Review 7/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'The document' })).toBeFocused();
  const waiting = page.getByRole('navigation', { name: 'Documents that wait' });
  await expect(waiting.getByRole('heading')).toHaveText(['Accounting', 'Payroll', 'Archive', /A program/]);
  const panel = page.getByRole('complementary', { name: 'Sign it' });
  for (const words of ['Anna', 'Serial number', 'PAdES, B', 'on page 2: For the accounts', 'Accounting', /PIN/])
    await expect(panel.getByText(words).first()).toBeVisible();
  await expect(page.getByText('of 1')).toBeVisible();
  await expect(waiting.getByRole('button').first()).toContainText('1 page');
  await open(page, /Order 88-14/);
  await expect(panel.getByText('last page, at a chosen place: For the accounts')).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('says of documents that nobody has opened how many pages they have and who has signed them', async ({ page }) => {
  await page.goto('/review');
  const waiting = page.getByRole('navigation', { name: 'Documents that wait' });
  const order = waiting.getByRole('button', { name: /Order 88-14/ });
  await expect(order).toContainText('12 pages');
  await expect(order).toContainText('Berta Beispiel');
  await expect(waiting.getByRole('button', { name: /Minutes/ })).toContainText('3 pages');
  await expect(waiting.getByRole('button', { name: /Minutes/ })).not.toContainText('igned');
});

test('signs nothing that was not on the screen, and binds the hash of what was', async ({ page, station }) => {
  await page.goto('/review');
  await expect(signButton(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Look at the document first.')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await seen(page);
  expect(station.approvals.approvals).toEqual([]);
  await page.keyboard.press('Escape');
  expect([station.approvals.approvals, station.approvals.refusals]).toEqual([[], []]);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('1 document approved')).toBeVisible();
  expect(station.approvals.approvals).toEqual([
    { documents: [{ id: uuid('review-1'), shown: [SHOWN] }], allowance: null },
  ]);
  // The next one is there, has the focus, and was not seen yet.
  await expect(page.getByRole('region', { name: 'The document' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Order 88-14 signed before.pdf' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Review 6/ })).toBeVisible();
});

test('approves a batch at once when one of it was seen, and says how many that are', async ({ page, station }) => {
  await page.goto('/review');
  await open(page, /Salaries October/);
  await expect(page.getByText(/No PIN is asked for 3 documents/)).toBeVisible();
  await seen(page, 'Sign 3 documents');
  await signButton(page, 'Sign 3 documents').click();
  await expect(page.getByText('3 documents approved')).toBeVisible();
  expect(station.approvals.approvals).toEqual([
    {
      allowance: null,
      documents: [
        { id: uuid('October'), shown: [SHOWN] },
        { id: uuid('September'), shown: [] },
        { id: uuid('November'), shown: [] },
      ],
    },
  ]);
});

test('lets a program go on only where its rule permits it and the person says so', async ({ page, station }) => {
  await page.goto('/review');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await open(page, /Minutes/);
  await page.getByRole('checkbox', { name: /Let this program go on/ }).check();
  await seen(page);
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => station.approvals.approvals).toMatchObject([{ allowance: { documents: 100, minutes: 15 } }]);
});

test('refuses what nobody has looked at, too', async ({ page, station }) => {
  await page.goto('/review');
  await open(page, /Letter/);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText('1 document refused')).toBeVisible();
  expect(station.approvals.refusals).toEqual([[uuid('review-4')]]);
});

test.describe('without anything to review', () => {
  test.use({ fake: { isEmpty: true } });

  test('says so, and shows no number in the menu', async ({ page }) => {
    await page.goto('/review');
    await expect(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Review', exact: true })).toBeVisible();
  });
});

test('gives the focus to the first document, which comes while nothing waits', async ({ page, station }) => {
  let isThere = false;
  await page.route('**/api/v1/approvals', async (route) => {
    if (isThere) await route.continue();
    else await route.fulfill({ json: { groups: [], count: 0 } });
  });
  await page.goto('/review');
  await expect(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();
  isThere = true;
  const form = new FormData();
  for (const [name, value] of Object.entries({ format: 'PAdES', profile: 'B', signingProvider: 'Pfx' }))
    form.set(name, value);
  form.set('file', new File(['%PDF-1.7'], 'retry.pdf'));
  await fetch(`${station.url}/api/v1/signatures`, { method: 'POST', body: form });
  await expect(page.getByRole('region', { name: 'The document' })).toBeFocused();
});

test('a document that a person refused says so, in the list and on its page', async ({ page, station }) => {
  const id = uuid('cancelled');
  for (const [place, view] of station.signatures.entries()) {
    if (view.id === id) station.signatures[place] = { ...view, errorCode: 'APPROVAL_REFUSED' };
  }
  await page.goto('/signatures');
  await expect(page.getByRole('row').filter({ hasText: 'Draft – do not sign.pdf' })).toContainText('Refused at the st');
  await page.goto(`/signatures/${id}`);
  await expect(page.getByRole('alert')).toContainText('A person looked at it and did not want to sign.');
  await expect(page.getByText('Cancelled. Nothing was signed.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Sign again/ })).toHaveCount(0);
});
