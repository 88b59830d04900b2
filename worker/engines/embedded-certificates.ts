import {
  OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN,
  OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3,
} from '../../service/codecs/cms/object-identifiers.ts';
import { attributeOf, readSignedDataLayout } from '../../service/codecs/cms/signed-data-layout.ts';
import { bytesSource } from '../../service/codecs/byte-source.ts';
import { TAG } from '../../service/codecs/asn1/tags.ts';
import type { SignedDataLayout } from '../../service/codecs/cms/signed-data-layout.ts';

const TIMESTAMPS: readonly string[] = [OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN, OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3];

/** X.509 certificates (DER) in a SignedData and in the timestamps of its signers. Throws Asn1Error. */
export function certificatesIn(layout: SignedDataLayout): Uint8Array[] {
  const own = layout.certificates.filter((choice) => choice[0] === TAG.sequence);
  return [...own, ...timestampsIn(layout).flatMap(certificatesOfToken)];
}

/** The same of a token. Throws Asn1Error. */
export function certificatesOfToken(token: Uint8Array): Uint8Array[] {
  return certificatesIn(readSignedDataLayout(bytesSource(token)));
}

/** DER tokens in unsigned attributes, signature timestamps and archive timestamps. */
function timestampsIn({ signerInfos }: SignedDataLayout): Uint8Array[] {
  return signerInfos
    .flatMap(({ unsignedAttributes }) => unsignedAttributes.map(attributeOf))
    .flatMap(({ oid, values }) => (TIMESTAMPS.includes(oid) ? values : []));
}
