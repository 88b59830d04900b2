import { endOnFatalFaults } from './processes/fatal-faults.ts';
import { printConfiguration } from './config/print-configuration.ts';
import { asksToPrint, ConfigurationError, loadConfiguration, type Configuration } from './config/configuration.ts';
import { DataDirectoryInUse } from './composition/data-directory.ts';
import { entryFolder, stationEntries } from './composition/entries.ts';
import { startStation, type Station } from './composition/station.ts';
import { createForkLauncher } from './processes/fork/fork-launcher.ts';
import { takeEnvironmentSecrets } from './secrets/environment/environment-secret-store.ts';
import { createLogger, errorFields, type Logger } from './telemetry/logger.ts';

/** Entry without Electron: the whole station under plain Node, on a desk, in CI or on a server. */
async function main(): Promise<void> {
  endOnFatalFaults('host');
  const argv = process.argv.slice(2);
  const environment = { ...process.env };
  takeEnvironmentSecrets(process.env);
  process.report.excludeEnv = true;
  const configuration = loadConfiguration({ argv, env: process.env, defaults: { Environment: defaultEnvironment() } });
  if (asksToPrint(argv)) {
    process.stdout.write(`${printConfiguration(configuration)}\n`);
    return;
  }
  const logger = createLogger({
    level: configuration.Telemetry.LogLevel,
    clock: () => new Date(),
    processName: 'host',
  });
  const station = await startStation({
    configuration,
    launcher: createForkLauncher(),
    entries: stationEntries(entryFolder(import.meta.filename)),
    logger,
    environment,
  });
  stopOnSignals(station, logger);
  if (station.url !== null) announce(station.url, configuration);
}

/** A checkout runs as Development, a packaged build says Production by itself. */
function defaultEnvironment(): string {
  return 'Development';
}

function stopOnSignals(station: Station, logger: Logger): void {
  let isStopping = false;
  const stop = (signal: string): void => {
    // A second Ctrl-C does not wait: the fences make an abrupt end harmless.
    if (isStopping) process.exit(1);
    isStopping = true;
    logger.info('Stopping.', { signal });
    station.stop().then(
      () => process.exit(0),
      (fault: unknown) => {
        logger.error('Stopping failed.', errorFields(fault));
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
}

function announce(url: string, configuration: Configuration): void {
  const lines = [
    '',
    `Signing Station is at ${url}/`,
    `Its data is in ${configuration.Data.Directory}`,
    'Sign a first document: open the address in a browser and drop a PDF on the page, or',
    `  curl -F file=@document.pdf -F format=PAdES -F profile=B -F signingProvider=Pfx ${url}/api/v1/signatures`,
    'Ctrl-C stops it.',
    '',
  ];
  process.stdout.write(lines.join('\n'));
}

main().catch((fault: unknown) => {
  process.stderr.write(`${explain(fault)}\n`);
  process.exit(1);
});

function explain(fault: unknown): string {
  if (fault instanceof ConfigurationError || fault instanceof DataDirectoryInUse) return fault.message;
  if (fault instanceof Error && 'code' in fault && fault.code === 'EADDRINUSE') {
    return 'The port is taken by another program (or another station). Stop that one, or choose another port with --Server:Port=...';
  }
  return fault instanceof Error ? (fault.stack ?? fault.message) : 'The station could not be started.';
}
