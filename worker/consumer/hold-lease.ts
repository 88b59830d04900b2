import type { Claim } from '../../service/domain/claim.ts';
import type { StartSigning } from '../../service/persistence/persistence.ts';
import type { DeliveryContext } from './delivery-context.ts';

type LeaseContext = Pick<DeliveryContext, 'store' | 'leaseMilliseconds' | 'now'> & {
  /** Milliseconds that no change of the clock touches. */
  readonly monotonic?: () => number;
};

/** Below the minute after which a station that cannot be heard is taken for dead, and its jobs for anybody's. */
const SURE_MILLISECONDS = 30_000;

/** The claim of one attempt while its job is worked on. */
export interface HeldLease {
  readonly start: StartSigning;
  /** The claim as it is now: the first one until `start` was called. */
  current(): Promise<Claim | 'lost'>;
}

/**
 * Holds a claim. A document that took long to prepare, a process that was stopped or a machine that slept may have outlived
 * the lease, and a station that cannot reach its database its own death. The end of a lease is compared with no clock
 * here: another one may have set it.
 */
export function holdLease(context: LeaseContext, claim: Claim): HeldLease {
  const { store, leaseMilliseconds, now, monotonic = () => performance.now() } = context;
  // Until signing starts, the first claim holds: a job whose key can't be had is settled under it.
  let renewal: Promise<Claim | 'lost'> = Promise.resolve(claim);
  let renewedAt: { readonly wall: number; readonly monotonic: number } | undefined;
  /** A machine that sleeps stops the one clock, and a person may set the other one back. */
  const age = ({ wall, monotonic: ticks }: NonNullable<typeof renewedAt>): number =>
    Math.max(now().getTime() - wall, monotonic() - ticks);
  const renew = async (...[audit, mayBeUndone = false]: Parameters<StartSigning>): Promise<Claim | 'lost'> => {
    const held = await renewal;
    if (held === 'lost') return held;
    return store.startProcessing(held, { now: now(), leaseMilliseconds, audit, mayBeUndone });
  };
  return {
    current: () => renewal,
    start(audit, mayBeUndone) {
      if (renewedAt !== undefined && age(renewedAt) < Math.min(SURE_MILLISECONDS, leaseMilliseconds / 2))
        return renewal;
      renewedAt = { wall: now().getTime(), monotonic: monotonic() };
      renewal = renew(audit, mayBeUndone);
      // Awaited in every case in the end; without this a rejection before that would count as unhandled.
      renewal.catch(() => undefined);
      return renewal;
    },
  };
}
