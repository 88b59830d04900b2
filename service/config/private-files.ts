import { readdirSync, statSync, type Stats } from 'node:fs';
import path from 'node:path';
import type { DatabaseDriver } from './settings-schema.ts';

/** The settings that say where the station keeps things. */
interface Places {
  readonly Data: { readonly Directory: string };
  readonly Database: { readonly Provider: DatabaseDriver; readonly ConnectionString: string };
  readonly Storage: { readonly Root: string };
}

const WRITABLE_BY_OTHERS = 0o022;
const USABLE_BY_OTHERS = 0o077;
const ENTERABLE_BY_OTHERS = 0o011;

/**
 * Why somebody else could change what the station trusts: its settings, its documents and database, its secrets, one
 * sentence with the cure for each place. Secrets must not be readable to others either. Places that are not there yet
 * are made for one user. Windows keeps a user's data folder from others by its own means.
 */
export function privacyProblems(configuration: Places, configurationFile: string | null): string[] {
  if (process.platform === 'win32') return [];
  const { Directory } = configuration.Data;
  const secrets = path.join(Directory, 'secrets');
  const { ConnectionString } = configuration.Database;
  const database = configuration.Database.Provider === 'sqlite' ? [ConnectionString] : [];
  const places = [Directory, secrets, configuration.Storage.Root, ...database];
  if (configurationFile !== null) places.push(configurationFile);
  return [...[...new Set(places)].flatMap(changeProblem), ...secretProblems(Directory, secrets)];
}

/** A sentence with the cure when others could change the file or folder; none when it is not there. */
export function changeProblem(place: string): string[] {
  const stats = statOf(place);
  if (stats === undefined) return [];
  if (isOfSomebodyElse(stats)) return [`${place} belongs to another user of this machine, who can change it.`];
  return (stats.mode & WRITABLE_BY_OTHERS) === 0
    ? []
    : [`${place} can be changed by other users of this machine. Close it to them: chmod go-w "${place}"`];
}

/** What root owns, root can change anyway; root itself also works on what is others'. */
function isOfSomebodyElse({ uid }: Stats): boolean {
  const own = process.getuid?.() ?? 0;
  return own !== 0 && uid !== own && uid !== 0;
}

function secretProblems(directory: string, secrets: string): string[] {
  const isReachable = [directory, secrets].every((folder) => ((statOf(folder)?.mode ?? 0) & ENTERABLE_BY_OTHERS) !== 0);
  return namesIn(secrets).flatMap((name) => {
    const file = path.join(secrets, name);
    const forbidden = isReachable ? USABLE_BY_OTHERS : WRITABLE_BY_OTHERS;
    if (((statOf(file)?.mode ?? 0) & forbidden) === 0) return [];
    return [`The secret ${file} is open to other users of this machine. Close it to them: chmod 600 "${file}"`];
  });
}

function statOf(place: string): Stats | undefined {
  return statSync(place, { throwIfNoEntry: false });
}

function namesIn(folder: string): string[] {
  return statOf(folder)?.isDirectory() === true ? readdirSync(folder) : [];
}
