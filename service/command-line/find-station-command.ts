import { findCommand, STATION_COMMANDS, type StationCommand } from './commands.ts';

/**
 * The command for a station that the arguments begin with, and what follows it; `queue` alone is `queue list`, and `health`
 * is `health show`.
 */
export function findStationCommand(
  others: readonly string[],
): { readonly command: StationCommand; readonly args: readonly string[] } | undefined {
  const found = findCommand(STATION_COMMANDS, others);
  if (found !== undefined) return { command: found.command, args: others.slice(found.words) };
  const [group, next] = others;
  if (group === undefined || (next !== undefined && !next.startsWith('-'))) return undefined;
  const usual = STATION_COMMANDS.find(
    ({ name, operands }) => name === `${group} list` || (name === `${group} show` && operands === ''),
  );
  return usual === undefined ? undefined : { command: usual, args: others.slice(1) };
}
