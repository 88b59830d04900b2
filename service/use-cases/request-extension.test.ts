import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requestExtension, type ExtendUpload } from './request-extension.ts';
import { CALLER, expectCode, openBench, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

async function upload(changes: Partial<ExtendUpload> = {}): Promise<ExtendUpload> {
  const file = await bench.upload('signed.p7s', 'signature');
  return { format: 'CAdES', profile: 'LTA', file, original: null, idempotencyKey: null, ...changes };
}

const unitOf = (id: string) => bench.kept.rows.get(id)?.unit;

describe('requestExtension', () => {
  it('commits request, files, job, message and audit as one unit, and asks for no key', async () => {
    const original = await bench.upload('text.txt', 'text');
    const view = await requestExtension(bench.ports, CALLER, await upload({ original }));
    expect(view).toMatchObject({
      kind: 'Extension',
      status: 'Queued',
      format: 'CAdES',
      profile: 'LTA',
      signatureId: null,
    });
    const unit = unitOf(view.id);
    expect(unit?.request).toMatchObject({ kind: 'Extension', packaging: 'detached' });
    expect(unit?.request).toMatchObject({ signingProvider: null, certificateThumbprint: null });
    expect(unit?.files.map(({ contentType }) => contentType)).toEqual([
      'application/pkcs7-signature',
      'application/octet-stream',
    ]);
    const stored = unit?.files.map(({ id: fileId, size, sha256 }) => ({ fileId, size, sha256 }));
    expect(unit?.audit.map(({ eventType, metadata }) => [eventType, metadata])).toEqual([
      ['ExtensionRequested', { format: 'CAdES', profile: 'LTA' }],
      ['FileStored', stored?.[0]],
      ['FileStored', stored?.[1]],
      ['JobQueued', { jobId: unit?.job.id }],
    ]);
    expect(bench.accepted.count).toBe(1);
    const labels = { kind: 'Extension', format: 'CAdES', profile: 'LTA' };
    expect(bench.counted).toEqual([['extension_requests_total', labels]]);
  });

  it.each([
    ['PAdES', 'application/pdf'],
    ['XAdES', 'application/xml'],
    ['CAdES', 'application/pkcs7-mime'],
    ['ASiC_S', 'application/vnd.etsi.asic-s+zip'],
    ['ASiC_E', 'application/vnd.etsi.asic-e+zip'],
  ] as const)('says of a whole %s file what it is', async (format, contentType) => {
    const { id } = await requestExtension(bench.ports, CALLER, await upload({ format }));
    expect(unitOf(id)?.files[0]?.contentType).toBe(contentType);
  });

  it('refuses a format that this station does not make', async () => {
    const ports = { ...bench.ports, supportedFormats: ['PAdES'] as const };
    await expectCode(requestExtension(ports, CALLER, await upload()), 'SIGNATURE_FORMAT_UNSUPPORTED');
    expect(await bench.store.keys()).toEqual([]);
  });

  it('answers a replay from the original, and refuses the key of a signature or of a renewal', async () => {
    const first = await requestExtension(bench.ports, CALLER, await upload({ idempotencyKey: 'k' }));
    expect(await requestExtension(bench.ports, CALLER, await upload({ idempotencyKey: 'k' }))).toEqual(first);
    expect(bench.accepted.count).toBe(1);
    await bench.stored({ request: { idempotencyKey: 's' } });
    const { request } = await bench.signed();
    await bench.stored({ request: { idempotencyKey: 'r', kind: 'Renewal', profile: 'LTA', renewalOf: request.id } });
    for (const idempotencyKey of ['s', 'r']) {
      const work = requestExtension(bench.ports, CALLER, await upload({ idempotencyKey }));
      await expectCode(work, 'SIGNATURE_REQUEST_INVALID');
    }
  });
});
