import { afterEach, beforeEach, expect, it } from 'vitest';
import { BulkCancellation, BulkRetry, ReasonCounts } from '../contract/http/reasons.ts';
import { SignatureCreated, SignatureList } from '../contract/http/signatures.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation();
});
afterEach(() => station.stop());

async function created(): Promise<string> {
  const response = await fetch(`${station.api}/signatures`, { method: 'POST', body: createForm() });
  return SignatureCreated.parse(await response.json()).id;
}

const get = async (path: string): Promise<unknown> => (await fetch(`${station.api}/${path}`)).json();
const post = (path: string, body?: object) =>
  fetch(`${station.api}/${path}`, {
    method: 'POST',
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });

it('counts reasons, lists those of one, and does all of them again or cancels them', async () => {
  const [failed, waiting] = [await created(), await created()];
  station.kept.fail(failed);
  station.kept.change(waiting, { waitReason: 'TOKEN_ABSENT' });
  expect(ReasonCounts.parse(await get('reasons'))).toEqual({
    failed: [{ errorCode: 'SIGNING_OPERATION_FAILED', count: 1 }],
    waiting: [{ waitReason: 'TOKEN_ABSENT', count: 1 }],
    isExact: true,
  });
  for (const [query, id] of [
    ['status=Failed&errorCode=SIGNING_OPERATION_FAILED', failed],
    ['waitReason=TOKEN_ABSENT', waiting],
  ] as const) {
    const { items } = SignatureList.parse(await get(`signatures?${query}`));
    expect(items.map((item) => item.id)).toEqual([id]);
  }
  const retried = await post('retries', { errorCode: 'SIGNING_OPERATION_FAILED' });
  expect(retried.status).toBe(202);
  expect(BulkRetry.parse(await retried.json())).toMatchObject({ requested: [{ status: 'Queued' }], nextCursor: null });
  expect(BulkRetry.parse(await (await post('retries', { all: true })).json()).requested).toEqual([]);
  const cancelled = await post('cancellations', { waitReason: 'TOKEN_ABSENT' });
  expect(BulkCancellation.parse(await cancelled.json())).toEqual({
    cancelled: [waiting],
    skipped: [],
    nextCursor: null,
  });
  expect(BulkCancellation.parse(await (await post('cancellations', { all: true })).json()).cancelled).toHaveLength(1);
});

it.each([
  ['retries', { errorCode: 'NO_SUCH_CODE' }],
  ['retries', { waitReason: 'TOKEN_ABSENT' }],
  ['cancellations', { waitReason: 'BECAUSE' }],
  ['cancellations', { createdBefore: 'yesterday' }],
  ['cancellations', { all: true, cursor: 'none of ours' }],
  ['retries', {}],
  ['cancellations', {}],
  ['cancellations', { all: false }],
  ['cancellations', { createdBefore: '2026-01-01T00:00:00Z' }],
  ['cancellations', { all: true, waitReason: 'TOKEN_ABSENT' }],
])('refuses %s with %j', async (path, body) => {
  expect((await post(path, body)).status).toBe(400);
});

it.each(['retries', 'cancellations'])(
  'does nothing for %s that do not say which, and says what is missing',
  async (path) => {
    await created();
    expect((await post(path)).status).toBe(400);
    const refused = await post(path, {});
    expect(await refused.text()).toMatch(/needs either (errorCode|waitReason) or \\"all\\": true/);
    expect(SignatureList.parse(await get('signatures?status=Queued')).items).toHaveLength(1);
  },
);
