import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AuditEventList, JobList, SignatureList } from '../contract/http/signatures.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation();
});
afterEach(() => station.stop());

const get = async (path: string): Promise<unknown> => (await fetch(`${station.api}/${path}`)).json();
const signatures = async (query: string) => SignatureList.parse(await get(`signatures?${query}`));

async function create(): Promise<string> {
  const created = await fetch(`${station.api}/signatures`, { method: 'POST', body: createForm() });
  return ((await created.json()) as { id: string }).id;
}

it('filters by several states, and counts all pages where that is asked for', async () => {
  const ids = [await create(), await create(), await create()];
  await fetch(`${station.api}/signatures/${ids[1] ?? ''}/cancel`, { method: 'POST' });
  const both = await signatures('status=Queued&status=Cancelled&count=true');
  expect(new Set(both.items.map(({ id }) => id))).toEqual(new Set(ids));
  expect(both.count).toEqual({ value: 3, isExact: true });
  const cancelled = await signatures('status=Cancelled');
  expect(cancelled.items.map(({ id }) => id)).toEqual([ids[1]]);
  expect(cancelled).not.toHaveProperty('count');
  expect((await signatures('status=Failed&count=true')).count).toEqual({ value: 0, isExact: true });
  expect(JobList.parse(await get('jobs?status=Pending&status=Failed&count=true')).count?.value).toBe(2);
  const audit = AuditEventList.parse(await get(`audit-events?entityId=${ids[0] ?? ''}&limit=1&count=true`));
  expect([audit.items.length, audit.count?.isExact]).toEqual([1, true]);
  expect(audit.count?.value).toBeGreaterThan(1);
});

it('hands every filter on as it was given', async () => {
  const asked = vi.spyOn(station.persistence, 'listAuditEvents');
  await get('audit-events?eventType=SignatureCancelled&eventType=SignatureRejected&text=x&limit=2&count=false');
  const [query, filter] = asked.mock.calls[0] ?? [];
  expect(query).toMatchObject({ tenantId: 'default', limit: 2, cursor: null });
  expect(filter).toEqual({ eventType: ['SignatureCancelled', 'SignatureRejected'], text: 'x' });
});

it.each(['status=Queued,Failed', 'status=', 'status=Queued&status=Nothing', 'count=yes', 'format=PAdES&format=XAdES'])(
  'refuses %s',
  async (query) => {
    const answer = await fetch(`${station.api}/signatures?${query}`);
    expect([answer.status, await answer.json()]).toMatchObject([400, { errorCode: 'SIGNATURE_REQUEST_INVALID' }]);
  },
);

it('says in its description that these parameters may be repeated', async () => {
  const document = (await (await fetch(`${station.url}/openapi/v1.json`)).json()) as {
    paths: Record<string, { get: { parameters: { name: string; schema: Record<string, unknown> }[] } }>;
  };
  const parameters = document.paths['/api/v1/signatures']?.get.parameters;
  const status = parameters?.find(({ name }) => name === 'status');
  expect(status?.schema).toMatchObject({ type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 8 });
});
