import { nearestKey } from './configuration-keys.ts';

/** Arguments that belong to the configuration, and all the others, both in their order. */
export interface SplitArguments {
  readonly settings: readonly string[];
  readonly others: readonly string[];
}

const NAMES_WITHOUT_COLON = ['config', 'roles', 'environment'];

/**
 * Takes `--Section:Key=value`, `--Section:Key value`, `--config file`, `--roles=` and `--environment=` out of `argv`.
 * A value that stands by itself goes with its name.
 */
export function splitArguments(argv: readonly string[]): SplitArguments {
  const settings: string[] = [];
  const others: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? '';
    const [, name = '', equals] = /^--([^=]+)(=)?/.exec(argument) ?? [];
    if (!name.includes(':') && !NAMES_WITHOUT_COLON.includes(name.toLowerCase())) {
      others.push(argument);
      continue;
    }
    settings.push(argument);
    const following = argv[index + 1];
    if (equals !== undefined || following === undefined || following.startsWith('--')) continue;
    settings.push(following);
    index += 1;
  }
  return { settings, others };
}

/**
 * A sentence for each argument that is neither a setting nor one of `switches`: a mistyped setting that was passed over
 * would leave what it was to close open. Values are not repeated, since they may be secrets.
 */
export function argumentProblems(
  argv: readonly string[],
  switches: readonly string[],
  knownKeys: readonly string[],
): string[] {
  const { settings, others } = splitArguments(argv);
  const problems = others
    .filter((argument) => !switches.includes(argument))
    .map((argument) => unknownArgument(argument, [...knownKeys, 'config'], switches));
  const files = settings.filter((argument) => /^--config(=|$)/i.test(argument));
  return files.length > 1 ? [...problems, '--config is given more than once.'] : problems;
}

function unknownArgument(argument: string, keys: readonly string[], switches: readonly string[]): string {
  // Word processors turn two hyphens into a dash, and what is copied from them keeps it.
  const name = /^[-\u2010-\u2015\u2212]+([^=]+)/u.exec(argument)?.[1];
  if (name === undefined) {
    return 'An argument belongs to no setting. Settings are written --Section:Key=value; a value with blanks needs quotes.';
  }
  const candidates = [...keys, ...switches.map((each) => each.replace(/^--/, ''))];
  return `--${name} is not an argument. Did you mean --${nearestKey(name, candidates)}?`;
}
