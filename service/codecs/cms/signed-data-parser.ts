import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import type { Asn1Limits } from '../asn1/asn1-limits.ts';
import { BerStream, type OctetRange } from '../asn1/ber-stream.ts';
import { concatBytes } from '../asn1/der-writer.ts';
import { contextConstructed, contextPrimitive, TAG } from '../asn1/tags.ts';
import { bytesSource, type ByteSource } from '../byte-source.ts';
import { readAlgorithmIdentifier, type AlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import { readName, type Name } from '../x509/name.ts';
import { chunksOf, passEncapsulatedContent, type EncapsulatedContent } from './encapsulated-content.ts';
import { OID_ID_PKIX_OCSP_BASIC, OID_ID_RI_OCSP_RESPONSE, OID_ID_SIGNED_DATA } from './object-identifiers.ts';

/** SignedData (RFC 5652 5.1). Byte fields are kept exactly as received; in memory they are views into the input. */
export interface SignedData {
  readonly version: number;
  readonly digestAlgorithms: readonly AlgorithmIdentifier[];
  readonly eContentType: string;
  /** Null when detached. */
  readonly eContent: EncapsulatedContent | null;
  /** X.509 certificates, not parsed: one bad certificate must not hide the others. */
  readonly certificates: readonly Uint8Array[];
  readonly crls: readonly Uint8Array[];
  /** OCSPResponse and BasicOCSPResponse values found under RFC 5940, DER. */
  readonly ocspResponses: readonly Uint8Array[];
  /** What archive timestamps are over (EN 319 122-1 5.5), as it was received. */
  readonly parts: SignedDataParts;
  readonly signerInfos: readonly SignerInfo[];
  /** Size of the ContentInfo; zero padding may follow it in PDF. */
  readonly encodedBytes: number;
  /** What follows it. */
  readonly trailing: 'nothing' | 'zeros' | 'data';
}

export interface SignedDataParts {
  /** Every CertificateChoices and every RevocationInfoChoice, of whatever kind. */
  readonly certificates: readonly Uint8Array[];
  readonly revocationInfos: readonly Uint8Array[];
  /** Where encapContentInfo and the two sets lie in the source with tag and length; null for a set that is absent. */
  readonly ranges: {
    readonly encapContentInfo: OctetRange;
    readonly certificates: OctetRange | null;
    readonly crls: OctetRange | null;
  };
}

export type SignerIdentifier =
  | { readonly kind: 'issuerAndSerialNumber'; readonly issuer: Name; readonly serialNumber: Uint8Array }
  | { readonly kind: 'subjectKeyIdentifier'; readonly keyIdentifier: Uint8Array };

export interface SignerInfo {
  readonly der: Uint8Array;
  readonly version: number;
  readonly sid: SignerIdentifier;
  readonly digestAlgorithm: AlgorithmIdentifier;
  /** As received, tag 0xA0; null when absent. Decode with readSignedAttributes. */
  readonly signedAttrs: Uint8Array | null;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signatureValue: Uint8Array;
  /** As received, tag 0xA1; null when absent. Decode with readAttributes. */
  readonly unsignedAttrs: Uint8Array | null;
}

export interface SignedDataOptions {
  /** `zeros`: zero bytes may follow, as in PDF's /Contents. `none`: nothing may follow. `any`: whoever asks decides. */
  readonly trailing: 'none' | 'zeros' | 'any';
  readonly limits?: Partial<Asn1Limits>;
}

const MAX_CERTIFICATES = 200;
const MAX_SIGNERS = 100;
/** Everything beside the content, certificates and revocation lists included, is loaded; more than this is refused. */
const MAX_BYTES_BESIDE_CONTENT = 24 * 1024 * 1024;

/**
 * Parses ContentInfo with SignedData out of a source that may be larger than memory: the content is passed over, not
 * read. The outer structure may be BER, as much foreign software streams it; what is signed (readSignedAttributes) and
 * certificates must be DER. Throws Asn1Error; ASN1_STRUCTURE_INVALID for another content type (enveloped, encrypted
 * ...) and for version numbers that RFC 5652 does not know, ASN1_ELEMENTS_EXCEEDED beyond 200 certificates or 100
 * signers, ASN1_SIZE_EXCEEDED beyond 24 MiB beside the content.
 */
export function openSignedData(source: ByteSource, options: SignedDataOptions): SignedData {
  const stream = new BerStream(source, { maxBytes: MAX_BYTES_BESIDE_CONTENT, ...options.limits });
  stream.enter(TAG.sequence);
  stream.read((contentType) => {
    if (contentType.oid() !== OID_ID_SIGNED_DATA) throw structure('The content is not SignedData', contentType);
  });
  stream.enter(contextConstructed(0));
  stream.enter(TAG.sequence);
  const signedData = readSignedData(stream, source);
  stream.leave();
  stream.leave();
  stream.leave();
  const trailing = trailingOf(source, stream.offset);
  const isFine = trailing === 'nothing' || options.trailing === 'any' || options.trailing === trailing;
  if (!isFine) throw new Asn1Error('ASN1_TRAILING_DATA', 'Bytes follow the signature', stream.offset);
  return { ...signedData, encodedBytes: stream.offset, trailing };
}

/** The same for bytes in memory; the content in pieces, to be joined only if they are small. */
export function parseSignedData(
  bytes: Uint8Array,
  options: SignedDataOptions,
): Omit<SignedData, 'eContent'> & { readonly eContent: readonly Uint8Array[] | null } {
  const signedData = openSignedData(bytesSource(bytes), options);
  return { ...signedData, eContent: signedData.eContent && [...signedData.eContent.chunks()] };
}

function trailingOf(source: ByteSource, start: number): SignedData['trailing'] {
  if (start === source.size) return 'nothing';
  for (const chunk of chunksOf(source, start, source.size)) if (chunk.some((byte) => byte !== 0)) return 'data';
  return 'zeros';
}

function readSignedData(stream: BerStream, source: ByteSource): Omit<SignedData, 'encodedBytes' | 'trailing'> {
  const version = stream.read(readVersion);
  const digestAlgorithms = stream.read((set) =>
    set.children(TAG.set).map((algorithm) => readAlgorithmIdentifier(algorithm)),
  );
  const [{ eContentType, eContent }, encapContentInfo] = located(stream, () => readEncapContentInfo(stream, source));
  const [certificates, certificatesRange] = readOptional(stream, contextConstructed(0), readCertificates);
  const [revocationInfos, crlsRange] = readOptional(stream, contextConstructed(1), readChoices);
  const signerInfos = stream.read(readSignerInfos);
  return {
    ...{ version, digestAlgorithms, eContentType, eContent, signerInfos },
    // Attribute certificates and other formats carry tags and are passed over.
    certificates: certificates.filter(({ tag }) => tag === TAG.sequence).map(({ encoded }) => encoded),
    ...readRevocationInfos(revocationInfos),
    parts: {
      certificates: certificates.map(({ encoded }) => encoded),
      revocationInfos: revocationInfos.map(({ encoded }) => encoded),
      ranges: { encapContentInfo, certificates: certificatesRange, crls: crlsRange },
    },
  };
}

/** What `read` gives, and where it lay. */
function located<Result>(stream: BerStream, read: () => Result): [Result, OctetRange] {
  const start = stream.offset;
  const result = read();
  return [result, { start, end: stream.offset }];
}

function readOptional(
  stream: BerStream,
  tag: number,
  read: (element: Asn1Element) => Asn1Element[],
): [Asn1Element[], OctetRange | null] {
  return stream.isNext(tag) ? located(stream, () => stream.read(read)) : [[], null];
}

/**
 * RFC 5652 5.1 knows 1, 3, 4 and 5. Which of them is due follows from what is inside, which is read whatever the number
 * says; software in wide use writes 1 around time-stamp tokens and signatures with OCSP responses, where 3 and 5 are
 * due, and the number is not signed. So a known number in the wrong place is let pass, an unknown syntax is not.
 */
function readVersion(element: Asn1Element): number {
  const version = element.smallInteger();
  if (![1, 3, 4, 5].includes(version)) throw structure(`Version ${version} of SignedData does not exist`, element);
  return version;
}

function readEncapContentInfo(
  stream: BerStream,
  source: ByteSource,
): { eContentType: string; eContent: EncapsulatedContent | null } {
  stream.enter(TAG.sequence);
  const eContentType = stream.read((element) => element.oid());
  let eContent: EncapsulatedContent | null = null;
  if (stream.isNext(contextConstructed(0))) {
    stream.enter(contextConstructed(0));
    eContent = passEncapsulatedContent(stream, source, eContentType);
    stream.leave();
  }
  stream.leave();
  return { eContentType, eContent };
}

function readCertificates(element: Asn1Element): Asn1Element[] {
  const certificates = element.children();
  if (certificates.length > MAX_CERTIFICATES) {
    throw new Asn1Error('ASN1_ELEMENTS_EXCEEDED', `More than ${MAX_CERTIFICATES} certificates`);
  }
  return certificates;
}

function readChoices(element: Asn1Element): Asn1Element[] {
  return element.children();
}

function readRevocationInfos(choices: readonly Asn1Element[]): Pick<SignedData, 'crls' | 'ocspResponses'> {
  const crls: Uint8Array[] = [];
  const ocspResponses: Uint8Array[] = [];
  for (const choice of choices) {
    if (choice.tag === TAG.sequence) crls.push(choice.encoded);
    if (choice.tag !== contextConstructed(1)) continue;
    const cursor = choice.cursor();
    const format = cursor.next().oid();
    const isOcsp = format === OID_ID_RI_OCSP_RESPONSE || format === OID_ID_PKIX_OCSP_BASIC;
    if (isOcsp) ocspResponses.push(cursor.next().encoded);
  }
  return { crls, ocspResponses };
}

function readSignerInfos(element: Asn1Element): SignerInfo[] {
  const signers = element.children(TAG.set);
  if (signers.length > MAX_SIGNERS) throw new Asn1Error('ASN1_ELEMENTS_EXCEEDED', `More than ${MAX_SIGNERS} signers`);
  return signers.map(readSignerInfo);
}

/** One SignerInfo (RFC 5652 5.3), of a SignedData or of a counter-signature. Throws Asn1Error. */
export function readSignerInfo(element: Asn1Element): SignerInfo {
  const cursor = element.cursor(TAG.sequence);
  const version = cursor.next().smallInteger();
  const sid = readSignerIdentifier(cursor.next());
  const digestAlgorithm = readAlgorithmIdentifier(cursor.next());
  const signedAttrs = cursor.optional(contextConstructed(0));
  const signatureAlgorithm = readAlgorithmIdentifier(cursor.next());
  const signatureValue = joined(cursor.next().octetStringPieces());
  const unsignedAttrs = cursor.optional(contextConstructed(1));
  cursor.finish();
  return {
    ...{ der: element.encoded, version, sid, digestAlgorithm, signatureAlgorithm, signatureValue },
    signedAttrs: signedAttrs?.encoded ?? null,
    unsignedAttrs: unsignedAttrs?.encoded ?? null,
  };
}

/** SignerIdentifier (RFC 5652 5.3). Throws Asn1Error. */
export function readSignerIdentifier(element: Asn1Element): SignerIdentifier {
  if (element.tag === contextPrimitive(0)) {
    return { kind: 'subjectKeyIdentifier', keyIdentifier: element.content };
  }
  const cursor = element.cursor(TAG.sequence);
  const issuer = readName(cursor.next());
  const serialNumber = cursor.next().integerBytes();
  cursor.finish();
  return { kind: 'issuerAndSerialNumber', issuer, serialNumber };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only, ...more] = pieces;
  return only !== undefined && more.length === 0 ? only : concatBytes(pieces);
}

function structure(message: string, element: Asn1Element): Asn1Error {
  return new Asn1Error('ASN1_STRUCTURE_INVALID', message, element.start);
}
