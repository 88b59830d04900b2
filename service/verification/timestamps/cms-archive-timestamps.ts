import type { Asn1Element } from '../../codecs/asn1/asn1-element.ts';
import { compareDer, derOid, derValue } from '../../codecs/asn1/der-writer.ts';
import { contextConstructed } from '../../codecs/asn1/tags.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { findAtsHashIndex } from '../../codecs/cms/ats-hash-index.ts';
import { readAttributes, type CmsAttribute } from '../../codecs/cms/cms-attributes.ts';
import { chunksOf } from '../../codecs/cms/encapsulated-content.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import { openSignedData } from '../../codecs/cms/signed-data-parser.ts';
import type { TstInfo } from '../../codecs/tsp/tst-info.ts';
import { orNull } from '../cades/signer-attributes.ts';
import { evidenceOfAttributes, evidenceSignedAlong } from '../evidence/cms-evidence.ts';
import { tstInfoOf } from '../cades/timestamp-token.ts';
import { isYounger } from './time-order.ts';
import { isWeakHash } from '../signature-arithmetic/strength.ts';
import { WORK, type WorkBudget } from '../work-budget.ts';
import { evidenceInTokens, keptByIndex, KEEPS_NOTHING } from './kept-by-index.ts';
import { digestOf, fieldsOf, protectedBy, type ImprintQuestion, type Surroundings } from './cms-surroundings.ts';
import type { FoundTimestamp, Imprint } from './found-timestamp.ts';

/**
 * archive-time-stamp-v2 (RFC 5126 6.4.1): encapContentInfo, content that lies outside, certificates and crls, and all
 * fields of SignerInfo with the unsigned attributes that were there before it. In which order a program writes those again
 * it leaves open: as they stand, or sorted as DER wants it; and where the times of two archive timestamps do not tell which
 * was first, either may have been.
 */
export function archiveImprintV2(question: ImprintQuestion): readonly Imprint[] | null {
  const { hash, token, signature, all, self } = question;
  const { signedData, signerInfo, source, readContent, budget } = signature;
  const { encapContentInfo, certificates, crls } = signedData.parts.ranges;
  if (signedData.eContent === null && readContent === null) return null;
  budget.charge(all.unsigned.length * WORK.node);
  const earlier = (isBefore: Order): CmsAttribute[] =>
    all.unsigned.filter((attribute) => wasThere(attribute, (one) => isBefore(one, token.tstInfo), self, all, budget));
  // By the times as they are; where those do not tell it, either all that may have been first or none of them.
  const sets = [
    earlier((one, own) => one.genTime < own.genTime),
    earlier((one, own) => isYounger(own, one)),
    earlier((one, own) => !isYounger(one, own)),
  ].filter((set, place, of) => of.findIndex(({ length }) => length === set.length) === place);
  const fields = fieldsOf(signerInfo);
  const orders = sets.flatMap((set) => [set, set.toSorted((left, right) => compareDer(left.der, right.der))]);
  return orders.map((attributes) => {
    const unsigned = derValue(contextConstructed(1), ...attributes.map(({ der }) => der));
    const pieces = function* (): Generator<Uint8Array> {
      yield* chunksOf(source, encapContentInfo.start, encapContentInfo.end);
      if (signedData.eContent === null) yield* readContent?.() ?? [];
      for (const range of [certificates, crls]) if (range !== null) yield* chunksOf(source, range.start, range.end);
      yield* fields;
      if (attributes.length > 0) yield unsigned;
    };
    const among = new Set(attributes);
    const protects = protectedBy(all, (attribute) => among.has(attribute));
    const { certificates: certs, crls: lists, ocspResponses } = signedData;
    const evidence = { certificates: certs, crls: lists, ocspResponses };
    return {
      digest: digestOf(hash, pieces(), budget),
      protects,
      keeps: () => [
        evidence,
        ...evidenceSignedAlong(signerInfo),
        ...evidenceOfAttributes(attributes),
        ...evidenceInTokens(protects),
      ],
    };
  });
}

const ARCHIVES: ReadonlySet<string> = new Set([
  oids.OID_ID_AA_ETS_ARCHIVE_TIMESTAMP,
  oids.OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V2,
  oids.OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3,
]);

type Order = (one: TstInfo, own: TstInfo) => boolean;

/** Other attributes were there; of archive timestamps those that are older. */
function wasThere(
  { oid, values }: CmsAttribute,
  isBefore: (one: TstInfo) => boolean,
  self: FoundTimestamp,
  { found }: Surroundings,
  budget: WorkBudget,
): boolean {
  if (!ARCHIVES.has(oid)) return true;
  const own = found.find((one) => one.found === self)?.value;
  return values.every((value) => {
    if (value === own) return false;
    const info = infoOf(value, budget);
    return info !== null && isBefore(info);
  });
}

/** Each timestamp asks for the times of all others. */
const infos = new WeakMap<Asn1Element, TstInfo | null>();

/** What a timestamp says; null where it cannot be read. Throws WorkExceededError. */
function infoOf(value: Asn1Element, budget: WorkBudget): TstInfo | null {
  const known = infos.get(value);
  if (known !== undefined) return known;
  budget.charge(WORK.token);
  const info = orNull(() => tstInfoOf(openSignedData(bytesSource(value.encoded), { trailing: 'none' })));
  infos.set(value, info);
  return info;
}

/**
 * archive-time-stamp-v3 (EN 319 122-1 5.5.3): the type of the content, its digest, all fields of SignerInfo but the unsigned
 * attributes, and the index of digests that the token carries. What the index lists must be there; what it leaves out was
 * added later and is not protected.
 */
export function archiveImprintV3({ hash, token, signature, all }: ImprintQuestion): readonly Imprint[] | null {
  const { signedData, signerInfo, digestContent, budget } = signature;
  const { unsignedAttrs } = token.signerInfo;
  const index = unsignedAttrs === null ? null : findAtsHashIndex(readAttributes(unsignedAttrs));
  if (index === null) return [];
  if (index.hash === null || digestContent === null) return null;
  const listed = keptByIndex(index, index.hash, signature, all);
  if (listed === null) return [];
  const pieces = [derOid(signedData.eContentType), digestContent(hash), ...fieldsOf(signerInfo), index.der];
  // Behind digests that two documents can share may be another timestamp now than there was.
  const kept = isWeakHash(index.hash) ? KEEPS_NOTHING : listed;
  return [{ digest: digestOf(hash, pieces, budget), ...kept }];
}
