import * as der from '../../codecs/asn1/der-writer.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import { openSignedData, type SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import { encodeAttribute } from '../../codecs/cms/signed-attributes.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { readBer } from '../../codecs/asn1/asn1-reader.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import type { RevocationMode } from '../../contract/vocabulary/revocation-modes.ts';
import { attributesOf, content, forge, type ForgedParts } from '../cades/cms-forgery.suite.ts';
import { digest, hashIdentifier } from '../cades/cms-forgery.suite.ts';
import { verifyCms } from '../cades/verify-cms.ts';
import type { Issued } from '../certificate-path/issued-certificates.suite.ts';
import { makeToken, root, signerOf, type TokenRequest } from './timestamping.suite.ts';

/** When the signatures of these tests are judged: long after their certificates expired. */
export const NOW = new Date('2030-06-01T00:00:00Z');

export interface Known {
  readonly anchors?: readonly Issued[];
  readonly crls?: readonly Uint8Array[];
  readonly ocspResponses?: readonly Uint8Array[];
  readonly mode?: RevocationMode;
  readonly at?: Date;
}

/** The finding on the first signer of a CAdES signature over the suite's content. */
export function judge(signedData: Uint8Array, known: Known = {}): SignatureFinding {
  return judgeAll(signedData, known)[0] ?? unreachable();
}

export function judgeAll(signedData: Uint8Array, known: Known = {}): readonly SignatureFinding[] {
  const { anchors = [root], crls = [], ocspResponses = [], mode = 'Offline', at = NOW } = known;
  const trust = { trustAnchors: anchors.map((one) => one.der), intermediates: [], crls, ocspResponses };
  return verifyCms({ signedData, digestContent: null, pades: false, trust, revocationMode: mode, at }).findings;
}

function unreachable(): never {
  throw new Error('There is no signer.');
}

/** A signature by this certificate, made within its life. */
export function signed(
  by: Issued,
  changes: Partial<ForgedParts> = {},
  signingTime = new Date('2026-03-01T00:00:00Z'),
): Uint8Array {
  const signer = signerOf(by);
  return forge(signer, { signedAttributes: attributesOf(signer, { signingTime }), ...changes });
}

export function signerInfoOf(signedData: Uint8Array): SignerInfo {
  return openSignedData(bytesSource(signedData), { trailing: 'none' }).signerInfos[0] ?? unreachable();
}

export const signatureTimestamp = (token: Uint8Array): Uint8Array =>
  encodeAttribute(oids.OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN, [token]);

/** The same signature with unsigned attributes; what is signed and the value stay as they are. */
export function withUnsigned(
  signedData: Uint8Array,
  attributes: readonly Uint8Array[],
  by: Issued,
  changes: Partial<ForgedParts> = {},
): Uint8Array {
  const { signatureValue, signedAttrs } = signerInfoOf(signedData);
  const signedAttributes = new Uint8Array(signedAttrs ?? new Uint8Array());
  signedAttributes[0] = 0x31;
  return forge(signerOf(by), { signedAttributes, signatureValue, unsignedAttributes: attributes, ...changes });
}

/** A signature with a signature timestamp made at `at`. */
export function timestamped(by: Issued, request: Partial<TokenRequest> & { readonly at: Date }): Uint8Array {
  const plain = signed(by);
  const token = makeToken({ of: signerInfoOf(plain).signatureValue, ...request });
  return withUnsigned(plain, [signatureTimestamp(token)], by);
}

export interface ArchiveChanges {
  readonly omit?: readonly string[];
  readonly extra?: readonly Uint8Array[];
  /** Revocation data that is listed as if it lay in the set of SignedData. */
  readonly extraRevocation?: readonly Uint8Array[];
  /** In place of the content that was signed. */
  readonly content?: Uint8Array;
  readonly request?: Partial<TokenRequest>;
  /** Of the index. */
  readonly indexHash?: 'SHA-1' | 'SHA-256' | 'SHA-512';
}

/** An archive-time-stamp-v3 attribute over a signature as it is (EN 319 122-1 5.5.3), as an independent reading of the clause. */
export function archiveTimestamp(signedData: Uint8Array, at: Date, changes: ArchiveChanges = {}): Uint8Array {
  const { parts } = openSignedData(bytesSource(signedData), { trailing: 'none' });
  const { der: signerInfo, unsignedAttrs } = signerInfoOf(signedData);
  const attributes = unsignedAttrs === null ? [] : readBer(unsignedAttrs).children();
  const values = attributes.flatMap((attribute) => {
    const [type, set] = attribute.children();
    const isLeftOut = type === undefined || changes.omit?.includes(type.oid()) === true;
    return isLeftOut ? [] : (set?.children() ?? []).map((value) => Buffer.concat([type.encoded, value.encoded]));
  });
  const { indexHash = 'SHA-256' } = changes;
  const indexOf = (items: readonly Uint8Array[]): Uint8Array =>
    der.derSequence(...items.map((item) => der.derOctetString(digest(indexHash, item))));
  const index = der.derSequence(
    hashIdentifier(indexHash),
    indexOf(parts.certificates),
    indexOf([...parts.revocationInfos, ...(changes.extraRevocation ?? [])]),
    indexOf([...values, ...(changes.extra ?? [])]),
  );
  const fields = readBer(signerInfo).children().slice(0, 6);
  const of = Buffer.concat([
    der.derOid(oids.OID_ID_DATA),
    digest(changes.request?.hash ?? 'SHA-256', changes.content ?? content),
    ...fields.map(({ encoded }) => encoded),
    index,
  ]);
  const unsignedAttributes = [encodeAttribute(oids.OID_ID_AA_ATS_HASH_INDEX_V3, [index])];
  const token = makeToken({ of, at, unsignedAttributes, ...changes.request });
  return encodeAttribute(oids.OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V3, [token]);
}

/** An archive-time-stamp-v2 attribute over a signature as it is (RFC 5126 6.4.1), as an independent reading of the clause. */
export function archiveTimestampV2(signedData: Uint8Array, request: Omit<TokenRequest, 'of'>): Uint8Array {
  const fields = readBer(readBer(signedData).children()[1]?.single().encoded ?? new Uint8Array()).children();
  // Behind version and digestAlgorithms: the content and the certificates; the signers come last.
  const of = [...fields.slice(2, -1), ...readBer(signerInfoOf(signedData).der).children()];
  const token = makeToken({ of: Buffer.concat(of.map(({ encoded }) => encoded)), ...request });
  return encodeAttribute(oids.OID_ID_AA_ETS_ARCHIVE_TIMESTAMP_V2, [token]);
}

/** The unsigned attributes of a signature. */
export function unsignedOf(signedData: Uint8Array): Uint8Array[] {
  const { unsignedAttrs } = signerInfoOf(signedData);
  return unsignedAttrs === null
    ? []
    : readBer(unsignedAttrs)
        .children()
        .map(({ encoded }) => encoded);
}
