import { createHash, generateKeyPairSync } from 'node:crypto';
import { expect } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import { HASHES } from '../../codecs/x509/hash-algorithm.ts';
import * as uris from '../../codecs/xmldsig/algorithms.ts';
import { canonicalBytes } from '../../codecs/xmldsig/canonicalize.ts';
import { documentIds } from '../../codecs/xmldsig/ids.ts';
import { openXml, type XmlElement, type XmlTree } from '../../codecs/xmldsig/xml-document.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { encodeName } from '../../codecs/x509/name.ts';
import { NOW, issue, signers, signRaw, trust, type TestSigner } from '../cades/cms-forgery.suite.ts';
import type { VerificationOutcome } from '../verification.ts';
import { verifyXades } from './verify-xades.ts';

export { NOW, signers, trust, type TestSigner };

export const DS = uris.DS;
export const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
export const EXC_C14N = uris.EXCLUSIVE_C14N;
export const SHA256 = uris.digestUri('SHA-256');
export const ENVELOPED = transform(uris.TRANSFORM.envelopedSignature);
export const EMPTY_DIGEST = '<ds:DigestValue></ds:DigestValue>';
/** Of nothing in particular. */
export const ANY_DIGEST = '<ds:DigestValue>AAAA</ds:DigestValue>';
const EMPTY_VALUE = '<ds:SignatureValue></ds:SignatureValue>';
/** Where the signature goes in a document. */
export const HERE = '<?here?>';

/** The document that most tests sign. */
export const INVOICE = `<invoice xmlns="urn:test:invoice"><to>Alice</to><amount currency="EUR">100</amount>${HERE}</invoice>`;

export function transform(algorithm: string, content = ''): string {
  return `<ds:Transform Algorithm="${algorithm}">${content}</ds:Transform>`;
}

export function reference(uri: string | null, transforms: readonly string[], type = '', id = ''): string {
  const attributes = [id && ` Id="${id}"`, uri === null ? '' : ` URI="${uri}"`, type && ` Type="${type}"`].join('');
  const list = transforms.length === 0 ? '' : `<ds:Transforms>${transforms.join('')}</ds:Transforms>`;
  return `<ds:Reference${attributes}>${list}<ds:DigestMethod Algorithm="${SHA256}"></ds:DigestMethod>${EMPTY_DIGEST}</ds:Reference>`;
}

/** Every part that a forger may set; right unless told otherwise. */
export interface SignatureParts {
  readonly signer: TestSigner;
  readonly id: string;
  readonly references: readonly string[];
  readonly canonicalization: string;
  readonly signatureMethod: string;
  readonly keyInfo: string;
  readonly propertiesReference: string;
  readonly signedProperties: string;
  readonly unsignedProperties: string;
  /** ds:Object elements before that of the properties. */
  readonly objects: string;
}

export const WHOLE_DOCUMENT = reference('', [ENVELOPED, transform(EXC_C14N)], '', 'R');

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

export function x509Data(...certificates: readonly Uint8Array[]): string {
  const items = certificates.map((one) => `<ds:X509Certificate>${base64(one)}</ds:X509Certificate>`);
  return `<ds:KeyInfo><ds:X509Data>${items.join('')}</ds:X509Data></ds:KeyInfo>`;
}

export function certificateDigest(certificate: Uint8Array, hash: 'SHA-1' | 'SHA-256' = 'SHA-256'): string {
  const digest = base64(createHash(HASHES[hash].node).update(certificate).digest());
  return (
    `<xades:CertDigest><ds:DigestMethod Algorithm="${uris.digestUri(hash)}"></ds:DigestMethod>` +
    `<ds:DigestValue>${digest}</ds:DigestValue></xades:CertDigest>`
  );
}

export function signingCertificateV2(certificate: Uint8Array): string {
  return `<xades:SigningCertificateV2><xades:Cert>${certificateDigest(certificate)}</xades:Cert></xades:SigningCertificateV2>`;
}

/** A signer under a CA that nobody trusts. */
export function stranger(): TestSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const certificate = issue(publicKey, { issuer: encodeName([['CN', 'Unknown CA']]) });
  return { algorithm: signers.ec.algorithm, privateKey, certificate };
}

/** DER of IssuerSerial (RFC 5035). */
export function issuerSerialOf(certificate: Uint8Array): Uint8Array {
  const { issuer, serialNumber } = parseCertificate(certificate);
  return der.derSequence(der.derSequence(der.derExplicit(4, issuer.der)), der.derInteger(serialNumber));
}

/** In decimal. */
export function serialNumberOf(certificate: Uint8Array): string {
  return BigInt(`0x${parseCertificate(certificate).serialNumberHex}`).toString();
}

export const SIGNING_TIME = '<xades:SigningTime>2026-10-01T11:59:00Z</xades:SigningTime>';

/** A ds:Signature without its digests and value; `sign` fills them in. */
export function signatureTemplate(changes: Partial<SignatureParts> = {}): string {
  const signer = changes.signer ?? signers.ec;
  const id = changes.id ?? 'S';
  const parts: SignatureParts = {
    ...{ signer, id, references: [WHOLE_DOCUMENT], canonicalization: EXC_C14N },
    signatureMethod: `<ds:SignatureMethod Algorithm="${uris.signatureMethodUri(signer.algorithm)}"></ds:SignatureMethod>`,
    keyInfo: x509Data(signer.certificate),
    propertiesReference: reference(`#${id}-P`, [transform(EXC_C14N)], uris.SIGNED_PROPERTIES_TYPE),
    signedProperties: `<xades:SignedSignatureProperties>${SIGNING_TIME}${signingCertificateV2(signer.certificate)}</xades:SignedSignatureProperties>`,
    ...{ unsignedProperties: '', objects: '' },
    ...changes,
  };
  const properties =
    `<ds:Object><xades:QualifyingProperties xmlns:xades="${uris.XADES}" Target="#${id}">` +
    `<xades:SignedProperties Id="${id}-P">${parts.signedProperties}</xades:SignedProperties>` +
    `${parts.unsignedProperties}</xades:QualifyingProperties></ds:Object>`;
  return (
    `<ds:Signature xmlns:ds="${DS}" Id="${id}"><ds:SignedInfo>` +
    `<ds:CanonicalizationMethod Algorithm="${parts.canonicalization}"></ds:CanonicalizationMethod>${parts.signatureMethod}` +
    `${parts.references.join('')}${parts.propertiesReference}</ds:SignedInfo>` +
    `${EMPTY_VALUE}${parts.keyInfo}${parts.objects}${properties}</ds:Signature>`
  );
}

/** An enveloped signature in the invoice, complete. */
export function signedInvoice(changes: Partial<SignatureParts> = {}): string {
  return sign(INVOICE.replace(HERE, signatureTemplate(changes)), changes.signer);
}

/** Fills in the empty digests from the last to the first, so that manifests come before what signs them, then the value. */
export function sign(
  template: string,
  signer: TestSigner = signers.ec,
  original: Uint8Array | null = null,
  value: (signedInfo: Uint8Array) => Uint8Array = (signedInfo) => signRaw(signer, signedInfo),
): string {
  let text = template;
  for (let at = text.lastIndexOf(EMPTY_DIGEST); at >= 0; at = text.lastIndexOf(EMPTY_DIGEST)) {
    const index = text.slice(0, at).split('<ds:DigestValue>').length - 1;
    text = splice(
      text,
      at,
      EMPTY_DIGEST,
      `<ds:DigestValue>${base64(digestAt(text, index, original))}</ds:DigestValue>`,
    );
  }
  const at = text.indexOf(EMPTY_VALUE);
  if (at < 0) return text;
  using tree = openXml(Buffer.from(text));
  const signature = elements(tree, 'Signature').find((one) => child(one, 'SignatureValue').plainText() === '');
  if (signature === undefined) throw new Error('No signature is without a value');
  const signedInfo = child(signature, 'SignedInfo');
  const how = uris.readCanonicalization(child(signedInfo, 'CanonicalizationMethod')) ?? uris.DEFAULT_CANONICALIZATION;
  const signatureValue = value(canonicalBytes(signedInfo, how));
  return splice(text, at, EMPTY_VALUE, `<ds:SignatureValue>${base64(signatureValue)}</ds:SignatureValue>`);
}

function splice(text: string, at: number, old: string, replacement: string): string {
  return text.slice(0, at) + replacement + text.slice(at + old.length);
}

function digestAt(text: string, index: number, original: Uint8Array | null): Uint8Array {
  using tree = openXml(Buffer.from(text));
  const owner = elements(tree, 'DigestValue')[index]?.parent ?? null;
  if (owner === null) throw new Error('No such reference');
  const hash = uris.hashFromDigestUri(child(owner, 'DigestMethod').attribute('Algorithm') ?? '') ?? 'SHA-256';
  return createHash(HASHES[hash].node)
    .update(contentOf(tree, owner, original))
    .digest();
}

function contentOf(tree: XmlTree, owner: XmlElement, original: Uint8Array | null): Uint8Array {
  const uri = owner.attribute('URI');
  if (uri?.startsWith('#') !== true && uri !== '') return original ?? Buffer.from('nothing');
  const list = [...owner.children()].find((one) => one.localName === 'Transforms');
  const transforms = list === undefined ? [] : [...list.children()];
  const target = uri === '' ? tree : documentIds(tree).find(uri.slice(1));
  if (target === null) return Buffer.from('nothing');
  const names = transforms.map((one) => one.attribute('Algorithm'));
  if (names.includes(uris.TRANSFORM.base64) && 'localName' in target) return Buffer.from(target.plainText(), 'base64');
  const how = transforms.map((one) => uris.readCanonicalization(one)).find((one) => one !== null);
  const without = leftOut(tree, owner, names);
  return canonicalBytes(target, { ...(how ?? uris.DEFAULT_CANONICALIZATION), withComments: false }, without);
}

function leftOut(tree: XmlTree, owner: XmlElement, transforms: readonly (string | null)[]): Set<XmlElement> {
  const isFiltered = transforms.some((name) => name === uris.TRANSFORM.xpath || name === uris.TRANSFORM.xpathFilter2);
  if (isFiltered) return new Set(elements(tree, 'Signature'));
  return new Set(transforms.includes(uris.TRANSFORM.envelopedSignature) ? [signatureAround(owner)] : []);
}

function signatureAround(element: XmlElement): XmlElement {
  for (let up: XmlElement | null = element; up !== null; up = up.parent) if (up.is(DS, 'Signature')) return up;
  throw new Error('Not in a signature');
}

function elements(tree: XmlTree, localName: string): XmlElement[] {
  return [...tree.elements()].filter((element) => element.is(DS, localName));
}

function child(parent: XmlElement, localName: string): XmlElement {
  const found = [...parent.children()].find((element) => element.is(DS, localName));
  if (found === undefined) throw new Error(`No ${localName}`);
  return found;
}

/** Reasons that say what was not understood, not covered or is against constraints: INDETERMINATE by themselves. */
const UNCLEAR: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  ...(['SIG_ALGORITHM_UNSUPPORTED', 'SIG_ALGORITHM_WEAK', 'SIG_COVERAGE_INCOMPLETE', 'SIG_LIMIT_EXCEEDED'] as const),
  ...(['SIG_SIGNED_ATTRIBUTES_MISSING', 'SIG_SIGNING_CERTIFICATE_MISMATCH', 'SIG_SIGNING_TIME_IMPLAUSIBLE'] as const),
  ...(['SIG_DETACHED_CONTENT_MISSING', 'SIG_NOT_FOUND', 'SIG_SIGNER_CERTIFICATE_NOT_FOUND'] as const),
  'VERIFICATION_WORK_EXCEEDED',
  ...(['XML_DOCTYPE_FORBIDDEN', 'XML_ENCODING_UNSUPPORTED', 'XML_KEY_INFO_UNSUPPORTED'] as const),
  ...(['XML_REFERENCE_UNSUPPORTED', 'XML_TRANSFORM_UNSUPPORTED', 'XML_SIGNED_PROPERTIES_INVALID'] as const),
  ...(['XML_COUNTER_SIGNATURE_INVALID', 'XML_CANONICALIZATION_FAILED'] as const),
]);

/** Expects this among the reasons, and the status that it stands for: never VALID. */
export function expectRefused(
  document: string | Uint8Array,
  reason: ReasonCode,
  original: Uint8Array | null = null,
  status: 'INVALID' | 'INDETERMINATE' = UNCLEAR.has(reason) ? 'INDETERMINATE' : 'INVALID',
): void {
  const { overallStatus, isValid, reasonCodes } = verify(document, original);
  expect({ overallStatus, isValid, reasonCodes }).toEqual({
    ...{ overallStatus: status, isValid: false },
    reasonCodes: expect.arrayContaining([reason]) as ReasonCode[],
  });
}

export function verify(document: string | Uint8Array, original: Uint8Array | null = null): VerificationOutcome {
  const bytes = typeof document === 'string' ? Buffer.from(document) : document;
  const question = { trust, at: NOW, revocationMode: 'Offline' } as const;
  return verifyXades(bytesSource(bytes), original === null ? [] : [bytesSource(original)], question);
}
