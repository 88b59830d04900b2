import { recorded } from '../contract/vocabulary/sentence.ts';
import type { ApprovalList, DecidedApprovals, NewApproval } from '../contract/http/approvals.ts';
import { APPROVAL_MINUTES } from '../contract/vocabulary/approval-rules.ts';
import { approvalTerms } from '../domain/approval.ts';
import { eventsBy } from '../domain/audit-events.ts';
import { AT_ONCE, jobMessageRow } from '../domain/job-message-row.ts';
import type { SignatureRequest } from '../domain/records.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import type {
  EndedApproval,
  GivenApproval,
  NewAuditEvent,
  PendingApproval,
  RequestDetails,
} from '../persistence/persistence.ts';
import { currentTraceparent } from '../telemetry/trace-context.ts';
import { requireRequest } from './get-signature.ts';
import { ANONYMOUS, type Caller, type UseCasePorts } from './ports.ts';
import { messageOfJob } from './recover-jobs.ts';
import { signatureView } from './signature-view.ts';

type Ports = Pick<UseCasePorts, 'persistence' | 'clock' | 'newId'>;

/** Documents that are looked at together; more come up when these are dealt with. */
const MAX_LISTED = 500;
const MINUTE_MILLISECONDS = 60_000;
/** The actor of what the station does by itself. */
const STATION = 'station';

type Pending = PendingApproval & RequestDetails;

/** What waits for a person of the tenant, by caller, rule and batch; `expireMilliseconds` is how long each waits. */
export async function listApprovals(
  ports: Pick<Ports, 'persistence'>,
  caller: Caller,
  expireMilliseconds: number,
): Promise<ApprovalList> {
  const pending = [...(await pendingOf(ports, caller)).values()];
  const keys = pending.length === 0 ? [] : await ports.persistence.listApiKeys();
  const nameOf = (actor: string): string | null =>
    keys.find(({ prefix }) => actor === `api-key:${prefix}`)?.name ?? null;
  const groups = Map.groupBy(pending, ({ request, batchId }) =>
    [request.createdBy, request.approvalRule, batchId].join('\n'),
  );
  return {
    count: pending.length,
    groups: [...groups.values()].flatMap(([first, ...more]) =>
      first === undefined
        ? []
        : {
            caller: first.request.createdBy,
            callerName: nameOf(first.request.createdBy),
            rule: first.request.approvalRule ?? 'Always',
            batchId: first.batchId,
            items: [first, ...more].map((item) => ({
              signature: signatureView(item),
              expiresAt: new Date(waitingSince(item.request) + expireMilliseconds).toISOString(),
            })),
          },
    ),
  };
}

function waitingSince({ waitingSince: since, createdAt }: SignatureRequest): number {
  return (since ?? createdAt).getTime();
}

async function pendingOf(
  { persistence }: Pick<Ports, 'persistence'>,
  { tenantId }: Caller,
): Promise<Map<string, Pending>> {
  const jobs = await persistence.pendingApprovals(tenantId, MAX_LISTED);
  const found = await Promise.all(
    jobs.map(async (job) => ({ job, details: await persistence.findRequest(tenantId, job.signatureId) })),
  );
  return new Map(
    found.flatMap(({ job, details }) =>
      details?.request.waitReason === 'APPROVAL_PENDING' ? [[job.signatureId, { ...job, ...details }]] : [],
    ),
  );
}

/**
 * Lets documents be signed that the person at the desk was shown: all that are named, or none. Throws
 * SIGNATURE_INPUT_NOT_FOUND, APPROVAL_NOT_PENDING, PERMISSION_DENIED (for whoever gave the document in),
 * APPROVAL_HASH_MISMATCH, and APPROVAL_NOT_SHOWN, where a file was not shown; under OncePerBatch one document of the
 * batch that was shown stands for the others.
 */
export async function approveDocuments(
  ports: Ports & Pick<UseCasePorts, 'allowances'>,
  caller: Caller,
  { documents, allowance }: NewApproval,
): Promise<DecidedApprovals> {
  const pending = await pendingOf(ports, caller);
  const chosen: Pending[] = [];
  for (const { id } of documents) chosen.push(await requirePending(ports, caller, pending, id));
  const shownOf = new Map(documents.map(({ id, shown }) => [id, shown]));
  checkShown(chosen, shownOf);
  const owner = allowance === null ? null : allowanceOwner(chosen);
  const now = ports.clock();
  const given = chosen.map((one) => givenApproval(ports, caller, one, (shownOf.get(one.signatureId) ?? []).length > 0));
  const done = await ports.persistence.approveRequests(given, now);
  if (owner !== null && allowance !== null && done.length > 0) {
    const until = new Date(now.getTime() + allowance.minutes * MINUTE_MILLISECONDS);
    ports.allowances.open(owner, allowance.documents, until);
  }
  return { ids: done.map(({ signatureId }) => signatureId) };
}

async function requirePending(
  ports: Ports,
  caller: Caller,
  pending: ReadonlyMap<string, Pending>,
  id: string,
): Promise<Pending> {
  const found = pending.get(id);
  if (found === undefined) {
    const { request } = await requireRequest(ports, caller, id);
    throw new StationError('APPROVAL_NOT_PENDING', tell('APPROVAL_NOT_WAITED_FOR', { id, status: request.status }));
  }
  if (caller.actor !== ANONYMOUS && caller.actor === found.request.createdBy) {
    throw new StationError('PERMISSION_DENIED', tell('APPROVAL_BY_OWN_KEY'));
  }
  return found;
}

function checkShown(chosen: readonly Pending[], shownOf: ReadonlyMap<string, readonly string[]>): void {
  const isShown = (one: Pending): boolean => {
    const shown = shownOf.get(one.signatureId) ?? [];
    const files = filesOf(one);
    if (shown.some((hash) => !files.includes(hash))) {
      throw new StationError('APPROVAL_HASH_MISMATCH', tell('SHOWN_IS_OTHER', { id: one.signatureId }));
    }
    return files.every((hash) => shown.includes(hash));
  };
  const [shown, unseen] = [chosen.filter(isShown), chosen.filter((one) => !isShown(one))];
  for (const one of unseen) {
    const isCovered =
      one.batchId !== null &&
      one.request.approvalRule === 'OncePerBatch' &&
      shown.some((other) => isOfSameBatch(one, other));
    if (!isCovered) {
      throw new StationError('APPROVAL_NOT_SHOWN', tell('SHOWN_NOT_WHOLE', { id: one.signatureId }));
    }
  }
}

function filesOf({ input, additionalInputs }: RequestDetails): readonly string[] {
  return [input, ...additionalInputs].map(({ sha256 }) => sha256);
}

function isOfSameBatch(one: Pending, other: Pending): boolean {
  return one.batchId === other.batchId && one.request.createdBy === other.request.createdBy;
}

/** Who is let go on; only one key whose rule permits it. */
function allowanceOwner(chosen: readonly Pending[]): { readonly tenantId: string; readonly actor: string } {
  const [first] = chosen;
  const isOne = chosen.every(
    ({ request }) => request.createdBy === first?.request.createdBy && request.approvalRule === 'Limited',
  );
  if (first === undefined || !isOne || first.request.createdBy === ANONYMOUS) {
    throw new StationError('SIGNATURE_REQUEST_INVALID', 'Only one API key with the rule Limited can be let go on.');
  }
  return { tenantId: first.tenantId, actor: first.request.createdBy };
}

function givenApproval(ports: Ports, caller: Caller, one: Pending, isShown: boolean): GivenApproval {
  const now = ports.clock();
  // A job that waited for this from the beginning has had no message: what causes its first one is the approval.
  const traceparent = one.traceparent ?? currentTraceparent();
  return {
    tenantId: one.tenantId,
    signatureId: one.signatureId,
    approvedTerms: approvalTerms(one),
    approvedUntil: new Date(now.getTime() + APPROVAL_MINUTES * MINUTE_MILLISECONDS),
    outboxMessage: jobMessageRow({ id: ports.newId(), traceparent }, messageOfJob(one), now, AT_ONCE),
    audit: [
      eventsBy(ports, caller.actor)('SigningApproved', {
        inputSha256: filesOf(one).join(' '),
        rule: one.request.approvalRule,
        isShown,
      }),
    ],
  };
}

/** Signs nothing: those that still wait become Cancelled. Throws SIGNATURE_INPUT_NOT_FOUND. */
export async function refuseDocuments(ports: Ports, caller: Caller, ids: readonly string[]): Promise<DecidedApprovals> {
  const refused: EndedApproval[] = [];
  for (const id of ids) {
    const details = await requireRequest(ports, caller, id);
    refused.push({
      ...{ tenantId: caller.tenantId, signatureId: id },
      errorCode: 'APPROVAL_REFUSED',
      ...recorded(tell('APPROVAL_REFUSED_BY_PERSON')),
      audit: ending(ports, caller.actor, 'SigningRefused', details),
    });
  }
  const done = await ports.persistence.endApprovals(refused, ports.clock());
  return { ids: done.map(({ signatureId }) => signatureId) };
}

/** Cancels what has waited for a person since before `waitingBefore`; answers how many there were. */
export async function expireApprovals(ports: Ports, waitingBefore: Date): Promise<number> {
  let count = 0;
  for (;;) {
    const overdue = await ports.persistence.overdueApprovals(waitingBefore, { now: ports.clock(), limit: MAX_LISTED });
    const ended: EndedApproval[] = [];
    for (const { tenantId, signatureId } of overdue) {
      const details = await ports.persistence.findRequest(tenantId, signatureId);
      if (details === undefined) continue;
      ended.push({
        ...{ tenantId, signatureId, errorCode: 'APPROVAL_EXPIRED' },
        ...recorded(tell('APPROVAL_NOT_IN_TIME')),
        audit: ending(ports, STATION, 'ApprovalExpired', details),
      });
    }
    const done = await ports.persistence.endApprovals(ended, ports.clock());
    count += done.length;
    if (done.length < MAX_LISTED) return count;
  }
}

function ending(
  ports: Ports,
  actor: string,
  eventType: 'SigningRefused' | 'ApprovalExpired',
  details: RequestDetails,
): readonly NewAuditEvent[] {
  const event = eventsBy(ports, actor);
  return [event(eventType, { inputSha256: filesOf(details).join(' ') }), event('SignatureCancelled')];
}
