import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemDetails } from '../contract/http/problem-details.ts';
import { SignatureCreated, SignatureView } from '../contract/http/signatures.ts';
import { JobMessage } from '../contract/jobs/job-message.ts';
import { descriptor } from '../use-cases/sample-answers.suite.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation();
});
afterEach(() => station.stop());

function post(form: FormData, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${station.api}/signatures`, { method: 'POST', body: form, headers });
}

async function problem(response: Response): Promise<ProblemDetails> {
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  return ProblemDetails.parse(await response.json());
}

describe('POST /signatures', () => {
  it('accepts a PDF, stores it and queues one job', async () => {
    const response = await post(createForm({}, new Blob(['%PDF-1.7 hello'])), { 'X-Correlation-Id': 'order-7' });
    expect(response.status).toBe(202);
    const created = SignatureCreated.parse(await response.json());
    expect(created).toMatchObject({ status: 'Queued', statusUrl: `/api/v1/signatures/${created.id}` });
    expect(response.headers.get('location')).toBe(created.statusUrl);
    expect(station.accepted.count).toBe(1);

    const row = station.kept.rows.get(created.id);
    expect(JobMessage.parse(JSON.parse(row?.unit.outboxMessage.payload ?? ''))).toMatchObject({
      signatureId: created.id,
      attempt: 1,
      requestedFormat: 'PAdES',
    });
    expect(row?.unit.audit.map((event) => event.eventType)).toEqual(['SignatureRequested', 'FileStored', 'JobQueued']);
    const [key] = await station.store.keys();
    expect(key).toMatch(new RegExp(`^tenants/default/signatures/\\d{4}/\\d\\d/\\d\\d/${created.id}/input.bin$`));
    expect((await station.store.content(key ?? '')).toString()).toBe('%PDF-1.7 hello');
    expect(await readdir(station.uploadDirectory)).toEqual([]);

    const status = await fetch(`${station.url}${created.statusUrl}`);
    const view = SignatureView.parse(await status.json());
    expect(view).toMatchObject({
      correlationId: 'order-7',
      originalFileName: 'contract.pdf',
      inputSize: 14,
      inputSha256: row?.unit.files[0]?.sha256,
      appearancePageNumber: 1,
      visibleSignature: false,
      packaging: null,
      operation: 'sign',
      targetSignature: null,
    });
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['format missing', { format: undefined }, 'SIGNATURE_REQUEST_INVALID'],
    ['format unknown', { format: 'pades' }, 'SIGNATURE_FORMAT_UNSUPPORTED'],
    ['format empty', { format: '' }, 'SIGNATURE_FORMAT_UNSUPPORTED'],
    ['profile missing', { profile: undefined }, 'SIGNATURE_REQUEST_INVALID'],
    ['profile unknown', { profile: 'XL' }, 'SIGNATURE_PROFILE_UNSUPPORTED'],
    ['provider unknown', { signingProvider: 'Cloud' }, 'SIGNING_PROVIDER_UNAVAILABLE'],
    ['provider not configured', { signingProvider: 'Hsm' }, 'SIGNING_PROVIDER_UNAVAILABLE'],
    ['thumbprint unknown', { certificateThumbprint: 'C'.repeat(40) }, 'SIGNING_CERTIFICATE_NOT_FOUND'],
    ['thumbprint malformed', { certificateThumbprint: 'xyz' }, 'SIGNING_CERTIFICATE_NOT_FOUND'],
    ['note of 501 characters', { signatureNote: '😀'.repeat(501) }, 'SIGNATURE_REQUEST_INVALID'],
    ['note with NUL', { signatureNote: 'a\u0000b' }, 'SIGNATURE_REQUEST_INVALID'],
    ['note with escape', { signatureNote: 'a\u001Bb' }, 'SIGNATURE_REQUEST_INVALID'],
    ['page 0', { signaturePage: '0' }, 'SIGNATURE_REQUEST_INVALID'],
    ['page text', { signaturePage: '1e3' }, 'SIGNATURE_REQUEST_INVALID'],
    ['visibleSignature neither', { visibleSignature: 'yes' }, 'SIGNATURE_REQUEST_INVALID'],
    ['note without PAdES', { format: 'CAdES', signatureNote: 'x' }, 'SIGNATURE_REQUEST_INVALID'],
    ['stamp without PAdES', { format: 'XAdES', visibleSignature: 'true' }, 'SIGNATURE_REQUEST_INVALID'],
    ['page without PAdES', { format: 'XAdES', signaturePage: '2' }, 'SIGNATURE_REQUEST_INVALID'],
    ['field without PAdES', { format: 'CAdES', signatureField: 'Buyer' }, 'SIGNATURE_REQUEST_INVALID'],
    ['certification without PAdES', { format: 'ASiC_E', certification: 'Annotate' }, 'SIGNATURE_REQUEST_INVALID'],
    ['certification unknown', { certification: '1' }, 'SIGNATURE_REQUEST_INVALID'],
    ['field and page', { signatureField: 'Buyer', signaturePage: '1' }, 'SIGNATURE_REQUEST_INVALID'],
    ['field of 201 characters', { signatureField: 'x'.repeat(201) }, 'SIGNATURE_REQUEST_INVALID'],
    ['field with NUL', { signatureField: 'a\u0000b' }, 'SIGNATURE_REQUEST_INVALID'],
    ['packaging of another format', { format: 'CAdES', packaging: 'enveloped' }, 'SIGNATURE_REQUEST_INVALID'],
    ['packaging on PAdES', { packaging: 'detached' }, 'SIGNATURE_REQUEST_INVALID'],
    ['an operation nobody knows', { format: 'CAdES', operation: 'resign' }, 'SIGNATURE_REQUEST_INVALID'],
    ['cosigning a PDF', { operation: 'cosign' }, 'SIGNATURE_REQUEST_INVALID'],
    ['XAdES in what is no container', { format: 'CAdES', containerSignature: 'XAdES' }, 'SIGNATURE_REQUEST_INVALID'],
    ['an unknown container signature', { format: 'ASiC_E', containerSignature: 'JAdES' }, 'SIGNATURE_REQUEST_INVALID'],
    [
      'another kind of signature in a signed container',
      { format: 'ASiC_E', operation: 'cosign', containerSignature: 'XAdES' },
      'SIGNATURE_REQUEST_INVALID',
    ],
    ['counter-signing in a container', { format: 'ASiC_S', operation: 'countersign' }, 'SIGNATURE_REQUEST_INVALID'],
    [
      'cosigning with a packaging',
      { format: 'CAdES', operation: 'cosign', packaging: 'detached' },
      'SIGNATURE_REQUEST_INVALID',
    ],
    [
      'a target without counter-signature',
      { format: 'CAdES', operation: 'cosign', targetSignature: '0' },
      'SIGNATURE_REQUEST_INVALID',
    ],
    [
      'counter-signing at a higher level',
      { format: 'CAdES', operation: 'countersign', profile: 'T' },
      'SIGNATURE_PROFILE_UNSUPPORTED',
    ],
    ['unknown field', { certificateThumprint: 'A'.repeat(40) }, 'SIGNATURE_REQUEST_INVALID'],
  ])('refuses %s', async (_name, fields, errorCode) => {
    const response = await post(createForm(fields));
    expect(response.status).toBe(400);
    expect((await problem(response)).errorCode).toBe(errorCode);
    expect(await readdir(station.uploadDirectory)).toEqual([]);
    expect(await station.store.keys()).toEqual([]);
    expect(station.kept.rows.size).toBe(0);
  });

  it('keeps what its rules refuse as Rejected, with the reason and without idempotency key', async () => {
    const headers = { 'Idempotency-Key': 'later', 'X-Correlation-Id': 'order-8' };
    expect((await post(createForm({ signingProvider: 'Hsm' }), headers)).status).toBe(400);
    const [unit] = station.kept.rejected;
    expect(unit?.request).toMatchObject({
      status: 'Rejected',
      errorCode: 'SIGNING_PROVIDER_UNAVAILABLE',
      idempotencyKey: null,
      correlationId: 'order-8',
      queuedAt: null,
    });
    expect(unit?.files.map((file) => file.deletedAt)).toEqual([unit?.request.createdAt]);
    expect(unit?.audit.map((event) => event.eventType)).toEqual(['SignatureRequested', 'SignatureRejected']);
    expect((await post(createForm({ signingProvider: 'Hsm', profile: 'X' }))).status).toBe(400);
    expect(station.kept.rejected).toHaveLength(1);
    expect((await post(createForm(), headers)).status).toBe(202);
  });

  it('takes the thumbprint in any spelling, by either hash', async () => {
    for (const text of ['aa '.repeat(20), 'AA:'.repeat(20).slice(0, -1), 'b'.repeat(64)]) {
      const response = await post(createForm({ certificateThumbprint: text }));
      expect(response.status).toBe(202);
    }
    const thumbprints = [...station.kept.rows.values()].map(({ request }) => request.certificateThumbprint);
    expect(thumbprints).toEqual(['A'.repeat(40), 'A'.repeat(40), 'B'.repeat(64)]);
  });

  it('answers 422 for an expired certificate unless that is allowed', async () => {
    await station.stop();
    const certificates = [descriptor({ notAfter: '2021-01-01T00:00:00.000Z', canSign: false })];
    station = await startTestStation({ certificates });
    const fields = { certificateThumbprint: 'A'.repeat(40) };
    const refused = await post(createForm(fields));
    expect(refused.status).toBe(422);
    expect((await problem(refused)).errorCode).toBe('SIGNING_CERTIFICATE_EXPIRED');
    await station.stop();
    station = await startTestStation({ certificates, settings: ['--Signing:AllowExpiredCertificates=true'] });
    expect((await post(createForm(fields))).status).toBe(202);
  });

  it('answers 400 for a format that this build cannot make', async () => {
    await station.stop();
    station = await startTestStation({ overrides: { supportedFormats: ['CAdES'] } });
    const response = await post(createForm());
    expect(response.status).toBe(400);
    expect((await problem(response)).errorCode).toBe('SIGNATURE_FORMAT_UNSUPPORTED');
  });

  it('gives one job for fifty parallel requests with one idempotency key', async () => {
    station.kept.acceptDelayMilliseconds = 20;
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await post(createForm(), { 'Idempotency-Key': 'once' });
        expect(response.status).toBe(202);
        return SignatureCreated.parse(await response.json());
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(station.kept.rows.size).toBe(1);
    expect(await station.store.keys()).toHaveLength(1);
    expect(station.accepted.count).toBe(1);
    expect(await readdir(station.uploadDirectory)).toEqual([]);
  });

  it('keeps idempotency keys apart by tenant, and warns when a replay brings another document', async () => {
    const headers = { 'Idempotency-Key': 'k' };
    const first = SignatureCreated.parse(await (await post(createForm(), headers)).json());
    const other = await post(createForm(), { ...headers, 'X-Tenant-Id': 'acme' });
    expect(SignatureCreated.parse(await other.json()).id).not.toBe(first.id);
    const replay = await post(createForm({}, new Blob(['another'])), headers);
    expect(SignatureCreated.parse(await replay.json())).toEqual(first);
    expect(station.logLines.filter((line) => line.includes('used again'))).toHaveLength(1);
  });

  it('does not use an idempotency key up with a request that was refused', async () => {
    const headers = { 'Idempotency-Key': 'again' };
    expect((await post(createForm({ profile: 'X' }), headers)).status).toBe(400);
    expect((await post(createForm(), headers)).status).toBe(202);
  });

  it('takes what a detached signature is over behind the signature to be added to, and no third file', async () => {
    const fields = { format: 'CAdES', operation: 'countersign', targetSignature: '1' };
    const form = createForm(fields, new Blob(['signature']), 'a.p7s');
    form.append('file', new Blob(['content']), 'a.txt');
    const response = await post(form);
    expect(response.status).toBe(202);
    const created = SignatureCreated.parse(await response.json());
    const view = SignatureView.parse(await (await fetch(`${station.url}${created.statusUrl}`)).json());
    expect(view).toMatchObject({ operation: 'countersign', targetSignature: '1', packaging: null });
    expect(station.kept.rows.get(created.id)?.unit.audit[0]?.metadata).toMatchObject({
      operation: 'countersign',
    });
    form.append('file', new Blob(['more']), 'b.txt');
    expect((await post(form)).status).toBe(400);
  });

  it('takes several files for ASiC_E only, in order', async () => {
    const form = createForm({ format: 'ASiC_E' }, new Blob(['one']), 'a.txt');
    form.append('file', new Blob(['two']), 'b.txt');
    form.append('file', new Blob(['three']), 'c.txt');
    const response = await post(form);
    expect(response.status).toBe(202);
    const { id } = SignatureCreated.parse(await response.json());
    expect(station.kept.rows.get(id)?.unit.files.map((file) => file.originalFileName)).toEqual([
      'a.txt',
      'b.txt',
      'c.txt',
    ]);
    expect((await station.store.keys()).map((key) => key.split('/').at(-1)).sort()).toEqual([
      'input-2.bin',
      'input-3.bin',
      'input.bin',
    ]);
    form.set('format', 'CAdES');
    expect((await post(form)).status).toBe(400);
  });

  it('implies a visible signature from a note, and keeps the note as it reads', async () => {
    const note = 'Schválil\r\nJán \u202EŽ 😀'.normalize('NFD');
    const response = await post(createForm({ signatureNote: note, signaturePage: '3' }));
    const { statusUrl } = SignatureCreated.parse(await response.json());
    const view = SignatureView.parse(await (await fetch(station.url + statusUrl)).json());
    expect(view).toMatchObject({
      visibleSignature: true,
      signatureNote: 'Schválil\nJán Ž 😀',
      appearancePageNumber: 3,
      hasAppearanceImage: false,
    });
    expect((await post(createForm({ signatureNote: '😀'.repeat(500) }))).status).toBe(202);
  });
});
