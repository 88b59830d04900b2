import { readBer } from '../../../service/codecs/asn1/asn1-reader.ts';
import { derOid, derValue } from '../../../service/codecs/asn1/der-writer.ts';
import { contextConstructed } from '../../../service/codecs/asn1/tags.ts';
import {
  OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN,
  OID_ID_RI_OCSP_RESPONSE,
} from '../../../service/codecs/cms/object-identifiers.ts';
import {
  attributeOf,
  withMore,
  withUnsignedAttribute,
  type SignedDataLayout,
  type SignerInfoLayout,
} from '../../../service/codecs/cms/signed-data-layout.ts';
import { encodeAttribute } from '../../../service/codecs/cms/signed-attributes.ts';
import { certificatesOfSigner, certificatesOfSigners, certificatesOfYoungest } from '../embedded-certificates.ts';
import { MOST_READ, requireAtMost } from '../evidence-room.ts';
import { cannotRaise, type ExtensionTask } from '../extender.ts';
import type { ValidationData } from '../level-services.ts';
import { timestampOf } from '../timestamp-of.ts';
import { withArchiveTimestamp } from './archive-timestamp.ts';
import { hasOlderArchives, requireRoomForEvidence, withEvidenceInYoungest } from './older-archives.ts';

/**
 * Raises every signer of a SignedData to the task's level (EN 319 122-1 6.3). Signed attributes, content and signature
 * values stay byte for byte; signers for whom `isRaised` says no stay as they are. `digestContent` gives the digest of what is signed, by the task's hash. Throws
 * StationErrors, and Asn1Error for attributes that can't be read.
 */
export async function raiseSignedData(
  layout: SignedDataLayout,
  task: ExtensionTask,
  digestContent: () => Promise<Uint8Array>,
  isRaised: (signer: SignerInfoLayout) => boolean,
): Promise<SignedDataLayout> {
  if (layout.signerInfos.length === 0) throw cannotRaise('it holds no signature');
  requireRoomForEvidence(layout, isRaised);
  const timestamped = await timestampSigners(layout, task, isRaised);
  if (task.level === 'T') return timestamped;
  const proven = await withEvidence(timestamped, task, isRaised);
  requireAtMost(bytesBesideContent(proven), MOST_READ.cms, 'CAdES');
  if (task.level === 'LT') return proven;
  const contentDigest = await digestContent();
  const signerInfos: SignerInfoLayout[] = [];
  for (const signer of proven.signerInfos) {
    signerInfos.push(isRaised(signer) ? await withArchiveTimestamp(proven, signer, contentDigest, task) : signer);
  }
  return { ...proven, signerInfos };
}

/**
 * Evidence stands in SignedData.certificates and SignedData.crls, OCSP responses by RFC 5940 2.1; where an archive
 * timestamp of an older kind is over these, in the youngest archive timestamp of each signer.
 */
async function withEvidence(
  layout: SignedDataLayout,
  task: ExtensionTask,
  isRaised: (signer: SignerInfoLayout) => boolean,
): Promise<SignedDataLayout> {
  const { services, at, isRenewal = false } = task;
  const certificates = isRenewal ? certificatesOfYoungest(layout) : certificatesOfSigners(layout);
  const evidence = await services.validationData({ certificates, at });
  if (!hasOlderArchives(layout)) return withValidationData(layout, evidence);
  const prove = (token: SignedDataLayout): SignedDataLayout => withValidationData(token, evidence);
  const signerInfos = layout.signerInfos.map((signer) =>
    isRaised(signer) ? withEvidenceInYoungest(signer, prove) : signer,
  );
  return { ...layout, signerInfos };
}

/** The parts that may become large. */
function bytesBesideContent({ certificates, revocationInfos, signerInfos }: SignedDataLayout): number {
  const ofSigners = signerInfos.flatMap(({ fields, unsignedAttributes }) => [...fields, ...unsignedAttributes]);
  return [...certificates, ...revocationInfos, ...ofSigners].reduce((sum, { length }) => sum + length, 0);
}

/** The same with this evidence among what it holds, where it is not there yet. */
export function withValidationData(layout: SignedDataLayout, evidence: ValidationData): SignedDataLayout {
  const responses = evidence.ocspResponses.map((response) =>
    derValue(contextConstructed(1), derOid(OID_ID_RI_OCSP_RESPONSE), response),
  );
  return {
    ...layout,
    certificates: withMore(layout.certificates, evidence.certificates),
    revocationInfos: withMore(layout.revocationInfos, [...evidence.crls, ...responses]),
  };
}

/** The same with a timestamp for every signer that has none (level T). */
export async function timestampSigners(
  layout: SignedDataLayout,
  task: ExtensionTask,
  isRaised: (signer: SignerInfoLayout) => boolean = () => true,
): Promise<SignedDataLayout> {
  const signerInfos: SignerInfoLayout[] = [];
  for (const signer of layout.signerInfos)
    signerInfos.push(isRaised(signer) ? await withTimestamp(layout, signer, task) : signer);
  return { ...layout, signerInfos };
}

/** The signature-time-stamp attribute (RFC 3161 appendix A, EN 319 122-1 5.3): over the octets of the signature value. */
async function withTimestamp(
  layout: SignedDataLayout,
  signer: SignerInfoLayout,
  task: ExtensionTask,
): Promise<SignerInfoLayout> {
  const has = signer.unsignedAttributes.some(
    (attribute) => attributeOf(attribute).oid === OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN,
  );
  if (has) return signer;
  const signature = readBer(signer.fields.at(-1) ?? new Uint8Array(0));
  const token = await timestampOf(task, signature.octetStringPieces(), certificatesOfSigner(layout, signer));
  const attribute = encodeAttribute(OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN, [token]);
  return withUnsignedAttribute(signer, attribute);
}
