import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { startFakeStation } from '../browser/fake-station.ts';
import { startStation } from '../browser/station/station-process.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { makePdf } from '../browser/station/make-pdf.ts';

/**
 * `npm run pictures`: the pictures of docs/using.md, of the built pages at a real station; the token doctor's is of the
 * stand-in for a station, whose card has its PIN locked.
 */
const FOLDER = path.resolve(import.meta.dirname, '../../docs/pictures');
const NAMES = ['Lease Urfahr 2041', 'Water supply, third part', 'Minutes of the board'];

async function ofRealStation(page: Page): Promise<void> {
  const station = await startStation();
  try {
    const files = await Promise.all(
      NAMES.map(async (name) => ({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: await makePdf(name) })),
    );
    await page.goto(`${station.url}/sign`);
    await page.locator('input[type=file][multiple]').setInputFiles(files);
    await page.getByRole('radio', { name: /Demo Signer/ }).check();
    await page.screenshot({ path: path.join(FOLDER, 'sign.png') });

    const client = createStationClient(station.url);
    const [first] = files;
    if (first === undefined) throw new Error('There is no document.');
    const { id } = await client.create(first.buffer, { fileName: first.name, visibleSignature: true });
    await client.finished(id);
    await page.goto(`${station.url}/verify`);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ ...first, name: 'Lease Urfahr 2041-signed.pdf', buffer: await client.content(id) });
    await page.getByText('VALID', { exact: true }).waitFor();
    await page.screenshot({ path: path.join(FOLDER, 'verify.png') });
  } finally {
    await station.stop();
  }
}

async function ofTokenDoctor(page: Page): Promise<void> {
  const station = await startFakeStation({ diagnosis: 'pin-locked' });
  try {
    await page.goto(`${station.url}/providers/desk-card/diagnosis`);
    await page.getByRole('heading', { name: 'What was looked at' }).waitFor();
    await page.screenshot({ path: path.join(FOLDER, 'token-doctor.png') });
  } finally {
    await station.close();
  }
}

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1100, height: 720 }, locale: 'en-GB' });
  await ofRealStation(page);
  await ofTokenDoctor(page);
} finally {
  await browser.close();
}
