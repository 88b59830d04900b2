import './processes/young-objects.ts';
import { endOnFatalFaults } from './processes/fatal-faults.ts';
import { printConfiguration } from './config/print-configuration.ts';
import {
  asksToPrint,
  ConfigurationError,
  loadConfiguration,
  PRINT_SWITCH,
  type Configuration,
} from './config/configuration.ts';
import { DataDirectoryInUse } from './data-directory/data-directory.ts';
import { explainMachineFault } from './config/machine-faults.ts';
import { firstWords } from './config/first-words.ts';
import { askedOfEntry } from './program/asked-of-entry.ts';
import { defaultEnvironment, entryFolder, stationEntries } from './program/entries.ts';
import { createHiddenLine } from './terminal/hidden-line.ts';
import { askPinsAtTerminal } from './terminal/terminal-pins.ts';
import { startStation, type Station } from './composition/station.ts';
import { createForkLauncher } from './processes/fork/fork-launcher.ts';
import { ServerFault } from './domain/server-fault.ts';
import { TlsFilesUnusable } from './http/tls-files.ts';
import { takeEnvironmentSecrets } from './secrets/environment/environment-secret-store.ts';
import { giveBackHeapAtRest } from './processes/heap-at-rest.ts';
import { InspectorIsOpen, refuseInspection } from './processes/inspection.ts';
import { tellPerson, writeToConsole } from './telemetry/console-log.ts';
import { createLogger, errorFields, type Logger } from './telemetry/logger.ts';

/** Of sysexits: an error occurred while doing I/O on some file. */
const EX_IOERR = 74;
/** Of sysexits: it may go well a little later. */
const EX_TEMPFAIL = 75;
/** Of sysexits: something was found in an unconfigured or misconfigured state. Another start would find the same. */
const EX_CONFIG = 78;
const FATAL_STOP_MILLISECONDS = 5_000;

/** Entry without Electron: the whole station under plain Node, on a desk, in CI or on a server. */
async function main(): Promise<void> {
  endOnFatalFaults('host');
  refuseInspection();
  const argv = process.argv.slice(2);
  const asked = await askedOfEntry(argv);
  if (asked !== null) {
    process.stdout.write(asked);
    return;
  }
  const environment = { ...process.env };
  takeEnvironmentSecrets(process.env);
  process.report.excludeEnv = true;
  const configuration = readSettings(argv);
  if (asksToPrint(argv)) {
    process.stdout.write(`${printConfiguration(configuration)}\n`);
    return;
  }
  const logger = createLogger({
    level: configuration.Telemetry.LogLevel,
    clock: () => new Date(),
    processName: 'host',
  });
  const running: { station?: Station } = {};
  const station = await startStation({
    configuration,
    launcher: createForkLauncher(writeToConsole),
    entries: stationEntries(entryFolder(import.meta.filename)),
    logger,
    environment,
    onFatal: (fault) => endAfter(fault, () => running.station?.stop() ?? Promise.resolve(), logger),
  });
  running.station = station;
  if (station.pins !== null) askForPins(station.pins, logger);
  stopOnSignals(station, logger);
  giveBackHeapAtRest();
  announce(station.url, configuration);
}

/** Ends the process where they cannot be used; what only a server refuses later may be cured by the time of another start. */
function readSettings(argv: readonly string[]): Configuration {
  try {
    return loadConfiguration({
      argv,
      switches: [PRINT_SWITCH],
      env: process.env,
      defaults: { Environment: defaultEnvironment(entryFolder(import.meta.filename)) },
    });
  } catch (fault) {
    if (!(fault instanceof ConfigurationError)) throw fault;
    tellPerson(`${fault.message}\n`, true);
    process.exit(EX_CONFIG);
  }
}

/** PINs are entered at the terminal that the station was started in, and never over HTTP (specification, section 5.7). */
function askForPins(pins: NonNullable<Station['pins']>, logger: Logger): void {
  if (!process.stdin.isTTY) {
    logger.warn(
      'A provider has its PIN entered by a person, and the station has no terminal: its documents will wait.',
    );
    return;
  }
  askPinsAtTerminal({
    pins,
    ask: createHiddenLine(process.stdin, () => process.kill(process.pid, 'SIGINT')),
    print: (text) => tellPerson(text),
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    onFault: (fault) => logger.warn('PINs could not be asked for at the terminal; documents wait.', errorFields(fault)),
  });
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
  // The terminal was closed; Windows ends the process a few seconds later by itself.
  process.on('SIGHUP', () => stop('SIGHUP'));
}

/** Nothing can be kept any more: whoever supervises the station has to start it again and see what is really there. */
function endAfter(fault: Error, stop: () => Promise<void>, logger: Logger): void {
  logger.error('The station ends: it can keep nothing any more.', errorFields(fault));
  tellPerson(`${fault.message}\n`, true);
  setTimeout(() => process.exit(EX_IOERR), FATAL_STOP_MILLISECONDS).unref();
  stop().then(
    () => process.exit(EX_IOERR),
    () => process.exit(EX_IOERR),
  );
}

function announce(url: string, configuration: Configuration): void {
  tellPerson(['', ...firstWords(url, configuration), 'Ctrl-C stops it.', ''].join('\n'));
}

main().catch((fault: unknown) => {
  tellPerson(`${explain(fault)}\n`, true);
  process.exit(fault instanceof ServerFault && fault.code === 'SERVER_AWAY' ? EX_TEMPFAIL : 1);
});

function explain(fault: unknown): string {
  const isExpected = [ConfigurationError, DataDirectoryInUse, InspectorIsOpen, ServerFault, TlsFilesUnusable].some(
    (kind) => fault instanceof kind,
  );
  if (fault instanceof Error && isExpected) return fault.message;
  const known = explainMachineFault(fault);
  if (known !== undefined) return known;
  return fault instanceof Error ? (fault.stack ?? fault.message) : 'The station could not be started.';
}
