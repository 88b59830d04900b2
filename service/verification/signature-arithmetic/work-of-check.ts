import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { describePublicKey, type SubjectPublicKeyInfo } from '../../codecs/x509/public-key.ts';

/**
 * What checking one signature by this key is charged, in nanoseconds of an ordinary core. RSA: the square of the modulus
 * times the length of the exponent, which the maker of a key may choose freely. Curves other than P-256 are written with
 * less care for speed. Each has in it what a call into the cryptographic library costs.
 */
export function workOfSignatureCheck(publicKey: SubjectPublicKeyInfo): number {
  try {
    const key = describePublicKey(publicKey);
    if (key.kind === 'RSA' || key.kind === 'RSA-PSS') return CALL + 0.002 * key.sizeBits ** 2 * key.exponent.length;
    if (key.kind === 'EC') return CALL + (key.curve === 'P-256' ? 150_000 : 6 * (key.sizeBits ?? 0) ** 2);
    return CALL + 250_000;
  } catch (error) {
    if (error instanceof Asn1Error) return 0;
    throw error;
  }
}

const CALL = 50_000;
