import type { Asn1Element } from '../asn1/asn1-element.ts';
import { readDer } from '../asn1/asn1-reader.ts';
import { TAG } from '../asn1/tags.ts';
import { readAlgorithmIdentifier, type AlgorithmIdentifier } from './algorithm-identifier.ts';
import { OID_KEY } from './object-identifiers.ts';
import { readPssParameters, type PssParameters } from './signature-algorithm.ts';

const CURVES: ReadonlyMap<string, { name: string; bits: number }> = new Map([
  ['1.2.840.10045.3.1.1', { name: 'P-192', bits: 192 }],
  ['1.3.132.0.33', { name: 'P-224', bits: 224 }],
  ['1.2.840.10045.3.1.7', { name: 'P-256', bits: 256 }],
  ['1.3.132.0.34', { name: 'P-384', bits: 384 }],
  ['1.3.132.0.35', { name: 'P-521', bits: 521 }],
  ['1.3.132.0.10', { name: 'secp256k1', bits: 256 }],
  ['1.3.36.3.3.2.8.1.1.7', { name: 'brainpoolP256r1', bits: 256 }],
  ['1.3.36.3.3.2.8.1.1.9', { name: 'brainpoolP320r1', bits: 320 }],
  ['1.3.36.3.3.2.8.1.1.11', { name: 'brainpoolP384r1', bits: 384 }],
  ['1.3.36.3.3.2.8.1.1.13', { name: 'brainpoolP512r1', bits: 512 }],
]);

/** SubjectPublicKeyInfo: `der` for node:crypto, `bits` for key identifiers. */
export interface SubjectPublicKeyInfo {
  readonly der: Uint8Array;
  readonly algorithm: AlgorithmIdentifier;
  readonly bits: Uint8Array;
}

/** What kind of key it is and how strong. `curve` is null for a curve without a known name. */
export type PublicKeyDescription =
  | {
      readonly kind: 'RSA' | 'RSA-PSS';
      readonly sizeBits: number;
      /** Big-endian magnitudes, no leading zero. */
      readonly modulus: Uint8Array;
      readonly exponent: Uint8Array;
      /** What an id-RSASSA-PSS key is restricted to; null if it is not. */
      readonly pss: PssParameters | null;
    }
  | { readonly kind: 'EC'; readonly sizeBits: number | null; readonly curve: string | null }
  | { readonly kind: 'Ed25519' | 'Ed448'; readonly sizeBits: number }
  | { readonly kind: 'Unknown'; readonly sizeBits: null };

export function readSubjectPublicKeyInfo(element: Asn1Element): SubjectPublicKeyInfo {
  const cursor = element.cursor(TAG.sequence);
  const algorithm = readAlgorithmIdentifier(cursor.next());
  const bits = cursor.next().bitStringBytes();
  cursor.finish();
  return { der: element.encoded, algorithm, bits };
}

const described = new WeakMap<SubjectPublicKeyInfo, PublicKeyDescription>();

/** The same key gives the same description. Throws Asn1Error when a known kind of key is badly encoded. */
export function describePublicKey(spki: SubjectPublicKeyInfo): PublicKeyDescription {
  const known = described.get(spki) ?? readPublicKey(spki);
  described.set(spki, known);
  return known;
}

function readPublicKey(spki: SubjectPublicKeyInfo): PublicKeyDescription {
  switch (spki.algorithm.oid) {
    case OID_KEY.rsaEncryption:
      return { kind: 'RSA', ...readRsaKey(spki.bits), pss: null };
    case OID_KEY.rsassaPss:
      return { kind: 'RSA-PSS', ...readRsaKey(spki.bits), pss: readKeyRestriction(spki.algorithm) };
    case OID_KEY.ecPublicKey:
      return describeEcKey(spki.algorithm);
    case OID_KEY.ed25519:
      return { kind: 'Ed25519', sizeBits: 256 };
    case OID_KEY.ed448:
      return { kind: 'Ed448', sizeBits: 456 };
    default:
      return { kind: 'Unknown', sizeBits: null };
  }
}

function readKeyRestriction(algorithm: AlgorithmIdentifier): PssParameters | null {
  return algorithm.parameters === null ? null : readPssParameters(algorithm.parameters);
}

function readRsaKey(bits: Uint8Array): { sizeBits: number; modulus: Uint8Array; exponent: Uint8Array } {
  const cursor = readDer(bits).cursor(TAG.sequence);
  const modulus = magnitude(cursor.next().integerBytes());
  const exponent = magnitude(cursor.next().integerBytes());
  cursor.finish();
  const first = modulus[0] ?? 0;
  const sizeBits = first === 0 ? 0 : (modulus.length - 1) * 8 + (32 - Math.clz32(first));
  return { sizeBits, modulus, exponent };
}

function magnitude(integer: Uint8Array): Uint8Array {
  return integer[0] === 0 ? integer.subarray(1) : integer;
}

function describeEcKey(algorithm: AlgorithmIdentifier): PublicKeyDescription {
  const isNamed = algorithm.parameters?.tag === TAG.oid;
  const curve = isNamed ? CURVES.get(algorithm.parameters.oid()) : undefined;
  return { kind: 'EC', sizeBits: curve?.bits ?? null, curve: curve?.name ?? null };
}

/** For people: `RSA`, `RSA-PSS`, `EC P-256`, `EC brainpoolP256r1`, `Ed25519`. */
export function keyAlgorithmLabel(key: PublicKeyDescription): string {
  return key.kind === 'EC' ? `EC ${key.curve ?? '(unnamed curve)'}` : key.kind;
}
