import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignatureCreated } from '../../../service/contract/http/signatures.ts';
import { call, postForm } from '../../actors/http/api-call.ts';
import { createParts } from '../../actors/http/multipart.ts';
import { sendRaw } from '../../actors/http/raw-request.ts';
import { startStation, type RunningStation } from '../../actors/station/running-station.ts';
import { createStationClient } from '../../actors/station/station-client.ts';
import { onePage } from '../../documents/pdf/one-page.ts';
import { buildPdf } from '../../documents/pdf/pdf-builder.ts';

/** As sent in the form's `filename`, and the name that the download must have. */
const NAMES: readonly (readonly [sent: string, download: string])[] = [
  ['contract.pdf', 'contract-signed.pdf'],
  ['Žádost o účet č. 5.pdf', 'Žádost o účet č. 5-signed.pdf'],
  ['契約書.pdf', '契約書-signed.pdf'],
  ['عقد.pdf', 'عقد-signed.pdf'],
  ['plan \u{1F4C4}.pdf', 'plan \u{1F4C4}-signed.pdf'],
  ['a;b=c.pdf', 'a;b=c-signed.pdf'],
  ["o'neill (1)*.pdf", "o'neill (1)*-signed.pdf"],
  ['100% sure.pdf', '100% sure-signed.pdf'],
  ['no-extension', 'no-extension-signed.pdf'],
  ['.pdf', 'document-signed.pdf'],
  ['...', 'document-signed.pdf'],
  ['..', 'document-signed.pdf'],
  ['.', 'document-signed.pdf'],
  [' ', 'document-signed.pdf'],
  ['two.dots.pdf', 'two.dots-signed.pdf'],
  ['trailing.pdf. . ', 'trailing-signed.pdf'],
  ['../../etc/passwd', 'passwd-signed.pdf'],
  ['C:\\Users\\ann\\offer.pdf', 'offer-signed.pdf'],
  ['/abs/olute.pdf', 'olute-signed.pdf'],
  ['..\\..\\boot.ini', 'boot.ini-signed.pdf'],
  ['folder/', 'document-signed.pdf'],
  ['upper.PDF', 'upper-signed.pdf'],
  ['page.html', 'page.html-signed.pdf'],
  ['evil\u202Efdp.exe', 'evilfdp.exe-signed.pdf'],
  ['zero\u200Bwidth\uFEFF.pdf', 'zerowidth-signed.pdf'],
  ['tab\there.pdf', 'tabhere-signed.pdf'],
  ['e\u0301.pdf', '\u00E9-signed.pdf'],
  ['con.pdf', 'con-signed.pdf'],
  // Browsers send line ends and quotes in that way (WHATWG, multipart/form-data encoding).
  ['percent%0D%0ASet-Cookie: a=b.pdf', 'percentSet-Cookie: a=b-signed.pdf'],
  ['<script>alert(1)<|script>.pdf', '<script>alert(1)<|script>-signed.pdf'],
];

describe('names of downloads', () => {
  const pdf = buildPdf({ pieces: onePage() });
  let station: RunningStation;

  beforeAll(async () => {
    station = await startStation();
  });
  afterAll(() => station.dispose());

  async function downloadOf(fileName: string): Promise<Headers> {
    const answer = await postForm(`${station.url}/api/v1/signatures`, createParts(pdf, {}, fileName));
    expect({ fileName, status: answer.status, text: answer.text }).toMatchObject({ status: 202 });
    const { id } = SignatureCreated.parse(JSON.parse(answer.text));
    expect((await createStationClient(station.url).finished(id)).status).toBe('Completed');
    // Read off the socket: header values as they go over the wire.
    const raw = await sendRaw(
      station.port,
      `HEAD /api/v1/signatures/${id}/content HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`,
      { isHead: true },
    );
    expect(raw.head).toMatch(/^[\r\n\x20-\x7E]+$/);
    return (await call(`${station.url}/api/v1/signatures/${id}/content`)).headers;
  }

  it.each(NAMES)('%j becomes %j', async (sent, download) => {
    const headers = await downloadOf(sent);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('set-cookie')).toBeNull();
    const disposition = headers.get('content-disposition') ?? '';
    // RFC 6266: a quoted ASCII form without anything that needs quoting, then the exact name by RFC 8187.
    const match = /^attachment; filename="([^"\\%/;]+)"; filename\*=UTF-8''([A-Za-z0-9!#$&+\-.^_`|~%]+)$/.exec(
      disposition,
    );
    expect({ disposition, name: decodeURIComponent(match?.[2] ?? '') }).toEqual({ disposition, name: download });
    expect(match?.[1]).toMatch(/-signed\.pdf$/);
  });

  it('keeps a very long name within what file systems take', async () => {
    for (const long of ['x'.repeat(4_000), 'ž'.repeat(2_000), '\u{1F4C4}'.repeat(500)]) {
      const disposition = (await downloadOf(`${long}.pdf`)).get('content-disposition') ?? '';
      const name = decodeURIComponent(/UTF-8''(.*)$/.exec(disposition)?.[1] ?? '');
      expect(name).toMatch(/-signed\.pdf$/);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    }
  });

  it('takes names that break the form apart without failing', async () => {
    for (const name of [
      'a"b.pdf',
      'a\\"b.pdf',
      'cr\rlf\n.pdf',
      'a\r\nX-Evil: 1\r\n\r\nb',
      'nul\0.pdf',
      'escape\u001B[31m.pdf',
      '%22.pdf',
    ]) {
      const answer = await postForm(`${station.url}/api/v1/signatures`, createParts(pdf, {}, name));
      expect([202, 400]).toContain(answer.status);
      if (answer.status === 202) {
        const { id } = SignatureCreated.parse(JSON.parse(answer.text));
        const view = await createStationClient(station.url).finished(id);
        expect(view.originalFileName).not.toMatch(/\p{Cc}/u);
      }
    }
  });
});
