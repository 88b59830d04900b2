import { X509Certificate } from 'node:crypto';
import type { SigningDevice, SigningKey } from './providers.ts';

const MAX_CHAIN = 10;

/**
 * The same device, its chains completed with the configured intermediate certificates: most cards hold the signer's
 * certificate only, and a signature that brings its path along can be checked by people who have no more than the root.
 */
export function completedChains(
  device: SigningDevice,
  intermediates: () => Promise<readonly Uint8Array[]>,
): SigningDevice {
  return {
    async selectKey(selection) {
      const key = await device.selectKey(selection);
      return { ...key, chain: completeChain(key, await intermediates()) };
    },
    sign: (operation) => device.sign(operation),
  };
}

/** DER, nearest issuer first; stops at a self-issued certificate or where no issuer is known. */
export function completeChain(
  key: Pick<SigningKey, 'certificate' | 'chain'>,
  candidates: readonly Uint8Array[],
): readonly Uint8Array[] {
  const chain = [...key.chain];
  while (chain.length < MAX_CHAIN) {
    const last = parse(chain.at(-1) ?? key.certificate);
    if (last === undefined || last.checkIssued(last)) break;
    const issuer = candidates.find((candidate) => issued(parse(candidate), last));
    if (issuer === undefined || chain.some((known) => Buffer.compare(known, issuer) === 0)) break;
    chain.push(issuer);
  }
  return chain;
}

function issued(issuer: X509Certificate | undefined, subject: X509Certificate): boolean {
  return issuer !== undefined && subject.checkIssued(issuer) && subject.verify(issuer.publicKey);
}

/** Undefined for a file in the folder that is no certificate. */
function parse(der: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}
