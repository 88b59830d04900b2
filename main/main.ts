import { loadConfiguration } from '../service/config/configuration.ts';
import { stationEntries } from '../service/composition/entries.ts';
import { startStation } from '../service/composition/station.ts';
import { takeEnvironmentSecrets } from '../service/secrets/environment/environment-secret-store.ts';
import { createLogger } from '../service/telemetry/logger.ts';
import { app } from 'electron';
import { runDesktop, type RunningStation } from './desktop.ts';
import { createElectronShell } from './electron-shell.ts';
import { createUtilityProcessLauncher } from './processes/utility-process-launcher.ts';

/** Entry of the desktop program: the same station as headless, with a window on it. */
const logger = createLogger({ level: 'info', clock: () => new Date(), processName: 'host' });

async function start(): Promise<RunningStation> {
  const environment = { ...process.env };
  takeEnvironmentSecrets(process.env);
  const configuration = loadConfiguration({
    argv: process.argv.slice(app.isPackaged ? 1 : 2),
    env: process.env,
    defaults: { Environment: app.isPackaged ? 'Production' : 'Development' },
  });
  const station = await startStation({
    configuration,
    launcher: createUtilityProcessLauncher(),
    entries: stationEntries(import.meta.dirname),
    logger,
    environment,
  });
  if (station.url === null) throw new Error('The desktop program needs the role api.');
  return { url: `${station.url}/`, stop: () => station.stop() };
}

await runDesktop({ shell: createElectronShell(), startStation: start, logger });
