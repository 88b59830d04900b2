import { nearestKey } from '../config/configuration-keys.ts';
import { UsageError } from '../command-line/usage-error.ts';

/**
 * Throws UsageError, with the name of the nearest one, where the arguments begin with words that are none of the commands
 * `names`. It comes before their options: those of a misspelled command would be called unknown.
 */
export function refuseUnknownCommand(args: readonly string[], names: readonly string[]): void {
  const [first = '-', second] = args[0]?.startsWith('-') === true ? [] : args.filter((word) => !word.startsWith('-'));
  if (first === '-' || names.includes(first) || names.includes(`${first} ${second}`)) return;
  const group = names.flatMap((name) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));
  if (group.length === 0) {
    const firsts = [...new Set(names.map((name) => name.split(' ')[0] ?? name))];
    throw new UsageError(`${first} is not a command. Did you mean ${nearestKey(first, firsts)}? help shows all.`);
  }
  // What follows an option may be its value.
  if (second === undefined || args[args.indexOf(first) + 1]?.startsWith('-') === true) {
    throw new UsageError(`${first} is not a command by itself: it is followed by one of ${group.join(', ')}.`);
  }
  throw new UsageError(`${first} ${second} is not a command. Did you mean ${first} ${nearestKey(second, group)}?`);
}
