import { release } from 'node:os';
import { clipboard } from 'electron';
import type { LogFile } from '../logs/log-file.ts';
import { helpReport } from './help-report.ts';

export interface ReportSources {
  readonly version: string;
  /** Null where no station runs. */
  readonly stationUrl: string | null;
  /** Left out where the log goes to a terminal. */
  readonly logFile: Pick<LogFile, 'lines'> | undefined;
}

/** A station that does not answer by then is one that does not. */
const PATIENCE_MILLISECONDS = 3_000;

/** Puts the report for the help desk into the clipboard; whoever pastes it sees all of it before it is sent. */
export async function copyHelpReport({ version, stationUrl, logFile }: ReportSources): Promise<void> {
  const health = stationUrl === null ? null : await readHealth(stationUrl);
  const { electron, chrome, node } = process.versions;
  await clipboard.writeText(
    helpReport({
      version,
      runtimes: { Electron: electron, Chromium: chrome, Node: node },
      system: `${process.platform} ${release()} ${process.arch}`,
      health,
      logLines: logFile?.lines() ?? [],
    }),
  );
}

async function readHealth(stationUrl: string): Promise<unknown> {
  try {
    return await (await fetch(`${stationUrl}health`, { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) })).json();
  } catch {
    return null;
  }
}
