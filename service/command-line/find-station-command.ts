import { findCommand, STATION_COMMANDS, type StationCommand } from './commands.ts';

/** The command for a station that the arguments begin with, and what follows it; `queue` alone is `queue list`. */
export function findStationCommand(
  others: readonly string[],
): { readonly command: StationCommand; readonly args: readonly string[] } | undefined {
  const found = findCommand(STATION_COMMANDS, others);
  if (found !== undefined) return { command: found.command, args: others.slice(found.words) };
  const [group, next] = others;
  if (group === undefined || (next !== undefined && !next.startsWith('-'))) return undefined;
  const list = STATION_COMMANDS.find(({ name }) => name === `${group} list`);
  return list === undefined ? undefined : { command: list, args: others.slice(1) };
}
