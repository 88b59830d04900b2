import type { CmsSignatureAlgorithm } from '../cms/cms-algorithm.ts';
import { HASHES, type HashName, type XmlHashName } from '../x509/hash-algorithm.ts';
import type { SignatureScheme } from '../x509/signature-algorithm.ts';
import type { Canonicalization } from './canonicalization.ts';
import { XmlError } from './xml-error.ts';
import type { XmlElement } from './xml-document.ts';

export const DS = 'http://www.w3.org/2000/09/xmldsig#';
export const XADES = 'http://uri.etsi.org/01903/v1.3.2#';
export const XADES_141 = 'http://uri.etsi.org/01903/v1.4.1#';
/** Type of the Reference to the signed properties (EN 319 132-1 clause 4.3.4). */
export const SIGNED_PROPERTIES_TYPE = 'http://uri.etsi.org/01903#SignedProperties';
/** Type of the Reference of a counter-signature (EN 319 132-1 clause 5.2.7.2). */
export const COUNTERSIGNED_SIGNATURE_TYPE = 'http://uri.etsi.org/01903#CountersignedSignature';
/** The namespaces of XAdES 1.1.1 and 1.2.2, which old signatures have; their types of references name the version. */
export const XADES_111 = 'http://uri.etsi.org/01903/v1.1.1#';
export const XADES_OLD = ['http://uri.etsi.org/01903/v1.2.2#', XADES_111] as const;
export const OBJECT_TYPE = `${DS}Object`;
export const MANIFEST_TYPE = `${DS}Manifest`;

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const MORE_2007 = 'http://www.w3.org/2007/05/xmldsig-more#';
const MORE_2021 = 'http://www.w3.org/2021/04/xmldsig-more#';
const ENC = 'http://www.w3.org/2001/04/xmlenc#';

/** RFC 9231 clause 2.1 and XMLDSig 1.1 clause 6.2. SHA-1, SHA-224 and MD5 are known so that they can be named as weak. */
const DIGESTS: Readonly<Record<XmlHashName, string>> = {
  MD5: `${MORE}md5`,
  'RIPEMD-160': `${ENC}ripemd160`,
  'SHA-1': `${DS}sha1`,
  'SHA-224': `${MORE}sha224`,
  'SHA-256': `${ENC}sha256`,
  'SHA-384': `${MORE}sha384`,
  'SHA-512': `${ENC}sha512`,
  'SHA3-224': `${MORE_2007}sha3-224`,
  'SHA3-256': `${MORE_2007}sha3-256`,
  'SHA3-384': `${MORE_2007}sha3-384`,
  'SHA3-512': `${MORE_2007}sha3-512`,
};
const HASH_NAMES = Object.keys(DIGESTS) as XmlHashName[];
const byDigestUri = new Map(HASH_NAMES.map((hash) => [DIGESTS[hash], hash]));

export function digestUri(hash: XmlHashName): string {
  return DIGESTS[hash];
}

/** The hash of a DigestMethod; null for an algorithm that is not known here. `HASHES[hash].isWeak` says the rest. */
export function hashFromDigestUri(uri: string): HashName | null {
  return byDigestUri.get(uri) ?? null;
}

/** RFC 9231 clauses 2.3.1-2.3.12: signature methods without parameters. */
const SIGNATURES: ReadonlyMap<string, SignatureScheme> = new Map<string, SignatureScheme>([
  [`${DS}rsa-sha1`, { kind: 'RSASSA-PKCS1-v1_5', hash: 'SHA-1' }],
  [`${MORE}rsa-md5`, { kind: 'RSASSA-PKCS1-v1_5', hash: 'MD5' }],
  [`${MORE}rsa-ripemd160`, { kind: 'RSASSA-PKCS1-v1_5', hash: 'RIPEMD-160' }],
  ...(['SHA-224', 'SHA-256', 'SHA-384', 'SHA-512'] as const).map(
    (hash) => [`${MORE}rsa-${uriName(hash)}`, { kind: 'RSASSA-PKCS1-v1_5', hash }] as const,
  ),
  ...(['SHA-1', 'SHA-224', 'SHA-256', 'SHA-384', 'SHA-512'] as const).map(
    (hash) => [`${MORE}ecdsa-${uriName(hash)}`, { kind: 'ECDSA', hash }] as const,
  ),
  ...(['SHA3-256', 'SHA3-384', 'SHA3-512'] as const).map(
    (hash) => [`${MORE_2021}ecdsa-${uriName(hash)}`, { kind: 'ECDSA', hash }] as const,
  ),
  ...(['SHA-1', 'SHA-224', 'SHA-256', 'SHA-384', 'SHA-512', 'SHA3-256', 'SHA3-384', 'SHA3-512'] as const).map(
    (hash) => [`${MORE_2007}${uriName(hash)}-rsa-MGF1`, pssScheme(hash)] as const,
  ),
  [`${MORE_2021}eddsa-ed25519`, { kind: 'EdDSA', hash: null, curve: 'Ed25519' }],
  [`${MORE_2021}eddsa-ed448`, { kind: 'EdDSA', hash: null, curve: 'Ed448' }],
]);
const RSA_PSS_WITH_PARAMETERS = `${MORE_2007}rsa-pss`;

/** `sha256`, `sha3-256`: the hash as it stands in the URIs. */
function uriName(hash: HashName): string {
  return hash.startsWith('SHA3') ? hash.toLowerCase() : hash.replace('-', '').toLowerCase();
}

/** MGF1 with the same hash, a salt as long as the hash, trailer field 1 (RFC 9231 clause 2.3.10). */
function pssScheme(hash: HashName): SignatureScheme {
  return { kind: 'RSASSA-PSS', hash, pss: { hash, mgfHash: hash, saltBytes: HASHES[hash].bytes, trailerField: 1 } };
}

/** The SignatureMethod for what a device can make. */
export function signatureMethodUri(algorithm: CmsSignatureAlgorithm): string {
  const name = uriName(algorithm.hash);
  switch (algorithm.scheme) {
    case 'RSASSA-PKCS1-v1_5':
      return `${MORE}rsa-${name}`;
    case 'RSASSA-PSS':
      return `${MORE_2007}${name}-rsa-MGF1`;
    case 'ECDSA':
      return `${MORE}ecdsa-${name}`;
    case 'EdDSA':
      return `${MORE_2021}eddsa-ed25519`;
  }
}

/**
 * What a ds:SignatureMethod asks for; null for an algorithm that is not known here (HMAC among them). Throws
 * XML_STRUCTURE_INVALID when it is known but its content is not that of its standard.
 */
export function readSignatureMethod(method: XmlElement): SignatureScheme | null {
  const uri = method.attribute('Algorithm') ?? '';
  const children = [...method.children()];
  if (uri === RSA_PSS_WITH_PARAMETERS) return readPssParameters(children);
  const scheme = SIGNATURES.get(uri);
  if (scheme === undefined) return null;
  if (children.length > 0) throw invalid('a signature method has parameters that it must not have');
  return scheme;
}

/**
 * RFC 9231 clause 2.3.9; whatever is absent has its default, the mask the hash of the message. Null when a hash or the
 * mask function is unknown.
 */
function readPssParameters([params, ...more]: readonly XmlElement[]): SignatureScheme | null {
  if (params === undefined) return pssScheme('SHA-256');
  if (more.length > 0 || !params.is(MORE_2007, 'RSAPSSParams')) throw invalid('the parameters of RSA-PSS are broken');
  const mask = childNamed(params, MORE_2007, 'MaskGenerationFunction');
  const hash = readHash(childNamed(params, DS, 'DigestMethod'), 'SHA-256');
  const maskHash = readHash(mask && childNamed(mask, DS, 'DigestMethod'), hash);
  const isMgf1 = mask === undefined || mask.attribute('Algorithm') === `${MORE_2007}MGF1`;
  if (hash === null || maskHash === null || !isMgf1) return null;
  const saltBytes = readNumber(childNamed(params, MORE_2007, 'SaltLength'), HASHES[hash].bytes);
  const trailerField = readNumber(childNamed(params, MORE_2007, 'TrailerField'), 1);
  return { kind: 'RSASSA-PSS', hash, pss: { hash, mgfHash: maskHash, saltBytes, trailerField } };
}

function childNamed(parent: XmlElement, namespace: string, name: string): XmlElement | undefined {
  const [found, ...others] = [...parent.children()].filter((item) => item.is(namespace, name));
  if (others.length > 0) throw invalid('a parameter of RSA-PSS occurs twice');
  return found;
}

function readHash(method: XmlElement | undefined, absent: HashName | null): HashName | null {
  return method === undefined ? absent : hashFromDigestUri(method.attribute('Algorithm') ?? '');
}

function readNumber(element: XmlElement | undefined, fallback: number): number {
  if (element === undefined) return fallback;
  const text = element.plainText().trim();
  if (!/^\d{1,4}$/.test(text)) throw invalid('a parameter of RSA-PSS is no number');
  return Number(text);
}

const C14N: ReadonlyMap<string, Canonicalization> = new Map<string, Canonicalization>([
  ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315', { method: 'C14N 1.0', withComments: false }],
  ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments', { method: 'C14N 1.0', withComments: true }],
  ['http://www.w3.org/2006/12/xml-c14n11', { method: 'C14N 1.1', withComments: false }],
  ['http://www.w3.org/2006/12/xml-c14n11#WithComments', { method: 'C14N 1.1', withComments: true }],
  ['http://www.w3.org/2001/10/xml-exc-c14n#', { method: 'Exclusive C14N', withComments: false }],
  ['http://www.w3.org/2001/10/xml-exc-c14n#WithComments', { method: 'Exclusive C14N', withComments: true }],
]);
export const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
/** What stands between a reference that gives nodes and a digest when no transform says otherwise (XMLDSig 4.4.3.2). */
export const DEFAULT_CANONICALIZATION: Canonicalization = { method: 'C14N 1.0', withComments: false };

/** Transforms other than the canonicalizations. */
export const TRANSFORM = {
  envelopedSignature: `${DS}enveloped-signature`,
  base64: `${DS}base64`,
  xpath: 'http://www.w3.org/TR/1999/REC-xpath-19991116',
  xpathFilter2: 'http://www.w3.org/2002/06/xmldsig-filter2',
  xslt: 'http://www.w3.org/TR/1999/REC-xslt-19991116',
} as const;

/**
 * The canonicalization that a ds:CanonicalizationMethod or ds:Transform asks for, with its InclusiveNamespaces; null
 * when its algorithm is none. Throws XML_STRUCTURE_INVALID for other content.
 */
export function readCanonicalization(method: XmlElement): Canonicalization | null {
  const known = C14N.get(method.attribute('Algorithm') ?? '');
  if (known === undefined) return null;
  const [inclusive, ...more] = method.children();
  if (inclusive === undefined) return known;
  const isAllowed = known.method === 'Exclusive C14N' && inclusive.is(EXCLUSIVE_C14N, 'InclusiveNamespaces');
  if (!isAllowed || more.length > 0) throw invalid('a canonicalization has parameters that it must not have');
  const prefixes = (inclusive.attribute('PrefixList') ?? '').split(/[ \t\r\n]+/).filter((prefix) => prefix !== '');
  return { ...known, inclusivePrefixes: prefixes };
}

function invalid(message: string): XmlError {
  return new XmlError('XML_STRUCTURE_INVALID', message);
}
