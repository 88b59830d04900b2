import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { exchange, type Address, type HttpAnswer, type HttpRequest } from './exchange.ts';
import { FetchFault } from './fetch-fault.ts';
import type { AddressGuard } from './inner-addresses.ts';
import { withinTime } from './within-time.ts';

/** A proxy, and what it is shown. */
export interface ProxyWay {
  /** `http://host:port`. */
  readonly url: URL;
  /** Asked for each request, so that a new password counts at once. Null shows it nothing. Throws FetchFault. */
  readonly authorization: () => Promise<string | null>;
}

export interface GuardedFetchOptions {
  readonly guard: AddressGuard;
  /** What everything goes through; null: connections are made directly. */
  readonly proxy: ProxyWay | null;
  /** For everything together: resolving, connecting, redirects, the whole answer. */
  readonly timeoutMilliseconds: number;
  readonly maxBytes: number;
  /** The setting that says so, where one does; the message for an answer that is larger names it. */
  readonly maxBytesSetting?: string;
  /** All addresses of a host name; the system's resolver unless said otherwise. */
  readonly resolve?: (hostName: string) => Promise<readonly Address[]>;
}

export type GuardedFetch = (request: HttpRequest) => Promise<Uint8Array>;

const MAX_REDIRECTS = 2;
const MAX_URL_CHARACTERS = 2_048;

/**
 * Fetches from addresses that strangers' certificates name. A host name is resolved once, every address of it must be
 * allowed, and the connection goes to one of those; the same again for each redirect. With a proxy it is the proxy that
 * resolves names; then those that this machine resolves to inner addresses are refused, and the others are the proxy's
 * to judge. No cookies, no credentials but the proxy's own, no compressed answers. Throws FetchFault.
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  return async (request) => {
    const signal = AbortSignal.timeout(options.timeoutMilliseconds);
    let url = checkedUrl(request.url);
    for (let redirects = 0; ; redirects++) {
      const { host } = url;
      const late = (): FetchFault => new FetchFault('unreachable', `${host} did not answer in time`);
      const answer = await withinTime(signal, late, async () => {
        const addresses = await allowedAddresses(url, options);
        const maxBytes = Math.min(options.maxBytes, request.maxBytes ?? Infinity);
        const limitSetting = maxBytes === options.maxBytes ? options.maxBytesSetting : undefined;
        const proxy = options.proxy && { url: options.proxy.url, authorization: await options.proxy.authorization() };
        return exchange(url, request, { addresses, proxy, maxBytes, limitSetting, signal });
      });
      if (answer.status === 200) return answer.bytes;
      if (redirects >= MAX_REDIRECTS) throw new FetchFault('refused', `${url.host} redirects too often`);
      url = redirectTarget(url, request, answer);
    }
  };
}

function checkedUrl(text: string, base?: URL): URL {
  const url = text.length <= MAX_URL_CHARACTERS ? URL.parse(text, base?.href) : null;
  if (url === null) throw new FetchFault('refused', 'An address is malformed');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchFault('refused', `Only http and https are asked, not ${url.protocol}`);
  }
  if (url.username !== '' || url.password !== '') throw new FetchFault('refused', 'An address holds credentials');
  return url;
}

/** Requests with a body are repeated only where that is what the status means (RFC 9110 15.4). */
function redirectTarget(url: URL, request: HttpRequest, { status, location }: HttpAnswer): URL {
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  if (!isRedirect || location === null) {
    throw new FetchFault(status >= 500 || status === 429 ? 'unreachable' : 'refused', `${url.host} answers ${status}`);
  }
  if (request.body !== null && status < 307) throw new FetchFault('refused', `${url.host} redirects a request away`);
  return checkedUrl(location, url);
}

async function allowedAddresses(
  url: URL,
  { guard, proxy, resolve = resolveAll }: GuardedFetchOptions,
): Promise<Address[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const found = family === 0 ? await addressesOf(host, resolve, proxy !== null) : [{ address: host, family }];
  if (found.some(({ address }) => !guard.isAllowed(address))) {
    const why = 'is an inner address, which is asked only where ValidationData:InnerAddresses lists it';
    throw new FetchFault('refused', `${url.host} ${why}`);
  }
  return [...found];
}

async function addressesOf(
  host: string,
  resolve: NonNullable<GuardedFetchOptions['resolve']>,
  mayBeUnknown: boolean,
): Promise<readonly Address[]> {
  try {
    const found = await resolve(host);
    if (found.length > 0 || mayBeUnknown) return found;
  } catch (error) {
    if (mayBeUnknown) return [];
    throw new FetchFault('unreachable', `${host} cannot be resolved`, error);
  }
  throw new FetchFault('unreachable', `${host} cannot be resolved`);
}

function resolveAll(hostName: string): Promise<readonly Address[]> {
  return lookup(hostName, { all: true });
}
