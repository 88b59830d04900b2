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
  expect(BulkRetry.parse(await (await post('retries')).json()).requested).toEqual([]);
  const cancelled = await post('cancellations', { waitReason: 'TOKEN_ABSENT' });
  expect(BulkCancellation.parse(await cancelled.json())).toEqual({
    cancelled: [waiting],
    skipped: [],
    nextCursor: null,
  });
  expect(BulkCancellation.parse(await (await post('cancellations')).json()).cancelled).toHaveLength(1);
});

it.each([
  ['retries', { errorCode: 'NO_SUCH_CODE' }],
  ['retries', { waitReason: 'TOKEN_ABSENT' }],
  ['cancellations', { waitReason: 'BECAUSE' }],
  ['cancellations', { createdBefore: 'yesterday' }],
  ['cancellations', { cursor: 'none of ours' }],
])('refuses %s with %j', async (path, body) => {
  expect((await post(path, body)).status).toBe(400);
});
