import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/** An option as the command line knows it. */
export interface OptionSpec {
  readonly name: string;
  /** `flag` takes no value. */
  readonly kind: 'value' | 'flag' | 'values';
  readonly meaning: string;
  readonly choices?: readonly string[];
}

export interface ParsedOptions {
  readonly values: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly flags: ReadonlySet<string>;
  readonly operands: readonly string[];
}

/**
 * Options and operands of `args`; `nearest` names the option that is spelled most like one that is not there. Throws
 * UsageError for what `known` does not have, for an option given twice, and for a value that is none of its choices.
 */
export function parseOptions(
  args: readonly string[],
  known: readonly OptionSpec[],
  nearest: (name: string, names: readonly string[]) => string,
): ParsedOptions {
  const names = known.map(({ name }) => name);
  const values = new Map<string, string>();
  const lists = new Map<string, string[]>();
  const flags = new Set<string>();
  const operands: string[] = [];
  for (const token of tokensOf(args, known)) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const option = known.find(({ name }) => name === token.name);
    if (option === undefined || !token.rawName.startsWith('--')) {
      throw new UsageError(`${token.rawName} is not an option. Did you mean --${nearest(token.name, names)}?`);
    }
    const value = valueOf(option, token.value);
    if (value === undefined) flags.add(option.name);
    else if (option.kind === 'values') lists.set(option.name, [...(lists.get(option.name) ?? []), value]);
    else if (values.has(option.name)) throw new UsageError(`--${option.name} is given more than once.`);
    else values.set(option.name, value);
  }
  return { values, lists, flags, operands };
}

function tokensOf(args: readonly string[], known: readonly OptionSpec[]) {
  const options = Object.fromEntries(
    known.map(({ name, kind }) => [name, { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) }]),
  );
  return parseArgs({ args: [...args], options, allowPositionals: true, strict: false, tokens: true }).tokens;
}

function valueOf(option: OptionSpec, value: string | undefined): string | undefined {
  if (option.kind === 'flag') {
    if (value !== undefined) throw new UsageError(`--${option.name} takes no value.`);
    return undefined;
  }
  if (value === undefined) throw new UsageError(`--${option.name} needs a value.`);
  if (option.choices === undefined || value === '') return value;
  const found = option.choices.find((each) => each.toLowerCase() === value.toLowerCase());
  if (found !== undefined) return found;
  throw new UsageError(`--${option.name} is one of ${option.choices.join(', ')}.`);
}
