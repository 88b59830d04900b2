import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openInput } from './open-input.ts';
import { CALLER, expectCode, openBench, STRANGER, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

describe('openInput', () => {
  it('gives the bytes that were sent, and audits who had them', async () => {
    const { request, files } = await bench.stored();
    const appended = vi.spyOn(bench.persistence, 'appendAudit');
    const { file, bytes } = await openInput(bench.ports, CALLER, request.id, 1);
    expect([file, await text(bytes)]).toEqual([files[0], 'document']);
    expect(appended).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ eventType: 'DocumentRead', actor: CALLER.actor, entityId: request.id }),
    );
  });

  it('knows no request of another tenant, and no document beyond the last', async () => {
    const { request } = await bench.stored();
    await expectCode(openInput(bench.ports, STRANGER, request.id, 1), 'SIGNATURE_INPUT_NOT_FOUND');
    await expectCode(openInput(bench.ports, CALLER, request.id, 2), 'SIGNATURE_INPUT_NOT_FOUND');
  });

  it('gives out nothing but what was accepted, and says so', async () => {
    const { request, files } = await bench.stored();
    await bench.put(files[0]?.storageKey ?? '', 'Document');
    await expectCode(openInput(bench.ports, CALLER, request.id, 1), 'SIGNATURE_INPUT_NOT_FOUND');
    expect(bench.logLines.join()).toContain('its hash differs');
    await bench.store.delete(files[0]?.storageKey ?? '');
    await expectCode(openInput(bench.ports, CALLER, request.id, 1), 'SIGNATURE_INPUT_NOT_FOUND');
  });

  it('opens nothing that it cannot audit', async () => {
    const { request } = await bench.stored();
    vi.spyOn(bench.persistence, 'appendAudit').mockRejectedValue(new Error('disk full'));
    const read = vi.spyOn(bench.store, 'read');
    await expect(openInput(bench.ports, CALLER, request.id, 1)).rejects.toThrow('disk full');
    expect(read).not.toHaveBeenCalled();
  });
});
