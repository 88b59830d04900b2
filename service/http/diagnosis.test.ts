import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Diagnosis } from '../contract/http/diagnosis.ts';
import { startMemoryStation, type MemoryStation } from './memory-station.suite.ts';

let station: MemoryStation;
beforeEach(async () => {
  station = await startMemoryStation();
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
