import {
  OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN,
  OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V2,
  OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3,
  OID_ID_COUNTERSIGNATURE,
} from '../../service/codecs/cms/object-identifiers.ts';
import { attributeOf, readSignedDataLayout, readSignerInfo } from '../../service/codecs/cms/signed-data-layout.ts';
import { bytesSource } from '../../service/codecs/byte-source.ts';
import { readBer } from '../../service/codecs/asn1/asn1-reader.ts';
import { TAG } from '../../service/codecs/asn1/tags.ts';
import { parseSignedData, readSignerIdentifier } from '../../service/codecs/cms/signed-data-parser.ts';
import { parseTstInfo } from '../../service/codecs/tsp/tst-info.ts';
import type { Certificate } from '../../service/codecs/x509/certificate.ts';
import type { SignedDataLayout, SignerInfoLayout } from '../../service/codecs/cms/signed-data-layout.ts';
import { isIdentified } from '../../service/verification/cades/find-signing-certificate.ts';
import { parseRecurringCertificate } from '../../service/verification/evidence/parse-once.ts';

const ARCHIVE_TIMESTAMPS: readonly string[] = [OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V2, OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3];
const TIMESTAMPS: readonly string[] = [OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN, ...ARCHIVE_TIMESTAMPS];

/** X.509 certificates (DER) in a SignedData and in the timestamps of its signers. Throws Asn1Error. */
export function certificatesIn(layout: SignedDataLayout): Uint8Array[] {
  const own = layout.certificates.filter((choice) => choice[0] === TAG.sequence);
  return [...own, ...timestampsIn(layout.signerInfos).flatMap((token) => certificatesIn(readToken(token)))];
}

/** Those that a SignedData holds of one signer: its own and those above it. Throws Asn1Error. */
export function certificatesOfSigner(layout: SignedDataLayout, signer: SignerInfoLayout): Uint8Array[] {
  const all = certificatesIn(layout);
  return withIssuers(identifiedBy(signer, all.map(parseRecurringCertificate)), all);
}

/**
 * Those of everybody who signed something in a SignedData, signers, counter-signers and the authorities of timestamps, and
 * those above them: what needs evidence. Others lie there, too, such as those of OCSP responders, which came with the
 * evidence of a lower level; what is needed about them comes with what they say. All of them where that of a signer is not
 * found by its identifier. `known`: where they are looked for. Throws Asn1Error.
 */
export function certificatesOfSigners(
  layout: SignedDataLayout,
  known: readonly Uint8Array[] = certificatesIn(layout),
): Uint8Array[] {
  const certificates = known.map(parseRecurringCertificate);
  const found = signersIn(layout).map((signer) => identifiedBy(signer, certificates));
  return found.some((own) => own.length === 0) ? [...known] : withIssuers(found.flat(), known);
}

/** The same of a token, with issuers among `others` as well. Throws Asn1Error. */
export function certificatesOfToken(token: Uint8Array, others: readonly Uint8Array[] = []): Uint8Array[] {
  const layout = readToken(token);
  return certificatesOfSigners(layout, [...certificatesIn(layout), ...others]);
}

function identifiedBy({ fields: [, sid] }: SignerInfoLayout, known: readonly Certificate[]): Uint8Array[] {
  if (sid === undefined) return [];
  const named = { sid: readSignerIdentifier(readBer(sid)) };
  return known.filter((certificate) => isIdentified(named, certificate)).map(({ der }) => der);
}

/** With those of timestamps, and counter-signers of any of them. */
function signersIn({ signerInfos }: SignedDataLayout): SignerInfoLayout[] {
  const all = [...signerInfos];
  for (const signer of all) {
    // The loop comes to those as well.
    all.push(...valuesIn([signer], [OID_ID_COUNTERSIGNATURE]).map((value) => readSignerInfo(readBer(value))));
    all.push(...timestampsIn([signer]).flatMap((token) => readToken(token).signerInfos));
  }
  return all;
}

function readToken(token: Uint8Array): SignedDataLayout {
  return readSignedDataLayout(bytesSource(token));
}

/** DER tokens in unsigned attributes, signature timestamps and archive timestamps. */
function timestampsIn(signers: readonly SignerInfoLayout[]): Uint8Array[] {
  return valuesIn(signers, TIMESTAMPS);
}

function valuesIn(signers: readonly SignerInfoLayout[], kinds: readonly string[]): Uint8Array[] {
  return signers
    .flatMap(({ unsignedAttributes }) => unsignedAttributes.map(attributeOf))
    .flatMap(({ oid, values }) => (kinds.includes(oid) ? values : []));
}

/**
 * Certificates of the authority of each signer's youngest archive timestamp, with those of its issuers that the SignedData
 * holds. Throws Asn1Error.
 */
export function certificatesOfYoungest(layout: SignedDataLayout): Uint8Array[] {
  const known = certificatesIn(layout);
  return layout.signerInfos.flatMap((signer) => {
    const tokens = valuesIn([signer], ARCHIVE_TIMESTAMPS);
    const youngest = tokens.toSorted((left, right) => +timeOfToken(left) - +timeOfToken(right)).at(-1);
    return youngest === undefined ? [] : certificatesOfToken(youngest, known);
  });
}

/** The same certificates, each once, and, of the others, those that stand above them. Throws Asn1Error. */
function withIssuers(certificates: readonly Uint8Array[], others: readonly Uint8Array[]): Uint8Array[] {
  const found = distinct(certificates.map(parseRecurringCertificate));
  const left = new Set(others.map(parseRecurringCertificate));
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

function distinct(certificates: readonly Certificate[]): Certificate[] {
  return [...new Map(certificates.map((one) => [one.sha256Thumbprint, one])).values()];
}

function isAbove(above: Certificate, below: Certificate): boolean {
  return above.subject.key === below.issuer.key;
}

/** genTime of a timestamp token. Throws Asn1Error. */
export function timeOfToken(token: Uint8Array): Date {
  const { eContent } = parseSignedData(token, { trailing: 'none' });
  return parseTstInfo(Buffer.concat(eContent ?? [])).genTime;
}
