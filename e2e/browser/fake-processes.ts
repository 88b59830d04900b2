import type { ProcessView } from '../../service/contract/http/processes.ts';
import { iso } from './fake-values.ts';
import { Refusal } from './fake-http.ts';

/** As a station with one broken token driver tells them. */
function sampleProcesses(): ProcessView[] {
  const running = { state: 'running', since: iso(-7_200_000), deathsInARow: 0, lastExit: null } as const;
  return [
    { ...running, id: 'worker', pid: 4101, lastExit: { exitCode: null, signal: 'SIGKILL' } },
    { ...running, id: 'publisher', pid: 4102 },
    { ...running, id: 'token-host:demo,desk-card', pid: 4103 },
    {
      ...{ id: 'token-host:usb-blue', state: 'given-up', pid: null, since: iso(-120_000) },
      ...{ deathsInARow: 31, lastExit: { exitCode: null, signal: 'SIGSEGV' } },
    },
    { ...running, id: 'verifier', state: 'idle', pid: null, lastExit: { exitCode: 0, signal: null } },
  ];
}

/** The processes of a fake station, which can be started again. */
export function createFakeProcesses(): { list(): readonly ProcessView[]; start(id: string): ProcessView } {
  const processes = sampleProcesses();
  return {
    list: () => processes,
    start(id) {
      const index = processes.findIndex((process) => process.id === id);
      const found = processes[index];
      if (found === undefined) throw new Refusal('ROUTE_NOT_FOUND', 'This station has no process of this name.');
      return (processes[index] = { ...found, state: 'running', pid: 4200, since: iso(0), deathsInARow: 0 });
    },
  };
}
