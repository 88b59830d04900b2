import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProblemDetails } from '../contract/http/problem-details.ts';
import { startTestStation, type TestStation } from './test-station.suite.ts';

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation();
});
afterEach(() => station.stop());

function part(name: string, rest: string, content: Buffer | string): Buffer {
  const head = `--b\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
}

/** Asks for a signature with a note of these bytes, and with what the note's part says of itself. */
function postNote(note: Buffer, contentType = ''): Promise<Response> {
  const body = Buffer.concat([
    part('format', '', 'PAdES'),
    part('profile', '', 'B'),
    part('signingProvider', '', 'Pfx'),
    part('signatureNote', contentType, note),
    part('file', '; filename="contract.pdf"', '%PDF-1.7 content'),
    Buffer.from('--b--\r\n'),
  ]);
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
  return fetch(`${station.url}/api/v1/signatures`, { method: 'POST', headers, body });
}

describe('a note', () => {
  it.each([
    ['Latin-1', Buffer.from('M\u00FCller', 'latin1')],
    ['UTF-8 that is cut off', Buffer.from('M\u00FCller').subarray(0, 2)],
    ['a surrogate as three bytes', Buffer.from([0x61, 0xed, 0xa0, 0x80])],
    ['UTF-8, after a program before it lost a character', Buffer.from('M\uFFFDller')],
  ])('is refused in %s: it would be signed in other words than it was sent in', async (_name, note) => {
    const response = await postNote(note);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject<Partial<ProblemDetails>>({
      errorCode: 'SIGNATURE_REQUEST_INVALID',
      detail: 'signatureNote: must be sent in UTF-8',
    });
    expect(station.kept.rows.size).toBe(0);
  });

  it.each([
    ['UTF-8', Buffer.from('M\u00FCller \u{1F58B}'), '', 'M\u00FCller \u{1F58B}'],
    [
      'UTF-8 that says so',
      Buffer.from('\u00E9t\u00E9'),
      '\r\nContent-Type: text/plain; charset=UTF-8',
      '\u00E9t\u00E9',
    ],
    [
      'Latin-1 that says so',
      Buffer.from('M\u00FCller', 'latin1'),
      '\r\nContent-Type: text/plain; charset=ISO-8859-1',
      'M\u00FCller',
    ],
  ])('is taken in %s', async (_name, note, contentType, text) => {
    const response = await postNote(note, contentType);
    expect(response.status).toBe(202);
    const { id } = (await response.json()) as { id: string };
    expect(station.kept.rows.get(id)?.request.signatureNote).toBe(text);
  });
});
