import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { CertificateDescriptor } from '../../../service/contract/http/providers.ts';
import { CERTIFICATES } from '../fake-providers.ts';
import { chooseDocuments, expect, pdf, test } from './test.ts';

/** The card of Anna Grüber, as its station tells of the PIN. */
async function withCard(page: Page, told: Partial<CertificateDescriptor>): Promise<void> {
  const json = CERTIFICATES.map((one) => (one.subject.includes('Anna Grüber,') ? { ...one, ...told } : one));
  await page.route('**/api/v1/certificates', (route) => route.fulfill({ json }));
  await page.goto('/sign');
}

/** Nobody has entered the PIN yet: the token-host says that the key cannot be used, and why. */
const ASKED = {
  canSign: false,
  cannotSignReason: 'The PIN of the token is entered by a person, who is asked for it.',
  waitReason: 'PIN_ASKED',
} as const;

test('a card whose PIN a person enters is chosen like any other, and signs', async ({ page, station }) => {
  await withCard(page, { ...ASKED, pinPrompt: 'person' });
  await chooseDocuments(page, pdf('one.pdf'), pdf('two.pdf'));
  const anna = page.getByRole('radio', { name: /Anna Grüber Issued/ });
  await expect(anna).toBeChecked();
  const panel = page.getByRole('complementary');
  await expect(panel.getByText(/^1 PIN for 2 documents\..* at the station, .* never on this page\.$/)).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Sign 2 documents' }).click();
  await expect.poll(() => station.submissions.length).toBe(2);
  await page.goto('/certificates');
  await expect(page.getByRole('article').filter({ hasText: 'Anna Grüber' }).first()).toContainText('Ready to sign');
});

for (const [pinPrompt, words] of [
  ['stored', 'No PIN is asked for 3 documents: the station keeps it and signs unattended.'],
  ['reader', 'The PIN for 3 documents is typed on the reader, which asks for it.'],
  ['batch', /^1 PIN for 3 documents\. It is asked for at the station/],
  ['document', /^A PIN for each of 3 documents: it is the card's rule\. It is asked for at the station/],
  ['none', 'No PIN for 3 documents: the key wants none.'],
  [null, 'How the PIN is asked for is not known yet.'],
] as const) {
  test(`says before anything is asked how the PIN is: ${String(pinPrompt)}`, async ({ page }) => {
    await withCard(page, { pinPrompt });
    await expect(page.getByRole('radio', { name: /Anna Grüber Issued/ })).toBeChecked();
    await expect(page.getByText(/PIN/)).toHaveCount(0);
    await chooseDocuments(page, pdf('one.pdf'), pdf('two.pdf'), pdf('three.pdf'));
    await expect(page.getByRole('complementary').getByText(words)).toBeVisible();
  });
}

test('the card of a provider says that it signs unattended', async ({ page }) => {
  await page.goto('/providers');
  await expect(page.getByRole('article').filter({ hasText: 'Card reader at the desk' })).toContainText(
    'Kept by the station, which signs unattended',
  );
});
