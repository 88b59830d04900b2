import type { APIRequestContext } from '@playwright/test';
import { BatchView } from '../../../service/contract/http/batches.ts';
import { SignatureCreated, SignatureView } from '../../../service/contract/http/signatures.ts';
import { expect, test } from './test.ts';

/** A note that was to be signed as XML, which it is not. */
async function failedNote(request: APIRequestContext): Promise<string> {
  const created = await request.post('/api/v1/signatures', {
    multipart: {
      ...{ format: 'XAdES', packaging: 'enveloped', profile: 'B', signingProvider: 'Pfx' },
      file: { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Pay 100 to Alice.') },
    },
  });
  const { id } = SignatureCreated.parse(await created.json());
  await expect
    .poll(async () => SignatureView.parse(await (await request.get(`/api/v1/signatures/${id}`)).json()).status)
    .toBe('Failed');
  return id;
}

test('what failed in a batch is signed with other options', async ({ page, request }) => {
  const signatureIds = [await failedNote(request)];
  const batch = BatchView.parse(await (await request.post('/api/v1/batches', { data: { signatureIds } })).json());
  await page.goto(`/batches/${batch.id}`);
  await page.getByRole('button', { name: 'Sign 1 with other options' }).click();
  const document = page.getByRole('listitem').filter({ hasText: 'note.txt' });
  await expect(document).toBeVisible();
  const demo = page.getByRole('radio', { name: /Demo Signer/ });
  await demo.check();
  await page.getByRole('button', { name: 'Sign 1 document' }).click();
  await expect(document.getByText('Completed', { exact: true })).toBeVisible({ timeout: 20_000 });
});
