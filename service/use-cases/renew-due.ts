import type { BulkRenewal, EvidenceList, EvidenceView, ExtensionView } from '../contract/http/extensions.ts';
import { StationError } from '../domain/station-error.ts';
import type { EvidenceFilter, RequestDetails } from '../persistence/persistence.ts';
import type { StoringPorts } from './create-signature.ts';
import { extensionView } from './extension-view.ts';
import type { Paging } from './list-signatures.ts';
import type { Caller, UseCasePorts } from './ports.ts';
import { requestRenewal } from './request-renewal.ts';
import { signatureView, timestamp } from './signature-view.ts';

const DAY_MILLISECONDS = 86_400_000;
/** What one call requests at most: each one copies a file. */
const MAX_REQUESTED = 200;
const PAGE = 200;

/** Stored files of level LTA whose evidence ends within so many days (undefined: all), those first that end first. */
export async function listEvidence(
  ports: Pick<UseCasePorts, 'persistence' | 'clock'>,
  caller: Caller,
  paging: Paging,
  endsWithinDays: number | undefined,
): Promise<EvidenceList> {
  const query = { tenantId: caller.tenantId, ...paging };
  const { items, nextCursor } = await ports.persistence.listEvidence(query, due(ports, endsWithinDays));
  return { items: items.flatMap(evidenceView), nextCursor };
}

/**
 * Requests a renewal to LTA for every signature whose newest version's evidence ends within so many days. Those that
 * cannot be renewed now are named; extended uploads are not the station's to renew.
 */
export async function renewDue(ports: StoringPorts, caller: Caller, endsWithinDays: number): Promise<BulkRenewal> {
  const requested: ExtensionView[] = [];
  const skipped: BulkRenewal['skipped'] = [];
  const filter = due(ports, endsWithinDays);
  let cursor: string | null = null;
  do {
    const query = { tenantId: caller.tenantId, limit: PAGE, cursor };
    const page: Awaited<ReturnType<typeof ports.persistence.listEvidence>> = await ports.persistence.listEvidence(
      query,
      filter,
    );
    for (const signatureId of page.items.flatMap((details) => signatureOf(details) ?? [])) {
      if (requested.length === MAX_REQUESTED) return { requested, skipped, isComplete: false };
      try {
        requested.push(await requestRenewal(ports, caller, signatureId, { profile: 'LTA', idempotencyKey: null }));
      } catch (fault) {
        if (!(fault instanceof StationError) || fault.status >= 500) throw fault;
        skipped.push({ signatureId, errorCode: fault.code, detail: fault.message });
      }
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { requested, skipped, isComplete: true };
}

function due({ clock }: Pick<UseCasePorts, 'clock'>, days: number | undefined): EvidenceFilter {
  return days === undefined ? {} : { endsBefore: new Date(clock().getTime() + days * DAY_MILLISECONDS) };
}

function signatureOf({ request }: RequestDetails): string | null {
  return request.kind === 'Signature' ? request.id : request.renewalOf;
}

function evidenceView(details: RequestDetails): EvidenceView[] {
  const { request, input } = details;
  if (request.evidenceGoodUntil === null) return [];
  const { contentUrl } = request.kind === 'Signature' ? signatureView(details) : extensionView(details);
  return [
    {
      ...{ id: request.id, kind: request.kind, signatureId: signatureOf(details), contentUrl },
      ...{ originalFileName: input.originalFileName, format: request.format },
      ...{ completedAt: timestamp(request.completedAt), evidenceGoodUntil: request.evidenceGoodUntil.toISOString() },
    },
  ];
}
