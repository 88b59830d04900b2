import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, pdf, test } from './test.ts';

test('the report explains every signature and its limits', async ({ page }) => {
  await page.goto('/verify');
  await page.locator('input[type=file]').first().setInputFiles(pdf('tampered.pdf'));
  await expect(page.getByText('The signature is not valid')).toBeVisible();
  await expect(page.getByText('This document has 2 signatures')).toBeVisible();
  await expect(page.getByText('The document was changed after signing.')).toBeVisible();
  await expect(page.getByRole('article', { name: /Signature 2/ })).toContainText('Stadtwerke Linz Electronic Seal');
  await expect(page.getByText('and what the document means or shows')).toBeVisible();
});

test('a detached signature takes its document along', async ({ page, station }) => {
  await page.goto('/verify');
  const signature = Buffer.from([0x30, 0x80, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02]);
  const answer = page.waitForResponse('**/api/v1/inspections');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from('1;2') },
      { name: 'plan.csv.p7s', mimeType: 'application/pkcs7-signature', buffer: signature },
    ]);
  await answer;
  expect(station.inspections).toEqual([{ file: 'plan.csv.p7s:13', originalFile: 'plan.csv:3' }]);
  await expect(page.getByText('The signature is valid')).toBeVisible();
});

test('a container is checked, and its files are named', async ({ page }) => {
  await page.goto('/verify');
  const container = { name: 'plans.asice', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004') };
  await page.locator('input[type=file]').first().setInputFiles(container);
  await expect(page.getByText('The signature is valid')).toBeVisible();
  await expect(page.getByText('ASiC-E container')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'plan.csv' })).toContainText('signed');
  await expect(page.getByRole('listitem').filter({ hasText: 'notes.txt' })).toContainText('not signed');
});

test('a proven time, its timestamps and the end of the evidence are told, on the page and on paper', async ({
  page,
}) => {
  await page.goto('/verify');
  await page.locator('input[type=file]').first().setInputFiles(pdf('lasting.p7m'));
  const article = page.getByRole('article', { name: /Signature 1/ });
  await expect(article).toContainText('Time given by the signer');
  await expect(article).toContainText('(claimed by the signer)');
  await expect(article).not.toContainText('not proven');
  const proven = /it was there on 1 Mar 2026/;
  await expect(article.getByText(proven)).toBeVisible();
  await expect(article).toContainText('LTA');
  await expect(article).toContainText('Evidence good until 6 May 2034');
  const timestamps = article.getByRole('listitem').filter({ hasText: 'Time Stamping Unit 4' });
  await expect(timestamps.filter({ hasText: 'Of the signature' }).first()).toContainText('Valid');
  await expect(timestamps.filter({ hasText: 'Archive timestamp' })).toContainText('2 Mar 2026');
  const counter = article.getByRole('listitem').filter({ hasText: 'Counter-signature 1' });
  await expect(counter.getByText(/it was there on 5 Apr 2026/)).toBeVisible();
  const loose = page.getByRole('listitem').filter({ hasText: 'Of the container' });
  await expect(loose).toContainText('unknown authority, its time cannot be read');
  await expect(loose).toContainText('Not valid');
  await page.evaluate("window.print = () => (window.printed = document.querySelector('.sheet').textContent)");
  await page.getByRole('button', { name: 'Print the report' }).click();
  await expect.poll(() => page.evaluate('window.printed')).toMatch(proven);
  expect(await page.evaluate('window.printed')).toContain('Of the container: unknown authority');
});

test('a level that is there by its form alone is not told as reached, on the page and on paper', async ({ page }) => {
  await page.goto('/verify');
  await page.locator('input[type=file]').first().setInputFiles(pdf('form-alone.p7m'));
  const told = 'LT (has the form of LTA, not all of which holds)';
  await expect(page.getByRole('article', { name: /Signature 1/ })).toContainText(told);
  await page.evaluate("window.print = () => (window.printed = document.querySelector('.sheet').textContent)");
  await page.getByRole('button', { name: 'Print the report' }).click();
  await expect.poll(() => page.evaluate('window.printed')).toContain(told);
});

test('a revocation status is told with what says so and of when, on the page and on paper', async ({ page }) => {
  await page.goto('/verify');
  await page.locator('input[type=file]').first().setInputFiles(pdf('lasting.p7m'));
  const told = /Not revoked, from an OCSP response\. In the document: OCSP response of 1 Mar 2026/i;
  await expect(page.getByRole('article', { name: /Signature 1/ })).toContainText(told);
  await page.evaluate("window.print = () => (window.printed = document.querySelector('.sheet').textContent)");
  await page.getByRole('button', { name: 'Print the report' }).click();
  await expect.poll(() => page.evaluate('window.printed')).toMatch(told);
});

test('a time that nothing proves is called claimed', async ({ page }) => {
  await page.goto('/verify');
  await page.locator('input[type=file]').first().setInputFiles(pdf('countersigned.p7m'));
  await expect(page.getByText('(claimed, not proven by a timestamp)').first()).toBeVisible();
  await expect(page.getByText('Proven by a timestamp', { exact: true })).toHaveCount(0);
});

test('several files are checked at once, signatures with their originals', async ({ page, station }) => {
  await page.goto('/verify');
  const signature = Buffer.from([0x30, 0x80, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02]);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from('1;2') },
      pdf('tampered.pdf', 100),
      { name: 'plan.csv.p7s', mimeType: 'application/pkcs7-signature', buffer: signature },
      { name: 'plain.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ann,') },
    ]);
  await expect(page.getByText('1 not valid, 1 not signed, 1 valid')).toBeVisible();
  expect(station.inspections).toHaveLength(3);
  expect(station.inspections).toContainEqual({ file: 'plan.csv.p7s:13', originalFile: 'plan.csv:3' });
  await page.getByText('tampered.pdf', { exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'What was added after the first signature' })).toBeVisible();
  await expect(page.getByText('page 2: contents replaced', { exact: true })).toBeVisible();
});

test('a signature over several files takes all of them along', async ({ page, station }) => {
  await page.goto('/verify');
  await page.locator('input[type=file]').first().setInputFiles(pdf('deed.xml', 20));
  await expect(page.getByText('The signature is valid')).toBeVisible();
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose the original' }).click();
  const text = (name: string): { name: string; mimeType: string; buffer: Buffer } => ({
    ...{ name, mimeType: 'text/plain', buffer: Buffer.from(name) },
  });
  await (await chosen).setFiles([text('one.txt'), text('annex.txt')]);
  await expect(page.getByText('The signature is valid')).toBeVisible();
  expect(station.inspections.at(-1)).toEqual({ file: 'deed.xml:20', originalFile: 'one.txt:7, annex.txt:9' });
  await expect(page.locator('p', { hasText: 'one.txt' }).getByText('signed', { exact: true })).toBeVisible();
  await expect(page.locator('p', { hasText: 'annex.txt' }).getByText('not signed', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove one.txt' }).click();
  await page.getByRole('button', { name: 'Check signature' }).click();
  await expect(page.getByText('The signature is valid')).toBeVisible();
  expect(station.inspections.at(-1)).toEqual({ file: 'deed.xml:20', originalFile: 'annex.txt:9' });
});

test('what was not found out is not called passed', async ({ page }) => {
  await page.goto('/verify');
  await page.locator('input[type=file]').first().setInputFiles(pdf('good.pdf'));
  await expect(page.getByText('valid, revocation not checked')).toBeVisible();
  await expect(page.getByText('Whether it was revoked is not known.')).toBeVisible();
  await expect(page.getByText('passed all checks')).toHaveCount(0);
});

test('an open verdict says what can be done, and is handed over on paper and as JSON', async ({ page }) => {
  await page.goto('/verify');
  const file = pdf('unknown signer.pdf');
  await page.locator('input[type=file]').first().setInputFiles(file);
  await expect(page.getByRole('heading', { name: 'What you can do' })).toBeVisible();
  await expect(page.getByText('the station needs the issuer’s certificate in its trust folder')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as JSON' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('unknown signer.pdf.verification.json');
  const report: unknown = JSON.parse(await readFile(await saved.path(), 'utf8'));
  expect(report).toMatchObject({
    fileName: 'unknown signer.pdf',
    sha256: createHash('sha256').update(file.buffer).digest('hex'),
    inspection: { report: { overallStatus: 'INDETERMINATE' } },
  });

  await page.evaluate("window.print = () => (window.printed = document.querySelector('.sheet').textContent)");
  await page.getByRole('button', { name: 'Print the report' }).click();
  await expect.poll(() => page.evaluate('window.printed')).toContain('The signature could not be confirmed');
  await expect(page.locator('.sheet')).toHaveCount(0);
});

test('an unsigned file is said to be one', async ({ page }) => {
  await page.goto('/verify');
  const letter = { name: 'plain-letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear Ann,') };
  await page.locator('input[type=file]').first().setInputFiles(letter);
  await expect(page.getByText('This file is not signed')).toBeVisible();
  await expect(page.getByText('The signature is')).toBeHidden();
});

test('the report is a PDF whose words can be read, and goes to be signed', async ({ page }, info) => {
  await page.goto('/verify');
  await page.locator('input[type=file]').first().setInputFiles(pdf('lasting.p7m'));
  await expect(page.getByText('The signature is valid')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('lasting.p7m.verification.pdf');
  await saved.saveAs(info.outputPath('report.pdf'));
  const words = await wordsOf(await readFile(info.outputPath('report.pdf')));
  expect(words[0]).toContain('The signature is valid');
  expect(words.join(' ')).toContain('it was there on 1 Mar 2026');
  expect(words.join(' ')).toContain('lasting.p7m · page 1 of');

  await page.getByRole('button', { name: 'Sign the report' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign documents' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'lasting.p7m.verification.pdf' })).toContainText('PAdES');
});

test('several files have one report: a summary, and the verdict on each', async ({ page }, info) => {
  await page.goto('/verify');
  const files = ['good.pdf', 'tampered.pdf', 'unknown.pdf', 'plain.pdf'];
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(files.map((name) => pdf(name)));
  await expect(page.getByRole('status').filter({ hasText: '4 files checked:' })).toContainText('1 not signed');
  const actions = page.locator('.card', { hasText: '4 files checked:' });
  const download = page.waitForEvent('download');
  await actions.getByRole('button', { name: 'Save as PDF' }).click();
  await (await download).saveAs(info.outputPath('reports.pdf'));
  const words = await wordsOf(await readFile(info.outputPath('reports.pdf')));
  expect(words[0]).toContain('Report: 4 files');
  for (const name of files) expect(words[0]).toContain(name);
  expect(words.join(' ')).toContain('The document was changed after signing.');
  expect(words.join(' ')).toContain('What you can do');
  const json = page.waitForEvent('download');
  await actions.getByRole('button', { name: 'Save as JSON' }).click();
  await (await json).saveAs(info.outputPath('reports.json'));
  expect(JSON.parse(await readFile(info.outputPath('reports.json'), 'utf8'))).toMatchObject({
    summary: { VALID: 1, INVALID: 1, INDETERMINATE: 1, NONE: 1 },
    reports: files.map((fileName) => ({ fileName })),
  });
  await page.screenshot({ path: info.outputPath('several.png'), fullPage: true });
});

/** The words of each page, as another program reads them. */
async function wordsOf(bytes: Uint8Array): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const { items } = await (await document.getPage(index + 1)).getTextContent();
    return items.flatMap((item) => ('str' in item ? [item.str] : [])).join(' ');
  });
  return Promise.all(pages);
}
