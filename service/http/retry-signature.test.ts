import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemDetails } from '../contract/http/problem-details.ts';
import { SignatureCreated, SignatureView } from '../contract/http/signatures.ts';
import { createForm, startTestStation, type TestStation } from './test-station.suite.ts';

let station: TestStation;
beforeEach(async () => {
  station = await startTestStation();
});
afterEach(() => station.stop());

async function created(form: FormData = createForm({}, new Blob(['%PDF-1.7 hello']))): Promise<string> {
  const response = await fetch(`${station.api}/signatures`, { method: 'POST', body: form });
  return SignatureCreated.parse(await response.json()).id;
}

async function failed(form?: FormData): Promise<string> {
  const id = await created(form);
  station.kept.fail(id);
  return id;
}

const retry = (id: string, options?: unknown, headers: Record<string, string> = {}) =>
  fetch(`${station.api}/signatures/${id}/retries`, {
    method: 'POST',
    ...(options === undefined
      ? { headers }
      : { body: JSON.stringify(options), headers: { 'Content-Type': 'application/json', ...headers } }),
  });
const codeOf = async (response: Response): Promise<string> =>
  `${response.status} ${ProblemDetails.parse(await response.json()).errorCode}`;
const viewOf = async (id: string): Promise<SignatureView> =>
  SignatureView.parse(await (await fetch(`${station.api}/signatures/${id}`)).json());

describe('POST /signatures/{id}/retries', () => {
  it('does a failed request again with a copy of its documents, and leaves it as it is', async () => {
    const form = createForm({ signatureNote: 'seen' }, new Blob(['%PDF-1.7 hello']));
    const original = await failed(form);
    const response = await retry(original);
    expect(response.status).toBe(202);
    const { id, statusUrl } = SignatureCreated.parse(await response.json());
    expect(response.headers.get('location')).toBe(statusUrl);
    const [before, after] = [await viewOf(original), await viewOf(id)];
    expect(before).toMatchObject({ status: 'Failed', retryOf: null });
    const { originalFileName, inputSha256, inputSize, signatureNote, format, profile, visibleSignature } = before;
    const same = { originalFileName, inputSha256, inputSize, signatureNote, format, profile, visibleSignature };
    expect(after).toMatchObject({ status: 'Queued', retryOf: original, ...same });
    const key = (await station.store.keys()).find((stored) => stored.includes(id)) ?? '';
    expect((await station.store.content(key)).toString()).toBe('%PDF-1.7 hello');
    expect(station.accepted.count).toBe(2);
  });

  it('changes what the body names and nothing else', async () => {
    const original = await failed();
    const options = { format: 'CAdES', packaging: 'detached', certificateThumbprint: 'aa '.repeat(20) };
    const { id } = SignatureCreated.parse(await (await retry(original, options)).json());
    expect(await viewOf(id)).toMatchObject({
      format: 'CAdES',
      packaging: 'detached',
      certificateThumbprint: 'A'.repeat(40),
      signingProvider: 'Pfx',
      profile: 'B',
    });
  });

  it('is refused while another lives, and answered again under the same idempotency key', async () => {
    const original = await failed();
    const first = await retry(original, {}, { 'Idempotency-Key': 'again' });
    const { id } = SignatureCreated.parse(await first.json());
    expect(await codeOf(await retry(original))).toBe('409 SIGNATURE_NOT_RETRYABLE');
    const replay = await retry(original, {}, { 'Idempotency-Key': 'again' });
    expect(SignatureCreated.parse(await replay.json()).id).toBe(id);
    expect((await station.store.keys()).filter((key) => key.endsWith('input.bin'))).toHaveLength(2);
  });

  it('is for what has failed only', async () => {
    const id = await created();
    expect(await codeOf(await retry(id))).toBe('409 SIGNATURE_NOT_RETRYABLE');
    const row = station.kept.rows.get(id);
    const input = row?.unit.files[0];
    if (input === undefined) throw new Error('There is no input.');
    station.kept.complete(id, { ...input, id: 'output' });
    expect(await codeOf(await retry(id))).toBe('409 SIGNATURE_ALREADY_COMPLETED');
    const unknown = '018f0000-0000-7000-8000-000000000000';
    expect(await codeOf(await retry(unknown))).toBe('404 SIGNATURE_INPUT_NOT_FOUND');
    expect(await codeOf(await retry('x'))).toBe('404 SIGNATURE_INPUT_NOT_FOUND');
  });

  it('says when the document is gone, or is no longer what was received', async () => {
    const original = await failed();
    const [key] = await station.store.keys();
    await rm(join(station.store.root, key ?? ''));
    expect(await codeOf(await retry(original))).toBe('409 SIGNATURE_NOT_RETRYABLE');
    expect(await station.store.keys()).toEqual([]);
  });

  it.each([
    [{ format: 'WORD' }, 'SIGNATURE_REQUEST_INVALID'],
    [{ pin: '1234' }, 'SIGNATURE_REQUEST_INVALID'],
    [{ packaging: 'detached' }, 'SIGNATURE_REQUEST_INVALID'],
    [{ format: 'XAdES', visibleSignature: true }, 'SIGNATURE_REQUEST_INVALID'],
    [{ signingProvider: 'Hsm' }, 'SIGNING_PROVIDER_UNAVAILABLE'],
    [{ certificateThumbprint: 'C'.repeat(40) }, 'SIGNING_CERTIFICATE_NOT_FOUND'],
  ])('refuses %j by the rules of a new request', async (options, code) => {
    expect(await codeOf(await retry(await failed(), options))).toBe(`400 ${code}`);
  });
});
