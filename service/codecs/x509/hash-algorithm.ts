import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha3_224, sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3.js';
import { createHash, getHashes } from 'node:crypto';

/** Hash functions that occur in signatures, the broken ones too so that they can be named when refused. */
export const HASHES = {
  MD5: { oid: '1.2.840.113549.2.5', node: 'md5', bytes: 16, isWeak: true },
  'RIPEMD-160': { oid: '1.3.36.3.2.1', node: 'ripemd160', bytes: 20, isWeak: true },
  'SHA-1': { oid: '1.3.14.3.2.26', node: 'sha1', bytes: 20, isWeak: true },
  'SHA-224': { oid: '2.16.840.1.101.3.4.2.4', node: 'sha224', bytes: 28, isWeak: true },
  'SHA-256': { oid: '2.16.840.1.101.3.4.2.1', node: 'sha256', bytes: 32, isWeak: false },
  'SHA-384': { oid: '2.16.840.1.101.3.4.2.2', node: 'sha384', bytes: 48, isWeak: false },
  'SHA-512': { oid: '2.16.840.1.101.3.4.2.3', node: 'sha512', bytes: 64, isWeak: false },
  'SHA3-224': { oid: '2.16.840.1.101.3.4.2.7', node: 'sha3-224', bytes: 28, isWeak: true },
  'SHA3-256': { oid: '2.16.840.1.101.3.4.2.8', node: 'sha3-256', bytes: 32, isWeak: false },
  'SHA3-384': { oid: '2.16.840.1.101.3.4.2.9', node: 'sha3-384', bytes: 48, isWeak: false },
  'SHA3-512': { oid: '2.16.840.1.101.3.4.2.10', node: 'sha3-512', bytes: 64, isWeak: false },
  /** With 512 bits, for Ed448 in CMS (RFC 8419); it must be told how many, see startHash. */
  SHAKE256: { oid: '2.16.840.1.101.3.4.2.12', node: 'shake256', bytes: 64, isWeak: false },
} as const;

export type HashName = keyof typeof HASHES;
/** Those that RFC 9231 has identifiers for. */
export type XmlHashName = Exclude<HashName, 'SHAKE256'>;
const HASH_NAMES = Object.keys(HASHES) as HashName[];

// Whoever looks a hash up here hands its name on to functions that cannot say how long SHAKE256 is to be.
const byOid = new Map<string, HashName>(
  HASH_NAMES.filter((name) => name !== 'SHAKE256').map((name) => [HASHES[name].oid, name]),
);

/** The hash with this OID, or null if it is not one that is known here. */
export function hashFromOid(oid: string): HashName | null {
  return byOid.get(oid) ?? null;
}

/** A digest in the making, by whichever library has the function. */
export interface Hasher {
  update(bytes: Uint8Array): Hasher;
  /** The state as it is, to go on with apart from this one. */
  copy(): Hasher;
  /** Ends the digest; not to be called twice. */
  digest(): Buffer;
}

const FALLBACKS = {
  'RIPEMD-160': ripemd160,
  'SHA3-224': sha3_224,
  'SHA3-256': sha3_256,
  'SHA3-384': sha3_384,
  'SHA3-512': sha3_512,
} as const;
let known: ReadonlySet<string> | undefined;

/** Whether the runtime's own cryptography has the function: Node links OpenSSL, Electron BoringSSL without SHA-3 and RIPEMD. */
export function isNativeHash(name: HashName): boolean {
  known ??= new Set(getHashes().map((each) => each.toLowerCase()));
  return !/^(SHA3-|SHAKE|RIPEMD)/.test(name) || known.has(HASHES[name].node);
}

/** A hash of that name, to be fed: by node:crypto, or SHA-3 and RIPEMD by @noble/hashes where the runtime lacks it. */
export function startHash(name: HashName): Hasher {
  const { node, bytes } = HASHES[name];
  if (name === 'SHAKE256') return createHash(node, { outputLength: bytes });
  const fallback = Object.entries(FALLBACKS).find(([each]) => each === name)?.[1];
  if (fallback === undefined || isNativeHash(name)) return createHash(node);
  return new FallbackHasher(fallback.create());
}

interface FallbackState {
  update(bytes: Uint8Array): unknown;
  clone(): FallbackState;
  digest(): Uint8Array;
}

class FallbackHasher implements Hasher {
  readonly #state: FallbackState;

  constructor(state: FallbackState) {
    this.#state = state;
  }

  update(bytes: Uint8Array): Hasher {
    this.#state.update(bytes);
    return this;
  }

  copy(): Hasher {
    return new FallbackHasher(this.#state.clone());
  }

  digest(): Buffer {
    return Buffer.from(this.#state.digest());
  }
}
