import { concatBytes } from '../../../service/codecs/asn1/der-writer.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import {
  OID_ID_AA_ETS_ARCHIVE_TIMESTAMP,
  OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V2,
  OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3,
  OID_ID_AA_ETS_LONG_TERM_VALIDATION,
  OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN,
} from '../../../service/codecs/cms/object-identifiers.ts';
import {
  attributeOf,
  encodeSignedDataLayout,
  readSignedDataLayout,
  withMore,
  type SignedDataLayout,
  type SignerInfoLayout,
} from '../../../service/codecs/cms/signed-data-layout.ts';
import { encodeAttribute } from '../../../service/codecs/cms/signed-attributes.ts';
import { timeOfToken } from '../embedded-certificates.ts';
import { cannotRaise } from '../extender.ts';

const KINDS: readonly string[] = [OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V2, OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3];
const TAKES_NOTHING_MORE: readonly string[] = [OID_ID_AA_ETS_ARCHIVE_TIMESTAMP, OID_ID_AA_ETS_LONG_TERM_VALIDATION];

/**
 * Whether a signer has an archive timestamp of a kind before v3, or a long-term-validation attribute: these are over all
 * certificates and revocation values of the SignedData, which must not become more for any signer, and over all unsigned
 * attributes that were there (EN 319 122-1 clause 5.5.3, A.2.4, A.2.5; TS 101 733 clause 6.4.1).
 */
export function hasOlderArchives({ signerInfos }: Pick<SignedDataLayout, 'signerInfos'>): boolean {
  return signerInfos.some((signer) => has(signer, OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V2, ...TAKES_NOTHING_MORE));
}

/**
 * Throws for what no archive timestamp more can be stacked upon: one of the first kind, whose imprint nobody defined
 * without doubt, or a long-term-validation attribute, which nothing here judges; or a signer that would need a timestamp
 * of its own, which clause 5.5.3 forbids from then on, or has no archive timestamp to take evidence.
 */
export function requireRoomForEvidence(
  layout: SignedDataLayout,
  isRaised: (signer: SignerInfoLayout) => boolean,
): void {
  if (!hasOlderArchives(layout)) return;
  if (layout.signerInfos.some((signer) => has(signer, ...TAKES_NOTHING_MORE))) {
    throw cannotRaise('it has an archive timestamp of an older kind, which further evidence would break');
  }
  const takesEvidence = (signer: SignerInfoLayout): boolean =>
    has(signer, OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN) && has(signer, ...KINDS);
  if (layout.signerInfos.filter(isRaised).every(takesEvidence)) return;
  throw cannotRaise(
    'an archive timestamp of an older kind is over it, and a signer lacks a timestamp or an archive timestamp',
  );
}

/**
 * The signer with evidence in its youngest archive timestamp, which nothing is over yet: where the SignedData must not
 * change, EN 319 122-1 clause 5.5.3 names that TimeStampToken as the place for it, either its SignedData or its unsigned
 * attributes. `prove` puts it into the SignedData of a token, where EU DSS has it, too.
 */
export function withEvidenceInYoungest(
  signer: SignerInfoLayout,
  prove: (token: SignedDataLayout) => SignedDataLayout,
): SignerInfoLayout {
  const archives = signer.unsignedAttributes.flatMap((attribute) => {
    const { oid, values } = attributeOf(attribute);
    const [token] = values;
    if (!KINDS.includes(oid) || token === undefined) return [];
    if (values.length > 1) throw cannotRaise('an attribute of it holds several archive timestamps');
    return [{ attribute, oid, token, time: timeOfToken(token) }];
  });
  const youngest = archives.toSorted((left, right) => left.time.getTime() - right.time.getTime()).at(-1);
  if (youngest === undefined) return signer;
  const layout = prove(readSignedDataLayout(bytesSource(youngest.token)));
  const { prefix, suffix } = encodeSignedDataLayout(layout);
  const { start, end } = layout.encapContentInfo;
  const proven = encodeAttribute(youngest.oid, [concatBytes([prefix, youngest.token.subarray(start, end), suffix])]);
  const others = signer.unsignedAttributes.filter((attribute) => attribute !== youngest.attribute);
  return { ...signer, unsignedAttributes: withMore(others, [proven]) };
}

function has({ unsignedAttributes }: SignerInfoLayout, ...oids: readonly string[]): boolean {
  return unsignedAttributes.some((attribute) => oids.includes(attributeOf(attribute).oid));
}
