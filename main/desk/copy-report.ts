import { release } from 'node:os';
import { clipboard } from 'electron';
import type { LogFile } from '../logs/log-file.ts';
import { helpReport } from './help-report.ts';

export interface ReportSources {
  readonly version: string;
  readonly stationUrl: string;
  /** Left out where the log goes to a terminal. */
  readonly logFile: Pick<LogFile, 'lines'> | undefined;
}

/** Puts the report for the help desk into the clipboard; whoever pastes it sees all of it before it is sent. */
export async function copyHelpReport({ version, stationUrl, logFile }: ReportSources): Promise<void> {
  const health: unknown = await fetch(`${stationUrl}health`)
    .then((answer) => answer.json())
    .catch(() => null);
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
