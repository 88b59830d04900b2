import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { readDer } from '../asn1/asn1-reader.ts';
import { TAG } from '../asn1/tags.ts';
import { directoryNames } from '../x509/distribution-point.ts';
import { readExtensions, type Extension } from '../x509/extensions.ts';
import { readGeneralNames } from '../x509/general-name.ts';
import { OID_EXTENSION } from '../x509/object-identifiers.ts';

/** CRLReason (RFC 5280 5.3.1) by number; 7 is not used. */
const REVOCATION_REASONS = [
  'unspecified',
  'keyCompromise',
  'cACompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'certificateHold',
  '(unused)',
  'removeFromCRL',
  'privilegeWithdrawn',
  'aACompromise',
] as const;
export type RevocationReason = (typeof REVOCATION_REASONS)[number];

export interface RevokedEntry {
  readonly revokedAt: Date;
  /** `unspecified` where the entry gives none. */
  readonly reason: RevocationReason;
  /** Since when its authority no longer vouches for the key (invalidityDate, 5.3.2); null where the entry does not say. */
  readonly invalidSince: Date | null;
  /**
   * Why its meaning is not known: an extension is critical and not one that is understood here (RFC 5280 5.3), or it cannot
   * be read. Null where it is.
   */
  readonly obscurity: 'criticalExtension' | 'malformed' | null;
}

/**
 * Looks through revokedCertificates for a serial number, given by its content octets. What it lists twice is read as the
 * strictest of both, in whichever order they stand. A hand-written loop over offsets: a list has hundreds of thousands of
 * entries, and an object for each would cost seconds and hundreds of megabytes.
 */
export function findEntry(list: Asn1Element, serialNumber: Uint8Array): RevokedEntry | null {
  const { source, contentEnd } = list;
  let offset = list.contentStart;
  let found: RevokedEntry | null = null;
  while (offset < contentEnd) {
    if (source[offset] !== TAG.sequence) throw malformed(offset);
    const entryStart = contentOffset(source, offset, contentEnd);
    const entryEnd = entryStart + contentLength(source, offset);
    const serialStart = entryStart + 2;
    const serialBytes = source[entryStart + 1] ?? 0;
    const fits =
      entryEnd <= contentEnd && serialBytes < 0x80 && serialBytes > 0 && serialStart + serialBytes <= entryEnd;
    if (!fits || source[entryStart] !== TAG.integer) throw malformed(offset);
    if (isSameInteger(source, serialStart, serialBytes, serialNumber)) {
      found = stricter(found, readFoundEntry(source.subarray(offset, entryEnd), false));
    }
    offset = entryEnd;
  }
  return found;
}

const MAX_INDIRECT_ELEMENTS = 1_000_000;

/**
 * Looks through the list of an indirect CRL (RFC 5280 5.3.3): each entry is about the issuer that its certificateIssuer
 * names, or else the issuer of the entry before it; the first one is about the CRL's own.
 */
export function findIndirectEntry(
  list: Asn1Element,
  serialNumber: Uint8Array,
  issuerKey: string,
  crlIssuerKey: string,
): RevokedEntry | null {
  // Read afresh: elements are counted, and a CRL is asked about any number of certificates.
  const cursor = readDer(list.encoded, { maxElements: MAX_INDIRECT_ELEMENTS }).cursor();
  let currentIssuer: readonly string[] = [crlIssuerKey];
  let found: RevokedEntry | null = null;
  while (!cursor.isDone) {
    const entry = cursor.next(TAG.sequence);
    const fields = entry.cursor();
    const serial = fields.next(TAG.integer);
    fields.next();
    const extensions = fields.isDone ? null : readExtensions(fields.next());
    const issuer = extensions?.get(OID_EXTENSION.certificateIssuer);
    if (issuer !== undefined) {
      const names = readGeneralNames(readDer(issuer.value).expect(TAG.sequence));
      currentIssuer = directoryNames(names).map(({ key }) => key);
    }
    const { source, contentStart, contentEnd } = serial;
    const isSame = isSameInteger(source, contentStart, contentEnd - contentStart, serialNumber);
    if (isSame && currentIssuer.includes(issuerKey)) found = stricter(found, readFoundEntry(entry.encoded, true));
  }
  return found;
}

/**
 * Two entries for one certificate as one: what is not understood stays so, an end counts before a hold and a hold before
 * its removal, from the earliest of the dates on.
 */
function stricter(one: RevokedEntry | null, other: RevokedEntry): RevokedEntry {
  if (one === null || (one.obscurity === null && other.obscurity !== null)) return other;
  if (one.obscurity !== null) return one;
  const [first, second] = strictnessOf(other) > strictnessOf(one) ? [other, one] : [one, other];
  if (second.reason === 'removeFromCRL') return first;
  return {
    ...first,
    revokedAt: earlier(first.revokedAt, second.revokedAt),
    invalidSince:
      first.invalidSince && second.invalidSince
        ? earlier(first.invalidSince, second.invalidSince)
        : (first.invalidSince ?? second.invalidSince),
  };
}

function strictnessOf({ reason }: RevokedEntry): number {
  return reason === 'removeFromCRL' ? 0 : reason === 'certificateHold' ? 1 : 2;
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

function contentOffset(source: Uint8Array, offset: number, limit: number): number {
  const first = source[offset + 1] ?? 0xff;
  const octets = first < 0x80 ? 0 : first & 0x7f;
  // Entries are small: three length octets are far more than any needs, and 0x80 is the indefinite form.
  if (first === 0x80 || octets > 3 || offset + 2 + octets > limit) throw malformed(offset);
  return offset + 2 + octets;
}

function contentLength(source: Uint8Array, offset: number): number {
  const first = source[offset + 1] ?? 0;
  if (first < 0x80) return first;
  let length = 0;
  for (let index = 0; index < (first & 0x7f); index++) length = length * 256 + (source[offset + 2 + index] ?? 0);
  return length;
}

function isSameInteger(source: Uint8Array, start: number, length: number, content: Uint8Array): boolean {
  if (length !== content.length) return false;
  // From the end, where serial numbers of one authority differ.
  for (let index = content.length - 1; index >= 0; index--) {
    if (source[start + index] !== content[index]) return false;
  }
  return true;
}

/** The certificate is on the list, whatever else can be read of its entry. */
function readFoundEntry(der: Uint8Array, isIndirect: boolean): RevokedEntry {
  try {
    return readEntry(der, isIndirect);
  } catch (error) {
    if (!(error instanceof Asn1Error)) throw error;
    return { revokedAt: new Date(0), reason: 'unspecified', invalidSince: null, obscurity: 'malformed' };
  }
}

function readEntry(der: Uint8Array, isIndirect: boolean): RevokedEntry {
  const cursor = readDer(der).cursor(TAG.sequence);
  // Authorities that write negative serial numbers into certificates write the same ones here.
  cursor.next(TAG.integer);
  const revokedAt = cursor.next().time();
  const extensions = cursor.isDone ? null : readExtensions(cursor.next());
  cursor.finish();
  const reasonCode = extensions?.get(OID_EXTENSION.reasonCode);
  const known: string[] = [OID_EXTENSION.reasonCode, OID_EXTENSION.invalidityDate];
  if (isIndirect) known.push(OID_EXTENSION.certificateIssuer);
  const isObscure = [...(extensions?.values() ?? [])].some(({ critical, oid }) => critical && !known.includes(oid));
  return {
    revokedAt,
    reason: reasonCode === undefined ? 'unspecified' : readReason(readDer(reasonCode.value)),
    invalidSince: readInvalidityDate(extensions?.get(OID_EXTENSION.invalidityDate)),
    obscurity: isObscure ? 'criticalExtension' : null,
  };
}

/** CRLReason, ENUMERATED; `unspecified` for a number that RFC 5280 does not have. Throws Asn1Error. */
export function readReason(element: Asn1Element): RevocationReason {
  const reason = REVOCATION_REASONS[element.smallInteger(TAG.enumerated)];
  return reason === undefined || reason === '(unused)' ? 'unspecified' : reason;
}

/** InvalidityDate (RFC 5280 5.3.2), which OCSP responses may have, too (RFC 6960 4.4.5). Throws Asn1Error. */
export function readInvalidityDate(extension: Extension | undefined): Date | null {
  return extension === undefined ? null : readDer(extension.value).expect(TAG.generalizedTime).time();
}

function malformed(offset: number): Asn1Error {
  return new Asn1Error('ASN1_STRUCTURE_INVALID', 'Malformed CRL entry', offset);
}
