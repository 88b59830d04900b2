import path from 'node:path';
import { app, dialog, shell as system } from 'electron';
import type { Logger } from '../service/telemetry/logger.ts';
import { copyHelpReport } from './desk/copy-report.ts';
import type { FaultView } from './ipc/fault-messages.ts';
import type { LogFile } from './logs/log-file.ts';
import type { ProgramTexts } from './texts/program-texts.ts';
import { FaultWindow } from './windows/fault-window.ts';

export interface FaultPageParts {
  /** Where the bundles lie. */
  readonly folder: string;
  /** Left out where the log goes to a terminal. */
  readonly logFile: LogFile | undefined;
  readonly logger: Logger;
  readonly texts: () => ProgramTexts;
  readonly hasDeveloperTools: boolean;
}

/** The window of a failure, with what its page may have done. Only after Electron's `ready`. */
export function openFaultWindow({ folder, logFile, logger, texts, hasDeveloperTools }: FaultPageParts): FaultWindow {
  return new FaultWindow({
    preload: path.join(folder, 'fault-preload.cjs'),
    folder: path.join(folder, 'fault-window'),
    hasDeveloperTools,
    // The station stops, or never ran; its port may be that of another program, which is asked nothing.
    copyReport: () => copyHelpReport({ version: app.getVersion(), stationUrl: null, logFile }),
    openLogs: async () => {
      if ((await system.openPath(app.getPath('logs'))) !== '') throw new Error('The log folder could not be opened.');
    },
    openPage: (url) => system.openExternal(url),
    onNoPage: (view) => dialog.showErrorBox(...inABox(view, texts())),
    onFault: (reason) => logger.error('The page of a failure is at fault.', { reason }),
  });
}

/** The same as on the page, in a title and a text. */
function inABox({ kind, reason }: FaultView, texts: ProgramTexts): [string, string] {
  if (kind === 'not-started' || kind === 'runs-already') return [texts.cannotStart, reason?.words ?? texts.unexpected];
  if (kind === 'no-page') return [texts.cannotShowWindow, texts.pageEnded];
  return kind === 'failed-often' ? [texts.hasToClose, texts.failedOften] : [texts.startsAgain, texts.unexpected];
}
