import { readBer } from '../../codecs/asn1/asn1-reader.ts';
import type { Asn1Element } from '../../codecs/asn1/asn1-element.ts';
import { contextConstructed } from '../../codecs/asn1/tags.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import type { CmsAttribute } from '../../codecs/cms/cms-attributes.ts';
import type { SignedData, SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import { startHash, type HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { DigestContent } from '../cades/signed-content.ts';
import { WORK, type WorkBudget } from '../work-budget.ts';
import type { FoundTimestamp } from './found-timestamp.ts';

/** A signature whose timestamps are looked for, and what they may be of. */
export interface CmsSignature {
  readonly signedData: SignedData;
  readonly signerInfo: SignerInfo;
  /** What `signedData` was read from. */
  readonly source: ByteSource;
  /** Digest of what was signed; null where it is not at hand. */
  readonly digestContent: DigestContent | null;
  /** What was signed itself, where it lies outside and can be read again. */
  readonly readContent: (() => Iterable<Uint8Array>) | null;
  readonly budget: WorkBudget;
}

/** One value of an attribute with a timestamp, and where it stands. */
export interface TimestampAttribute {
  readonly found: FoundTimestamp;
  readonly attribute: CmsAttribute;
  readonly value: Asn1Element;
}

/** What stands beside a timestamp among the unsigned attributes. */
export interface Surroundings {
  readonly unsigned: readonly CmsAttribute[];
  readonly found: readonly TimestampAttribute[];
}

/** What a timestamp must be of is asked with these. */
export interface ImprintQuestion {
  readonly hash: HashName;
  readonly token: Parameters<FoundTimestamp['imprints']>[1];
  readonly signature: CmsSignature;
  readonly all: Surroundings;
  readonly self: FoundTimestamp;
}

/** The timestamps in those attributes that were digested. */
export function protectedBy(
  { found }: Surroundings,
  isAmong: (attribute: CmsAttribute) => boolean,
): ReadonlySet<FoundTimestamp> {
  return new Set(found.filter(({ attribute }) => isAmong(attribute)).map((one) => one.found));
}

/** Digests pieces one after the other, and charges for it. Throws WorkExceededError. */
export function digestOf(hash: HashName, pieces: Iterable<Uint8Array>, budget: WorkBudget): Uint8Array {
  budget.charge(WORK.node);
  const hasher = startHash(hash);
  for (const piece of pieces) {
    budget.charge(piece.length * WORK.digestedByte);
    hasher.update(piece);
  }
  return hasher.digest();
}

/** version, sid, digestAlgorithm, signedAttrs, signatureAlgorithm and signature, as they were received. */
export function fieldsOf({ der }: SignerInfo): Uint8Array[] {
  const isUnsigned = (element: Asn1Element): boolean => element.tag === contextConstructed(1);
  return readBer(der)
    .children()
    .filter((element) => !isUnsigned(element))
    .map(({ encoded }) => encoded);
}
