import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const SHA3 = /sha3|shake/i;
/** The DER of the arc of the brainpool curves, 1.3.36.3.3.2.8.1.1. */
const BRAINPOOL = Buffer.from('2b240303020801', 'hex');

/**
 * Takes from node:crypto what Electron's BoringSSL does not have: SHA-3 and the brainpool curves. What is asked for then
 * throws, as it does there.
 */
export function hidePrimitivesOfOpenSsl(): void {
  const { createHash, createPublicKey, createPrivateKey, hash, getHashes, getCurves } = crypto;
  const { createVerify, createSign, createHmac, verify, sign } = crypto;
  const refuseHash = (name: unknown): void => {
    if (typeof name === 'string' && SHA3.test(name)) throw unsupported('Digest method not supported');
  };
  const refuseKey = (key: unknown): void => {
    if (bytesOf(key)?.includes(BRAINPOOL) === true) throw unsupported('unsupported elliptic curve');
  };
  const guarded = <F extends (...args: never[]) => unknown>(original: F, check: (first: unknown) => void): F =>
    ((...args: Parameters<F>) => {
      check(args[0]);
      return original(...args);
    }) as F;
  Object.assign(crypto, {
    createHash: guarded(createHash as never, refuseHash),
    createHmac: guarded(createHmac as never, refuseHash),
    createVerify: guarded(createVerify as never, refuseHash),
    createSign: guarded(createSign as never, refuseHash),
    hash: guarded(hash as never, refuseHash),
    verify: guarded(verify as never, refuseHash),
    sign: guarded(sign as never, refuseHash),
    createPublicKey: guarded(createPublicKey as never, refuseKey),
    createPrivateKey: guarded(createPrivateKey as never, refuseKey),
    getHashes: () => getHashes().filter((name) => !SHA3.test(name)),
    getCurves: () => getCurves().filter((name) => !name.startsWith('brainpool')),
  });
  syncBuiltinESMExports();
}

function bytesOf(key: unknown): Buffer | undefined {
  if (key instanceof Uint8Array) return Buffer.from(key);
  if (typeof key === 'object' && key !== null && 'key' in key) return bytesOf(key.key);
  return undefined;
}

function unsupported(message: string): Error {
  return Object.assign(new Error(message), { code: 'ERR_OSSL_EVP_UNSUPPORTED' });
}
