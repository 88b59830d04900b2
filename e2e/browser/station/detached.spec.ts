import type { Page } from '@playwright/test';
import { expect, makePdf, test } from './test.ts';

interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const given = (name: string, buffer: Buffer): GivenFile => ({ name, mimeType: 'application/octet-stream', buffer });
const LETTER = given('letter.txt', Buffer.from('Dear all\n'));

/** The signature over a document, in a file of its own that the station names. */
async function signApart(base: string, document: GivenFile, format: 'CAdES' | 'XAdES'): Promise<GivenFile> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(document.buffer)]), document.name);
  for (const [key, value] of Object.entries({ format, packaging: 'detached', profile: 'B', signingProvider: 'Pfx' })) {
    form.append(key, value);
  }
  const created = await fetch(`${base}/api/v1/signatures`, { method: 'POST', body: form });
  const { id } = (await created.json()) as { id: string };
  const content = (): Promise<Response> => fetch(`${base}/api/v1/signatures/${id}/content`);
  await expect.poll(async () => (await content()).status, { timeout: 30_000 }).toBe(200);
  const answer = await content();
  const name = /filename="([^"]+)"/u.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '';
  return given(name, Buffer.from(await answer.arrayBuffer()));
}

async function check(page: Page, files: readonly GivenFile[]): Promise<void> {
  await page.goto('/verification');
  await page.locator('input[type=file]').first().setInputFiles(files);
}

const fact = (page: Page, label: string) =>
  page
    .locator('dt', { hasText: new RegExp(`^${label}$`, 'u') })
    .locator('xpath=following-sibling::dd[1]')
    .first();

test('signatures in files of their own find their documents, several at once', async ({ page, station }) => {
  const contract = given('contract.pdf', await makePdf('Contract'));
  const [letterSignature, contractSignature] = [
    await signApart(station.url, LETTER, 'CAdES'),
    await signApart(station.url, contract, 'XAdES'),
  ];
  await check(page, [LETTER, contractSignature, letterSignature, contract]);
  await expect(page.getByRole('main').getByRole('status')).toContainText('2 files checked: 2 valid', {
    timeout: 30_000,
  });
  await expect(page.getByText('letter.txt.p7s + letter.txt')).toBeVisible();
  await expect(page.getByText('contract.pdf-signed.xml + contract.pdf')).toBeVisible();
});

test('of a signature without its document nothing is said that cannot be known', async ({ page, station }) => {
  await check(page, [await signApart(station.url, LETTER, 'CAdES')]);
  await expect(page.getByText('The signature could not be confirmed')).toBeVisible();
  await expect(fact(page, 'Signature')).toHaveText('could not be checked');
  await expect(fact(page, 'Covers')).toHaveText('a document that was not given');
  await page.locator('input[type=file]').first().setInputFiles(LETTER);
  await expect(page.getByText('The signature is valid')).toBeVisible();
  await expect(fact(page, 'Covers')).toHaveText('the whole document');
});

test('a signature beside another document than its own says what may be wrong', async ({ page, station }) => {
  const signature = await signApart(station.url, LETTER, 'CAdES');
  await check(page, [given('other.txt', Buffer.from('Dear others\n')), { ...signature, name: 'other.txt.p7s' }]);
  await expect(page.getByText('The signature is not valid')).toBeVisible();
  await expect(page.getByText('If it belongs to another one, remove this one and choose that.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove other.txt' }).click();
  await page.locator('input[type=file]').first().setInputFiles(LETTER);
  await expect(page.getByText('The signature is valid')).toBeVisible();
});
