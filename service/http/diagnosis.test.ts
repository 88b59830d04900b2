import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Diagnosis } from '../contract/http/diagnosis.ts';
import { createApiKey } from '../use-cases/api-keys.ts';
import { startTestStation, type TestStation } from './test-station.suite.ts';

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation();
});
afterEach(() => station.stop());

const ask = (accept: string | undefined, id = 'pfx'): Promise<Response> =>
  fetch(`${station.api}/providers/${id}/diagnosis`, accept === undefined ? {} : { headers: { Accept: accept } });

describe('GET /providers/{id}/diagnosis', () => {
  it.each([undefined, '*/*', 'application/json', 'image/png', 'application/json, text/plain', 'text/plain;q=0.5, */*'])(
    'is JSON for Accept: %s',
    async (accept) => {
      const answer = await ask(accept);
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(Diagnosis.parse(await answer.json()).findings).toMatchObject([{ code: 'KEY_FILE_MISSING' }]);
    },
  );

  it.each(['text/plain', 'text/plain, application/json;q=0.9', 'text/*'])('is text for Accept: %s', async (accept) => {
    const answer = await ask(accept);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await answer.text();
    expect(text).toContain('ERROR KEY_FILE_MISSING\n  It is  [31mgone.\n  Put it there.\n');
    expect(text).not.toContain('\u001b');
  });

  it('is 404 for an unknown provider in either form, and nothing but GET', async () => {
    for (const accept of ['text/plain', 'application/json']) {
      const answer = await ask(accept, 'other');
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ errorCode: 'PROVIDER_NOT_FOUND' });
    }
    const posted = await fetch(`${station.api}/providers/pfx/diagnosis`, { method: 'POST' });
    expect(posted.status).toBe(405);
  });
});

describe('POST /providers/{id}/login-permits', () => {
  async function permit(id: string): Promise<Response> {
    const { persistence, clock, newId } = station.dependencies;
    const randomBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));
    const caller = { tenantId: 'default', actor: 'test', correlationId: null };
    const wanted = { name: 'test', permissions: ['Administer'] as const };
    const { key } = await createApiKey({ persistence, clock, newId, randomBytes }, caller, wanted);
    return fetch(`${station.api}/providers/${id}/login-permits`, { method: 'POST', headers: { 'X-Api-Key': key } });
  }

  it('asks for a key even where nothing else does: each permit may cost a try', async () => {
    const answer = await fetch(`${station.api}/providers/card/login-permits`, { method: 'POST' });
    expect(answer.status).toBe(401);
    expect(station.logLines.join()).not.toContain('permitted one more try');
  });

  it('permits one more try for a token, and says so in the log', async () => {
    const answer = await permit('card');
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(station.logLines.join()).toContain('permitted one more try');
    const { persistence } = station.dependencies;
    const page = { tenantId: 'default', limit: 9, cursor: null };
    const { items } = await persistence.listAuditEvents(page, { eventType: ['LoginPermitted'] });
    expect(items).toMatchObject([{ entityType: 'Provider', entityId: 'card' }]);
  });

  it('knows no other provider, and nothing but POST', async () => {
    for (const id of ['pfx', 'other']) expect((await permit(id)).status).toBe(404);
    expect((await fetch(`${station.api}/providers/card/login-permits`)).status).toBe(405);
  });
});
