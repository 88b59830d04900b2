import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { readDer } from '../asn1/asn1-reader.ts';
import { contextConstructed, contextPrimitive, TAG } from '../asn1/tags.ts';
import { readAlgorithmIdentifier, type AlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import { readAuthorityKeyIdentifier, readExtensions, type Extension } from '../x509/extensions.ts';
import { readGeneralNames, type GeneralName } from '../x509/general-name.ts';
import { readName, type Name } from '../x509/name.ts';
import { OID_EXTENSION } from '../x509/object-identifiers.ts';
import { findEntry, type RevokedEntry } from './revoked-entries.ts';

/** IssuingDistributionPoint (RFC 5280 5.2.5). */
export interface IssuingDistributionPoint {
  readonly fullName: readonly GeneralName[] | null;
  readonly onlyContainsUserCerts: boolean;
  readonly onlyContainsCaCerts: boolean;
  readonly hasOnlySomeReasons: boolean;
  readonly isIndirect: boolean;
  readonly onlyContainsAttributeCerts: boolean;
  /** nameRelativeToCRLIssuer is used, which nothing here resolves. */
  readonly hasRelativeName: boolean;
}

/** A parsed CRL (RFC 5280 5.1); its list of entries is scanned only by `find`. Byte fields are views. */
export interface Crl {
  readonly der: Uint8Array;
  /** The signed bytes. */
  readonly tbs: Uint8Array;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signatureValue: Uint8Array;
  readonly issuer: Name;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  readonly extensions: ReadonlyMap<string, Extension>;
  readonly authorityKeyIdentifier: Uint8Array | null;
  readonly issuingDistributionPoint: IssuingDistributionPoint | null;
  readonly isDelta: boolean;
  /**
   * The entry for a serial number (magnitude, big-endian), or null. One pass over the list without allocation;
   * throws Asn1Error if the list is malformed before the entry.
   */
  find(serialNumber: Uint8Array): RevokedEntry | null;
}

/** Parses a DER CertificateList. Throws Asn1Error. Entries are not looked at, so the size of the list costs nothing. */
export function parseCrl(der: Uint8Array): Crl {
  const outer = readDer(der).cursor(TAG.sequence);
  const tbs = outer.next(TAG.sequence);
  const signatureAlgorithm = readAlgorithmIdentifier(outer.next());
  const signatureValue = outer.next().bitStringBytes();
  outer.finish();
  const cursor = tbs.cursor();
  const version = cursor.optional(TAG.integer);
  if (version !== null && version.smallInteger() !== 1) throw structure('Unknown CRL version', version);
  if (Buffer.compare(readAlgorithmIdentifier(cursor.next()).der, signatureAlgorithm.der) !== 0) {
    throw structure('Inner and outer signature algorithm differ', tbs);
  }
  const issuer = readName(cursor.next());
  const thisUpdate = cursor.next().time();
  const nextUpdate = cursor.optional(TAG.utcTime, TAG.generalizedTime)?.time() ?? null;
  const entries = cursor.optional(TAG.sequence);
  const list = cursor.optional(contextConstructed(0));
  cursor.finish();
  if (list !== null && version === null) throw structure('Extensions in a version 1 CRL', list);
  const extensions = list === null ? new Map<string, Extension>() : readExtensions(list.single());
  return {
    ...{ der, tbs: tbs.encoded, signatureAlgorithm, signatureValue, issuer, thisUpdate, nextUpdate, extensions },
    ...readScope(extensions),
    find: (serialNumber) => (entries === null ? null : findEntry(entries, serialNumber)),
  };
}

type Scope = Pick<Crl, 'authorityKeyIdentifier' | 'issuingDistributionPoint' | 'isDelta'>;

function readScope(extensions: ReadonlyMap<string, Extension>): Scope {
  const keyIdentifier = extensions.get(OID_EXTENSION.authorityKeyIdentifier);
  const distributionPoint = extensions.get(OID_EXTENSION.issuingDistributionPoint);
  return {
    authorityKeyIdentifier: keyIdentifier ? readAuthorityKeyIdentifier(keyIdentifier.value).keyIdentifier : null,
    issuingDistributionPoint: distributionPoint ? readIssuingDistributionPoint(distributionPoint.value) : null,
    isDelta: extensions.has(OID_EXTENSION.deltaCrlIndicator),
  };
}

function readIssuingDistributionPoint(value: Uint8Array): IssuingDistributionPoint {
  const cursor = readDer(value).cursor(TAG.sequence);
  const name = cursor.optional(contextConstructed(0))?.single() ?? null;
  const flag = (number: number): boolean =>
    cursor.optional(contextPrimitive(number))?.boolean(contextPrimitive(number)) ?? false;
  const onlyContainsUserCerts = flag(1);
  const onlyContainsCaCerts = flag(2);
  const hasOnlySomeReasons = cursor.optional(contextPrimitive(3)) !== null;
  const isIndirect = flag(4);
  const onlyContainsAttributeCerts = flag(5);
  cursor.finish();
  const hasFullName = name?.tag === contextConstructed(0);
  return {
    ...{ onlyContainsUserCerts, onlyContainsCaCerts, hasOnlySomeReasons, isIndirect, onlyContainsAttributeCerts },
    fullName: hasFullName ? readGeneralNames(name) : null,
    hasRelativeName: name !== null && !hasFullName,
  };
}

function structure(message: string, element: Asn1Element): Asn1Error {
  return new Asn1Error('ASN1_STRUCTURE_INVALID', message, element.start);
}
