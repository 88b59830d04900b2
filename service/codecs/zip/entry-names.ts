import { hasTooManyMarks } from '../combining-marks.ts';
import { ZipError } from './zip-error.ts';

const META_INF = 'META-INF';
// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const FORBIDDEN_CHARACTER = /[\u0000-\u001f\u007f-\u009f\\]/u;
const DRIVE = /^[A-Za-z]:/u;
/** Characters that turn what follows around, so that `exe.pdf` may be shown for `fdp.exe` (UAX 9 2.1 to 2.4). */
const TURNS_AROUND = /[\u202a-\u202e\u2066-\u2069]/u;

/**
 * What two names have in common when a machine may take them for the same: letters apart from their case, characters
 * apart from how they are composed, and no dots and spaces at the end of a part (Windows drops them).
 */
export function nameKey(name: string): string {
  const folded = name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
  return folded.split('/').map(withoutEnd).join('/');
}

/** By hand: an expression that looks for the end of a run begins anew at each of its characters. */
function withoutEnd(part: string): string {
  let end = part.length;
  while (part[end - 1] === '.' || part[end - 1] === ' ') end--;
  return part.slice(0, end);
}

/** No file system takes longer ones as a whole, or more folders in each other; comparing them takes the square of both. */
const MAX_NAME_BYTES = 2048;
const MAX_PARTS = 100;

/**
 * A name as it stands in a header. `isUtf8` is general purpose flag 11. Throws ZipError ZIP_NAME_INVALID for anything
 * that readers could take for different names or that could leave the folder it is unpacked to; META-INF must be
 * written so, because a folder that differs only in case would be the same one on many machines. ZIP_NAME_TOO_LONG for one that is
 * not looked at.
 */
export function readEntryName(bytes: Uint8Array, isUtf8: boolean): string {
  if (!isUtf8 && bytes.some((byte) => byte > 0x7f)) {
    throw new ZipError('ZIP_NAME_INVALID', 'A name has characters beyond ASCII and is not marked as UTF-8.');
  }
  if (bytes.length > MAX_NAME_BYTES) throw tooLong();
  const name = decode(bytes);
  if (name.split('/').length > MAX_PARTS) throw tooLong();
  const fault = faultOfName(name);
  if (fault !== null) throw new ZipError('ZIP_NAME_INVALID', `An entry's name ${fault}.`);
  return name;
}

/** Why a name may not be used, to follow "the name"; null when it may. A trailing slash marks a folder. */
export function faultOfName(name: string): string | null {
  if (FORBIDDEN_CHARACTER.test(name)) return 'has a control character or a backslash';
  if (TURNS_AROUND.test(name)) return 'has a character that changes the direction of writing';
  if (hasTooManyMarks(name)) return 'has more marks on one letter than any language';
  if (DRIVE.test(name)) return 'begins with a drive letter';
  const segments = (name.endsWith('/') ? name.slice(0, -1) : name).split('/');
  if (segments.includes('')) return 'is absolute or has an empty part';
  if (segments.includes('.') || segments.includes('..')) return 'has a part that leads elsewhere';
  const [first = ''] = segments;
  return first !== META_INF && nameKey(first) === nameKey(META_INF) ? 'is like META-INF but not the same' : null;
}

/**
 * Refuses names that are equal after case folding and normalisation, and a file that would have to be a folder too.
 * Throws ZipError ZIP_NAME_DUPLICATED.
 */
export function requireDistinctNames(names: readonly string[]): void {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const name of names) {
    const key = nameKey(name.endsWith('/') ? name.slice(0, -1) : name);
    if (name.endsWith('/')) {
      if (folders.has(key)) throw duplicated();
      folders.add(key);
    } else {
      if (files.has(key)) throw duplicated();
      files.add(key);
    }
  }
  const isFileAndFolder = names.some((name) => parents(nameKey(name)).some((parent) => files.has(parent)));
  if (isFileAndFolder) throw duplicated();
}

function tooLong(): ZipError {
  return new ZipError('ZIP_NAME_TOO_LONG', 'An entry has a name of more bytes or folders than are looked through.');
}

function duplicated(): ZipError {
  return new ZipError(
    'ZIP_NAME_DUPLICATED',
    'Two entries have the same name, or names that many machines take for one.',
  );
}

/** `a/b/c` gives `a` and `a/b`; the folder `a/` gives `a`. */
function parents(key: string): string[] {
  const found: string[] = [];
  for (let slash = key.indexOf('/'); slash !== -1; slash = key.indexOf('/', slash + 1)) found.push(key.slice(0, slash));
  return found;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new ZipError('ZIP_NAME_INVALID', 'A name is not UTF-8.', { cause: error });
  }
}
