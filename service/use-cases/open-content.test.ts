import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openContent } from './open-content.ts';
import { CALLER, expectCode, NOW, openBench, STRANGER, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

async function read(id: string, part: { start: number; end: number } | null): Promise<string> {
  const chunks: Buffer[] = [];
  const content = await openContent(bench.ports, CALLER, id);
  for await (const chunk of await content.read(part)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe('openContent', () => {
  it('gives out the signed file and writes down who had it', async () => {
    const { request, output } = await bench.signed();
    expect(await read(request.id, null)).toBe('signed');
    expect(bench.kept.audit).toMatchObject([
      {
        ...{ eventType: 'SignatureDownloaded', entityId: request.id, tenantId: 'acme', actor: CALLER.actor },
        ...{ timestamp: NOW, correlationId: 'order-7', metadata: { sha256: output.sha256, size: 6 } },
      },
    ]);
  });

  it('counts the parts of one download once, and says with which it began', async () => {
    const { request } = await bench.signed();
    expect(await read(request.id, { start: 0, end: 2 })).toBe('sig');
    expect(await read(request.id, { start: 3, end: 5 })).toBe('ned');
    expect(bench.kept.audit.map(({ metadata }) => metadata['firstPart'])).toEqual(['0-2']);
    await read(request.id, { start: 0, end: 2 });
    expect(bench.kept.audit).toHaveLength(2);
  });

  it('gives out nothing that is not the file that was signed, and no audit says it did', async () => {
    const { request, output } = await bench.signed();
    await bench.put(output.storageKey, 'forged');
    await expectCode(read(request.id, null), 'SIGNATURE_OUTPUT_NOT_FOUND');
    await expectCode(read(request.id, { start: 0, end: 1 }), 'SIGNATURE_OUTPUT_NOT_FOUND');
    expect(bench.kept.audit).toEqual([]);
    expect(bench.logLines.join()).toContain('its hash differs');
    await bench.put(output.storageKey, 'signed');
    expect(await read(request.id, { start: 1, end: 2 })).toBe('ig');
    expect(bench.kept.audit).toHaveLength(1);
  });

  it('does not give out what the audit could not be told of', async () => {
    const { request } = await bench.signed();
    bench.persistence.appendAudit = () => Promise.reject(new Error('The disk is full.'));
    await expect(read(request.id, null)).rejects.toThrow('full');
  });

  it('knows the caller\u2019s completed requests of one kind only', async () => {
    const { request } = await bench.signed();
    const { request: queued } = await bench.stored();
    await expectCode(openContent(bench.ports, STRANGER, request.id), 'SIGNATURE_INPUT_NOT_FOUND');
    await expectCode(openContent(bench.ports, CALLER, request.id, 'Renewal'), 'SIGNATURE_INPUT_NOT_FOUND');
    await expectCode(openContent(bench.ports, CALLER, queued.id), 'SIGNATURE_OUTPUT_NOT_FOUND');
  });
});
