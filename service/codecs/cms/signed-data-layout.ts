import { Asn1Error } from '../asn1/asn1-error.ts';
import type { Asn1Element } from '../asn1/asn1-element.ts';
import { readBer } from '../asn1/asn1-reader.ts';
import { BerStream, type OctetRange } from '../asn1/ber-stream.ts';
import {
  compareDer,
  concatBytes,
  derHeader,
  derInteger,
  derOid,
  derSequence,
  derValue,
  headerSize,
} from '../asn1/der-writer.ts';
import { contextConstructed, TAG } from '../asn1/tags.ts';
import type { ByteSource } from '../byte-source.ts';
import { passEncapsulatedContent, type EncapsulatedContent } from './encapsulated-content.ts';
import { OID_ID_SIGNED_DATA } from './object-identifiers.ts';

/** A SignedData (RFC 5652 5.1) taken apart so that it can be put together again with more in it. All bytes as received. */
export interface SignedDataLayout {
  readonly version: number;
  /** The whole SET. */
  readonly digestAlgorithms: Uint8Array;
  /** Where the whole value lies in the source; the content may be larger than memory. */
  readonly encapContentInfo: OctetRange;
  /** The OBJECT IDENTIFIER, tag and length included. */
  readonly eContentType: Uint8Array;
  /** Null when detached. */
  readonly eContent: EncapsulatedContent | null;
  /** CertificateChoices, in their order. */
  readonly certificates: readonly Uint8Array[];
  /** RevocationInfoChoices, in their order. */
  readonly revocationInfos: readonly Uint8Array[];
  readonly signerInfos: readonly SignerInfoLayout[];
}

export interface SignerInfoLayout {
  /** version, sid, digestAlgorithm, signedAttrs, signatureAlgorithm, signature: every field but the unsigned attributes. */
  readonly fields: readonly Uint8Array[];
  /** Attribute each, in their order. */
  readonly unsignedAttributes: readonly Uint8Array[];
}

/** SignerInfos as they were read, by their fields: one to which nothing was added is written as it was, BER or DER. */
const received = new WeakMap<
  readonly Uint8Array[],
  { readonly unsignedAttributes: readonly Uint8Array[]; readonly encoded: Uint8Array }
>();

const MAX_BYTES_BESIDE_CONTENT = 24 * 1024 * 1024;

/**
 * Takes a ContentInfo with SignedData apart, its content passed over. Bytes may follow it (padding in PDF). Throws
 * Asn1Error; limits are those of openSignedData.
 */
export function readSignedDataLayout(source: ByteSource): SignedDataLayout {
  const stream = new BerStream(source, { maxBytes: MAX_BYTES_BESIDE_CONTENT });
  stream.enter(TAG.sequence);
  const contentType = stream.read((element) => element.oid());
  if (contentType !== OID_ID_SIGNED_DATA)
    throw new Asn1Error('ASN1_STRUCTURE_INVALID', 'The content is not SignedData');
  stream.enter(contextConstructed(0));
  stream.enter(TAG.sequence);
  const version = stream.read((element) => element.smallInteger());
  const digestAlgorithms = stream.read(encodedOf);
  const content = readContent(stream, source);
  const certificates = optionalSet(stream, contextConstructed(0));
  const revocationInfos = optionalSet(stream, contextConstructed(1));
  const signerInfos = stream.read((set) => set.children(TAG.set).map(readSignerInfo));
  stream.leave();
  stream.leave();
  stream.leave();
  return { version, digestAlgorithms, ...content, certificates, revocationInfos, signerInfos };
}

function readContent(
  stream: BerStream,
  source: ByteSource,
): Pick<SignedDataLayout, 'encapContentInfo' | 'eContentType' | 'eContent'> {
  const start = stream.offset;
  stream.enter(TAG.sequence);
  const { encoded, oid } = stream.read((element) => ({ encoded: element.encoded, oid: element.oid() }));
  let eContent: EncapsulatedContent | null = null;
  if (stream.isNext(contextConstructed(0))) {
    stream.enter(contextConstructed(0));
    eContent = passEncapsulatedContent(stream, source, oid);
    stream.leave();
  }
  stream.leave();
  return { encapContentInfo: { start, end: stream.offset }, eContentType: encoded, eContent };
}

function optionalSet(stream: BerStream, tag: number): Uint8Array[] {
  return stream.isNext(tag) ? stream.read((set) => set.children().map(encodedOf)) : [];
}

/** Throws Asn1Error. */
export function readSignerInfo(element: Asn1Element): SignerInfoLayout {
  const fields = element.children(TAG.sequence);
  const unsigned = fields.at(-1)?.tag === contextConstructed(1) ? fields.pop() : undefined;
  const signer = {
    fields: fields.map(encodedOf),
    unsignedAttributes: unsigned?.children().map(encodedOf) ?? [],
  };
  received.set(signer.fields, { unsignedAttributes: signer.unsignedAttributes, encoded: element.encoded });
  return signer;
}

function encodedOf(element: Asn1Element): Uint8Array {
  return element.encoded;
}

/** What stands before and after `encapContentInfo`, whose bytes of the source go between them unchanged. */
export interface SignedDataAround {
  readonly prefix: Uint8Array;
  readonly suffix: Uint8Array;
}

/**
 * Puts a layout together: definite lengths outside, what was received inside byte for byte. The version is raised where
 * revocation information of another format came in (RFC 5652 5.1), and left alone otherwise.
 */
export function encodeSignedDataLayout(layout: SignedDataLayout): SignedDataAround {
  const { encapContentInfo, certificates, revocationInfos } = layout;
  const hasOther = revocationInfos.some((info) => info[0] === contextConstructed(1));
  const head = concatBytes([derInteger(hasOther ? 5 : layout.version), layout.digestAlgorithms]);
  const suffix = concatBytes([
    ...(certificates.length === 0 ? [] : [derValue(contextConstructed(0), ...certificates)]),
    ...(revocationInfos.length === 0 ? [] : [derValue(contextConstructed(1), ...revocationInfos)]),
    derValue(TAG.set, ...layout.signerInfos.map(encodeSignerInfo)),
  ]);
  const oid = derOid(OID_ID_SIGNED_DATA);
  const fields = head.length + (encapContentInfo.end - encapContentInfo.start) + suffix.length;
  const signedData = headerSize(fields) + fields;
  const prefix = concatBytes([
    derHeader(TAG.sequence, oid.length + headerSize(signedData) + signedData),
    oid,
    derHeader(contextConstructed(0), signedData),
    derHeader(TAG.sequence, fields),
    head,
  ]);
  return { prefix, suffix };
}

function encodeSignerInfo({ fields, unsignedAttributes }: SignerInfoLayout): Uint8Array {
  const whole = received.get(fields);
  if (whole?.unsignedAttributes === unsignedAttributes) return whole.encoded;
  const unsigned = unsignedAttributes.length === 0 ? [] : [derValue(contextConstructed(1), ...unsignedAttributes)];
  return derSequence(...fields, ...unsigned);
}

/**
 * `values` with `more` among them, each once. A set in ascending order, as DER wants it, stays so; in one that is not,
 * everything keeps its place.
 */
export function withMore(values: readonly Uint8Array[], more: readonly Uint8Array[]): readonly Uint8Array[] {
  const added = more.filter(
    (value, index) => ![...values, ...more.slice(0, index)].some((other) => compareDer(other, value) === 0),
  );
  if (added.length === 0) return values;
  const isSorted = values.every((value, index) => index === 0 || compareDer(values[index - 1] ?? value, value) <= 0);
  return isSorted ? [...values, ...added].toSorted(compareDer) : [...values, ...added];
}

/** The signer with one unsigned attribute more; the same where it has that attribute already. */
export function withUnsignedAttribute(signer: SignerInfoLayout, attribute: Uint8Array): SignerInfoLayout {
  const unsignedAttributes = withMore(signer.unsignedAttributes, [attribute]);
  return unsignedAttributes === signer.unsignedAttributes ? signer : { ...signer, unsignedAttributes };
}

/**
 * The layout with one signer more, beside those that are there (RFC 5652 5.1), whose bytes stay. Its place is where DER
 * wants it in a set that is in order, else the end. `digestAlgorithm` is an AlgorithmIdentifier, DER.
 */
export function withSigner(
  layout: SignedDataLayout,
  signerInfo: Uint8Array,
  digestAlgorithm: Uint8Array,
): SignedDataLayout {
  const signerInfos = withMore(layout.signerInfos.map(encodeSignerInfo), [signerInfo]);
  return {
    ...layout,
    digestAlgorithms: withDigestAlgorithm(layout.digestAlgorithms, digestAlgorithm),
    signerInfos: signerInfos.map((encoded) => readSignerInfo(readBer(encoded))),
  };
}

/** By its name: whether parameters are NULL or absent makes no other algorithm. */
function withDigestAlgorithm(set: Uint8Array, added: Uint8Array): Uint8Array {
  const nameOf = (algorithm: Uint8Array): string => readBer(algorithm).cursor(TAG.sequence).next().oid();
  const algorithms = readBer(set).children(TAG.set).map(encodedOf);
  if (algorithms.some((algorithm) => nameOf(algorithm) === nameOf(added))) return set;
  return derValue(TAG.set, ...withMore(algorithms, [added]));
}

/** The type of an encoded Attribute (RFC 5652 5.3) and its encoded values. Throws Asn1Error. */
export function attributeOf(encoded: Uint8Array): { oid: string; values: readonly Uint8Array[] } {
  const cursor = readBer(encoded).cursor(TAG.sequence);
  return { oid: cursor.next().oid(), values: cursor.next(TAG.set).children().map(encodedOf) };
}
