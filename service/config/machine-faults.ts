import { closeSync, existsSync, lstatSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { isWithoutRoom } from '../files/room-fault.ts';

/** What the machine refused; `place` is the path that it refused, null where the system names none. */
export type MachineFault =
  | { readonly kind: 'portTaken' | 'portRefused' | 'databaseDamaged' | 'tooFewHandles' | 'noSpace' | 'unsafeDisk' }
  | { readonly kind: 'notWritable' | 'wrongKind' | 'linkToNothing'; readonly place: string | null };

/** What of a fault is the machine's; undefined for everything else. */
export function machineFaultOf(fault: unknown): MachineFault | undefined {
  if (!(fault instanceof Error)) return undefined;
  const code = codeOf(fault);
  if (code === 'EADDRINUSE') return { kind: 'portTaken' };
  if (code === 'EACCES' && textOf(fault, 'syscall') === 'listen') return { kind: 'portRefused' };
  if (CANNOT_SYNC.includes(code) && textOf(fault, 'syscall') === 'fsync') return { kind: 'unsafeDisk' };
  return refusedPlace(fault, code) ?? refusedMeans(code);
}

/** What fsync answers where it is not for this kind of file (POSIX: EINVAL), as a share of CIFS does for folders. */
const CANNOT_SYNC: readonly string[] = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

function refusedMeans(code: string): MachineFault | undefined {
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return { kind: 'databaseDamaged' };
  if (['EMFILE', 'ENFILE'].includes(code)) return { kind: 'tooFewHandles' };
  if (isWithoutRoom(code)) return { kind: 'noSpace' };
  return /^SQLITE_(READONLY|CANTOPEN|PERM)/.test(code) ? refusedFile(code) : undefined;
}

function refusedPlace(fault: Error, code: string): MachineFault | undefined {
  const place = textOf(fault, 'path') ?? null;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return { kind: 'notWritable', place };
  const link = code === 'ENOENT' && place !== null ? linkToNothing(place) : undefined;
  if (link !== undefined) return { kind: 'linkToNothing', place: link };
  if (code === 'ENOENT' && place !== null && isReadOnly(fault, place)) return { kind: 'notWritable', place };
  return ['EISDIR', 'ENOTDIR', 'EEXIST'].includes(code) ? { kind: 'wrongKind', place } : undefined;
}

/** Node calls it ENOENT that a folder cannot be made on a read-only file system, where it makes those above it as well. */
function isReadOnly(fault: Error, place: string): boolean {
  return textOf(fault, 'syscall') === 'mkdir' && existsSync(path.dirname(path.resolve(place)));
}

/** What of a path is a link to what is not there, as a link into a disk that is not mounted. */
function linkToNothing(place: string): string | undefined {
  for (let each = path.resolve(place); each !== path.dirname(each); each = path.dirname(each)) {
    const isLink = lstatSync(each, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    if (isLink && !existsSync(each)) return each;
  }
  return undefined;
}

/** SQLite has one code for a file that it may not open and for one that there is no handle for. */
function refusedFile(code: string): MachineFault {
  const isShort = code.startsWith('SQLITE_CANTOPEN') && !hasHandles();
  return isShort ? { kind: 'tooFewHandles' } : { kind: 'notWritable', place: null };
}

/** Database, log, index and folder, and some for what goes on beside it. */
const HANDLES_OF_A_DATABASE = 8;

/** Whether so many handles can be had now as a database takes. */
function hasHandles(): boolean {
  const taken: number[] = [];
  try {
    while (taken.length < HANDLES_OF_A_DATABASE) taken.push(openSync(process.execPath, 'r'));
    return true;
  } catch (fault) {
    return !(fault instanceof Error && ['EMFILE', 'ENFILE'].includes(textOf(fault, 'code') ?? ''));
  } finally {
    for (const handle of taken) closeSync(handle);
  }
}

/** What says in its own words what is to be done with the database. */
export function isOfDatabase({ name }: Error): boolean {
  return ['DatabaseIsNewer', 'DatabaseIsOfAnother', 'DatabaseIsEmpty'].includes(name);
}

/**
 * What the machine refused when something was started, in one sentence that says what to do; undefined for everything
 * else. Neither the path nor the text of the fault is repeated beyond the names a person needs.
 */
export function explainMachineFault(fault: unknown): string | undefined {
  if (fault instanceof Error && isOfDatabase(fault)) return fault.message;
  const found = machineFaultOf(fault);
  if (found === undefined) return undefined;
  if (found.kind === 'notWritable') return notWritable(found.place ?? databasePlace(fault));
  if (found.kind === 'linkToNothing') return deadLink(found.place);
  if (found.kind === 'portTaken') return portTaken(fault);
  return found.kind === 'wrongKind' ? wrongKind(found.place) : SENTENCES[found.kind];
}

const SENTENCES = {
  portRefused:
    'The system keeps this port from the user of the station. Choose one above 1023 with --Server:Port=..., or let a proxy have it.',
  databaseDamaged:
    'The database is damaged. Keep a copy of station.db and the files beside it, then put back a backup of all of them, as ' +
    'docs/operating.md says.',
  tooFewHandles:
    'The system gives the station too few file handles. Raise the limit (ulimit -n 4096, or LimitNOFILE=4096 for systemd) ' +
    'and start it again.',
  noSpace:
    'There is no space left where the station keeps its data, or no room for one more file (df and df -i tell). Make room, ' +
    'or choose another folder with --Data:Directory=...',
  unsafeDisk:
    'The file system of the data directory cannot keep the names of files through a power cut: it does not sync folders, ' +
    'as some network shares do not. Choose a folder on a disk of this machine with --Data:Directory=...',
} as const;

function portTaken(fault: unknown): string {
  const port = fault instanceof Error && 'port' in fault ? Number(fault.port) : Number.NaN;
  return (
    `The port ${Number.isInteger(port) ? `${String(port)} ` : ''}is taken by another program (or another station). Stop that ` +
    'one, or choose another port with --Server:Port=...'
  );
}

/** SQLite says it of its own file, and names none. */
function databasePlace(fault: unknown): string | undefined {
  return fault instanceof Error && (textOf(fault, 'code') ?? '').startsWith('SQLITE_') ? 'its database' : undefined;
}

function notWritable(what = 'its data directory'): string {
  return (
    `The station may not write to ${what}. Give it to the user that the station runs as (chown, and no read-only file ` +
    'system), or choose another folder with --Data:Directory=...'
  );
}

function wrongKind(place: string | null): string {
  return (
    `Where the station keeps a folder there is a file, or a folder where it keeps a file: ${place ?? 'in its data directory'}. ` +
    'Move it away, or choose another folder with --Data:Directory=...'
  );
}

function deadLink(place: string | null): string {
  return (
    `${place ?? 'Something in its data directory'} is a link, and what it leads to is not there. Make or mount that, or ` +
    'remove the link.'
  );
}

/** Node has no name for what the system refused while the interfaces of the network were read, only its number. */
function codeOf(fault: Error): string {
  const code = textOf(fault, 'code') ?? '';
  const number: unknown = Reflect.get(fault, 'errno');
  const isUnnamed = code === 'ERR_SYSTEM_ERROR' && typeof number === 'number';
  return (
    (isUnnamed ? Object.entries(constants.errno).find(([, each]) => each === Math.abs(number))?.[0] : undefined) ?? code
  );
}

function textOf(fault: Error, member: 'code' | 'syscall' | 'path'): string | undefined {
  const value: unknown = Reflect.get(fault, member);
  return typeof value === 'string' ? value : undefined;
}
