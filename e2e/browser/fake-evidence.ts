import type { EvidenceView, ExtensionView } from '../../service/contract/http/extensions.ts';
import { iso, uuid } from './fake-values.ts';
import { Refusal } from './fake-http.ts';

const DAY = 86_400_000;

function file(name: string, daysLeft: number, changes: Partial<EvidenceView> = {}): EvidenceView {
  const id = uuid(`evidence-${name}`);
  return {
    ...{ id, kind: 'Signature', signatureId: id, originalFileName: name, format: 'PAdES' },
    ...{ completedAt: iso(-400 * DAY), evidenceGoodUntil: iso(daysLeft * DAY) },
    ...{ contentUrl: `/api/v1/signatures/${id}/content`, ...changes },
  };
}

function renewalOf(evidence: EvidenceView, changes: Partial<ExtensionView> = {}): ExtensionView {
  const id = uuid(`renewal-${evidence.originalFileName}`);
  const none = { startedAt: null, completedAt: null, failedAt: null, errorCode: null, errorMessage: null };
  return {
    ...{ id, kind: 'Renewal', signatureId: evidence.signatureId, tenantId: 'default', status: 'Queued' },
    ...{
      format: evidence.format,
      profile: 'LTA',
      createdAt: iso(-20_000),
      ...none,
      errorSentence: null,
      failureArea: null,
      retryCount: 0,
    },
    ...{ nextAttemptAt: null, waitReason: null, waitingSince: null, correlationId: null },
    ...{ statusUrl: `/api/v1/renewals/${id}`, originalFileName: evidence.originalFileName },
    ...{ inputSha256: '0'.repeat(64), inputSize: 90_000, outputSha256: null, outputSize: null, contentUrl: null },
    ...{ evidenceGoodUntil: null, ...changes },
  };
}

const FILES: readonly EvidenceView[] = [
  file('Deed of 2016.pdf', -3),
  file('Lease of the warehouse with all its annexes and the plans of every floor.pdf', 12),
  file('Ledger 2024.xml', 25, { format: 'XAdES' }),
  file('Contract with the insurer.pdf', 80),
  file('Tender.asice', 200, { format: 'ASiC_E', kind: 'Extension', signatureId: null }),
  file('Minutes.p7m', 3_000, { format: 'CAdES', kind: 'Renewal' }),
];

export interface FakeEvidence {
  evidence(query: URLSearchParams): { items: EvidenceView[]; nextCursor: null };
  renewals(): { items: ExtensionView[]; nextCursor: null };
  renewalsOf(signatureId: string): { items: ExtensionView[]; nextCursor: null };
  renew(signatureId: string): ExtensionView;
  renewDue(days: number): { requested: ExtensionView[]; skipped: unknown[]; isComplete: true };
}

/** Files of level LTA and their renewals, which stay as they were requested. */
export function createFakeEvidence(isEmpty: boolean): FakeEvidence {
  const files = isEmpty ? [] : FILES;
  const renewals = files.slice(0, 2).map((one, index) =>
    renewalOf(
      one,
      index === 0
        ? {
            status: 'Failed',
            errorCode: 'TIMESTAMP_OPERATION_FAILED',
            errorMessage: 'The timestamp authority http://tsa.test/ gave no timestamp: it closed the connection.',
          }
        : { status: 'Processing' },
    ),
  );
  const endsWithin = (days: number | null) => (one: EvidenceView) =>
    days === null || Date.parse(one.evidenceGoodUntil) < Date.now() + days * DAY;

  function renew(signatureId: string): ExtensionView {
    const found = files.find((one) => one.signatureId === signatureId);
    if (found === undefined) throw new Refusal('SIGNATURE_INPUT_NOT_FOUND', 'No signature request has this id.');
    const renewal = renewalOf(found);
    renewals.unshift(renewal);
    return renewal;
  }

  return {
    evidence: (query) => {
      const days = query.get('endsWithinDays');
      return { items: files.filter(endsWithin(days === null ? null : Number(days))), nextCursor: null };
    },
    renewals: () => ({ items: renewals, nextCursor: null }),
    renewalsOf: (id) => ({ items: renewals.filter(({ signatureId }) => signatureId === id), nextCursor: null }),
    renew,
    renewDue: (days) => {
      const due = files.filter(endsWithin(days)).flatMap(({ signatureId }) => signatureId ?? []);
      const isUnderWay = (id: string): boolean =>
        renewals.some((one) => one.signatureId === id && one.status === 'Processing');
      const skipped = due.filter(isUnderWay);
      const why = { errorCode: 'SIGNATURE_NOT_RENEWABLE', detail: 'A renewal is under way.' };
      return {
        requested: due.filter((id) => !isUnderWay(id)).map(renew),
        skipped: skipped.map((signatureId) => ({ signatureId, ...why })),
        isComplete: true,
      };
    },
  };
}
