import { createHash } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { buildPdf, stream, type Pieces } from '../../documents/pdf/pdf-builder.ts';
import { chooseDocuments, expect, test } from './test.ts';

const COLOURS = ['1 0 0', '0 1 0', '0 0 1'];
const pages: Pieces = Object.fromEntries<Pieces[number]>(
  COLOURS.flatMap((colour, index): [number, Pieces[number]][] => [
    [
      10 + index,
      `<</Type /Page /Parent 2 0 R /Contents ${String(20 + index)} 0 R /Resources <</Font <</F1 5 0 R>>>>>>`,
    ],
    [
      20 + index,
      stream('', Buffer.from(`${colour} rg 0 300 595 300 re f 0 g BT /F1 24 Tf 72 700 Td (Page ${colour}) Tj ET`)),
    ],
  ]),
);
const THREE_PAGES = buildPdf({
  pieces: {
    1: '<</Type /Catalog /Pages 2 0 R /OpenAction <</S /JavaScript /JS (fetch\\("/api/v1/signatures"\\))>>>>',
    2: '<</Type /Pages /Kids [10 0 R 11 0 R 12 0 R] /Count 3 /MediaBox [0 0 595.28 841.89]>>',
    5: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    ...pages,
  },
});
const file = (name: string, buffer: Buffer): { name: string; mimeType: string; buffer: Buffer } => ({
  ...{ name, buffer, mimeType: 'application/octet-stream' },
});
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The colour in the middle of the page that is drawn. */
async function colourOf(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const drawn = document.querySelector('canvas[data-page]');
    if (drawn === null) return 'nothing';
    const copy = new OffscreenCanvas(1, 1).getContext('2d');
    copy.drawImage(drawn, drawn.width / 2, drawn.height / 2, 1, 1, 0, 0, 1, 1);
    return copy.getImageData(0, 0, 1, 1).data.slice(0, 3).join(' ');
  })()`);
}

test('shows a document before it is signed: its pages by keyboard, its hash, what a page does not show', async ({
  page,
  station,
}) => {
  await page.goto('/sign');
  await chooseDocuments(page, file('scripted.pdf', THREE_PAGES), file('note.txt', Buffer.from('pay \u202e001')));
  await page.getByRole('button', { name: 'View: scripted.pdf' }).click();
  const dialog = page.getByRole('dialog', { name: 'scripted.pdf' });
  await expect(dialog.getByText('of 3')).toBeVisible();
  await expect.poll(() => colourOf(page)).toBe('255 0 0');
  await dialog.getByRole('region', { name: /scripted.pdf/ }).focus();
  await page.keyboard.press('PageDown');
  await expect.poll(() => colourOf(page)).toBe('0 255 0');
  await page.keyboard.press('End');
  await expect.poll(() => colourOf(page)).toBe('0 0 255');
  await expect(dialog.getByText('Page 0 0 1')).toBeAttached();
  await expect(dialog.locator('[data-sha256]')).toHaveText(sha256(THREE_PAGES));
  await expect(dialog.getByText('It carries scripts')).toBeVisible();
  await expect(dialog.getByText('2 layers are hidden')).toBeVisible();
  // What is inspected is what is shown.
  expect(station.inspections).toEqual([{ file: `scripted.pdf:${String(THREE_PAGES.length)}` }]);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'View: scripted.pdf' })).toBeFocused();

  await page.getByRole('button', { name: 'View: note.txt' }).click();
  await expect(page.getByText('pay ⟦U+202E⟧001')).toBeVisible();
});

test('what parses documents can reach neither the station nor anything else', async ({ page }) => {
  await page.goto('/sign');
  // It lies ready from when there is something to look at: what reads its script does not wait for it.
  const started = page.waitForEvent('worker');
  await chooseDocuments(page, file('three.pdf', THREE_PAGES));
  const parser = await started;
  await page.getByRole('button', { name: 'View: three.pdf' }).click();
  await expect.poll(() => colourOf(page)).toBe('255 0 0');
  for (const attempt of [
    "fetch('/api/v1/certificates')",
    "fetch('https://example.com/')",
    "import('data:text/javascript,')",
  ]) {
    expect(await parser.evaluate(`${attempt}.then(() => 'reached', () => 'refused')`), attempt).toBe('refused');
  }
});

test('each document has a parser of its own, which ends with it', async ({ page }) => {
  await page.goto('/sign');
  const first = page.waitForEvent('worker');
  await chooseDocuments(page, file('one.pdf', THREE_PAGES), file('two.pdf', THREE_PAGES));
  const parser = await first;
  for (const name of ['one.pdf', 'two.pdf']) {
    await page.getByRole('button', { name: `View: ${name}` }).click();
    await expect.poll(() => colourOf(page)).toBe('255 0 0');
    // The next one lies ready; none is left of what was closed.
    await expect.poll(() => page.workers().length).toBe(2);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.workers().length).toBe(1);
    expect(page.workers()).not.toContain(parser);
  }
});

test('shows what was sent and refuses to show what is not what was recorded', async ({ page, station }) => {
  const signed = station.signatures.find(({ status }) => status === 'Completed');
  await page.goto(`/signatures/${signed?.id ?? ''}`);
  await page.getByRole('button', { name: /^View as sent/ }).click();
  await expect(page.locator('[data-sha256]')).toHaveText(signed?.inputs[0]?.sha256 ?? '');
  await expect(page.getByRole('dialog').getByText('of 1')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^View signed/ }).click();
  await expect(page.getByRole('alert')).toContainText('This is not the document that the station recorded');
  await expect(page.locator('canvas')).toHaveCount(0);
});

test('the end of a closed view does not end the next one', async ({ page }) => {
  await page.goto('/sign');
  await chooseDocuments(page, file('scripted.pdf', THREE_PAGES));
  const view = page.getByRole('button', { name: 'View: scripted.pdf' });
  await view.click();
  const dialog = page.getByRole('dialog', { name: 'scripted.pdf' });
  await expect(dialog.getByText('of 3')).toBeVisible();
  // A window tells of its end a moment after it was closed: here the next view is asked for within that moment.
  await page.evaluate(`document.querySelector('dialog').close();
    document.querySelector('[aria-label="View: scripted.pdf"]').click();`);
  await expect(dialog.getByText('of 3')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
