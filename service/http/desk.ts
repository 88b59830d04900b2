import type { IncomingMessage } from 'node:http';
import { StationError } from '../domain/station-error.ts';
import { factsOf, type RequestFacts } from './request-facts.ts';

/**
 * Whether a page of the station itself asks: the browser says so, and no page can make it say so for another one. A
 * program of the same user can; what stands in its way is the PIN, or the keys of the reader.
 */
export function isOwnPage(facts: RequestFacts): boolean {
  const sites = facts.all('sec-fetch-site');
  return sites.length === 1 && sites[0] === 'same-origin';
}

/** Throws REQUEST_ORIGIN_FORBIDDEN for everybody but the pages of the station. */
export function requireDesk(request: IncomingMessage): void {
  if (isOwnPage(factsOf(request))) return;
  throw new StationError(
    'REQUEST_ORIGIN_FORBIDDEN',
    'A person decides this on the page Review of the station, opened on this machine or with TLS.',
  );
}
