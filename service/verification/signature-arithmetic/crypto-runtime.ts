import { getCurves } from 'node:crypto';
import { isNativeHash, type HashName } from '../../codecs/x509/hash-algorithm.ts';

/** What the cryptography of this runtime can do: Node links OpenSSL, Electron BoringSSL without brainpool and SHA-3. */
export interface CryptoRuntime {
  hasCurve(name: string): boolean;
  hasHash(name: HashName): boolean;
}

export const nativeRuntime: CryptoRuntime = createNativeRuntime();

function createNativeRuntime(): CryptoRuntime {
  const curves = new Set(getCurves());
  const opensslNames: Readonly<Record<string, string>> = {
    'P-192': 'prime192v1',
    'P-224': 'secp224r1',
    'P-256': 'prime256v1',
    'P-384': 'secp384r1',
    'P-521': 'secp521r1',
  };
  return { hasCurve: (name) => curves.has(opensslNames[name] ?? name), hasHash: isNativeHash };
}
