import '../service/processes/young-objects.ts';
import path from 'node:path';
import { app, session, shell as system } from 'electron';
import { stationEntries } from '../service/program/entries.ts';
import { startStation } from '../service/composition/station.ts';
import { loadConfiguration, type Configuration } from '../service/config/configuration.ts';
import { ignoreInspectorSignal, refuseInspection } from '../service/processes/inspection.ts';
import { takeEnvironmentSecrets } from '../service/secrets/environment/environment-secret-store.ts';
import { createLogger, errorFields, type Logger } from '../service/telemetry/logger.ts';
import { staysInTray } from './desk/closing.ts';
import { createAutostart } from './desk/autostart.ts';
import { openDesk, type Desk } from './desk/desk.ts';
import { deskTextsFor } from './desk/desk-texts.ts';
import { saveDownloads } from './desk/downloads.ts';
import { takePageOrders } from './desk/page-orders.ts';
import { SaveFolder } from './desk/save-folder.ts';
import { openSystemVault } from './desk/system-vault.ts';
import { createWaitingWatch } from './desk/waiting-watch.ts';
import { askPinsInWindow } from './ask-pins.ts';
import { createElectronShell, systemTexts } from './electron-shell.ts';
import { openFaultWindow } from './fault-page.ts';
import { askBeginning } from './launch/ask-beginning.ts';
import { addChoice, readChoices } from './launch/desktop-choices.ts';
import { hasChosenDemo, hasNoProvider, keepBeginning } from './launch/first-start.ts';
import { PROTOCOL, readLaunchArguments } from './launch/launch-arguments.ts';
import { OpenWith } from './launch/open-with.ts';
import { nameProgram } from './launch/program-identity.ts';
import { judgeSwitches } from './launch/switches.ts';
import { systemProxies } from './launch/system-proxy.ts';
import { runDesktop } from './life/desktop.ts';
import type { RunningStation } from './life/desktop-shell.ts';
import { KeptPins } from './pins/kept-pins.ts';
import { RestartLimit } from './life/restart-limit.ts';
import { endOnFaults, endWith } from './life/fatal-end.ts';
import { DesktopRefusal } from './life/start-faults.ts';
import { copyHelpReport } from './desk/copy-report.ts';
import { openLogFile } from './logs/log-file.ts';
import { askKeeping } from './secrets/ask-keeping.ts';
import { openKeptSecrets } from './secrets/kept-secrets.ts';
import { createUtilityProcessLauncher } from './processes/utility-process-launcher.ts';
import { MainWindow } from './windows/main-window.ts';
import { announceOwnPages } from './windows/own-scheme.ts';

/** Entry of the desktop program: the same station as headless, with a window on it. */
const { isPackaged } = app;
nameProgram(app, process.platform, isPackaged ? undefined : process.execPath);
const words = readLaunchArguments(process.argv.slice(isPackaged ? 1 : 2));
// A packaged program has no terminal: what all its processes write goes into files.
const logFile = isPackaged ? openLogFile({ folder: app.getPath('logs') }) : undefined;
const logger = loggerOf('info');

const openWith = new OpenWith({ first: words.files, skipsEntry: !isPackaged, logger });
let desk: Desk | undefined;
let isLeaving = false;
let isFirstStart = false;
let forgetDragged = (): void => undefined;
const saveFolder = new SaveFolder(
  () => app.getPath('downloads'),
  () => performance.now(),
);

const window = new MainWindow({
  preload: path.join(import.meta.dirname, 'preload.cjs'),
  stateFile: path.join(app.getPath('userData'), 'window.json'),
  onFault: (reason) => logger.error('The page ended.', { reason }),
  onSession: (target, origin) =>
    saveDownloads(target, origin, {
      folder: () => saveFolder.next(),
      onRefused: () => logger.warn('A download from elsewhere was refused.'),
    }),
  staysHidden: () => staysInTray(process.platform, desk?.hasTray ?? false, isLeaving),
});
const shell = createElectronShell({
  window,
  openFaultWindow: () =>
    openFaultWindow({
      folder: import.meta.dirname,
      logFile,
      logger,
      texts: systemTexts,
      hasDeveloperTools: !isPackaged,
    }),
});
announceOwnPages();

function loggerOf(level: 'debug' | 'info' | 'warn' | 'error'): Logger {
  const options = { level, clock: () => new Date(), processName: 'host' };
  return createLogger(logFile === undefined ? options : { ...options, write: (line) => logFile.write(line) });
}

async function start(onFailed: (fault: unknown) => void): Promise<RunningStation> {
  checkSwitches();
  if (isPackaged) refuseInspection();
  else ignoreInspectorSignal();
  const environment = { ...process.env };
  takeEnvironmentSecrets(process.env);
  process.report.excludeEnv = true;
  const configuration = await behindSystemProxies(await configure());
  if (!configuration.Roles.includes('api')) throw new DesktopRefusal((texts) => texts.needsRoleApi);
  const stationLogger = loggerOf(configuration.Telemetry.LogLevel);
  const station = await startStation({
    configuration,
    launcher: createUtilityProcessLauncher({
      logger: stationLogger,
      ...(logFile === undefined ? {} : { takeLine: (line: string) => logFile.write(line) }),
    }),
    entries: stationEntries(import.meta.dirname),
    logger: stationLogger,
    environment: { ...(await keptSecrets(configuration)), ...environment },
    onFatal: onFailed,
  });
  return {
    url: `${station.url}/`,
    ...(isFirstStart ? { beginning: `${station.url}/start` } : {}),
    stop: () => {
      forgetDragged();
      return station.stop();
    },
    watch: (listener) => void station.watch(listener),
    pins: station.pins,
    waiting: () => station.waiting(),
  };
}

type Defaults = Readonly<Record<string, unknown>>;

function configurationFor(environment: Configuration['Environment'], more: Defaults = {}): Configuration {
  return loadConfiguration({
    argv: words.settings,
    env: process.env,
    defaults: {
      ...more,
      Environment: environment,
      // Elsewhere the system does not tell us whose a connection is.
      Server: { LocalUsers: process.platform === 'linux' ? 'own' : 'any' },
      // Somebody sits before it: what another program gives in is seen before it is signed.
      Approvals: { Rule: 'Always' },
    },
  });
}

/** A package without a signing provider asks once what to begin with, and the demo identity is there only if chosen. */
async function configure(): Promise<Configuration> {
  const configuration = configurationFor(isPackaged ? 'Production' : 'Development');
  if (!isPackaged || !hasNoProvider(configuration)) return configuration;
  const { Directory } = configuration.Data;
  if (hasChosenDemo(Directory)) return configurationFor('Development');
  const beginning = await askBeginning(systemTexts());
  // Its first page goes through what a token needs, step by step.
  isFirstStart = beginning?.kind !== 'demo';
  if (beginning === undefined) return configuration;
  keepBeginning(Directory, beginning);
  return configurationFor(beginning.kind === 'demo' ? 'Development' : 'Production');
}

/** What is asked of others goes the way that the system's own programs go, unless the settings say another. */
async function behindSystemProxies(configuration: Configuration): Promise<Configuration> {
  const { defaults, notes } = await systemProxies(configuration, (url) => session.defaultSession.resolveProxy(url));
  for (const { level, text } of notes) logger[level](text);
  return Object.keys(defaults).length === 0 ? configuration : configurationFor(configuration.Environment, defaults);
}

/** Passwords of servers, out of the system's key store. */
async function keptSecrets(configuration: Configuration): Promise<Readonly<Record<string, string>>> {
  const { Directory } = configuration.Data;
  const { variables, lost } = await openKeptSecrets({
    configuration,
    vault: openSystemVault(path.join(app.getPath('userData'), 'kept-secrets.json')),
    ask: (files) => askKeeping(files, systemTexts()),
    choice: {
      isLeave: () => readChoices(Directory)['secretFiles'] === 'leave',
      rememberLeave: () => addChoice(Directory, { secretFiles: 'leave' }),
    },
  });
  if (lost.length > 0) {
    logger.warn('The key store of the system does not open kept passwords any more.', { count: lost.length });
    const { title, text } = systemTexts().passwordsLost(path.join(Directory, 'secrets'), lost.join(', '));
    shell.showError(title, text);
  }
  return variables;
}

function checkSwitches(): void {
  const { refused, isSandboxOff } = judgeSwitches((name) => app.commandLine.hasSwitch(name), isPackaged);
  if (refused.length > 0) {
    const names = refused.map((name) => `--${name}`).join(', ');
    throw new DesktopRefusal((texts) => texts.switchesRefused(names));
  }
  if (isSandboxOff) logger.warn("The window runs without Chromium's sandbox, since --no-sandbox was given.");
}

function showDesk(station: RunningStation): void {
  takeOrders(new URL(station.url).origin);
  app.setAsDefaultProtocolClient(PROTOCOL);
  const raise = (): void => {
    window.open(station.url).catch(() => logger.error('The window could not be opened.'));
  };
  const kept = new KeptPins(openSystemVault(path.join(app.getPath('userData'), 'kept-pins.json')));
  desk = openDesk({
    icon: path.join(import.meta.dirname, 'icons', 'tray.png'),
    texts: deskTextsFor(app.getPreferredSystemLanguages()),
    onOpen: raise,
    onReview: () => {
      raise();
      window.show('/review');
    },
    onQuit: () => shell.quit(),
    onForgetPins: () => kept.forgetAll(),
    onCopyReport: () => void copyHelpReport({ version: app.getVersion(), stationUrl: station.url, logFile }),
    onShowLogs: () => void system.openPath(app.getPath('logs')),
    isInFront: () => window.isInFront(),
    ...(isPackaged ? { autostart: autostart() } : {}),
  });
  const waiting = createWaitingWatch({
    read: () => station.waiting(),
    onChange: (found, isNew) => desk?.waits(found, isNew),
    onFault: (fault) => logger.warn('What waits for a person could not be counted.', errorFields(fault)),
  });
  openWith.start(async (files) => {
    await window.open(station.url);
    window.give(files);
  });
  station.watch((change) => {
    desk?.note(change);
    waiting.look();
  });
  waiting.look();
  if (station.pins === null) return;
  station.pins.onChange(() => waiting.look());
  const { pins } = station;
  askPinsInWindow({ pins, station, folder: import.meta.dirname, hasDeveloperTools: !isPackaged, kept, logger });
}

/** Before the window opens: its page asks for what it may have at once. */
function takeOrders(origin: string): void {
  const { clear } = takePageOrders({
    ...{ origin, saveFolder, contents: () => window.contents() },
    icon: path.join(import.meta.dirname, 'icons', 'tray.png'),
    onRefused: (channel) => logger.error('A message to the program was refused.', { entity: channel }),
  });
  forgetDragged = clear;
}

function autostart() {
  const { env: environment, platform, execPath: executable } = process;
  return createAutostart({ platform, environment, executable, loginItems: app, home: app.getPath('home') });
}

/**
 * Nothing is awaited here: Electron emits `ready` only once this module has been evaluated, so that a top-level await of
 * anything that waits for `ready` would never end.
 */
function main(): void {
  const limit = new RestartLimit(path.join(app.getPath('userData'), 'restarts.json'), () => Date.now());
  const mayStartAgain = (): boolean => limit.mayStartAgain();
  const isHeld = limit.takeHold();
  // A program that waits for the person and fails at that would come back for ever.
  const hold = (): boolean => !isHeld && limit.hold();
  const ending = { shell, texts: systemTexts, mayStartAgain, hold, logger };
  endOnFaults(ending);
  app.on('before-quit', () => {
    isLeaving = true;
  });
  openWith.listen();
  runDesktop({
    shell,
    startStation: start,
    isHeld,
    texts: systemTexts,
    logger,
    mayStartAgain,
    onStarted: showDesk,
  }).catch((fault: unknown) => endWith(fault, ending));
}

main();
