import type { Claim } from '../../service/domain/claim.ts';
import type { DeliveryContext } from './delivery-context.ts';

const GIVE_BACK_RETRY_MILLISECONDS = 500;

/**
 * Runs the last write of an attempt. When the store refuses it, the claim is given back before the message is, since
 * whoever is given the message next would find the job held by nobody.
 */
export async function settleUnderClaim<T>(
  context: DeliveryContext,
  renewal: Promise<Claim | 'lost'>,
  first: Claim,
  settle: (claim: Claim) => Promise<T | 'lost'>,
): Promise<T | 'lost'> {
  let current: Claim | 'lost' = first;
  try {
    // The renewal has moved the fence: with the first claim every later write would count as lost.
    current = await renewal;
    return current === 'lost' ? current : await settle(current);
  } catch (fault) {
    if (current !== 'lost') await giveBack(context, current);
    throw fault;
  }
}

/** A store that refuses even that (a full disk) is asked again until it agrees or the lease is over by itself. */
async function giveBack({ store, now, wait }: DeliveryContext, claim: Claim): Promise<void> {
  while (now() < claim.lockedUntil) {
    try {
      await store.releaseClaim(claim, now());
      return;
    } catch {
      await wait(GIVE_BACK_RETRY_MILLISECONDS);
    }
  }
}
