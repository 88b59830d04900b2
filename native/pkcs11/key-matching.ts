import type { KeyObject } from 'node:crypto';
import { CKK, type PrivateKeyObject, type PublicKeyObject, type TokenObjects } from './token-objects.ts';

/** The private key of a certificate, or why there is none. */
export type KeyMatch = { readonly key: PrivateKeyObject } | { readonly obstacle: string };

/**
 * Finds the private key for a certificate: by CKA_ID, else by modulus or by the public key that lies beside it. A key that is known to be another one
 * (modulus or curve point differ) is refused, as labels and ids on tokens are set by hand and may be wrong.
 */
export function matchPrivateKey(publicKey: KeyObject, certificateId: string, objects: TokenObjects): KeyMatch {
  const keyType = keyTypeOf(publicKey);
  if (keyType === undefined) return { obstacle: 'Keys of this kind cannot sign here.' };
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('hex');
  const ofType = objects.privateKeys.filter((key) => key.keyType === keyType);
  const byId = ofType.filter((key) => certificateId !== '' && key.id === certificateId);
  const candidates = byId.length > 0 ? byId : ofType.filter((key) => isByValue(key, spki, objects.publicKeys));
  if (candidates.length === 0) return { obstacle: 'There is no private key for this certificate.' };
  const matching = candidates.filter((key) => !isOtherKey(key, spki, objects.publicKeys));
  const [key] = matching;
  if (key === undefined) return { obstacle: 'The key beside this certificate belongs to another certificate.' };
  return key.maySign ? { key } : { obstacle: 'The token does not let this key sign.' };
}

/** Whether the key of a certificate may sign, as far as that shows before a login; null where nothing of it does. */
export function maySign(publicKey: KeyObject, certificateId: string, objects: TokenObjects): boolean | null {
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('hex');
  const isOwn = ({ id }: { readonly id: string }): boolean => certificateId !== '' && id === certificateId;
  const [key] = objects.privateKeys.filter((each) => isOwn(each) && !isOtherKey(each, spki, objects.publicKeys));
  if (key !== undefined) return key.maySign;
  return objects.publicKeys.find((each) => isPublicKeyOf(each, spki))?.mayVerify ?? null;
}

function keyTypeOf(publicKey: KeyObject): number | undefined {
  switch (publicKey.asymmetricKeyType) {
    case 'rsa':
    case 'rsa-pss':
      return CKK.RSA;
    case 'ec':
      return CKK.EC;
    case 'ed25519':
      return CKK.EC_EDWARDS;
    default:
      return undefined;
  }
}

/** Ids are set by hand, and differ on tokens where key and certificate were written by different tools. */
function isByValue(key: PrivateKeyObject, spki: string, publicKeys: readonly PublicKeyObject[]): boolean {
  if (key.modulus !== null) return spki.includes(key.modulus);
  return key.id !== '' && publicKeys.some((each) => each.id === key.id && isPublicKeyOf(each, spki));
}

function isPublicKeyOf({ modulus, ecPoint }: PublicKeyObject, spki: string): boolean {
  const value = modulus ?? (ecPoint === null ? null : barePoint(ecPoint));
  return value !== null && spki.includes(value);
}

/** How the key of a certificate shows among the public keys: under its id, under another one, or not. */
export function findPublicKey(
  publicKey: KeyObject,
  certificateId: string,
  { publicKeys }: TokenObjects,
): 'same-id' | 'other-id' | 'absent' | 'unknown' {
  const known = publicKeys.filter(({ modulus, ecPoint }) => modulus !== null || ecPoint !== null);
  if (known.length === 0) return 'unknown';
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('hex');
  const matching = known.filter((each) => isPublicKeyOf(each, spki));
  if (matching.length === 0) return 'absent';
  return matching.some(({ id }) => id === certificateId) ? 'same-id' : 'other-id';
}

/**
 * Whether an authority's certificate is a signer's own as well, for all that shows before a login: its public key lies on
 * the token as a key pair's does. Beside certificates of issuers alone none does.
 */
export function isOwnAuthority(
  publicKey: KeyObject | undefined,
  certificateId: string,
  objects: TokenObjects,
): boolean {
  return publicKey !== undefined && ['same-id', 'other-id'].includes(findPublicKey(publicKey, certificateId, objects));
}

function isOtherKey(key: PrivateKeyObject, spki: string, publicKeys: readonly PublicKeyObject[]): boolean {
  if (key.modulus !== null) return !spki.includes(key.modulus);
  const shown = publicKeys.filter((candidate) => candidate.id === key.id && candidate.keyType === key.keyType);
  const values = shown.flatMap(({ modulus, ecPoint }) => modulus ?? (ecPoint === null ? [] : barePoint(ecPoint)));
  return values.length > 0 && !values.some((value) => spki.includes(value));
}

/** PKCS#11 v2.40 6.3.2: CKA_EC_POINT is the DER OCTET STRING of the point; some modules leave the wrapping out. */
function barePoint(ecPoint: string): string {
  const bytes = Buffer.from(ecPoint, 'hex');
  const headerBytes = bytes[1] === 0x81 ? 3 : 2;
  const isWrapped = bytes[0] === 0x04 && bytes[headerBytes - 1] === bytes.length - headerBytes;
  return (isWrapped ? bytes.subarray(headerBytes) : bytes).toString('hex');
}
