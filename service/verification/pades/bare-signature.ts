import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { readPrefix } from '../../codecs/asn1/asn1-reader.ts';
import * as der from '../../codecs/asn1/der-writer.ts';
import { TAG } from '../../codecs/asn1/tags.ts';
import { OID_ID_DATA, OID_ID_SIGNED_DATA } from '../../codecs/cms/object-identifiers.ts';
import { isPdfArray, PdfString, type PdfDictionary } from '../../codecs/pdf/pdf-objects.ts';
import type { PdfDocument } from '../../codecs/pdf/pdf-document.ts';
import { encodeAlgorithmIdentifier } from '../../codecs/x509/algorithm-identifier.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import { HASHES, type HashName } from '../../codecs/x509/hash-algorithm.ts';

/** /Contents is a bare value of PKCS #1, and the certificates stand in /Cert (ISO 32000-1 clause 12.8.3.2). */
export const BARE_SUB_FILTER = 'adbe.x509.rsa_sha1';

/** The hashes that ISO 32000-1 table 257 has for such a value, which says itself by which of them it was made. */
export const BARE_HASHES = ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'] as const satisfies readonly HashName[];

const OID_RSA_ENCRYPTION = '1.2.840.113549.1.1.1';

/** /Cert, a string or an array of strings, the signer's first; none where it is absent. Throws PdfError. */
export function certificatesIn(document: PdfDocument, dictionary: PdfDictionary): Uint8Array[] {
  const value = document.get(dictionary, 'Cert');
  const items = isPdfArray(value) ? value.map((item) => document.resolve(item)) : [value];
  return items.flatMap((item) => (item instanceof PdfString ? [item.bytes] : []));
}

/**
 * The value and its certificates as a detached SignedData without signed attributes, which says the same: the value is
 * over the content itself (RFC 5652 clause 5.4), and nothing signs which certificate it is by. What lies behind the value
 * lies behind the SignedData. Null where /Contents holds no value, or the signer's certificate cannot be read.
 */
export function asSignedData(
  contents: Uint8Array,
  certificates: readonly Uint8Array[],
  hash: HashName,
): Uint8Array | null {
  try {
    const [signer] = certificates;
    if (signer === undefined) return null;
    const { issuer, serialNumber } = parseCertificate(signer);
    const value = readPrefix(contents, 'BER');
    const digestAlgorithm = der.derSequence(der.derOid(HASHES[hash].oid));
    const signerInfo = der.derSequence(
      der.derInteger(1),
      der.derSequence(issuer.der, der.derValue(TAG.integer, serialNumber)),
      digestAlgorithm,
      encodeAlgorithmIdentifier(OID_RSA_ENCRYPTION, 'null'),
      der.derOctetString(value.octetString()),
    );
    const signedData = der.derSequence(
      der.derInteger(1),
      der.derSetOf([digestAlgorithm]),
      der.derSequence(der.derOid(OID_ID_DATA)),
      der.derValue(0xa0, ...certificates),
      der.derSetOf([signerInfo]),
    );
    const whole = der.derSequence(der.derOid(OID_ID_SIGNED_DATA), der.derExplicit(0, signedData));
    return der.concatBytes([whole, contents.subarray(value.end)]);
  } catch (error) {
    if (error instanceof Asn1Error) return null;
    throw error;
  }
}
