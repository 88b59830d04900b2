import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** An address alone (`10.0.0.1`) or a network by its first bits (`10.0.0.0/8`, `fd00::/8`). */
export type NetworkText = string;

/**
 * Not on the internet at large (registries of RFC 6890, and what the makers of clouds put beside it): this network,
 * private ones, carriers' (RFC 6598), loopback, link-local with its metadata services, documentation, benchmarks,
 * multicast, reserved, and the address at which Azure answers its machines.
 */
const INNER_IPV4: readonly NetworkText[] = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '168.63.129.16', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];

/** Of IPv6 only global unicast is outside, and of that not what stands for other networks or leads into IPv4 (6to4, Teredo). */
const OUTER_IPV6: readonly NetworkText[] = ['2000::/3'];
const INNER_IPV6: readonly NetworkText[] = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const innerIpv4 = listOf(INNER_IPV4);
const outerIpv6 = listOf(OUTER_IPV6);
const innerIpv6 = listOf(INNER_IPV6);

/** Addresses that may be connected to: those of the internet at large, and inner ones that somebody listed. */
export interface AddressGuard {
  /** For the text of an IPv4 or IPv6 address; anything else is not allowed. */
  isAllowed(address: string): boolean;
}

/** `listed`: inner addresses and networks that are allowed all the same. */
export function createAddressGuard(listed: readonly NetworkText[]): AddressGuard {
  const allowed = listOf(listed);
  return {
    isAllowed(text) {
      const address = plainAddress(text);
      if (isIPv4(address)) return allowed.check(address, 'ipv4') || !innerIpv4.check(address, 'ipv4');
      if (!isIPv6(address)) return false;
      if (allowed.check(address, 'ipv6')) return true;
      return outerIpv6.check(address, 'ipv6') && !innerIpv6.check(address, 'ipv6');
    },
  };
}

/** IPv4 out of its mapped form (RFC 4291 2.5.5.2), however that is written, and without a zone. */
function plainAddress(text: string): string {
  const [address = ''] = text.split('%');
  if (!isIPv6(address)) return address;
  const written = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(written);
  if (mapped === null) return written;
  const [high = 0, low = 0] = mapped.slice(1).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function listOf(networks: readonly NetworkText[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
