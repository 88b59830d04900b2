import { CommandFailed, runApiKeyCommand } from './composition/command-line/api-key-commands.ts';
import { hostSecrets } from './composition/host-secrets.ts';
import { runDoctorCommand } from './composition/command-line/doctor-command.ts';
import { runTsaTestCommand } from './composition/command-line/tsa-command.ts';
import { runUnlockGuardCommand } from './composition/command-line/token-commands.ts';
import { HELP, parseCommand, UsageError, type Command } from './composition/command-line/command.ts';
import { entryFolder, stationEntries } from './composition/entries.ts';
import { splitArguments } from './config/command-line-arguments.ts';
import { ConfigurationError, loadConfiguration } from './config/configuration.ts';
import { printConfiguration } from './config/print-configuration.ts';
import { createForkLauncher } from './processes/fork/fork-launcher.ts';
import { InspectorIsOpen, refuseInspection } from './processes/inspection.ts';
import { takeEnvironmentSecrets } from './secrets/environment/environment-secret-store.ts';

/**
 * Entry of the command line: keys, configuration and the token doctor, the trial of the timestamp authority, without the HTTP interface. Ends with 0 when the command was
 * carried out, 1 when it could not be, 2 when it was not understood.
 */
async function main(argv: readonly string[]): Promise<void> {
  refuseInspection();
  const environment = { ...process.env };
  takeEnvironmentSecrets(process.env);
  const command = parseCommand(argv);
  if (command.name === 'help') print(HELP);
  else await run(command, argv, environment);
}

async function run(
  command: Exclude<Command, { readonly name: 'help' }>,
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  // What a checkout is run as; the station says the same of itself.
  const configuration = loadConfiguration({
    argv: splitArguments(argv).settings,
    env: process.env,
    defaults: { Environment: 'Development' },
  });
  if (command.name === 'print-config') {
    print(printConfiguration(configuration));
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
  const secrets = hostSecrets(environment, configuration.Data.Directory);
  await runApiKeyCommand({ configuration, entries, secrets, print }, command);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main(process.argv.slice(2)).catch((fault: unknown) => {
  process.stderr.write(`${explain(fault)}\n`);
  process.exitCode = fault instanceof UsageError ? 2 : 1;
});

function explain(fault: unknown): string {
  const isExpected = [UsageError, CommandFailed, ConfigurationError, InspectorIsOpen].some(
    (kind) => fault instanceof kind,
  );
  if (fault instanceof Error && isExpected) return fault.message;
  const code = fault instanceof Error && 'code' in fault && typeof fault.code === 'string' ? ` (${fault.code})` : '';
  return `The command failed${code}${fault instanceof Error ? `: ${fault.message}` : '.'}`;
}
