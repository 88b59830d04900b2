import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { TAG } from '../asn1/tags.ts';
import { readAlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import { hashFromOid, type HashName } from '../x509/hash-algorithm.ts';
import type { CmsAttribute } from './cms-attributes.ts';
import { hashOfDigestAlgorithm } from './digest-algorithm.ts';
import * as oids from './object-identifiers.ts';

/** ATSHashIndex of EN 319 122-1 5.5.2 (version 3), of its first edition (2) and of TS 101 733 6.4.2 (1). */
export interface AtsHashIndex {
  readonly version: 1 | 2 | 3;
  /** Null for an algorithm that is not known here. */
  readonly hash: HashName | null;
  readonly certificates: readonly Uint8Array[];
  readonly revocationInfos: readonly Uint8Array[];
  /** Digests of attributes (1) or of their values with their type (2 and 3). */
  readonly unsignedAttributes: readonly Uint8Array[];
  /** As it stands there: it is part of what the timestamp is of. */
  readonly der: Uint8Array;
}

const VERSIONS: ReadonlyMap<string, AtsHashIndex['version']> = new Map([
  [oids.OID_ID_AA_ATS_HASH_INDEX_V3, 3],
  [oids.OID_ID_AA_ATS_HASH_INDEX_V2, 2],
  [oids.OID_ID_AA_ATS_HASH_INDEX, 1],
]);

/** The index among a token's unsigned attributes; null when there is none. Throws Asn1Error for more than one. */
export function findAtsHashIndex(attributes: readonly CmsAttribute[]): AtsHashIndex | null {
  const found = attributes.flatMap(({ oid, values }) => {
    const version = VERSIONS.get(oid);
    return version === undefined ? [] : values.map((value) => readIndex(value, version));
  });
  if (found.length > 1) throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'More than one hash index');
  return found[0] ?? null;
}

/** The hash algorithm is SHA-256 where it is left out. */
function readIndex(element: Asn1Element, version: AtsHashIndex['version']): AtsHashIndex {
  const fields = element.children(TAG.sequence);
  const isNamed = fields.length === 4;
  const [certificates, revocationInfos, unsignedAttributes] = fields.slice(isNamed ? 1 : 0).map(readDigests);
  if (fields.length < 3 || fields.length > 4 || !certificates || !revocationInfos || !unsignedAttributes) {
    throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'Not a hash index', element.start);
  }
  const algorithm = isNamed ? fields[0] : undefined;
  const hash = algorithm === undefined ? 'SHA-256' : hashOf(algorithm);
  return { version, hash, certificates, revocationInfos, unsignedAttributes, der: element.encoded };
}

/** Some programs write the bare object identifier. */
function hashOf(algorithm: Asn1Element): HashName | null {
  if (algorithm.tag === TAG.oid) return hashFromOid(algorithm.oid());
  return hashOfDigestAlgorithm(readAlgorithmIdentifier(algorithm));
}

function readDigests(element: Asn1Element): Uint8Array[] {
  return element.children(TAG.sequence).map((digest) => digest.octetString());
}
