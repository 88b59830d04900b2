import { TERMINAL_SIGNATURE_STATUSES } from '../contract/vocabulary/states.ts';
import { StationError } from '../domain/station-error.ts';
import type { RequestDetails } from '../persistence/persistence.ts';
import { requestRenewal } from './request-renewal.ts';
import type { StoringPorts } from './create-signature.ts';

const DAY_MILLISECONDS = 86_400_000;
/** What one look requests at most: each copies a file. The next look goes on. */
const MAX_REQUESTED = 200;
const PAGE = 100;
const ACTOR = 'station';

/** What one look after evidence that ends came to. */
export interface RenewalLook {
  readonly requested: number;
  /** Signed files that are due, and whose last renewal failed; they are requested once more. */
  readonly failedBefore: number;
  /** Renewed lately, and due all the same: a timestamp authority whose own certificate ends soon. */
  readonly endsAgain: number;
  /** Those that were refused, by error code. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Of a look that found nothing to do. */
export const NOTHING_DUE: RenewalLook = { requested: 0, failedBefore: 0, endsAgain: 0, refused: {} };

/**
 * Requests a renewal to LTA for every stored signature of every tenant whose evidence ends within so many days, at most 200
 * at a look, as the station itself. One that is under way is left alone; one that was renewed in the younger half of these
 * days is not renewed again, since more of the same would be gained by it.
 */
export async function renewOnSchedule(
  ports: StoringPorts,
  withinDays: number,
  isStopped: () => boolean,
): Promise<RenewalLook> {
  const now = ports.clock().getTime();
  const endsBefore = new Date(now + withinDays * DAY_MILLISECONDS);
  const restsSince = new Date(now - (withinDays * DAY_MILLISECONDS) / 2);
  const counts = { requested: 0, failedBefore: 0, endsAgain: 0, refused: {} as Record<string, number> };
  for (const tenantId of await ports.persistence.tenantsWithEvidence(endsBefore)) {
    for await (const details of dueOf(ports, tenantId, endsBefore)) {
      if (isStopped() || counts.requested === MAX_REQUESTED) return counts;
      await renew(ports, details, restsSince, counts);
    }
  }
  return counts;
}

async function* dueOf(ports: StoringPorts, tenantId: string, endsBefore: Date): AsyncGenerator<RequestDetails> {
  let cursor: string | null = null;
  do {
    const query = { tenantId, limit: PAGE, cursor };
    const page: Awaited<ReturnType<typeof ports.persistence.listEvidence>> = await ports.persistence.listEvidence(
      query,
      { endsBefore },
    );
    // Extended uploads are their senders'.
    yield* page.items.filter(({ request }) => request.kind !== 'Extension');
    cursor = page.nextCursor;
  } while (cursor !== null);
}

async function renew(
  ports: StoringPorts,
  { request }: RequestDetails,
  restsSince: Date,
  counts: { requested: number; failedBefore: number; endsAgain: number; refused: Record<string, number> },
): Promise<void> {
  const { tenantId } = request;
  const signatureId = request.renewalOf ?? request.id;
  const query = { tenantId, limit: 1, cursor: null };
  const [last] = (await ports.persistence.listRequests(query, { kind: 'Renewal', renewalOf: signatureId })).items;
  if (last !== undefined && !TERMINAL_SIGNATURE_STATUSES.includes(last.request.status)) return;
  if (last?.request.status === 'Failed') counts.failedBefore += 1;
  const wasRenewed = request.kind === 'Renewal' && request.completedAt !== null && request.completedAt > restsSince;
  if (wasRenewed) {
    counts.endsAgain += 1;
    return;
  }
  const refusal = await requestOne(ports, tenantId, signatureId);
  if (refusal === null) counts.requested += 1;
  else counts.refused[refusal] = (counts.refused[refusal] ?? 0) + 1;
}

/** The code of a refusal; null where it was accepted. */
async function requestOne(ports: StoringPorts, tenantId: string, signatureId: string): Promise<string | null> {
  const caller = { tenantId, actor: ACTOR, correlationId: null };
  try {
    await requestRenewal(ports, caller, signatureId, { profile: 'LTA', idempotencyKey: null });
    return null;
  } catch (fault) {
    if (!(fault instanceof StationError) || fault.status >= 500) throw fault;
    return fault.code;
  }
}

/** What a person has to know of a look, in words; null where all went well. */
export function describeRenewalLook(
  { failedBefore, endsAgain, refused }: RenewalLook,
  withinDays: number,
): string | null {
  const sentences = [
    ...(failedBefore === 0 ? [] : [`The last renewal of ${files(failedBefore)} failed; it was requested once more.`]),
    ...(endsAgain === 0
      ? []
      : [
          `The evidence of ${files(endsAgain)} ends within ${String(withinDays)} days though it was renewed lately: ` +
            'the certificate of the timestamp authority ends soon.',
        ]),
    ...Object.entries(refused).map(([code, count]) => `${files(count)} could not be renewed (${code}).`),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

function files(count: number): string {
  return count === 1 ? 'one signed file' : `${String(count)} signed files`;
}
