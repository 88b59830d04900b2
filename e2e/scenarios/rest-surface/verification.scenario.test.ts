import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VerificationReport } from '../../../service/contract/http/verification.ts';
import { expectProblem, jsonOf, postForm, type Answer } from '../../actors/http/api-call.ts';
import type { FormPart } from '../../actors/http/multipart.ts';
import { startStation, type RunningStation } from '../../actors/station/running-station.ts';
import { createStationClient } from '../../actors/station/station-client.ts';
import { onePage } from '../../documents/pdf/one-page.ts';
import { buildPdf } from '../../documents/pdf/pdf-builder.ts';

/** POST /verifications (specification, section 4). */
describe('verifying an upload', () => {
  const pdf = buildPdf({ pieces: onePage() });
  let station: RunningStation;
  let signed: Buffer;

  beforeAll(async () => {
    station = await startStation();
    const client = createStationClient(station.url);
    const { id } = await client.create(pdf, {});
    await client.finished(id);
    signed = await client.content(id);
  });
  afterAll(() => station.dispose());

  const file = (content: Uint8Array | string): FormPart => ({ name: 'file', fileName: 'signed.pdf', content });
  const format = (content: string): FormPart => ({ name: 'format', content });
  const post = (...parts: FormPart[]): Promise<Answer> => postForm(`${station.url}/api/v1/verifications`, parts);
  async function report(...parts: FormPart[]): Promise<VerificationReport> {
    const answer = await post(...parts);
    expect({ status: answer.status, text: answer.text.slice(0, 300) }).toMatchObject({ status: 200 });
    return VerificationReport.strict().parse(jsonOf(answer));
  }

  it('finds a good signature VALID, whatever the order of the fields', async () => {
    const expected = {
      overallStatus: 'VALID',
      isValid: true,
      source: 'UploadedDocument',
      format: 'PAdES',
      signatureId: null,
      signature: { cryptoValid: true },
      certificate: { isValid: true },
    };
    for (const parts of [
      [format('PAdES'), file(signed)],
      [file(signed), format('PAdES')],
    ]) {
      const found = await report(...parts);
      expect(found).toMatchObject(expected);
      expect(found.reasonCodes).toEqual(expect.arrayContaining(['SIG_VALID', 'CERT_VALID']));
    }
  });

  it.each([
    ['a changed byte', () => changed(signed, Math.floor(pdf.length / 2)), 'INVALID'],
    ['bytes after the end', () => Buffer.concat([signed, Buffer.from('more\n')]), 'INVALID'],
    // Nothing was judged of these, and so nothing found broken.
    ['the unsigned part of the file', () => signed.subarray(0, Math.floor(pdf.length / 2)), 'INDETERMINATE'],
    ['no signature', () => pdf, 'INDETERMINATE'],
    ['no PDF', () => Buffer.from('garbage, nothing else'), 'INDETERMINATE'],
    ['the start of one', () => Buffer.from('%PDF-1.7\n'), 'INDETERMINATE'],
    ['zeros', () => Buffer.alloc(10_000), 'INDETERMINATE'],
  ])('does not find %s VALID', async (_name, make, overallStatus) => {
    const found = await report(format('PAdES'), file(make()));
    expect(found).toMatchObject({ overallStatus, isValid: false });
    expect(found.reasonCodes).not.toContain('SIG_VALID');
    expect(found.reasonCodes).not.toEqual([]);
  });

  it.each(['CAdES', 'XAdES'])('never finds a PDF VALID as %s, and says what it was judged as', async (other) => {
    const found = await report(format(other), file(signed));
    expect(found).toMatchObject({ isValid: false, format: other });
    expect(found.overallStatus).not.toBe('VALID');
    expect(found.reasonCodes).not.toContain('SIG_VALID');
  });

  it('refuses forms that are not what is asked for', async () => {
    expectProblem(await post(file(signed)), 400, 'SIGNATURE_REQUEST_INVALID');
    expectProblem(await post(format('PAdES')), 400, 'SIGNATURE_REQUEST_INVALID');
    expectProblem(await post(format('PAdES'), file('')), 400, 'SIGNATURE_REQUEST_INVALID');
    expectProblem(await post(format('PAdES'), file(signed), file(signed)), 400, 'SIGNATURE_REQUEST_INVALID');
    expectProblem(await post(format('PAdES'), format('PAdES'), file(signed)), 400, 'SIGNATURE_REQUEST_INVALID');
    expectProblem(
      await post(format('PAdES'), { name: 'extra', content: '1' }, file(signed)),
      400,
      'SIGNATURE_REQUEST_INVALID',
    );
    for (const other of ['ASiC_S', 'ASiC_E', 'WORD', 'pades', '']) {
      const answer = await post(format(other), file(signed));
      expectProblem(answer, 400, 'SIGNATURE_FORMAT_UNSUPPORTED');
      // A container is told where it belongs.
      expect(answer.text.includes('/api/v1/inspections')).toBe(other.startsWith('ASiC'));
    }
  });

  it('keeps nothing of what it was sent', async () => {
    const files = path.join(station.dataDirectory, 'files');
    const stored = (): string[] =>
      readdirSync(files, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
        .toSorted();
    // An answer does not wait until what it was made of is removed.
    await expect.poll(stored, { timeout: 10_000 }).toEqual(['input.bin', 'signed.bin']);
    expect(readdirSync(path.join(files, 'uploads'))).toEqual([]);
  });
});

function changed(bytes: Buffer, place: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(place) ^ 1, place);
  return copy;
}
