import type { HashName, XmlHashName } from '../x509/hash-algorithm.ts';

/** Identifiers of XMLDSig, XML Encryption and RFC 9231 for DigestMethod. */
export const DIGEST_URIS: Readonly<Record<XmlHashName, string>> = {
  MD5: 'http://www.w3.org/2001/04/xmldsig-more#md5',
  'RIPEMD-160': 'http://www.w3.org/2001/04/xmlenc#ripemd160',
  'SHA-1': 'http://www.w3.org/2000/09/xmldsig#sha1',
  'SHA-224': 'http://www.w3.org/2001/04/xmldsig-more#sha224',
  'SHA-256': 'http://www.w3.org/2001/04/xmlenc#sha256',
  'SHA-384': 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'SHA-512': 'http://www.w3.org/2001/04/xmlenc#sha512',
  'SHA3-224': 'http://www.w3.org/2007/05/xmldsig-more#sha3-224',
  'SHA3-256': 'http://www.w3.org/2007/05/xmldsig-more#sha3-256',
  'SHA3-384': 'http://www.w3.org/2007/05/xmldsig-more#sha3-384',
  'SHA3-512': 'http://www.w3.org/2007/05/xmldsig-more#sha3-512',
};

/** Identifiers that no standard has, but containers in wide use do; they can mean nothing else. */
const UNOFFICIAL: readonly (readonly [string, HashName])[] = [
  ['http://www.w3.org/2000/09/xmldsig#sha256', 'SHA-256'],
  ['http://www.w3.org/2000/09/xmldsig#sha384', 'SHA-384'],
  ['http://www.w3.org/2000/09/xmldsig#sha512', 'SHA-512'],
];

const byUri = new Map([
  ...Object.entries(DIGEST_URIS).map(([name, uri]) => [uri, name as HashName] as const),
  ...UNOFFICIAL,
]);

/** The hash that a DigestMethod names, or null if it is not one that is known here. */
export function hashFromDigestUri(uri: string): HashName | null {
  return byUri.get(uri) ?? null;
}
