import { AxeBuilder } from '@axe-core/playwright';
import { CERTIFICATES } from '../fake-providers.ts';
import { chooseDocuments, expect, test } from './test.ts';

const file = (name: string): { name: string; mimeType: string; buffer: Buffer } => ({
  ...{ name, buffer: Buffer.from('%PDF-1.7 content'), mimeType: 'application/octet-stream' },
});

test('a report shows counter-signatures below what they are over, each with its own verdict', async ({ page }) => {
  await page.goto('/verify');
  await page.locator('input[type=file]').first().setInputFiles(file('countersigned.p7m'));
  await expect(page.getByText('They decide nothing about it or the document.')).toBeVisible();
  const outer = page.getByRole('listitem').filter({ hasText: 'Counter-signature 1' }).first();
  await expect(outer.getByText('Valid', { exact: true })).toBeVisible();
  const inner = outer.getByRole('listitem').filter({ hasText: 'Counter-signature 1.1' });
  await expect(inner.getByText('Notary of Linz')).toBeVisible();
  await expect(inner.getByText('Not valid', { exact: true })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('empty signature fields are looked up and chosen, and a signed one is not offered', async ({ page, station }) => {
  await page.goto('/sign');
  await chooseDocuments(page, file('fields.pdf'));
  await page.getByText('More options').click();
  await page.getByRole('button', { name: 'Look for empty fields in fields.pdf' }).click();
  await expect(page.getByRole('button', { name: 'Use Witness' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Seller/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Use Buyer (page 2)' }).click();
  await expect(page.getByLabel('Signature field of the PDF')).toHaveValue('Buyer');
  expect(station.inspections).toHaveLength(1);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test('a document without empty fields is said to have none', async ({ page }) => {
  await page.goto('/sign');
  await chooseDocuments(page, file('plain.pdf'));
  await page.getByText('More options').click();
  await page.getByRole('button', { name: /Look for empty fields/ }).click();
  await expect(page.getByText('It has no empty signature field.')).toBeVisible();
});

test('levels that the station is not set up for are not offered, with the reason', async ({ page }) => {
  await page.goto('/sign');
  await chooseDocuments(page, file('plain.pdf'));
  await page.getByText('More options').click();
  await expect(page.getByText(/Not set up here: the station has no revocation lists/).first()).toBeVisible();
  for (const name of [/^LT · /, /^LTA · /]) await expect(page.getByRole('radio', { name })).toBeDisabled();
  await page.getByRole('radio', { name: /^T · / }).check();
});

test('a signed PDF says by whom, and only what looks signed is sent to be looked at', async ({ page, station }) => {
  const signed = {
    ...file('agreement.pdf'),
    buffer: Buffer.from(`%PDF-1.7 ${'x'.repeat(1_048_560)}/ByteRange [0 1 2 3]`),
  };
  await page.goto('/sign');
  await chooseDocuments(page, signed, file('offer.pdf'));
  await expect(page.getByText('Already signed by Ann Buyer, Bob Seller', { exact: true })).toBeVisible();
  await expect(page.getByText(/Already signed by/)).toHaveCount(1);
  expect(station.inspections).toHaveLength(1);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Sign 2 documents' }).click();
  await expect.poll(() => station.submissions.length).toBe(2);
  const operations = station.submissions.map(({ operation = 'sign' }) => operation);
  expect(operations).toEqual(['sign', 'sign']);
});

test('a document that is there twice says so, whatever it is called, until the other one is taken away', async ({
  page,
}) => {
  const contract = Buffer.from(`%PDF-1.7 ${'x'.repeat(1_100_000)}`);
  const another = Buffer.from(contract);
  another.write('y', contract.length - 1);
  await page.goto('/sign');
  await chooseDocuments(
    page,
    { ...file('contract.pdf'), buffer: contract },
    { ...file('contract (1).pdf'), buffer: contract },
    { ...file('other.pdf'), buffer: another },
  );
  await expect(page.getByText('The same content as contract.pdf.')).toBeVisible();
  await expect(page.getByText(/The same content as/)).toHaveCount(1);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Remove contract.pdf' }).click();
  await expect(page.getByText(/The same content as/)).toHaveCount(0);
  await expect(page.getByText('contract (1).pdf').first()).toBeVisible();
});

const xml = (name: string): { name: string; mimeType: string; buffer: Buffer } => ({
  ...{ name, buffer: Buffer.from('<order><boxes>10</boxes></order>'), mimeType: 'application/xml' },
});

test('a signed XML file says by whom, and takes a signature beside them or over one of them', async ({
  page,
  station,
}) => {
  await page.goto('/sign');
  await chooseDocuments(page, xml('twice.xml'), xml('unsigned.xml'));
  await expect(page.getByText('Already signed by Ann Buyer, Bob Seller')).toBeVisible();
  await expect(page.getByText(/Already signed by/)).toHaveCount(1);
  const choice = page.getByLabel('What to do with twice.xml, which is signed already');
  await expect(choice).toHaveValue('0');
  await choice.selectOption('Counter-sign Bob Seller (signature Signature2, level B)');
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Sign 2 documents' }).click();
  await expect.poll(() => station.submissions.length).toBe(2);
  const sent = station.submissions.find(({ file = '' }) => file.startsWith('twice.xml'));
  expect(sent).toMatchObject({ operation: 'countersign', targetSignature: 'Signature2' });
  const other = station.submissions.find(({ file = '' }) => file.startsWith('unsigned.xml'));
  expect(other).toMatchObject({ packaging: 'enveloped' });
});

test('a signer of the last time whose certificate has expired is not asked for a card', async ({ page }) => {
  const old = CERTIFICATES.find(({ subject }) => subject.includes('old card'))?.id ?? '';
  await page.addInitScript(`localStorage.setItem('station.certificate', '${old}\\nAnna Grüber (old card)')`);
  await page.goto('/sign');
  await chooseDocuments(page, file('Contract.pdf'));
  const why = 'The certificate of Anna Grüber (old card) cannot sign now.';
  await expect(page.getByText(why)).toHaveCount(2);
  await expect(page.getByText(/^Expired at /)).toBeVisible();
  await expect(page.getByText(/Put the card/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign 1 document' })).toHaveAttribute('aria-disabled', 'true');
});
