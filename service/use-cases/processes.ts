import type { ProcessView } from '../contract/http/processes.ts';
import { eventOf } from '../domain/audit-events.ts';
import type { ProcessReport } from '../processes/process-list.ts';
import type { Caller, UseCasePorts } from './ports.ts';

/** The child processes of this station as they are now. */
export function listProcesses({ processes, clock }: Pick<UseCasePorts, 'processes' | 'clock'>): readonly ProcessView[] {
  return processes.list().map((report) => processView(report, clock()));
}

/**
 * Starts the process again that ended so often that it waits for its next try; any other is left as it is. Undefined:
 * there is none of this name.
 */
export async function startProcess(
  ports: Pick<UseCasePorts, 'processes' | 'persistence' | 'clock' | 'newId'>,
  caller: Caller,
  id: string,
): Promise<ProcessView | undefined> {
  const before = ports.processes.list().find((report) => report.name === id);
  const outcome = ports.processes.startNow(id);
  if (before !== undefined && outcome === 'started') {
    const { state, deathsInARow } = before;
    const subject = { ...caller, entityType: 'Process', entityId: id };
    await ports.persistence.appendAudit(eventOf(ports, subject, 'ProcessStarted', { state, deathsInARow }));
  }
  return listProcesses(ports).find((view) => view.id === id);
}

function processView(report: ProcessReport, now: Date): ProcessView {
  const { name, state, pid, sinceMilliseconds, deathsInARow, lastExit } = report;
  return {
    id: name,
    state,
    pid,
    since: new Date(now.getTime() - sinceMilliseconds).toISOString(),
    deathsInARow,
    lastExit: lastExit && {
      exitCode: lastExit.kind === 'exited' ? lastExit.exitCode : null,
      signal: lastExit.kind === 'killed' ? lastExit.signal : null,
    },
  };
}
