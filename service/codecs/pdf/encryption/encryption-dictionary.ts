import { invalidStructure, PdfError } from '../pdf-error.ts';
import { isNamed, isPdfArray, PdfDictionary, PdfName, PdfReference, PdfStream, PdfString } from '../pdf-objects.ts';
import type { PdfObject } from '../pdf-objects.ts';

const MAX_DEPTH = 8;
/** Real ones have about twenty; hostile files ask this of each of hundreds of revisions. */
const MAX_VALUES = 100;
const NAME_BYTES_BEFORE_AES_256 = 32;
/** Check value, validation salt and key salt. */
const CHECK_BYTES_OF_AES_256 = 48;
const KEY_BYTES_OF_AES_256 = 32;

/** The encryption dictionary of the standard security handler, ISO 32000-2 tables 20 and 21, checked. */
export interface EncryptionDictionary {
  readonly entries: PdfDictionary;
  readonly version: 1 | 2 | 4 | 5;
  readonly revision: 2 | 3 | 4 | 5 | 6;
  /** /O and /U: 32 bytes, 48 for AES-256. */
  readonly owner: Uint8Array;
  readonly user: Uint8Array;
  /** /UE, the file key encrypted for the user; empty before AES-256. */
  readonly userKey: Uint8Array;
  /** /Perms; empty before AES-256. */
  readonly checkedPermissions: Uint8Array;
  /** /P as a signed number of 32 bits. */
  readonly permissions: number;
  readonly encryptsMetadata: boolean;
}

/**
 * Checks the encryption dictionary. Throws PdfError: PDF_ENCRYPTED for a handler, version or method that is not known,
 * PDF_STRUCTURE_INVALID for a dictionary that is broken.
 */
export function readEncryptionDictionary(entries: PdfDictionary): EncryptionDictionary {
  requireStandardHandler(entries);
  const { version, revision } = readVersion(entries);
  const isAes256 = version === 5;
  const checkBytes = isAes256 ? CHECK_BYTES_OF_AES_256 : NAME_BYTES_BEFORE_AES_256;
  const keyBytes = isAes256 ? KEY_BYTES_OF_AES_256 : 0;
  // Unused here, but without it other readers do not open the document.
  bytesOf(entries, 'OE', keyBytes);
  const encryptsMetadata = entries.get('EncryptMetadata') ?? true;
  if (typeof encryptsMetadata !== 'boolean') throw malformedEntry('EncryptMetadata');
  return {
    entries,
    version,
    revision,
    owner: bytesOf(entries, 'O', checkBytes),
    user: bytesOf(entries, 'U', checkBytes),
    userKey: bytesOf(entries, 'UE', keyBytes),
    checkedPermissions: bytesOf(entries, 'Perms', isAes256 ? 16 : 0),
    permissions: permissionsOf(entries.get('P')),
    encryptsMetadata,
  };
}

function requireStandardHandler(entries: PdfDictionary): void {
  const handler = entries.get('Filter');
  if (isNamed(handler, 'Standard')) return;
  const isPublicKey = handler instanceof PdfName && /^Adobe\.(?:PubSec|PPKLite)$|^Entrust\.PPKEF$/.test(handler.value);
  throw new PdfError(
    'PDF_ENCRYPTED',
    isPublicKey
      ? 'the document is encrypted for the holders of certain certificates'
      : 'the document is encrypted by a security handler that is not known',
  );
}

const REVISIONS: Readonly<Record<number, readonly number[]>> = { 1: [2, 3], 2: [3], 4: [4], 5: [5, 6] };

function readVersion(entries: PdfDictionary): Pick<EncryptionDictionary, 'version' | 'revision'> {
  const version = entries.get('V');
  const revision = entries.get('R');
  if (typeof version !== 'number' || typeof revision !== 'number') {
    throw invalidStructure('an encryption dictionary without its version');
  }
  if (!isVersion(version) || !isRevision(revision)) {
    throw new PdfError('PDF_ENCRYPTED', 'the document is encrypted by a version of the algorithms that is not known');
  }
  if (REVISIONS[version]?.includes(revision) !== true) {
    throw invalidStructure('an encryption dictionary whose versions do not fit each other');
  }
  return { version, revision };
}

function isVersion(value: number): value is EncryptionDictionary['version'] {
  return value === 1 || value === 2 || value === 4 || value === 5;
}

function isRevision(value: number): value is EncryptionDictionary['revision'] {
  return Number.isInteger(value) && value >= 2 && value <= 6;
}

/** Some writers fill the strings up with zeros, which mean nothing. */
function bytesOf(entries: PdfDictionary, key: string, length: number): Uint8Array {
  if (length === 0) return new Uint8Array(0);
  const value = entries.get(key);
  if (!(value instanceof PdfString) || value.bytes.length < length) throw malformedEntry(key);
  return value.bytes.subarray(0, length);
}

function malformedEntry(key: string): PdfError {
  return invalidStructure(`the entry ${key} of the encryption dictionary is malformed`);
}

/** Some writers give the 32 bits as an unsigned number. */
function permissionsOf(value: PdfObject): number {
  const isWhole = typeof value === 'number' && Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 32;
  if (!isWhole) throw invalidStructure('malformed permissions');
  return value | 0;
}

/** `object` with everything it refers to put in its place. Throws PdfError PDF_STRUCTURE_INVALID. */
export function withoutReferences(object: PdfObject, resolve: (object: PdfObject) => PdfObject): PdfObject {
  let visited = 0;
  const visit = (item: PdfObject, depth: number): PdfObject => {
    // Without a count, a few arrays that list each other again and again would never end.
    if (depth > MAX_DEPTH || ++visited > MAX_VALUES) throw invalidStructure('an encryption dictionary out of bounds');
    const value = item instanceof PdfReference ? resolve(item) : item;
    if (value instanceof PdfStream) throw invalidStructure('a stream in the encryption dictionary');
    if (isPdfArray(value)) return value.map((inner) => visit(inner, depth + 1));
    if (!(value instanceof PdfDictionary)) return value;
    if (value.hasDuplicateKeys) throw invalidStructure('an encryption dictionary that names a key twice');
    const entries = [...value.entries].map(([key, inner]) => [key, visit(inner, depth + 1)] as const);
    return new PdfDictionary(new Map(entries));
  };
  return visit(object, 0);
}
