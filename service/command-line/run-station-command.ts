import type { Configuration } from '../config/configuration.ts';
import { CommandFailure } from './command-failure.ts';
import type { StationCommand } from './commands.ts';
import { EXIT } from './exit-codes.ts';
import { configuredUrl, givenUrl, readApiKey, whoListens } from './find-station.ts';
import { parseOptions, type ParsedOptions } from './parse-options.ts';
import { pinVariables, type PinSources } from './pin-variables.ts';
import { prepareExtend } from './extend-command.ts';
import { prepareReport } from './report-command.ts';
import { prepareApiCommand } from './run-api-command.ts';
import { prepareSign } from './sign-command.ts';
import { createStationApi, type StationAddress } from './station-api.ts';
import { NOTHING_LEFT, type StationWork } from './station-work.ts';
import { printLine, type Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';
import { prepareInspect, prepareVerify } from './verify-command.ts';

export interface CommandSurroundings extends PinSources {
  readonly configuration: Configuration;
  readonly terminal: Terminal;
  /** The name of those given that is spelled most like one that is not there. */
  nearest(name: string, names: readonly string[]): string;
  /** Runs `use` beside a station for this command alone; `variables` are secrets that it gets beside the configured ones. */
  withOwnStation<T>(
    variables: Readonly<Record<string, string>>,
    use: (address: StationAddress) => Promise<T>,
  ): Promise<T>;
}

/**
 * Carries out a command against the running station of the configuration or of `--url`; where none runs, and the command
 * makes sense then, against one of its own, which is said. Answers how the program ends.
 */
export async function runStationCommand(
  command: StationCommand,
  args: readonly string[],
  surroundings: CommandSurroundings,
): Promise<number> {
  const options = parseOptions(args, command.options, (name, names) => surroundings.nearest(name, names));
  const work = await prepare(command, options, surroundings.terminal);
  if (work === NOTHING_LEFT) return EXIT.done;
  const running = await runningStation(command, options, surroundings);
  const run = (address: StationAddress): Promise<number> =>
    work(createStationApi(address, surroundings.terminal.signal));
  if (running !== null) {
    const pinOption = ['pin-fd', 'pin-secret'].find((name) => options.values.has(name));
    if (pinOption === undefined) return run(running);
    throw new UsageError(`--${pinOption} is for --own-station: a running station has its own PIN.`);
  }
  const variables = command.kind === 'sign' ? await pinVariables(options, surroundings) : {};
  return surroundings.withOwnStation(variables, run);
}

/** Looks at options and files first: what cannot work starts no station and asks for no PIN. */
async function prepare(command: StationCommand, options: ParsedOptions, terminal: Terminal): Promise<StationWork> {
  if (command.kind === 'sign') return prepareSign(options, terminal);
  if (command.kind === 'extend') return prepareExtend(options, terminal);
  if (command.kind === 'verify') return prepareVerify(options, terminal);
  if (command.kind === 'inspect') return prepareInspect(options, terminal);
  if (command.kind === 'report') return prepareReport(options, terminal);
  return command.call === null ? () => Promise.resolve(EXIT.done) : prepareApiCommand(command.call, options, terminal);
}

/** Null: a station of its own is to be run. */
async function runningStation(
  command: StationCommand,
  options: ParsedOptions,
  { configuration, terminal }: CommandSurroundings,
): Promise<StationAddress | null> {
  const named = options.values.get('url');
  const keyFile = options.values.get('key-file');
  if (options.flags.has('own-station')) {
    const other = named === undefined ? (keyFile === undefined ? undefined : '--key-file') : '--url';
    if (other === undefined) return null;
    throw new UsageError(`--own-station and ${other} exclude each other.`);
  }
  const apiKey = readApiKey(keyFile, configuration.Data.Directory);
  if (named !== undefined) return { url: givenUrl(named), apiKey };
  const url = configuredUrl(configuration);
  // One that takes no requests shows there how it is, and nothing else.
  const listener = configuration.Roles.includes('api') ? await whoListens(url) : 'nobody';
  if (listener === 'own') return { url, apiKey };
  if (listener !== 'nobody') {
    const whose = listener.userId === null ? 'another user' : `the user with number ${listener.userId}`;
    throw new CommandFailure(
      `What listens at ${url} belongs to ${whose} of this machine; --url ${url} says that it is meant.`,
      EXIT.unreachable,
    );
  }
  if (!command.runsAlone) throw new CommandFailure(`No station runs at ${url}.`, EXIT.unreachable);
  printLine(terminal.messages, `No station runs at ${url}: this command runs one of its own.`);
  return null;
}
