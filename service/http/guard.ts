import type { IncomingMessage } from 'node:http';
import { StationError } from '../domain/station-error.ts';
import type { RequestFacts } from './request-facts.ts';

/**
 * The wall between web pages and a station on loopback: it stops cross-site requests, framing and DNS rebinding before
 * routing and before the body is read. A browser cannot forge Host, Origin or Sec-Fetch-Site; programs of the same
 * user send none of the latter two and are let through.
 */

export interface GuardSettings {
  /** Host names beyond loopback under which the station is reached, in lower case. */
  readonly allowedHosts: readonly string[];
  /** Foreign origins that may call: `scheme://host[:port]`. */
  readonly allowedOrigins: readonly string[];
  /** The scheme of the station itself. */
  readonly scheme?: 'http' | 'https';
}

export type Guard = (request: IncomingMessage, facts: RequestFacts) => StationError | undefined;

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** Makes the guard; it answers the refusal, or undefined when the request may pass. */
export function createGuard(settings: GuardSettings): Guard {
  const configuredHosts = new Set(settings.allowedHosts.map(bareHost));
  const hosts = new Set([...LOOPBACK_NAMES, ...configuredHosts]);
  const origins = new Set(settings.allowedOrigins.map((origin) => origin.toLowerCase()));

  const isOwnOrigin = (origin: string, host: string): boolean =>
    origin === `${settings.scheme ?? 'http'}://${host}` ||
    (origin === `https://${host}` && configuredHosts.has(bareHost(host)));

  return (request, facts) => {
    const [host, ...moreHosts] = facts.all('host');
    if (host === undefined || moreHosts.length > 0) return refusal('Exactly one Host header is needed.');
    if (!hosts.has(bareHost(host)))
      return refusal('This station does not answer to that host name; Server:AllowedHosts lists further ones.');
    if (!targetAgrees(request.url ?? '', host)) return refusal('The request target names another host.');
    const isAllowed = (origin: string): boolean =>
      origins.has(origin.toLowerCase()) || isOwnOrigin(origin.toLowerCase(), host.toLowerCase());
    const sentOrigins = facts.all('origin');
    if (!sentOrigins.every(isAllowed))
      return refusal('Pages of that origin may not call here; Server:AllowedOrigins lists those that may.');
    const isListed = sentOrigins.length > 0 && sentOrigins.every((origin) => origins.has(origin.toLowerCase()));
    if (!isListed && !fetchSitePasses(request, facts)) return refusal('Requests from other sites are refused.');
    if (!facts.all('referer').every((referer) => refererPasses(referer, isAllowed))) {
      return refusal('Requests from other sites are refused.');
    }
    return undefined;
  };
}

/** True when the origin is configured: only then are CORS headers answered. */
export function isConfiguredOrigin(settings: GuardSettings, origin: string): boolean {
  return settings.allowedOrigins.some((allowed) => allowed.toLowerCase() === origin.toLowerCase());
}

/** Lower case, without port and trailing dot: `LOCALHOST.:5080` is `localhost`. */
function bareHost(host: string): string {
  const match = /^(\[[^\]]*\]|[^:]*)(:\d{1,5})?$/.exec(host.toLowerCase());
  return (match?.[1] ?? '').replace(/\.$/, '');
}

/** An absolute-form target (RFC 9112, 3.2.2) must name the same host as the header. */
function targetAgrees(target: string, host: string): boolean {
  if (target.startsWith('/') || target === '*') return true;
  return URL.canParse(target) && bareHost(new URL(target).host) === bareHost(host);
}

function fetchSitePasses(request: IncomingMessage, facts: RequestFacts): boolean {
  const sites = facts.all('sec-fetch-site');
  if (sites.length === 0) return true;
  return sites.every((site) => {
    if (site === 'same-origin') return true;
    if (site !== 'none' || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
    return facts.all('sec-fetch-mode').every((mode) => mode === 'navigate');
  });
}

function refererPasses(referer: string, isAllowed: (origin: string) => boolean): boolean {
  const match = /^([a-z][a-z0-9+.-]*:\/\/[^/?#\s]+)/i.exec(referer);
  return match?.[1] !== undefined && isAllowed(match[1]);
}

function refusal(detail: string): StationError {
  return new StationError('REQUEST_ORIGIN_FORBIDDEN', detail);
}
