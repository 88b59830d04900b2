import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StationError } from '../domain/station-error.ts';
import type { KnownStation } from '../persistence/station-store.ts';
import { listSignatureAuditEvents } from './list-audit-events.ts';
import { getExtension, listAllRenewals, listExtensions, listRenewals } from './list-extensions.ts';
import { listJobs } from './list-jobs.ts';
import { listSignatures } from './list-signatures.ts';
import { listStations } from './list-stations.ts';
import { readStatistics } from './read-statistics.ts';
import { tryTimestamping } from './try-timestamping.ts';
import { CALLER, expectCode, NOW, openBench, STRANGER, type UseCaseBench } from './use-case-bench.suite.ts';

const PAGING = { limit: 50, cursor: null };

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

describe('lists', () => {
  it('show a tenant its own requests and jobs', async () => {
    const { request, job } = await bench.signed();
    const extension = await bench.stored({ request: { kind: 'Extension', profile: 'T' } });
    expect((await listSignatures(bench.ports, CALLER, PAGING, {})).items.map(({ id }) => id)).toEqual([request.id]);
    expect((await listExtensions(bench.ports, CALLER, PAGING)).items.map(({ id }) => id)).toEqual([
      extension.request.id,
    ]);
    const jobs = await listJobs(bench.ports, CALLER, PAGING, {});
    const own = { id: job.id, signatureId: request.id, status: 'Pending' };
    expect(jobs.items).toContainEqual(expect.objectContaining(own));
    for (const list of [listSignatures, listJobs])
      expect((await list(bench.ports, STRANGER, PAGING, {})).items).toEqual([]);
    expect((await listExtensions(bench.ports, STRANGER, PAGING)).items).toEqual([]);
    const renewal = await bench.stored({ request: { kind: 'Renewal', profile: 'LTA', renewalOf: request.id } });
    const renewals = await listAllRenewals(bench.ports, CALLER, PAGING);
    expect(renewals.items).toMatchObject([{ id: renewal.request.id, signatureId: request.id }]);
    expect((await listAllRenewals(bench.ports, STRANGER, PAGING)).items).toEqual([]);
  });

  it('know an id under its own kind and tenant only', async () => {
    const { request } = await bench.signed();
    await expectCode(getExtension(bench.ports, CALLER, request.id, 'Extension'), 'SIGNATURE_INPUT_NOT_FOUND');
    await expectCode(listRenewals(bench.ports, STRANGER, PAGING, request.id), 'SIGNATURE_INPUT_NOT_FOUND');
    await expectCode(listSignatureAuditEvents(bench.ports, STRANGER, PAGING, request.id), 'SIGNATURE_INPUT_NOT_FOUND');
  });
});

describe('readStatistics', () => {
  it('names every status and format, with 0 where there is none, and asks for the last hour', async () => {
    const asked = vi.spyOn(bench.persistence, 'statistics').mockResolvedValue({
      ...{ byStatus: { Queued: 2, Completed: 3 }, byFormat: {}, completedSince: 1, failedSince: 0 },
      ...{ oldestQueuedAt: null, medianDurationMilliseconds: null },
    });
    const statistics = await readStatistics(bench.ports, CALLER);
    expect(statistics).toMatchObject({
      total: 5,
      completedLastHour: 1,
      byStatus: { Queued: 2, Completed: 3, Failed: 0 },
    });
    expect(statistics.byFormat).toEqual({ PAdES: 0, XAdES: 0, CAdES: 0, ASiC_S: 0, ASiC_E: 0 });
    expect(asked).toHaveBeenCalledWith('acme', new Date(NOW.getTime() - 3_600_000));
  });
});

describe('listStations', () => {
  it('shows of each station what it offers to the tenant', async () => {
    const provider = { type: 'Hsm', status: 'Healthy', certificates: [] } as const;
    const station = {
      ...{ id: 'a', name: 'A', version: '1', roles: ['worker'], state: 'alive', startedAt: NOW, lastSeenAt: NOW },
      offer: {
        providers: [
          { ...provider, tenants: null },
          { ...provider, tenants: ['other'] },
        ],
      },
    } as unknown as KnownStation;
    const known = [station, { ...station, id: 'b' }, { ...station, id: 'c', state: 'stopped' as const }];
    const ports = { stations: () => Promise.resolve({ known, ownId: 'a', commandLine: 'signing-station' }) };
    const [view, other, stopped] = await listStations(ports, CALLER);
    expect(view).toMatchObject({ id: 'a', isThis: true, commandLine: 'signing-station' });
    expect(other).toMatchObject({ id: 'b', isThis: false, commandLine: null });
    expect(view?.providers).toHaveLength(1);
    expect(stopped?.providers).toEqual([]);
    expect(JSON.stringify(view)).not.toContain('other');
  });
});

describe('tryTimestamping', () => {
  const trial = (name: string, ok: boolean) => ({ url: `https://${name}/`, ok, sentence: name, milliseconds: 1 });
  const tried = (...trials: ReturnType<typeof trial>[]) =>
    tryTimestamping({ tryAll: () => Promise.resolve(trials as never) });

  it('says in one sentence whether a timestamp can be had', async () => {
    expect(await tried(trial('broken', false), trial('good', true))).toMatchObject({ ok: true, sentence: 'good' });
    expect(await tried(trial('broken', false))).toMatchObject({ ok: false, sentence: 'broken' });
    expect(await tried()).toMatchObject({ ok: false, authorities: [] });
  });

  it('answers what is wrong with the settings, and passes on what else goes wrong', async () => {
    const failing = (fault: Error) => tryTimestamping({ tryAll: () => Promise.reject(fault) });
    const fault = new StationError('TIMESTAMP_AUTHORITY_UNAVAILABLE', 'No anchor.');
    expect(await failing(fault)).toEqual({ ok: false, sentence: 'No anchor.', authorities: [] });
    await expect(failing(new Error('The process died.'))).rejects.toThrow('died');
  });
});
