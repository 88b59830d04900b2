import type { IncomingMessage } from 'node:http';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
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
  throw new StationError('REQUEST_ORIGIN_FORBIDDEN', tell('DECIDED_AT_STATION'));
}
