import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignatureCreated, SignatureView } from '../../../service/contract/http/signatures.ts';
import { call, expectProblem, jsonOf, postForm, type Answer } from '../../actors/http/api-call.ts';
import { createParts, type FormPart } from '../../actors/http/multipart.ts';
import { IS_ON_SERVERS } from '../../actors/servers/places-on-servers.ts';
import { startStation, type RunningStation } from '../../actors/station/running-station.ts';
import { createStationClient } from '../../actors/station/station-client.ts';
import { onePage } from '../../documents/pdf/one-page.ts';
import { buildPdf } from '../../documents/pdf/pdf-builder.ts';

/** POST /signatures, the form and its rules (specification, section 4), at a station whose jobs stay Queued. */
describe('creating a signature request', () => {
  const pdf = buildPdf({ pieces: onePage() });
  let station: RunningStation;
  let url: string;

  beforeAll(async () => {
    // Whoever has a token on shared servers signs with it.
    const roles = IS_ON_SERVERS ? 'api,publisher,worker,token-host' : 'api,publisher,token-host';
    station = await startStation({ settings: { Roles: roles } });
    url = `${station.url}/api/v1/signatures`;
  });
  afterAll(() => station.dispose());

  const create = (fields: Record<string, string | undefined>, ...more: FormPart[]): Promise<Answer> =>
    postForm(url, [...createParts(pdf, fields), ...more]);

  async function created(fields: Record<string, string | undefined>, ...more: FormPart[]): Promise<SignatureView> {
    const answer = await create(fields, ...more);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 202 });
    const { id } = SignatureCreated.parse(JSON.parse(answer.text));
    return SignatureView.strict().parse(jsonOf(await call(`${url}/${id}`)));
  }

  it('answers 202 with exactly the four fields and a Location', async () => {
    const before = Date.now();
    const answer = await create({});
    expect(answer.status).toBe(202);
    const body = SignatureCreated.strict().parse(jsonOf(answer));
    expect(body.status).toBe('Queued');
    expect(body.statusUrl).toBe(`/api/v1/signatures/${body.id}`);
    expect(answer.headers.get('location')).toBe(body.statusUrl);
    expect(body.createdAt).toMatch(/Z$/);
    expect(Date.parse(body.createdAt)).toBeGreaterThanOrEqual(before - 1000);
    expect(Date.parse(body.createdAt)).toBeLessThanOrEqual(Date.now());
  });

  it('shows the fresh request with every field of the status payload', async () => {
    const view = await created({});
    expect(view).toMatchObject({
      tenantId: 'default',
      status: 'Queued',
      format: 'PAdES',
      profile: 'B',
      signingProvider: 'Pfx',
      visibleSignature: false,
      signatureNote: null,
      appearancePageNumber: 1,
      signatureField: null,
      certification: null,
      signatureRect: null,
      signatureAnchor: null,
      stampTemplate: null,
      hasAppearanceImage: false,
      startedAt: null,
      completedAt: null,
      failedAt: null,
      errorCode: null,
      errorMessage: null,
      correlationId: null,
      statusUrl: `/api/v1/signatures/${view.id}`,
      originalFileName: 'document.pdf',
      inputSize: pdf.length,
      outputSha256: null,
      contentUrl: null,
    });
    expect(view.queuedAt).not.toBeNull();
  });

  it.each([
    ['no format', { format: undefined }, 'SIGNATURE_REQUEST_INVALID'],
    ['an empty format', { format: '' }, 'SIGNATURE_FORMAT_UNSUPPORTED'],
    ['an unknown format', { format: 'WORD' }, 'SIGNATURE_FORMAT_UNSUPPORTED'],
    ['a format in another case', { format: 'pades' }, 'SIGNATURE_FORMAT_UNSUPPORTED'],
    ['no profile', { profile: undefined }, 'SIGNATURE_REQUEST_INVALID'],
    ['an unknown profile', { profile: 'Z' }, 'SIGNATURE_PROFILE_UNSUPPORTED'],
    ['no provider', { signingProvider: undefined }, 'SIGNATURE_REQUEST_INVALID'],
    ['an unknown provider', { signingProvider: 'Pen' }, 'SIGNING_PROVIDER_UNAVAILABLE'],
    ['a provider that is not configured', { signingProvider: 'Hsm' }, 'SIGNING_PROVIDER_UNAVAILABLE'],
    ['an unknown thumbprint', { certificateThumbprint: 'A'.repeat(40) }, 'SIGNING_CERTIFICATE_NOT_FOUND'],
    ['a thumbprint that is none', { certificateThumbprint: 'mine' }, 'SIGNING_CERTIFICATE_NOT_FOUND'],
    ['visibleSignature yes', { visibleSignature: 'yes' }, 'SIGNATURE_REQUEST_INVALID'],
    ['page 0', { signaturePage: '0' }, 'SIGNATURE_REQUEST_INVALID'],
    ['page -1', { signaturePage: '-1' }, 'SIGNATURE_REQUEST_INVALID'],
    ['page 1.5', { signaturePage: '1.5' }, 'SIGNATURE_REQUEST_INVALID'],
    ['page one', { signaturePage: 'one' }, 'SIGNATURE_REQUEST_INVALID'],
    ['page 1e3', { signaturePage: '1e3' }, 'SIGNATURE_REQUEST_INVALID'],
    ['501 characters', { signatureNote: 'x'.repeat(501) }, 'SIGNATURE_REQUEST_INVALID'],
    ['501 emoji', { signatureNote: '\u{1F58B}'.repeat(501) }, 'SIGNATURE_REQUEST_INVALID'],
    ['a note of 5,000 characters', { signatureNote: 'x'.repeat(5000) }, 'SIGNATURE_REQUEST_INVALID'],
    ['a note with NUL', { signatureNote: 'a\0b' }, 'SIGNATURE_REQUEST_INVALID'],
    ['a note with an escape', { signatureNote: 'a\u001B[2Jb' }, 'SIGNATURE_REQUEST_INVALID'],
    ['a field nobody knows', { urgent: 'true' }, 'SIGNATURE_REQUEST_INVALID'],
    ['a packaging for PDF', { packaging: 'detached' }, 'SIGNATURE_REQUEST_INVALID'],
  ])('refuses %s', async (_name, fields, code) => {
    expectProblem(await create(fields), 400, code);
  });

  it.each([
    ['500 characters', 'x'.repeat(500)],
    ['500 emoji, which are 1,000 UTF-16 units', '\u{1F58B}'.repeat(500)],
    ['500 characters whose composed form has more', '\u0958'.repeat(500)],
    ['line ends, which forms send as CRLF', 'a\r\nb'],
  ])('takes a note of %s', async (_name, signatureNote) => {
    const view = await created({ signatureNote });
    expect(view.visibleSignature).toBe(true);
    expect(view.signatureNote).toBe(signatureNote.replaceAll('\r\n', '\n').normalize('NFC'));
  });

  it('takes the stamp fields as they are meant', async () => {
    expect(await created({ visibleSignature: 'true', signaturePage: '007' })).toMatchObject({
      visibleSignature: true,
      appearancePageNumber: 7,
    });
    // Browsers send fields that were left empty.
    expect(
      await created({ visibleSignature: '', signatureNote: '', signaturePage: '', certificateThumbprint: '' }),
    ).toMatchObject({ visibleSignature: false, signatureNote: null, appearancePageNumber: 1 });
    expect(await created({ visibleSignature: 'false', signatureNote: 'implied' })).toMatchObject({
      visibleSignature: true,
    });
  });

  it.each(['XAdES', 'CAdES', 'ASiC_S', 'ASiC_E'])('keeps the stamp to PDF: %s with a note', async (format) => {
    for (const field of [{ signatureNote: 'n' }, { signaturePage: '2' }, { visibleSignature: 'true' }]) {
      const answer = await create({ format, ...field });
      expectProblem(answer, 400, 'SIGNATURE_REQUEST_INVALID');
    }
  });

  it('takes PNG and JPEG images and nothing else, whatever they are called', async () => {
    const image = (content: Uint8Array | string, contentType: string): FormPart => ({
      name: 'signatureImage',
      fileName: 'stamp.png',
      contentType,
      content,
    });
    expect(await created({}, image(png(4, 4), 'text/html'))).toMatchObject({
      hasAppearanceImage: true,
      visibleSignature: true,
    });
    expect(await created({}, image(JPEG_HEADER, 'image/jpeg'))).toMatchObject({ hasAppearanceImage: true });
    for (const content of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'GIF89a',
      '',
      png(20_000, 4),
      png(9_000, 9_000),
    ]) {
      expectProblem(await create({}, image(content, 'image/png')), 400, 'SIGNATURE_REQUEST_INVALID');
    }
    const twice = await create({}, image(png(4, 4), 'image/png'), image(png(4, 4), 'image/png'));
    expectProblem(twice, 400, 'SIGNATURE_REQUEST_INVALID');
    const large = Buffer.concat([png(4, 4), Buffer.alloc(2 * 1024 * 1024)]);
    expectProblem(await create({}, image(large, 'image/png')), 413, 'SIGNATURE_REQUEST_INVALID');
    const exact = large.subarray(0, 2 * 1024 * 1024);
    expect(await created({}, image(exact, 'image/png'))).toMatchObject({ hasAppearanceImage: true });
  });

  it('needs one file that is not empty', async () => {
    const fields = createParts(pdf).slice(0, -1);
    expectProblem(await postForm(url, fields), 400, 'SIGNATURE_REQUEST_INVALID');
    expectProblem(await postForm(url, createParts('')), 400, 'SIGNATURE_REQUEST_INVALID');
    expectProblem(
      await postForm(url, [...createParts(pdf), ...createParts(pdf).slice(-1)]),
      400,
      'SIGNATURE_REQUEST_INVALID',
    );
    // A text field of that name is no file.
    expectProblem(
      await postForm(url, [...fields, { name: 'file', content: 'text' }]),
      400,
      'SIGNATURE_REQUEST_INVALID',
    );
  });

  it('refuses bodies that are no forms, and fields sent twice', async () => {
    const twice = [{ name: 'profile', content: 'B' }, ...createParts(pdf)];
    expectProblem(await postForm(url, twice), 400, 'SIGNATURE_REQUEST_INVALID');
    for (const type of ['application/json', 'text/plain', 'multipart/form-data', 'multipart/mixed; boundary=a']) {
      const answer = await call(url, { method: 'POST', headers: { 'Content-Type': type }, body: '{}' });
      expectProblem(answer, 400, 'SIGNATURE_REQUEST_INVALID');
    }
    expectProblem(await call(url, { method: 'POST' }), 400, 'SIGNATURE_REQUEST_INVALID');
  });

  it.each([
    ['X-Tenant-Id', ['a b', '../x', 'a..b', '-a', 'x'.repeat(65), '%00', 'a/b', 'ž']],
    ['X-Correlation-Id', ['a b', 'x'.repeat(129), 'ž']],
    ['Idempotency-Key', ['a b', 'x'.repeat(256), 'ž']],
  ])('answers 400 to a malformed %s', async (name, values) => {
    for (const value of values) {
      const answer = await postForm(url, createParts(pdf), { [name]: Buffer.from(value).toString('latin1') });
      expectProblem(answer, 400, 'SIGNATURE_REQUEST_INVALID');
    }
  });

  it('finds a certificate by either thumbprint, whatever its notation', async () => {
    const [certificate] = await createStationClient(station.url).listedCertificates();
    const thumbprint = certificate?.thumbprint ?? '';
    const notations = [
      thumbprint,
      thumbprint.toLowerCase(),
      thumbprint.replaceAll(/(..)(?!$)/g, '$1:'),
      certificate?.sha256Thumbprint,
    ];
    for (const certificateThumbprint of notations) {
      expect((await created({ certificateThumbprint })).certificateThumbprint).toMatch(/^[0-9A-F]{40,64}$/);
    }
  });

  it('accepts T, LT and LTA: that they cannot be reached is the outcome of the job', async () => {
    for (const profile of ['T', 'LT', 'LTA']) expect(await created({ profile })).toMatchObject({ profile });
  });
});

/** A PNG with the given size in its header (ISO/IEC 15948). */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((4 + 1) * 4));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

/** SOI and a start of frame of 8 x 8 (ISO/IEC 10918-1, B.2.2); no scan follows. */
const JPEG_HEADER = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080008000801011100ffd9', 'hex');
