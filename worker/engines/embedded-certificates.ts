import {
  OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN,
  OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3,
} from '../../service/codecs/cms/object-identifiers.ts';
import { attributeOf, readSignedDataLayout } from '../../service/codecs/cms/signed-data-layout.ts';
import { bytesSource } from '../../service/codecs/byte-source.ts';
import { readBer } from '../../service/codecs/asn1/asn1-reader.ts';
import { TAG } from '../../service/codecs/asn1/tags.ts';
import { parseSignedData, readSignerIdentifier } from '../../service/codecs/cms/signed-data-parser.ts';
import { parseTstInfo } from '../../service/codecs/tsp/tst-info.ts';
import { parseCertificate, type Certificate } from '../../service/codecs/x509/certificate.ts';
import type { SignedDataLayout, SignerInfoLayout } from '../../service/codecs/cms/signed-data-layout.ts';
import { isIdentified } from '../../service/verification/cades/find-signing-certificate.ts';

const TIMESTAMPS: readonly string[] = [OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN, OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3];

/** X.509 certificates (DER) in a SignedData and in the timestamps of its signers. Throws Asn1Error. */
export function certificatesIn(layout: SignedDataLayout): Uint8Array[] {
  const own = layout.certificates.filter((choice) => choice[0] === TAG.sequence);
  return [...own, ...timestampsIn(layout).flatMap(certificatesOfToken)];
}

/** Those that a SignedData holds of one signer: its own and those above it. Throws Asn1Error. */
export function certificatesOfSigner(layout: SignedDataLayout, { fields }: SignerInfoLayout): Uint8Array[] {
  const [, sid] = fields;
  if (sid === undefined) return [];
  const named = { sid: readSignerIdentifier(readBer(sid)) };
  const all = certificatesIn(layout);
  return withIssuers(
    all.filter((der) => isIdentified(named, parseCertificate(der))),
    all,
  );
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

/**
 * Certificates of the authority of each signer's youngest archive timestamp, with those of its issuers that the SignedData
 * holds. Throws Asn1Error.
 */
export function certificatesOfYoungest(layout: SignedDataLayout): Uint8Array[] {
  const known = certificatesIn(layout);
  return layout.signerInfos.flatMap(({ unsignedAttributes }) => {
    const tokens = unsignedAttributes
      .map(attributeOf)
      .flatMap(({ oid, values }) => (oid === OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3 ? values : []));
    const youngest = tokens.toSorted((left, right) => +timeOf(left) - +timeOf(right)).at(-1);
    return youngest === undefined ? [] : withIssuers(certificatesOfToken(youngest), known);
  });
}

/** The same certificates and, of the others, those that stand above them. Throws Asn1Error. */
export function withIssuers(certificates: readonly Uint8Array[], others: readonly Uint8Array[]): Uint8Array[] {
  const found = certificates.map(parseCertificate);
  const left = new Set(others.map(parseCertificate));
  for (const below of found) {
    for (const above of left) {
      if (!isAbove(above, below) || found.some(({ der }) => Buffer.compare(der, above.der) === 0)) continue;
      left.delete(above);
      // The loop over `found` comes to it, too.
      found.push(above);
    }
  }
  return found.map(({ der }) => der);
}

function isAbove(above: Certificate, below: Certificate): boolean {
  return above.subject.key === below.issuer.key;
}

function timeOf(token: Uint8Array): Date {
  const { eContent } = parseSignedData(token, { trailing: 'none' });
  return parseTstInfo(Buffer.concat(eContent ?? [])).genTime;
}
