import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignatureRequest } from '../domain/records.ts';
import type { AcceptUnit } from '../persistence/persistence.ts';
import { retrySignature, type RetryOptions } from './retry-signature.ts';
import { CALLER, expectCode, openBench, STRANGER, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const failed = (request: Partial<SignatureRequest> = {}, hasAppearance = false) =>
  bench.stored({ request: { status: 'Failed', certificateThumbprint: null, ...request }, hasAppearance });

async function retried(unit: AcceptUnit, options: RetryOptions = {}): Promise<AcceptUnit> {
  const { id } = await retrySignature(bench.ports, CALLER, unit.request.id, options, null);
  const row = bench.kept.rows.get(id);
  if (row === undefined) throw new Error('Nothing was accepted.');
  return row.unit;
}

describe('retrySignature', () => {
  it('makes a new request of the failed one, with copies of its files, and leaves that as it is', async () => {
    const original = await failed({ certification: null }, true);
    const { request, files, audit } = await retried(original);
    const { format, signatureNote, appearancePageNumber, signatureField, profile } = original.request;
    expect(request).toMatchObject({ retryOf: original.request.id, status: 'Queued', format, profile, signatureField });
    expect(request).toMatchObject({ signatureNote, appearancePageNumber, visibleSignature: true });
    expect(request.appearanceFileId).toBe(files[1]?.id);
    expect(audit[0]).toMatchObject({ eventType: 'SignatureRequested', metadata: { retryOf: original.request.id } });
    for (const file of files) expect((await bench.store.content(file.storageKey)).toString()).toBe('document');
    expect(bench.kept.rows.get(original.request.id)?.request.status).toBe('Failed');
  });

  it('forgets what is for the old format when another is named', async () => {
    const original = await failed({
      ...{
        format: 'CAdES',
        packaging: 'encapsulated',
        operation: 'cosign',
        visibleSignature: false,
        signatureNote: null,
      },
      ...{ signatureField: null, certification: null },
    });
    const { request } = await retried(original, { format: 'XAdES' });
    expect(request).toMatchObject({
      format: 'XAdES',
      packaging: 'enveloped',
      operation: 'sign',
      targetSignature: null,
    });
  });

  it('takes null for a choice', async () => {
    const { request } = await retried(await failed(), {
      signatureNote: null,
      signatureField: null,
      certification: null,
    });
    expect(request).toMatchObject({ signatureNote: null, signatureField: null, certification: null });
  });

  it('holds an order done again to the rules of a new one', async () => {
    const { request } = await failed();
    const refuse = (options: RetryOptions) => retrySignature(bench.ports, CALLER, request.id, options, null);
    await expectCode(refuse({ format: 'CAdES' }), 'SIGNATURE_REQUEST_INVALID');
    await expectCode(refuse({ packaging: 'detached' }), 'SIGNATURE_REQUEST_INVALID');
    await expectCode(refuse({ appearancePageNumber: 2 }), 'SIGNATURE_REQUEST_INVALID');
    await expectCode(refuse({ signingProvider: 'Hsm' }), 'SIGNING_PROVIDER_UNAVAILABLE');
    expect(bench.kept.rows.size).toBe(1);
  });

  it.each([
    ['Completed', 'SIGNATURE_ALREADY_COMPLETED'],
    ['Queued', 'SIGNATURE_NOT_RETRYABLE'],
    ['Cancelled', 'SIGNATURE_NOT_RETRYABLE'],
    ['Rejected', 'SIGNATURE_NOT_RETRYABLE'],
  ] as const)('refuses one that is %s', async (status, code) => {
    const { request } = await bench.stored({ request: { status } });
    await expectCode(retrySignature(bench.ports, CALLER, request.id, {}, null), code);
  });

  it('is done once at a time, and once more when that has failed, too', async () => {
    const original = await failed();
    const first = await retried(original);
    const again = () => retrySignature(bench.ports, CALLER, original.request.id, {}, null);
    await expectCode(again(), 'SIGNATURE_NOT_RETRYABLE');
    bench.kept.fail(first.request.id);
    const second = await again();
    const output = first.files[0];
    if (output === undefined) throw new Error('There is no file.');
    bench.kept.complete(second.id, output);
    await expectCode(again(), 'SIGNATURE_ALREADY_COMPLETED');
  });

  it('says when a document is gone or is no longer what was received', async () => {
    const deleted = await bench.stored({ request: { status: 'Failed' }, input: { deletedAt: new Date() } });
    const lost = await failed();
    await rm(join(bench.store.root, lost.files[0]?.storageKey ?? ''));
    for (const { request } of [deleted, lost]) {
      await expectCode(retrySignature(bench.ports, CALLER, request.id, {}, null), 'SIGNATURE_NOT_RETRYABLE');
    }
    const changed = await failed();
    await bench.put(changed.files[0]?.storageKey ?? '', 'forged!!');
    const work = retrySignature(bench.ports, CALLER, changed.request.id, {}, null);
    await expectCode(work, 'SIGNING_OPERATION_FAILED');
    expect(bench.kept.rows.size).toBe(3);
  });

  it('does not know the request of another tenant', async () => {
    const { request } = await failed();
    await expectCode(retrySignature(bench.ports, STRANGER, request.id, {}, null), 'SIGNATURE_INPUT_NOT_FOUND');
  });
});
