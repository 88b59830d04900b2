import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProcessList, ProcessReport } from '../processes/process-list.ts';
import { listProcesses, startProcess } from './processes.ts';
import { CALLER, NOW, openBench, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const report = (name: string, changes: Partial<ProcessReport> = {}): ProcessReport => ({
  ...{ name, state: 'running', pid: 7, sinceMilliseconds: 1000, deathsInARow: 0, lastExit: null },
  ...changes,
});
const GIVEN_UP = report('worker-1', { state: 'given-up', pid: null, deathsInARow: 9 });

function list(outcome: 'started' | 'unchanged'): ProcessList {
  const reports = [report('publisher'), GIVEN_UP];
  return {
    list: () => reports,
    startNow: (name) => (reports.some((each) => each.name === name) ? outcome : undefined),
  };
}

describe('processes', () => {
  it('are told of with the moment since when they are so', () => {
    const killed = report('worker-1', { lastExit: { kind: 'killed', signal: 'SIGKILL' } });
    const views = listProcesses({ ...bench.ports, processes: { ...list('started'), list: () => [killed] } });
    expect(views).toEqual([
      {
        ...{ id: 'worker-1', state: 'running', pid: 7, deathsInARow: 0 },
        since: new Date(NOW.getTime() - 1000).toISOString(),
        lastExit: { exitCode: null, signal: 'SIGKILL' },
      },
    ]);
  });

  it('are started by a person, which the audit says; nothing is written where nothing was started', async () => {
    const ports = { ...bench.ports, processes: list('started') };
    expect(await startProcess(ports, CALLER, 'worker-1')).toMatchObject({ id: 'worker-1' });
    expect(bench.kept.audit).toMatchObject([
      {
        ...{ eventType: 'ProcessStarted', entityType: 'Process', entityId: 'worker-1', actor: CALLER.actor },
        metadata: { state: 'given-up', deathsInARow: 9 },
      },
    ]);
    await startProcess({ ...bench.ports, processes: list('unchanged') }, CALLER, 'publisher');
    expect(await startProcess(ports, CALLER, 'nothing')).toBeUndefined();
    expect(bench.kept.audit).toHaveLength(1);
  });
});
