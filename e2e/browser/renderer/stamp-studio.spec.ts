import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { FIELDS, onePage } from '../../documents/pdf/one-page.ts';
import { buildPdf } from '../../documents/pdf/pdf-builder.ts';
import { chooseDocuments, expect, test } from './test.ts';

const TWO_PAGES = buildPdf({
  pieces: {
    ...onePage({ page: '/Annots [7 0 R]', extra: FIELDS }),
    2: '<</Type /Pages /Kids [3 0 R 20 0 R] /Count 2 /MediaBox [0 0 595.28 841.89]>>',
    20: '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>>',
  },
  version: '1.6',
});

/** Opens the window; whole when the stamp is drawn. */
async function openStudio(page: Page): Promise<{ opener: Locator; dialog: Locator; stamp: Locator; status: Locator }> {
  await page.goto('/sign');
  await chooseDocuments(page, { name: 'form.pdf', mimeType: 'application/pdf', buffer: Buffer.from(TWO_PAGES) });
  await page.locator('.check', { has: page.locator('[aria-describedby=stamp-hint]') }).click();
  const opener = page.locator('.place button').first();
  await opener.click();
  const dialog = page.getByRole('dialog');
  const stamp = dialog.getByRole('application');
  await expect(stamp).toHaveAttribute('data-drawn', 'true');
  await expect(stamp).toBeFocused();
  return { opener, dialog, stamp, status: dialog.locator('#studio-position') };
}

async function expectAccessible(page: Page): Promise<void> {
  expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([]);
}

/** Moves the pointer from the middle of the stamp. */
async function drag(page: Page, stamp: Locator, right: number, down: number): Promise<void> {
  const box = await stamp.boundingBox();
  if (box === null) throw new Error('The stamp is not on the screen.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right, y + down, { steps: 4 });
  await page.mouse.up();
}

test('puts the stamp where it was moved by keys, red over a field, and sends that place', async ({ page, station }) => {
  const { opener, dialog, status } = await openStudio(page);
  const put = dialog.getByRole('button', { name: 'Put it here' });
  await expect(status).not.toContainText('refuses');
  const before = await status.innerText();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(status).not.toHaveText(before);
  // Down to the corner, where the form field is.
  for (let presses = 0; presses < 80; presses += 1) await page.keyboard.press('Shift+ArrowDown');
  for (let presses = 0; presses < 40; presses += 1) await page.keyboard.press('Shift+ArrowLeft');
  await expect(status).toContainText('It lies over a form field, which the station refuses. 0 mm from the left');
  await expect(put).toHaveAttribute('aria-disabled', 'true');
  await put.click({ force: true });
  await expect(dialog).toBeVisible();

  await dialog.getByRole('button', { name: 'Move to free space' }).click();
  await expect(status).not.toContainText('refuses');
  await put.click();
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(page.getByText('At the chosen place of page 1, on every PDF of this batch.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign 1 document' }).click();
  await expect.poll(() => station.submissions.length).toBe(1);
  const [sent] = station.submissions;
  expect(sent?.['signatureRect']).toMatch(/^1,0,66,\d+(\.\d+)?,\d+(\.\d+)?$/);
  expect(sent).not.toHaveProperty('signaturePage');
});

test('is dragged and resized, goes to the last page, and closed leaves all as it was', async ({ page }) => {
  const { opener, dialog, stamp, status } = await openStudio(page);
  const before = await status.innerText();
  await drag(page, stamp, 120, -60);
  await expect(status).not.toHaveText(before);
  const moved = await status.innerText();
  await drag(page, stamp, 0, -500);
  await expect(status).not.toHaveText(moved);
  await expect(stamp, 'brought into view').toBeInViewport();
  const size = (words: string): string => /\d+ × \d+ mm/.exec(words)?.[0] ?? '';
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await expect.poll(async () => size(await status.innerText())).not.toBe(size(before));
  await dialog.getByRole('checkbox').check();
  await expect(dialog.getByRole('spinbutton')).toHaveValue('2');
  await dialog.getByRole('button', { name: 'Put it here' }).click();
  await expect(page.getByText('At the chosen place of the last page')).toBeVisible();

  await opener.click();
  await expect(dialog.getByRole('checkbox')).toBeChecked();
  await expect(stamp).toBeFocused();
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.getByRole('button', { name: 'Forget the chosen places' }).click();
  await expect(page.getByText('At the chosen place of the last page')).toHaveCount(0);
});

test('says that a page has no free space, where it moved the stamp nowhere without a word', async ({ page }) => {
  await page.route('**/api/v1/stamp-previews', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { readonly width: number; readonly height: number };
    const scan = { kind: 'image', isPlain: false, x: 0, y: 0, width: answer.width, height: answer.height };
    await route.fulfill({ response, json: { ...answer, refusal: null, taken: [scan] } });
  });
  const { dialog, status } = await openStudio(page);
  await expect(status).toContainText('It lies over text or a picture of the page.');
  await expect(status).not.toContainText('no free space');
  await dialog.getByRole('button', { name: 'Move to free space' }).click();
  await expect(status).toContainText('This page has no free space for a stamp of this size.');
  await page.keyboard.press('Tab');
  await dialog.getByRole('application').press('ArrowUp');
  await expect(status).not.toContainText('no free space');
});

test('a refusal of the station is said in words, and the window stays', async ({ page }) => {
  await page.route('**/api/v1/stamp-previews', async (route) => {
    const response = await route.fetch();
    const refusal = { code: 'PDF_STAMP_TOO_SMALL', detail: 'The place is too small.' };
    await route.fulfill({ response, json: { ...((await response.json()) as object), refusal } });
  });
  const { dialog, status } = await openStudio(page);
  await expect(status).toContainText('It is too small for what it says, which the station refuses.');
  await expect(dialog.getByRole('button', { name: 'Put it here' })).toHaveAttribute('aria-disabled', 'true');
});

/** Pixels that the window is too wide. */
const SIDEWAYS = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('dialog'))";

const LOOKS = [
  { look: 'light', width: 1280, scheme: 'light', locale: 'en-GB' },
  { look: 'dark', width: 1280, scheme: 'dark', locale: 'en-GB' },
  { look: 'narrow', width: 390, scheme: 'light', locale: 'de' },
] as const;
for (const { look, width, scheme, locale } of LOOKS) {
  test.describe(look, () => {
    test.use({ viewport: { width, height: 860 }, colorScheme: scheme, locale });

    test('is accessible, free and refused, and not too wide', async ({ page }, info) => {
      const { status } = await openStudio(page);
      if (look !== 'narrow') await expectAccessible(page);
      await page.screenshot({ path: info.outputPath(`${look}-free.png`) });
      for (let presses = 0; presses < 80; presses += 1) await page.keyboard.press('Shift+ArrowDown');
      for (let presses = 0; presses < 40; presses += 1) await page.keyboard.press('Shift+ArrowLeft');
      await expect(status).toHaveClass(/bad/);
      await expectAccessible(page);
      expect(await page.evaluate<number>(SIDEWAYS)).toBe(0);
      await page.screenshot({ path: info.outputPath(`${look}-refused.png`) });
    });
  });
}
