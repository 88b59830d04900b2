import { createHash } from 'node:crypto';
import { concatBytes, derOctetString, derSequence } from '../../../service/codecs/asn1/der-writer.ts';
import { readBer } from '../../../service/codecs/asn1/asn1-reader.ts';
import { TAG } from '../../../service/codecs/asn1/tags.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import { encodeDigestAlgorithm } from '../../../service/codecs/cms/cms-algorithm.ts';
import {
  OID_ID_AA_ATS_HASH_INDEX_V3,
  OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3,
} from '../../../service/codecs/cms/object-identifiers.ts';
import { encodeAttribute } from '../../../service/codecs/cms/signed-attributes.ts';
import {
  attributeOf,
  encodeSignedDataLayout,
  readSignedDataLayout,
  withUnsignedAttribute,
  type SignedDataLayout,
  type SignerInfoLayout,
} from '../../../service/codecs/cms/signed-data-layout.ts';
import { HASHES } from '../../../service/codecs/x509/hash-algorithm.ts';
import type { ExtensionTask } from '../extender.ts';
import { timestampOf } from '../timestamp-of.ts';

/**
 * The signer with an archive-time-stamp-v3 more (EN 319 122-1 5.5.3): over the type and the digest of the content, the
 * signer's own fields, and an index of the digests of all certificates, revocation values and unsigned attributes there
 * are. `contentDigest` is by the task's hash. Throws StationErrors, and Asn1Error for what can't be read.
 */
export async function withArchiveTimestamp(
  layout: SignedDataLayout,
  signer: SignerInfoLayout,
  contentDigest: Uint8Array,
  task: ExtensionTask,
): Promise<SignerInfoLayout> {
  const index = hashIndex(layout, signer, task.hash);
  const token = await timestampOf(task, [layout.eContentType, contentDigest, ...signer.fields, index]);
  const attribute = encodeAttribute(OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3, [withHashIndex(token, index)]);
  return withUnsignedAttribute(signer, attribute);
}

/** ATSHashIndexV3 (5.5.2); of an attribute with several values each counts for itself. */
function hashIndex(
  { certificates, revocationInfos }: SignedDataLayout,
  { unsignedAttributes }: SignerInfoLayout,
  hash: ExtensionTask['hash'],
): Uint8Array {
  const digests = (values: readonly Uint8Array[]): Uint8Array =>
    derSequence(...values.map((value) => derOctetString(createHash(HASHES[hash].node).update(value).digest())));
  const attributeValues = unsignedAttributes.flatMap((attribute) => {
    const type = readBer(attribute).cursor(TAG.sequence).next().encoded;
    return attributeOf(attribute).values.map((value) => concatBytes([type, value]));
  });
  return derSequence(
    encodeDigestAlgorithm(hash),
    digests(certificates),
    digests(revocationInfos),
    digests(attributeValues),
  );
}

/** The index stands in the token itself, where nothing signs it and the imprint protects it. */
function withHashIndex(token: Uint8Array, index: Uint8Array): Uint8Array {
  const layout = readSignedDataLayout(bytesSource(token));
  const attribute = encodeAttribute(OID_ID_AA_ATS_HASH_INDEX_V3, [index]);
  const signerInfos = layout.signerInfos.map((signer) => withUnsignedAttribute(signer, attribute));
  const { prefix, suffix } = encodeSignedDataLayout({ ...layout, signerInfos });
  return concatBytes([prefix, token.subarray(layout.encapContentInfo.start, layout.encapContentInfo.end), suffix]);
}
