import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createStationClient } from '../../actors/station/station-client.ts';
import { startStation, type RunningStation } from '../../actors/station/running-station.ts';
import { startPivCard } from '../../actors/tokens/middleware/opensc-piv.ts';
import { makeSoftHsmToken } from '../../actors/tokens/softhsm.ts';
import { expect, makePdf, test } from './test.ts';

const LONG = { timeout: 60_000 };

/** A token that the station is set up for, and how it is taken out where there is something to take. */
interface Card {
  readonly modulePath: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly pin: string;
  /** The name of the certificate that signs. */
  readonly signer: string;
  readonly slot?: { readonly eject: () => void; readonly insert: () => void };
  /** How long each signature takes from now on. */
  readonly delay?: (milliseconds: number) => void;
  stop(): Promise<void>;
}

async function softHsm(dir: string): Promise<Card> {
  const pin = '73519286';
  const keys = [{ type: 'P-256', id: '01', label: 'desk-signer' }] as const;
  const token = await makeSoftHsmToken({ dir, label: 'desk', pin, keys });
  return { ...token, pin, signer: 'desk-signer', stop: () => token.remove() };
}

/** The key of the card that wants its PIN for each signature. */
async function pivCard(dir: string): Promise<Card> {
  return { ...(await startPivCard(dir)), signer: 'PIV RSA' };
}

for (const [name, make] of Object.entries({ 'a token of SoftHSM': softHsm, 'a virtual card in a reader': pivCard })) {
  test.describe(name, () => {
    test.describe.configure({ timeout: 180_000 });
    let card: Card;
    let station: RunningStation;
    let folder: string;

    test.beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'cards-browser-'));
      card = await make(path.join(folder, 'card'));
      station = await startStation({
        environment: { ...card.environment, SERVICE_SECRET_SIGNING_SMARTCARD_PIN: card.pin },
        settings: { Environment: 'Testing', 'Signing:SmartCard:ModulePath': card.modulePath },
      });
    });
    test.afterAll(async () => {
      await station.dispose();
      await card.stop();
      await rm(folder, { recursive: true, force: true });
    });

    test('signs a batch with a stamp, and what comes out is checked on the page', async ({ page }) => {
      await page.goto(`${station.url}/sign`);
      const files = await Promise.all(
        ['lease.pdf', 'order.pdf', 'minutes.pdf'].map(async (file) => ({
          ...{ name: file, mimeType: 'application/pdf', buffer: await makePdf(file) },
        })),
      );
      await page.locator('input[type=file][multiple]').setInputFiles(files);
      await page.getByRole('radio', { name: new RegExp(card.signer) }).check(LONG);
      await page.locator('.check', { has: page.locator('[aria-describedby=stamp-hint]') }).click();
      await page.getByRole('button', { name: 'Sign 3 documents' }).click();
      await expect(page.getByText('All documents are signed')).toBeVisible(LONG);
      await page
        .getByRole('listitem')
        .filter({ hasText: 'lease.pdf' })
        .getByRole('link', { name: 'Check signature' })
        .click();
      const report = page.getByRole('region', { name: 'Signature check' });
      await expect(report.getByRole('article', { name: new RegExp(card.signer) })).toBeVisible(LONG);
      await expect(report.getByText('the whole document')).toBeVisible();
      expect(await page.content()).not.toContain(card.pin);
    });

    test('is shown with its certificates, and seen by the doctor', async ({ page }) => {
      await page.goto(`${station.url}/certificates`);
      await expect(page.getByText(card.signer).first()).toBeVisible(LONG);
      await page.goto(`${station.url}/providers/smartcard/diagnosis`);
      await expect(page.getByRole('heading', { name: 'What was looked at' })).toBeVisible(LONG);
      for (const summary of await page.locator('main summary').all()) await summary.click();
      await expect(page.getByText(card.signer).first()).toBeVisible();
    });

    test('is waited for while it is out, and signs what waited once it is back', async ({ page }) => {
      const { slot, delay } = card;
      test.skip(slot === undefined, 'there is nothing to take out');
      const client = createStationClient(station.url);
      const listed = await client.listedCertificates(2);
      const certificate = listed.find(({ subject }) => subject.includes(card.signer));
      await page.goto(`${station.url}/jobs`);
      delay?.(5_000);
      const wanted = { signingProvider: 'SmartCard', certificateThumbprint: certificate?.thumbprint ?? '' };
      const [first, second] = [
        await client.create(await makePdf('one'), { ...wanted, fileName: 'one.pdf' }),
        await client.create(await makePdf('two'), { ...wanted, fileName: 'two.pdf' }),
      ];
      slot?.eject();
      const waiting = page.getByRole('list', { name: 'Still to be signed' });
      await expect(waiting.getByText('Waits for the card or token: put it in')).toBeVisible(LONG);
      await expect(waiting.getByText('2', { exact: true })).toBeVisible(LONG);
      delay?.(0);
      slot?.insert();
      for (const { id } of [first, second]) expect(await client.finished(id)).toMatchObject({ status: 'Completed' });
      await expect(waiting).toHaveCount(0, LONG);
    });
  });
}
