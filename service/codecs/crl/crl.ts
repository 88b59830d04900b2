import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { readDer } from '../asn1/asn1-reader.ts';
import { contextConstructed, contextPrimitive, TAG } from '../asn1/tags.ts';
import { readAlgorithmIdentifier, type AlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import {
  ALL_REASONS,
  readDistributionPointName,
  readReasonFlags,
  type DistributionPointName,
  type ReasonFlags,
} from '../x509/distribution-point.ts';
import { readAuthorityKeyIdentifier, readExtensions, type Extension } from '../x509/extensions.ts';
import { readName, type Name } from '../x509/name.ts';
import { OID_EXTENSION } from '../x509/object-identifiers.ts';
import { findEntry, findIndirectEntry, type RevokedEntry } from './revoked-entries.ts';

/** IssuingDistributionPoint (RFC 5280 5.2.5). */
export interface IssuingDistributionPoint {
  readonly name: DistributionPointName | null;
  readonly onlyContainsUserCerts: boolean;
  readonly onlyContainsCaCerts: boolean;
  /** All of them unless onlySomeReasons says which. */
  readonly reasons: ReasonFlags;
  readonly isIndirect: boolean;
  readonly onlyContainsAttributeCerts: boolean;
  /** DER of the extension's value: a delta belongs to a CRL of the same scope. */
  readonly der: Uint8Array;
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
  readonly crlNumber: bigint | null;
  /** Number of the CRL that this one tells the changes since (deltaCRLIndicator); null for a complete one. */
  readonly baseCrlNumber: bigint | null;
  /**
   * The entry for a certificate, or null, by its issuer's comparison key and its serial number (content octets); of several
   * the strictest. One pass over the list, without allocation where the CRL is not indirect; throws Asn1Error if the list is
   * malformed.
   */
  find(serialNumber: Uint8Array, issuerKey: string): RevokedEntry | null;
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
  const scope = readScope(extensions);
  return {
    ...{ der, tbs: tbs.encoded, signatureAlgorithm, signatureValue, issuer, thisUpdate, nextUpdate, extensions },
    ...scope,
    find: (serialNumber, issuerKey) => {
      if (entries === null) return null;
      if (scope.issuingDistributionPoint?.isIndirect === true) {
        return findIndirectEntry(entries, serialNumber, issuerKey, issuer.key);
      }
      return issuerKey === issuer.key ? findEntry(entries, serialNumber) : null;
    },
  };
}

type Scope = Pick<Crl, 'authorityKeyIdentifier' | 'issuingDistributionPoint' | 'crlNumber' | 'baseCrlNumber'>;

function readScope(extensions: ReadonlyMap<string, Extension>): Scope {
  const keyIdentifier = extensions.get(OID_EXTENSION.authorityKeyIdentifier);
  const distributionPoint = extensions.get(OID_EXTENSION.issuingDistributionPoint);
  return {
    authorityKeyIdentifier: keyIdentifier ? readAuthorityKeyIdentifier(keyIdentifier.value).keyIdentifier : null,
    issuingDistributionPoint: distributionPoint ? readIssuingDistributionPoint(distributionPoint.value) : null,
    crlNumber: readNumber(extensions.get(OID_EXTENSION.crlNumber)),
    baseCrlNumber: readNumber(extensions.get(OID_EXTENSION.deltaCrlIndicator)),
  };
}

/** CRLNumber (5.2.3): up to 20 octets. */
function readNumber(extension: Extension | undefined): bigint | null {
  if (extension === undefined) return null;
  const content = readDer(extension.value).integerBytes();
  if (content.length > 21 || (content[0] ?? 0) >= 0x80) {
    throw new Asn1Error('ASN1_VALUE_INVALID', 'A CRL number is negative or too long');
  }
  return BigInt(`0x${Buffer.from(content).toString('hex')}`);
}

function readIssuingDistributionPoint(value: Uint8Array): IssuingDistributionPoint {
  const cursor = readDer(value).cursor(TAG.sequence);
  const name = cursor.optional(contextConstructed(0));
  const flag = (number: number): boolean =>
    cursor.optional(contextPrimitive(number))?.boolean(contextPrimitive(number)) ?? false;
  const onlyContainsUserCerts = flag(1);
  const onlyContainsCaCerts = flag(2);
  const reasons = cursor.optional(contextPrimitive(3));
  const isIndirect = flag(4);
  const onlyContainsAttributeCerts = flag(5);
  cursor.finish();
  return {
    ...{ onlyContainsUserCerts, onlyContainsCaCerts, isIndirect, onlyContainsAttributeCerts, der: value },
    name: name === null ? null : readDistributionPointName(name),
    reasons: reasons === null ? ALL_REASONS : readReasonFlags(reasons, contextPrimitive(3)),
  };
}

function structure(message: string, element: Asn1Element): Asn1Error {
  return new Asn1Error('ASN1_STRUCTURE_INVALID', message, element.start);
}
