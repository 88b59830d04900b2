import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AuditEventView } from '../contract/http/signatures.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation();
  await fetch(`${station.api}/signatures`, { method: 'POST', body: createForm() });
});
afterEach(() => station.stop());

const ask = (query: string): Promise<Response> => fetch(`${station.api}/audit-events/export${query}`);

describe('the audit as a file', () => {
  it('is a table of every event, for spreadsheets', async () => {
    const response = await ask('');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/filename="audit-\d{4}-\d\d-\d\d\.csv"/);
    const lines = (await response.text()).split('\r\n');
    expect(lines[0]).toBe('Time,Event,By,About,Id,Correlation id,Details,File name');
    expect(lines).toHaveLength(station.kept.audit.length + 2);
    expect(lines.some((line) => line.includes(',SignatureRequested,anonymous,SignatureRequest,'))).toBe(true);
  });

  it('is JSON on demand', async () => {
    const response = await ask('?format=json');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const events = AuditEventView.array().parse(await response.json());
    expect(events).toHaveLength(station.kept.audit.length);
  });

  it('knows the filters of the list and nothing else', async () => {
    expect((await ask('?entityId=nobody&format=json')).status).toBe(200);
    expect(await (await ask('?entityId=nobody&format=json')).json()).toEqual([]);
    for (const query of ['?format=xml', '?limit=10', '?from=yesterday']) expect((await ask(query)).status).toBe(400);
  });
});
