import { realpathSync, readdirSync, statSync, type Stats } from 'node:fs';
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
const WRITABLE_BY_ALL = 0o002;
const STICKY = 0o1000;

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
  // SQLite reads the log beside a database, whoever made it.
  const database =
    configuration.Database.Provider === 'sqlite' ? [path.dirname(ConnectionString), ConnectionString] : [];
  const places = [Directory, secrets, configuration.Storage.Root, ...database];
  if (configurationFile !== null) places.push(configurationFile);
  const known = [...new Set(places.map((place) => path.resolve(place)))];
  const above = [...new Set(known.flatMap(foldersAbove))].filter((folder) => !known.includes(folder));
  return [...known.flatMap(changeProblem), ...above.flatMap(exchangeProblem), ...secretProblems(Directory, secrets)];
}

/** All folders on the way to a place, also on the way on that links lead. */
function foldersAbove(place: string): string[] {
  const ways = [path.resolve(place), ...(statOf(place) === undefined ? [] : [realpathSync(place)])];
  return ways.flatMap((way) => {
    const folders: string[] = [];
    for (let each = path.dirname(way); each !== folders.at(-1); each = path.dirname(each)) folders.push(each);
    return folders;
  });
}

/**
 * Where everybody may write, everybody may put another folder in the place of one that is there, unless it is a folder like
 * /tmp, in which names stay their owners'. Groups are not asked here: on many systems a user has one alone, and what an
 * orchestrator mounts is its group's.
 */
function exchangeProblem(folder: string): string[] {
  const mode = statOf(folder)?.mode ?? 0;
  if ((mode & WRITABLE_BY_ALL) === 0 || (mode & STICKY) !== 0) return [];
  return [
    `${folder} can be written by all users of this machine, who can put another folder in place of what the station keeps ` +
      `below it. Close it to them: chmod o-w "${folder}"`,
  ];
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
