/** Hash functions that occur in signatures, the broken ones too so that they can be named when refused. */
export const HASHES = {
  MD5: { oid: '1.2.840.113549.2.5', node: 'md5', bytes: 16, isWeak: true },
  'SHA-1': { oid: '1.3.14.3.2.26', node: 'sha1', bytes: 20, isWeak: true },
  'SHA-224': { oid: '2.16.840.1.101.3.4.2.4', node: 'sha224', bytes: 28, isWeak: true },
  'SHA-256': { oid: '2.16.840.1.101.3.4.2.1', node: 'sha256', bytes: 32, isWeak: false },
  'SHA-384': { oid: '2.16.840.1.101.3.4.2.2', node: 'sha384', bytes: 48, isWeak: false },
  'SHA-512': { oid: '2.16.840.1.101.3.4.2.3', node: 'sha512', bytes: 64, isWeak: false },
  'SHA3-256': { oid: '2.16.840.1.101.3.4.2.8', node: 'sha3-256', bytes: 32, isWeak: false },
  'SHA3-384': { oid: '2.16.840.1.101.3.4.2.9', node: 'sha3-384', bytes: 48, isWeak: false },
  'SHA3-512': { oid: '2.16.840.1.101.3.4.2.10', node: 'sha3-512', bytes: 64, isWeak: false },
} as const;

export type HashName = keyof typeof HASHES;
const HASH_NAMES = Object.keys(HASHES) as HashName[];

const byOid = new Map<string, HashName>(HASH_NAMES.map((name) => [HASHES[name].oid, name]));

/** The hash with this OID, or null if it is not one that is known here. */
export function hashFromOid(oid: string): HashName | null {
  return byOid.get(oid) ?? null;
}
