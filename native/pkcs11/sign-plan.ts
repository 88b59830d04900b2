import type { HashAlgorithm, SignatureAlgorithm } from '../../service/providers/providers.ts';
import type { DeviceKeyKind } from '../host/signature-algorithms.ts';
import { HASH_BYTES } from '../host/signature-algorithms.ts';

/** Mechanisms of PKCS#11 v2.40/v3.0 that make the signatures we want, by hash where they hash themselves. */
const CKM_RSA_PKCS = 0x1;
const CKM_RSA_PKCS_PSS = 0xd;
const CKM_ECDSA = 0x1041;
const CKM_EDDSA = 0x1057;
const CKM_HASH_RSA_PKCS = { 'SHA-256': 0x40, 'SHA-384': 0x41, 'SHA-512': 0x42 } as const;
const CKM_HASH_RSA_PKCS_PSS = { 'SHA-256': 0x43, 'SHA-384': 0x44, 'SHA-512': 0x45 } as const;
const CKM_HASH_ECDSA = { 'SHA-256': 0x1044, 'SHA-384': 0x1045, 'SHA-512': 0x1046 } as const;
const CKM_HASH = { 'SHA-256': 0x250, 'SHA-384': 0x260, 'SHA-512': 0x270 } as const;
const CKG_MGF1 = { 'SHA-256': 0x2, 'SHA-384': 0x3, 'SHA-512': 0x4 } as const;

const MECHANISM_NAMES: ReadonlyMap<number, string> = new Map([
  [CKM_RSA_PKCS, 'CKM_RSA_PKCS'],
  [CKM_RSA_PKCS_PSS, 'CKM_RSA_PKCS_PSS'],
  [CKM_ECDSA, 'CKM_ECDSA'],
  [CKM_EDDSA, 'CKM_EDDSA'],
  ...Object.entries(CKM_HASH_RSA_PKCS).map(([hash, value]) => [value, `CKM_${bare(hash)}_RSA_PKCS`] as const),
  ...Object.entries(CKM_HASH_RSA_PKCS_PSS).map(([hash, value]) => [value, `CKM_${bare(hash)}_RSA_PKCS_PSS`] as const),
  ...Object.entries(CKM_HASH_ECDSA).map(([hash, value]) => [value, `CKM_ECDSA_${bare(hash)}`] as const),
]);

function bare(hash: string): string {
  return hash.replace('-', '');
}

/** The name of a mechanism that makes signatures we want; hexadecimal digits for any other. */
export function mechanismName(mechanism: number): string {
  return MECHANISM_NAMES.get(mechanism) ?? `0x${mechanism.toString(16)}`;
}

export interface SignPlan {
  readonly mechanism: number;
  readonly pss: { readonly hashAlg: number; readonly mgf: number; readonly saltLen: number } | null;
  /** What goes into C_Sign: EMSA-PKCS1-v1_5's DigestInfo, the bare digest, or the data itself. */
  readonly input: 'digest-info' | 'digest' | 'data';
}

/** How to make `algorithm` with the mechanisms the token offers: the ones that take a digest first; null: not at all. */
export function planSignature(algorithm: SignatureAlgorithm, mechanisms: ReadonlySet<number>): SignPlan | null {
  const { scheme, hash } = algorithm;
  const choices = candidatePlans(scheme, hash);
  return choices.find(({ mechanism }) => mechanisms.has(mechanism)) ?? null;
}

function candidatePlans(scheme: SignatureAlgorithm['scheme'], hash: HashAlgorithm): readonly SignPlan[] {
  switch (scheme) {
    case 'RSASSA-PKCS1-v1_5':
      return [
        { mechanism: CKM_RSA_PKCS, pss: null, input: 'digest-info' },
        { mechanism: CKM_HASH_RSA_PKCS[hash], pss: null, input: 'data' },
      ];
    case 'RSASSA-PSS': {
      const pss = { hashAlg: CKM_HASH[hash], mgf: CKG_MGF1[hash], saltLen: HASH_BYTES[hash] };
      return [
        { mechanism: CKM_RSA_PKCS_PSS, pss, input: 'digest' },
        { mechanism: CKM_HASH_RSA_PKCS_PSS[hash], pss, input: 'data' },
      ];
    }
    case 'ECDSA':
      return [
        { mechanism: CKM_ECDSA, pss: null, input: 'digest' },
        { mechanism: CKM_HASH_ECDSA[hash], pss: null, input: 'data' },
      ];
    case 'EdDSA':
      return [{ mechanism: CKM_EDDSA, pss: null, input: 'data' }];
  }
}

/** DER of DigestInfo up to the digest itself (RFC 8017 9.2, note 1). */
const DIGEST_INFO_PREFIX = {
  'SHA-256': Buffer.from('3031300d060960864801650304020105000420', 'hex'),
  'SHA-384': Buffer.from('3041300d060960864801650304020205000430', 'hex'),
  'SHA-512': Buffer.from('3051300d060960864801650304020305000440', 'hex'),
} as const;

/** The bytes for C_Sign. A digest longer than the curve's order is cut to its leftmost bytes (FIPS 186-5 6.4.1). */
export function signInput(
  plan: SignPlan,
  key: DeviceKeyKind,
  hash: HashAlgorithm,
  operation: { readonly dataToBeSigned: Uint8Array; readonly digest: Uint8Array },
): Buffer {
  if (plan.input === 'data') return asBuffer(operation.dataToBeSigned);
  if (plan.input === 'digest-info') return Buffer.concat([DIGEST_INFO_PREFIX[hash], operation.digest]);
  const isLong = key.kind === 'ec' && operation.digest.length * 8 > key.orderBits;
  return asBuffer(isLong ? operation.digest.subarray(0, key.orderBits / 8) : operation.digest);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
