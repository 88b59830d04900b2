import { startDesktopProgram } from '../desktop/desktop-program.ts';
import { multipartBody, openLoadClient } from './load-client.ts';
import { CLIENTS, jobsPerSecond } from './rates.ts';
import type { Row } from './row.ts';

interface LoopDelays {
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/**
 * How long the thread that draws the desktop program's window is kept from its events while the station inside signs as
 * fast as it can: in a stand-in for Electron, whose window costs nothing.
 */
export async function measureDesktop(pdf: Uint8Array, jobs: number): Promise<Row[]> {
  const program = await startDesktopProgram();
  try {
    await program.shown();
    const body = multipartBody({ format: 'PAdES', profile: 'B', signingProvider: 'Pfx' }, pdf);
    const client = await openLoadClient(program.url.slice(0, -1), body, CLIENTS);
    try {
      await jobsPerSecond(client, jobs / 4);
      program.command('watch-loop');
      const rate = await jobsPerSecond(client, jobs);
      return [rowOf((await program.ask('loop-delays', 'tell-loop')) as LoopDelays, rate)];
    } finally {
      client.close();
    }
  } finally {
    await program.dispose();
  }
}

function rowOf({ p50, p99, max }: LoopDelays, rate: number): Row {
  return {
    what: `event-loop delay of the desktop program's main process under full load, ${String(CLIENTS)} clients, p99`,
    measured: p99,
    unit: 'ms',
    better: 'lower',
    limit: 'under 16.7 ms, one frame',
    isReached: p99 < 16.7,
    limitedBy: 'requests that are taken in on that thread; the database writes and syncs elsewhere',
    note: `p50 ${p50.toFixed(1)} ms, longest ${max.toFixed(1)} ms, at ${rate.toFixed(0)} jobs/s`,
  };
}
