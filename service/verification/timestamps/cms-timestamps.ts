import { readBer } from '../../codecs/asn1/asn1-reader.ts';
import { contextConstructed } from '../../codecs/asn1/tags.ts';
import { readAttributes, readSignedAttributes, type CmsAttribute } from '../../codecs/cms/cms-attributes.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import type { TimestampKind } from '../../contract/http/verification.ts';
import { orNull } from '../cades/signer-attributes.ts';
import { archiveImprintV2, archiveImprintV3 } from './cms-archive-timestamps.ts';
import {
  digestOf,
  protectedBy,
  type CmsSignature,
  type ImprintQuestion,
  type Surroundings,
  type TimestampAttribute,
} from './cms-surroundings.ts';
import type { FoundTimestamp, Imprint } from './found-timestamp.ts';

const UNSIGNED_KINDS: ReadonlyMap<string, TimestampKind> = new Map([
  [oids.OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN, 'SignatureTimestamp'],
  [oids.OID_ID_AA_ETS_ESC_TIME_STAMP, 'SigAndRefsTimestamp'],
  [oids.OID_ID_AA_ETS_CERT_CRL_TIMESTAMP, 'RefsOnlyTimestamp'],
  [oids.OID_ID_AA_ETS_ARCHIVE_TIMESTAMP, 'ArchiveTimestamp'],
  [oids.OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V2, 'ArchiveTimestamp'],
  [oids.OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3, 'ArchiveTimestamp'],
]);

/** More than anybody needs; each is checked, and those behind them are not looked at. */
const MAX_TIMESTAMPS = 60;

/** The timestamps of one signer, in the order in which they stand there. Never throws for anything in the signature. */
export function findCmsTimestamps(signature: CmsSignature): TimestampAttribute[] {
  const { signedAttrs, unsignedAttrs } = signature.signerInfo;
  const signed = signedAttrs === null ? [] : (orNull(() => readSignedAttributesOf(signedAttrs)) ?? []);
  const unsigned = unsignedAttrs === null ? [] : (orNull(() => readAttributes(unsignedAttrs)) ?? []);
  const found: TimestampAttribute[] = [];
  const all = { unsigned, found };
  for (const attribute of signed) {
    if (attribute.oid === oids.OID_ID_AA_CONTENT_TIME_STAMP) add(found, attribute, 'ContentTimestamp', signature, all);
  }
  for (const attribute of unsigned) {
    const kind = UNSIGNED_KINDS.get(attribute.oid);
    if (kind !== undefined) add(found, attribute, kind, signature, all);
  }
  return found;
}

/** The same type may be there several times. */
function readSignedAttributesOf(signedAttrs: Uint8Array): CmsAttribute[] {
  const renamed = new Uint8Array(signedAttrs);
  renamed[0] = contextConstructed(1);
  return readSignedAttributes(signedAttrs).byOid.size === 0 ? [] : readAttributes(renamed);
}

function add(
  found: TimestampAttribute[],
  attribute: CmsAttribute,
  kind: TimestampKind,
  signature: CmsSignature,
  all: Surroundings,
): void {
  for (const value of attribute.values.slice(0, MAX_TIMESTAMPS - found.length)) {
    const timestamp: FoundTimestamp = {
      ...{ kind, token: value.encoded },
      about: kind === 'ContentTimestamp' ? 'content' : kind === 'RefsOnlyTimestamp' ? 'validationData' : 'signature',
      isOutOfForm: isOutOfForm(kind, attribute),
      imprints: (hash, token) => {
        const how = IMPRINTS[attribute.oid];
        return how === undefined ? null : (orNull(() => how({ hash, token, signature, all, self: timestamp })) ?? []);
      },
    };
    found.push({ found: timestamp, attribute, value });
  }
}

/**
 * EN 319 122-1 5.3: an attribute has exactly one value; another timestamp stands in an attribute of its own. Clause 6.3 has
 * archive-time-stamp-v3 make level LTA, and none of those before it.
 */
function isOutOfForm(kind: TimestampKind, { oid, values }: CmsAttribute): boolean {
  if (kind === 'ArchiveTimestamp') return oid !== oids.OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3;
  return kind === 'SignatureTimestamp' && values.length > 1;
}

const NONE: ReadonlySet<FoundTimestamp> = new Set();

const IMPRINTS: Readonly<Record<string, (question: ImprintQuestion) => readonly Imprint[] | null>> = {
  [oids.OID_ID_AA_CONTENT_TIME_STAMP]: ({ hash, signature: { digestContent } }) =>
    digestContent && [{ digest: digestContent(hash), protects: NONE }],
  [oids.OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN]: ({ hash, signature }) => [
    { digest: digestOf(hash, [signature.signerInfo.signatureValue], signature.budget), protects: NONE },
  ],
  [oids.OID_ID_AA_ETS_ESC_TIME_STAMP]: (question) => [
    imprintOfAttributes(
      question,
      [question.signature.signerInfo.signatureValue],
      [
        oids.OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN,
        oids.OID_ID_AA_ETS_CERTIFICATE_REFS,
        oids.OID_ID_AA_ETS_REVOCATION_REFS,
      ],
    ),
  ],
  [oids.OID_ID_AA_ETS_CERT_CRL_TIMESTAMP]: (question) => [
    imprintOfAttributes(question, [], [oids.OID_ID_AA_ETS_CERTIFICATE_REFS, oids.OID_ID_AA_ETS_REVOCATION_REFS]),
  ],
  [oids.OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V2]: archiveImprintV2,
  [oids.OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3]: archiveImprintV3,
};

/** EN 319 122-1 A.1.3, A.1.4: of an attribute its type and its values, without the tag and length around both. */
function imprintOfAttributes(
  { hash, signature, all }: ImprintQuestion,
  head: readonly Uint8Array[],
  types: readonly string[],
): Imprint {
  const attributes = types.flatMap((oid) => all.unsigned.filter((attribute) => attribute.oid === oid));
  const pieces = attributes.map(({ der }) => readBer(der).content);
  return {
    digest: digestOf(hash, [...head, ...pieces], signature.budget),
    protects: protectedBy(all, (attribute) => attributes.includes(attribute)),
  };
}
