import type { JobDetails } from '../persistence.ts';

/**
 * The details as the claimant is told of them, whose clock says `claimantsNow` when the deciding one says `decisive`: an
 * approval ends while the claimant works, by the clock that it has.
 */
export function byClaimantsClock(details: JobDetails, decisive: Date, claimantsNow: Date): JobDetails {
  const { approvedUntil } = details.request;
  if (approvedUntil === null) return details;
  const moved = new Date(approvedUntil.getTime() - decisive.getTime() + claimantsNow.getTime());
  return { ...details, request: { ...details.request, approvedUntil: moved } };
}
