import { createHash } from 'node:crypto';
import {
  digestUri,
  DS,
  EXCLUSIVE_C14N,
  SIGNED_PROPERTIES_TYPE,
  signatureMethodUri,
  TRANSFORM,
  XADES,
} from '../../../service/codecs/xmldsig/algorithms.ts';
import { canonicalBytes } from '../../../service/codecs/xmldsig/canonicalize.ts';
import { documentIds } from '../../../service/codecs/xmldsig/ids.ts';
import { openXml } from '../../../service/codecs/xmldsig/xml-document.ts';
import { HASHES, type XmlHashName } from '../../../service/codecs/x509/hash-algorithm.ts';
import type { EngineTask } from '../engine.ts';

/** What a signature is over, and how the verifier gets at it. */
export interface DataReference {
  /** Empty for the whole document, `#id` for an object of the signature, a relative reference for a file beside it. */
  readonly uri: string;
  /** Type of the reference where XMLDSig has one for it: a ds:Object. */
  readonly type?: string;
  /** Algorithm identifiers of the transforms, in order; none for raw bytes. */
  readonly transforms: readonly string[];
  /** What its exclusive canonicalization takes as the inclusive one does: PrefixList of InclusiveNamespaces. */
  readonly inclusivePrefixes?: readonly string[];
  readonly digest: Uint8Array;
  /** Null for what is no data object: the value of a signature. */
  readonly mimeType: string | null;
}

/** Identifiers within one signature, all of them made of the same random part. */
export interface SignatureIds {
  readonly signature: string;
  readonly signatureValue: string;
  readonly signedProperties: string;
  readonly reference: string;
  readonly object: string;
}

/** `random` is what sets the identifiers apart from all others in the document, as hex. */
export function signatureIds(random: string): SignatureIds {
  return {
    signature: `id-${random}`,
    signatureValue: `value-id-${random}`,
    signedProperties: `xades-id-${random}`,
    reference: `r-id-${random}`,
    object: `o-id-${random}`,
  };
}

/** A ds:Signature that lacks only its signature value and the content of its data object. */
export interface SignatureText {
  /** What the signature is over: SignedInfo in its exclusive canonical form. */
  readonly dataToBeSigned: Uint8Array;
  /** The element up to the content of its data object, with the signature value in place; ASCII only. */
  start(signatureValue: Uint8Array): string;
  /** The rest of the element. */
  readonly end: string;
}

const NO_VALUE = new Uint8Array();

/**
 * XAdES baseline B (EN 319 132-1 clause 6.3): signing time, signing certificate (version 2), the format of the data
 * object, the chain as far as it is known. Everything is canonicalized with the exclusive method, which makes
 * SignedInfo and SignedProperties independent of the document around them: they are canonicalized here, on their own,
 * and stay the same wherever the signature is put.
 */
export function buildSignatureText(
  task: EngineTask,
  ids: SignatureIds,
  data: readonly DataReference[],
  objectTag: string | null,
): SignatureText {
  const properties = qualifyingProperties(task, ids, data);
  const hash = task.algorithm.hash;
  const propertiesDigest = createHash(HASHES[hash].node)
    .update(canonicalPart(signature(ids, '', NO_VALUE, '', properties), ids.signedProperties))
    .digest();
  const signedInfo =
    `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${EXCLUSIVE_C14N}"/>` +
    `<ds:SignatureMethod Algorithm="${signatureMethodUri(task.algorithm)}"/>` +
    data.map((one, index) => dataReference(one, referenceId(ids, index), hash)).join('') +
    reference(
      `Type="${SIGNED_PROPERTIES_TYPE}" URI="#${ids.signedProperties}"`,
      [EXCLUSIVE_C14N],
      hash,
      propertiesDigest,
    ) +
    '</ds:SignedInfo>';
  const keyInfo = keyInfoOf(task);
  return {
    dataToBeSigned: canonicalPart(signature(ids, signedInfo, NO_VALUE, keyInfo, properties), null),
    start: (value) => signatureStart(ids, signedInfo, value, keyInfo) + (objectTag ?? ''),
    end: `${objectTag === null ? '' : '</ds:Object>'}${properties}</ds:Signature>`,
  };
}

/** Start tag of the ds:Object that holds the document; `before` and `after` are further attributes with their space. */
export function objectTag(ids: SignatureIds, mimeType: string, before = '', after = ''): string {
  return `<ds:Object ${before}Id="${ids.object}" MimeType="${mimeType}"${after}>`;
}

/** The exclusive canonical form of the element with this Id, or of the first child (SignedInfo). */
function canonicalPart(xml: string, id: string | null): Uint8Array {
  using tree = openXml(Buffer.from(xml));
  const [firstChild = null] = tree.root.children();
  const element = id === null ? firstChild : documentIds(tree).find(id);
  if (element === null) throw new Error('The signature lacks a part of its own');
  return canonicalBytes(element, { method: 'Exclusive C14N', withComments: false });
}

function signature(
  ids: SignatureIds,
  signedInfo: string,
  value: Uint8Array,
  keyInfo: string,
  properties: string,
): string {
  return `${signatureStart(ids, signedInfo, value, keyInfo)}${properties}</ds:Signature>`;
}

function signatureStart(ids: SignatureIds, signedInfo: string, value: Uint8Array, keyInfo: string): string {
  return (
    `<ds:Signature xmlns:ds="${DS}" Id="${ids.signature}">${signedInfo}` +
    `<ds:SignatureValue Id="${ids.signatureValue}">${base64(value)}</ds:SignatureValue>${keyInfo}`
  );
}

function dataReference(data: DataReference, id: string, hash: XmlHashName): string {
  const { type, uri, transforms, inclusivePrefixes, digest } = data;
  const typed = type === undefined ? '' : ` Type="${attributeText(type)}"`;
  return reference(`Id="${id}"${typed} URI="${attributeText(uri)}"`, transforms, hash, digest, inclusivePrefixes);
}

/** A value in ASCII as it stands between quotes; white space other than blanks would become blanks. */
function attributeText(value: string): string {
  return value.replace(/[^\x20-\x7e]|[&<"]/gu, (char) => `&#${char.codePointAt(0) ?? 0};`);
}

/** Of several references each has an identifier of its own. */
function referenceId({ reference: id }: SignatureIds, index: number): string {
  return index === 0 ? id : `${id}-${index + 1}`;
}

function reference(
  attributes: string,
  transforms: readonly string[],
  hash: XmlHashName,
  digest: Uint8Array,
  inclusivePrefixes: readonly string[] = [],
): string {
  const list = transforms.map((algorithm) => transformText(algorithm, inclusivePrefixes)).join('');
  return (
    `<ds:Reference ${attributes}>${list === '' ? '' : `<ds:Transforms>${list}</ds:Transforms>`}` +
    `${digestOf(hash, digest)}</ds:Reference>`
  );
}

/** The one filter that is written takes all signatures out (XPath Filter 2.0 clause 3.2). */
function transformText(algorithm: string, inclusivePrefixes: readonly string[]): string {
  const start = `<ds:Transform Algorithm="${algorithm}"`;
  if (algorithm.startsWith(EXCLUSIVE_C14N) && inclusivePrefixes.length > 0) {
    const list = attributeText(inclusivePrefixes.join(' '));
    return `${start}><ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE_C14N}" PrefixList="${list}"/></ds:Transform>`;
  }
  if (algorithm !== TRANSFORM.xpathFilter2) return `${start}/>`;
  const xpath = `<filter:XPath xmlns:filter="${TRANSFORM.xpathFilter2}" Filter="subtract">/descendant::ds:Signature</filter:XPath>`;
  return `${start}>${xpath}</ds:Transform>`;
}

function digestOf(hash: XmlHashName, digest: Uint8Array): string {
  return `<ds:DigestMethod Algorithm="${digestUri(hash)}"/>` + `<ds:DigestValue>${base64(digest)}</ds:DigestValue>`;
}

/** The signer's certificate first, then its issuers as far as they are known. */
function keyInfoOf({ key }: EngineTask): string {
  const certificates = [key.certificate, ...key.chain].map(
    (der) => `<ds:X509Certificate>${base64(der)}</ds:X509Certificate>`,
  );
  return `<ds:KeyInfo><ds:X509Data>${certificates.join('')}</ds:X509Data></ds:KeyInfo>`;
}

/**
 * The ds:Object with the signed properties. The certificate's digest is what identifies it; IssuerSerialV2, a hint
 * that clause 5.2.2 leaves optional, is not written.
 */
function qualifyingProperties(task: EngineTask, ids: SignatureIds, data: readonly DataReference[]): string {
  const { hash } = task.algorithm;
  const certificateDigest = createHash(HASHES[hash].node).update(task.key.certificate).digest();
  const formats = data.map(({ mimeType }, index) =>
    mimeType === null
      ? ''
      : `<xades:DataObjectFormat ObjectReference="#${referenceId(ids, index)}">` +
        `<xades:MimeType>${mimeType}</xades:MimeType></xades:DataObjectFormat>`,
  );
  const ofData = formats.join('');
  const ofDataObjects = `<xades:SignedDataObjectProperties>${ofData}</xades:SignedDataObjectProperties>`;
  const signingTime = task.at.toISOString().replace(/\.\d+Z$/, 'Z');
  return (
    `<ds:Object><xades:QualifyingProperties xmlns:xades="${XADES}" Target="#${ids.signature}">` +
    `<xades:SignedProperties Id="${ids.signedProperties}"><xades:SignedSignatureProperties>` +
    `<xades:SigningTime>${signingTime}</xades:SigningTime>` +
    `<xades:SigningCertificateV2><xades:Cert><xades:CertDigest>${digestOf(hash, certificateDigest)}` +
    '</xades:CertDigest></xades:Cert></xades:SigningCertificateV2></xades:SignedSignatureProperties>' +
    (ofData === '' ? '' : ofDataObjects) +
    '</xades:SignedProperties></xades:QualifyingProperties></ds:Object>'
  );
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
