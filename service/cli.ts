import { runStationCommand } from './command-line/run-station-command.ts';
import { CommandFailure } from './command-line/command-failure.ts';
import { findStationCommand } from './command-line/find-station-command.ts';
import { completionScript } from './command-line/completion.ts';
import { EXIT } from './command-line/exit-codes.ts';
import { whyUnwritable } from './command-line/output-file.ts';
import { isStdoutClosed } from './command-line/closed-output.ts';
import { plainLines } from './command-line/terminal.ts';
import { manualPage } from './command-line/manual.ts';
import { ownStationSurroundings } from './local-commands/own-station-surroundings.ts';
import { CommandFailed, runApiKeyCommand } from './local-commands/api-key-commands.ts';
import { runArchiveVerifyCommand } from './local-commands/archive-command.ts';
import { hostSecrets } from './composition/host-secrets.ts';
import { runMigrateCommand } from './local-commands/migrate-command.ts';
import { runDoctorCommand } from './local-commands/doctor-command.ts';
import { runTsaTestCommand } from './local-commands/tsa-command.ts';
import { runUnlockGuardCommand } from './local-commands/token-commands.ts';
import { ALL_COMMANDS, helpText, parseCommand, UsageError, type Command } from './local-commands/command.ts';
import { DataDirectoryInUse } from './data-directory/data-directory.ts';
import { ServerFault } from './domain/server-fault.ts';
import { versionLine } from './program/asked-of-entry.ts';
import { defaultEnvironment, entryFolder, stationEntries } from './program/entries.ts';
import { splitArguments } from './config/command-line-arguments.ts';
import { ConfigurationError, loadConfiguration } from './config/configuration.ts';
import { explainMachineFault } from './config/machine-faults.ts';
import { printConfiguration } from './config/print-configuration.ts';
import { createForkLauncher } from './processes/fork/fork-launcher.ts';
import { InspectorIsOpen, refuseInspection } from './processes/inspection.ts';
import { takeEnvironmentSecrets } from './secrets/environment/environment-secret-store.ts';

const PROGRAM = 'signing-station';

/**
 * Entry of the command line: documents and questions to a station, running or of this command's own; keys, configuration
 * and the token doctor, the trial of the timestamp authority, without the HTTP interface. How it ends is in
 * `command-line/exit-codes.ts`.
 */
async function main(argv: readonly string[]): Promise<void> {
  refuseInspection();
  endWithReader();
  const environment = { ...process.env };
  takeEnvironmentSecrets(process.env);
  process.report.excludeEnv = true;
  const { settings, others } = splitArguments(argv);
  if (others.length === 1 && others[0] === '--version') {
    process.stdout.write(await versionLine());
    return;
  }
  const asked = others.includes('--help') ? undefined : findStationCommand(others);
  if (asked !== undefined) {
    const surroundings = ownStationSurroundings({ ...parts(settings), environment, signal: stopSignal() });
    process.exitCode = await runStationCommand(asked.command, asked.args, surroundings);
    return;
  }
  const command = parseCommand(others.includes('--help') ? ['help', ...wordsOf(others)] : argv);
  if (command.name === 'help') print(helpText(command.about));
  else if (command.name === 'completion') process.stdout.write(completionScript(command.shell, PROGRAM, ALL_COMMANDS));
  else if (command.name === 'manual') process.stdout.write(manualPage(PROGRAM, ALL_COMMANDS));
  else await run(command, argv, environment);
}

/**
 * Whoever read the answers has had enough, as `head` has: a command ends then as if by SIGPIPE, which Node ignores. Where
 * the file that takes them has no room, half of them are worth nothing.
 */
function endWithReader(): void {
  // There is no other place to say what goes wrong with this one.
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (fault: NodeJS.ErrnoException) => {
    if (fault.code === 'EPIPE') process.exit(EXIT.unread);
    process.stderr.write(`The answers cannot be written: ${whyUnwritable(fault)}.\n`);
    process.exit(EXIT.failed);
  });
}

/** The command that `--help` is asked for: what comes after another option may be its value. */
function wordsOf(others: readonly string[]): readonly string[] {
  if (others[0] === '--help') return others.slice(1).filter(isWord);
  return others.slice(
    0,
    others.findIndex((argument) => !isWord(argument)),
  );
}

function isWord(argument: string): boolean {
  return !argument.startsWith('-') && argument !== 'help';
}

/** Ctrl-C ends what is waited for, so that a station of the command's own is stopped and its data removed. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(EXIT.interrupted);
      controller.abort();
    });
  }
  return controller.signal;
}

function parts(settings: readonly string[]) {
  return {
    configuration: configurationOf(settings),
    entries: stationEntries(entryFolder(import.meta.filename)),
    launcher: createForkLauncher(),
    terminal: {
      ...{ input: process.stdin, output: process.stdout, messages: process.stderr },
      isOutputClosed: isStdoutClosed(),
    },
  };
}

/** As the station itself would read it. */
function configurationOf(settings: readonly string[]) {
  return loadConfiguration({ argv: settings, env: process.env, defaults: productDefaults() });
}

function productDefaults() {
  return { Environment: defaultEnvironment(entryFolder(import.meta.filename)) };
}

/** The file alone: variables and arguments are those of the station as it is. */
function targetConfiguration(file: string) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.includes('__')));
  return loadConfiguration({ argv: ['--config', file], env, defaults: productDefaults() });
}

async function run(
  command: Exclude<Command, { readonly name: 'help' | 'completion' | 'manual' }>,
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const { settings } = splitArguments(argv);
  if (command.name === 'migrate') {
    const configuration = configurationOf(command.from === null ? settings : ['--config', command.from, ...settings]);
    const target = targetConfiguration(command.to);
    const entries = stationEntries(entryFolder(import.meta.filename));
    await runMigrateCommand({ configuration, target, entries, environment, print });
    return;
  }
  const configuration = configurationOf(settings);
  if (command.name === 'print-config') {
    print(printConfiguration(configuration));
    return;
  }
  if (command.name === 'archive verify') {
    await runArchiveVerifyCommand(configuration, command.folder, print);
    return;
  }
  if (command.name === 'token unlock-guard') {
    runUnlockGuardCommand(configuration, command, print);
    return;
  }
  const entries = stationEntries(entryFolder(import.meta.filename));
  if (command.name === 'doctor') {
    const parts = { configuration, launcher: createForkLauncher(), script: entries.doctor, environment };
    await runDoctorCommand(parts, command.providerId, print);
    return;
  }
  if (command.name === 'tsa test') {
    const parts = { configuration, launcher: createForkLauncher(), script: entries.timestampClient, environment };
    await runTsaTestCommand(parts, print);
    return;
  }
  if (command.name === 'api-key create' && isStdoutClosed()) {
    throw new UsageError('Standard output is closed, and the key, which is shown this once, would be lost.');
  }
  const secrets = hostSecrets(environment, configuration.Data.Directory);
  await runApiKeyCommand({ configuration, entries, secrets, print }, command);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main(process.argv.slice(2)).catch((fault: unknown) => {
  // It names files, whose names others may have chosen.
  process.stderr.write(`${plainLines(explain(fault))}\n`);
  if (fault instanceof CommandFailure) process.exitCode = fault.exitCode;
  else process.exitCode = fault instanceof UsageError ? EXIT.usage : EXIT.failed;
});

function explain(fault: unknown): string {
  const isExpected = [
    UsageError,
    CommandFailed,
    CommandFailure,
    ConfigurationError,
    InspectorIsOpen,
    DataDirectoryInUse,
    ServerFault,
  ].some((kind) => fault instanceof kind);
  if (fault instanceof Error && isExpected) return fault.message;
  const known = explainMachineFault(fault);
  if (known !== undefined) return known;
  const code = fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? ` (${fault.code})` : '';
  return `The command failed${code}${fault instanceof Error ? `: ${fault.message}` : '.'}`;
}
