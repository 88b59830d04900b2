import { chooseDocuments, expect, pdf, test } from './test.ts';

const PROGRESS = '**/assets/BatchProgress-*.js';

test('a part whose script cannot be had says so, and comes when it is asked for again', async ({ page, station }) => {
  station.options.nextStep = () => new Promise(() => undefined);
  await page.route(PROGRESS, (route) => route.abort());
  await page.goto('/sign');
  await chooseDocuments(page, pdf('Contract.pdf'));
  await page.getByRole('button', { name: 'Sign 1 document' }).click();
  const missing = page.getByRole('alert').filter({ hasText: 'The station does not answer' });
  await expect(missing).toBeVisible();
  await page.unroute(PROGRESS);
  await missing.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect(missing).toBeHidden();
});

test('what stops a batch is there before it is needed', async ({ page, station }) => {
  station.options.nextStep = () => new Promise(() => undefined);
  await page.goto('/sign');
  const script = page.waitForResponse(PROGRESS);
  await chooseDocuments(page, pdf('Contract.pdf'));
  // With everything that it imports.
  await page.evaluate(`import(${JSON.stringify((await script).url())})`);
  await page.route('**/assets/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign 1 document' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
});
