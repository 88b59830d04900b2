import { constants, publicDecrypt } from 'node:crypto';
import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { derNull, derOctetString, derOid, derSequence } from '../../codecs/asn1/der-writer.ts';
import { HASHES, type HashName } from '../../codecs/x509/hash-algorithm.ts';
import { curveByName } from './fallback-signature.ts';
import { importKey, readableKey } from './public-keys.ts';
import { checkPssDigest, ecdsaParts, type SignatureCheck, type SignatureCheckResult } from './signature-check.ts';

/** A signature of which only the digest of the signed bytes is at hand: they may be larger than memory. */
export interface DigestSignatureCheck extends Omit<SignatureCheck, 'data'> {
  readonly hash: HashName;
  readonly digest: Uint8Array;
}

/**
 * Checks an RSA or ECDSA signature by its digest; `Unsupported` for EdDSA, which is made of the bytes. Never throws for
 * anything in key or signature, and does not judge strength.
 */
export function checkDigestSignature(check: DigestSignatureCheck): SignatureCheckResult {
  const key = readableKey(check.publicKey);
  if (key === null) return 'Unsupported';
  try {
    if (check.scheme.kind === 'RSASSA-PKCS1-v1_5') return key.kind === 'RSA' ? checkRsa(check) : 'Invalid';
    if (check.scheme.kind === 'RSASSA-PSS') return checkPssDigest(check, check.scheme.pss, key);
    if (check.scheme.kind !== 'ECDSA') return 'Unsupported';
    return key.kind === 'EC' ? checkEcdsa(check, key.curve, key.sizeBits) : 'Invalid';
  } catch (error) {
    if (error instanceof Asn1Error) return 'Invalid';
    throw error;
  }
}

/**
 * RFC 8017 8.2.2: the whole padded block is rebuilt and compared, never read; the hash's NULL may be left out
 * (section 9.2, note 1 of the older encodings).
 */
function checkRsa({ hash, publicKey, digest, signatureValue }: DigestSignatureCheck): SignatureCheckResult {
  const key = importKey(publicKey);
  if (key === null) return 'Unsupported';
  if (signatureValue.length !== Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8)) return 'Invalid';
  let block: Buffer;
  try {
    block = publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, signatureValue);
  } catch {
    return 'Invalid';
  }
  const oid = derOid(HASHES[hash].oid);
  const infos = [derSequence(oid, derNull()), derSequence(oid)].map((algorithm) =>
    derSequence(algorithm, derOctetString(digest)),
  );
  return infos.some((info) => block.equals(paddedBlock(info, block.length))) ? 'Valid' : 'Invalid';
}

/** EMSA-PKCS1-v1_5: 00 01 FF ... FF 00 DigestInfo, at least eight FF. Empty, which equals no block, when it is too long. */
function paddedBlock(digestInfo: Uint8Array, bytes: number): Buffer {
  const filling = bytes - digestInfo.length - 3;
  if (filling < 8) return Buffer.alloc(0);
  return Buffer.concat([Buffer.of(0, 1), Buffer.alloc(filling, 0xff), Buffer.of(0), digestInfo]);
}

function checkEcdsa(check: DigestSignatureCheck, curve: string | null, sizeBits: number | null): SignatureCheckResult {
  const implementation = curve === null ? undefined : curveByName(curve);
  if (implementation === undefined || sizeBits === null) return 'Unsupported';
  const raw = ecdsaParts(check, Math.ceil(sizeBits / 8));
  if (raw === null) return 'Invalid';
  try {
    const options = { prehash: false, format: 'compact', lowS: false } as const;
    return implementation.verify(raw, check.digest, check.publicKey.bits, options) ? 'Valid' : 'Invalid';
  } catch {
    return 'Invalid';
  }
}
