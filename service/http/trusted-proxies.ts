import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { parseNetwork } from '../config/network.ts';
import { StationError } from '../domain/station-error.ts';

/** Who is behind a connection, where proxies that end TLS may stand in between. */
export interface TrustedProxies {
  /** The refusal of a connection that comes from neither this machine nor a declared proxy, or undefined. */
  refusal(request: IncomingMessage): StationError | undefined;
  /** The address of the client: that of the connection, or what declared proxies say of it. */
  clientAddress(request: IncomingMessage): string;
}

/**
 * Makes the rules of `entries`, addresses and networks (`10.0.0.0/8`). With entries, nobody else beyond this machine
 * may connect: what comes past the proxy came in clear. Without any, forwarding headers are not looked at.
 */
export function createTrustedProxies(entries: readonly string[]): TrustedProxies {
  const list = proxyList(entries);
  const isTrusted = (address: string): boolean => contains(list, address);
  return {
    refusal(request) {
      const peer = bare(request.socket.remoteAddress ?? '');
      if (entries.length === 0 || (isLoopback(peer) && !isTrusted(peer))) return undefined;
      if (!isTrusted(peer)) return refused('Connections past the proxy are refused.');
      const scheme = String(request.headers['x-forwarded-proto'] ?? 'https').toLowerCase();
      return scheme === 'https' ? undefined : refused('The proxy was reached without TLS.');
    },
    clientAddress(request) {
      const peer = bare(request.socket.remoteAddress ?? '');
      if (!isTrusted(peer)) return peer;
      const said = String(request.headers['x-forwarded-for'] ?? '').split(',');
      // Whatever stands left of the last address that no proxy of ours wrote down may be made up.
      const client = said.map((address) => bare(address.trim())).findLast((address) => !isTrusted(address));
      return client === undefined || (!isIPv4(client) && !isIPv6(client)) ? peer : client;
    },
  };
}

function proxyList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const network = parseNetwork(entry);
    if (network === undefined) throw new Error('Server:TrustedProxies holds what is no address.');
    const { address, family, prefixLength } = network;
    if (prefixLength === null) list.addAddress(address, family);
    else list.addSubnet(address, prefixLength, family);
  }
  return list;
}

function contains(list: BlockList, address: string): boolean {
  if (isIPv4(address)) return list.check(address, 'ipv4');
  return isIPv6(address) && list.check(address, 'ipv6');
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(address);
}

/** Without zone, and plain IPv4 where it was mapped into IPv6. */
function bare(address: string): string {
  return address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

function refused(detail: string): StationError {
  return new StationError('REQUEST_ORIGIN_FORBIDDEN', detail);
}
