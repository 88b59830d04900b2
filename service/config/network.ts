import { isIPv4, isIPv6 } from 'node:net';

/** An address, or a network by its first bits. */
export interface Network {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  /** Null: this address alone. */
  readonly prefixLength: number | null;
}

/** `10.0.0.1` or `fd00::/8`; undefined for anything else, a network of everything (`/0`) included. */
export function parseNetwork(text: string): Network | undefined {
  const [address = '', bits, ...more] = text.split('/');
  if (more.length > 0 || (!isIPv4(address) && !isIPv6(address))) return undefined;
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (bits === undefined) return { address, family, prefixLength: null };
  const prefixLength = /^\d{1,3}$/.test(bits) ? Number(bits) : 0;
  const isPossible = prefixLength >= 1 && prefixLength <= (family === 'ipv4' ? 32 : 128);
  return isPossible ? { address, family, prefixLength } : undefined;
}
