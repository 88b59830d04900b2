import type { Asn1Element } from '../../codecs/asn1/asn1-element.ts';
import { readBer } from '../../codecs/asn1/asn1-reader.ts';
import { derOid } from '../../codecs/asn1/der-writer.ts';
import { contextConstructed } from '../../codecs/asn1/tags.ts';
import type { AtsHashIndex } from '../../codecs/cms/ats-hash-index.ts';
import type { CmsAttribute } from '../../codecs/cms/cms-attributes.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import { orNull } from '../cades/signer-attributes.ts';
import {
  evidenceOfAttributes,
  evidenceOfSignedData,
  evidenceOfToken,
  evidenceSignedAlong,
} from '../evidence/cms-evidence.ts';
import type { RawEvidence } from '../evidence/document-evidence.ts';
import { digestOf, type CmsSignature, type Surroundings } from './cms-surroundings.ts';
import type { FoundTimestamp, Imprint } from './found-timestamp.ts';

export type Kept = Required<Pick<Imprint, 'protects' | 'keeps'>>;

export const KEEPS_NOTHING: Kept = { protects: new Set(), keeps: () => [] };

/** What an index of digests lists; null where it lists something that is not there. Throws WorkExceededError. */
export function keptByIndex(
  index: AtsHashIndex,
  hash: HashName,
  signature: CmsSignature,
  { unsigned, found }: Surroundings,
): Kept | null {
  const listing = new Listing(index, hash, signature);
  if (!listing.isComplete(unsigned)) return null;
  const protects = new Set(
    found.filter(({ attribute, value }) => listing.hasValue(attribute, value)).map((one) => one.found),
  );
  const keeps = (): RawEvidence[] => [
    ...listing.revocations(),
    ...evidenceSignedAlong(signature.signerInfo),
    ...evidenceOfAttributes(
      unsigned.map((one) => ({ oid: one.oid, values: one.values.filter((value) => listing.hasValue(one, value)) })),
    ),
    ...evidenceInTokens(protects),
  ];
  return { protects, keeps };
}

/** What timestamps bring along themselves. */
export function evidenceInTokens(timestamps: ReadonlySet<FoundTimestamp>): RawEvidence[] {
  return [...timestamps].flatMap(({ token }) => evidenceOfToken(token));
}

class Listing {
  readonly #index: AtsHashIndex;
  readonly #hash: HashName;
  readonly #signature: CmsSignature;
  readonly #values: ReadonlySet<string>;
  readonly #revocations: ReadonlySet<string>;

  constructor(index: AtsHashIndex, hash: HashName, signature: CmsSignature) {
    this.#index = index;
    this.#hash = hash;
    this.#signature = signature;
    this.#values = keysOf(index.unsignedAttributes);
    this.#revocations = keysOf(index.revocationInfos);
  }

  /** Whether all that is listed is there. Some programs list what lies in certificate-values and revocation-values, too. */
  isComplete(unsigned: readonly CmsAttribute[]): boolean {
    const { signedData } = this.#signature;
    const { certificates, revocationInfos } = signedData.parts;
    const carried = evidenceOfSignedData(signedData);
    const lists = carried.flatMap(({ crls, ocspResponses }) => [crls, ocspResponses]);
    return (
      this.#areThere(keysOf(this.#index.certificates), [certificates, ...carried.map((one) => one.certificates)]) &&
      this.#areThere(this.#revocations, [revocationInfos, ...lists]) &&
      isWithin(this.#values, new Set(unsigned.flatMap((attribute) => this.#keysOfAttribute(attribute))))
    );
  }

  /**
   * Of an attribute with several values one may be listed: another that stands beside it can have come later, and which
   * version an index is of nobody signs.
   */
  hasValue(attribute: CmsAttribute, value: Asn1Element): boolean {
    const all = this.#keyOfAll(attribute);
    if (all !== null && this.#values.has(all)) return true;
    return this.#index.version !== 1 && this.#values.has(this.#keyOfValue(attribute, value));
  }

  /** The CRLs and OCSP responses that are listed by themselves, or as the choice that they stand in (RFC 5940). */
  revocations(): RawEvidence[] {
    const { signedData } = this.#signature;
    const isListed = (der: Uint8Array): boolean => this.#revocations.has(this.#keyOf(der));
    const bare = evidenceOfSignedData(signedData).map(({ crls, ocspResponses }) => ({
      certificates: [],
      crls: crls.filter(isListed),
      ocspResponses: ocspResponses.filter(isListed),
    }));
    const chosen = signedData.parts.revocationInfos.filter(isListed).flatMap((choice) => otherIn(choice) ?? []);
    return [...bare, { certificates: [], crls: [], ocspResponses: chosen }];
  }

  #areThere(listed: ReadonlySet<string>, lists: readonly (readonly Uint8Array[])[]): boolean {
    return isWithin(listed, new Set(lists.flat().map((one) => this.#keyOf(one))));
  }

  #keyOf(...pieces: readonly Uint8Array[]): string {
    return hex(digestOf(this.#hash, pieces, this.#signature.budget));
  }

  #keyOfValue({ oid }: CmsAttribute, value: Asn1Element): string {
    return this.#keyOf(derOid(oid), value.encoded);
  }

  /** Version 1 lists whole attributes, version 2 the type with all values as well. */
  #keyOfAll({ oid, values, der }: CmsAttribute): string | null {
    const { version } = this.#index;
    if (version === 1) return this.#keyOf(der);
    return version === 3 ? null : this.#keyOf(derOid(oid), ...values.map(({ encoded }) => encoded));
  }

  #keysOfAttribute(attribute: CmsAttribute): string[] {
    const each = this.#index.version === 1 ? [] : attribute.values.map((value) => this.#keyOfValue(attribute, value));
    return [...each, ...[this.#keyOfAll(attribute)].filter((key) => key !== null)];
  }
}

/** Of OtherRevocationInfoFormat what stands behind its type. */
function otherIn(choice: Uint8Array): Uint8Array | null {
  return orNull(() => {
    const element = readBer(choice);
    return element.tag === contextConstructed(1) ? (element.children()[1]?.encoded ?? null) : null;
  });
}

function isWithin(listed: ReadonlySet<string>, known: ReadonlySet<string>): boolean {
  return [...listed].every((key) => known.has(key));
}

function keysOf(digests: readonly Uint8Array[]): ReadonlySet<string> {
  return new Set(digests.map(hex));
}

function hex(digest: Uint8Array): string {
  return Buffer.from(digest).toString('hex');
}
