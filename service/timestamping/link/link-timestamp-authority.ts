import type { Handlers, Peer } from '../../processes/request-reply.ts';
import type { TIMESTAMPING_PROTOCOL } from '../protocol.ts';
import type { TimestampAuthority } from '../timestamp-authority.ts';

/** What signs in a worker may ask: a timestamp, and before that whether there will be one. */
export type Timestamping = Pick<TimestampAuthority, 'ensureReady' | 'timestamp'>;

export function createLinkTimestamping(peer: Peer<typeof TIMESTAMPING_PROTOCOL>): Timestamping {
  return {
    ensureReady: () => peer.call('ensureTimestampAuthority', {}),
    timestamp: (imprint) => peer.call('timestamp', imprint),
  };
}

export function timestampingHandlers(authority: Timestamping): Handlers<typeof TIMESTAMPING_PROTOCOL> {
  return {
    ensureTimestampAuthority: () => authority.ensureReady(),
    timestamp: (imprint) => authority.timestamp(imprint),
  };
}
