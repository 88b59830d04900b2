import type { IncomingMessage } from 'node:http';
import {
  ApprovalList,
  NewApproval,
  NewRefusal,
  type ApprovalGroup,
  type ApprovalItem,
  type DecidedApprovals,
  type WaitingDocuments,
} from '../../service/contract/http/approvals.ts';
import type { SignatureView } from '../../service/contract/http/signatures.ts';
import type { ApprovalRule } from '../../service/contract/vocabulary/approval-rules.ts';
import { iso, uuid } from './fake-values.ts';
import { signatureView } from './fake-signatures.ts';
import { readJson, Refusal } from './fake-http.ts';

export interface FakeApprovals {
  readonly approvals: NewApproval[];
  readonly refusals: string[][];
  list(): ApprovalList;
  look(id: string): WaitingDocuments;
  approve(request: IncomingMessage): Promise<DecidedApprovals>;
  refuse(request: IncomingMessage): Promise<DecidedApprovals>;
}

const MINUTE = 60_000;

function item(seed: string, originalFileName: string, placed: Partial<SignatureView> = {}): ApprovalItem {
  const waiting = {
    status: 'Queued',
    waitReason: 'APPROVAL_PENDING',
    startedAt: null,
    waitingSince: iso(-MINUTE),
  } as const;
  const asked = { visibleSignature: true, signatureNote: 'For the accounts', appearancePageNumber: 2 };
  const signature = signatureView(seed, { ...waiting, ...asked, ...placed, originalFileName });
  return { signature, expiresAt: iso(9 * MINUTE) };
}

function group(caller: string, name: string | null, rule: ApprovalRule, items: ApprovalItem[]): ApprovalGroup {
  return { caller, callerName: name, rule, batchId: rule === 'OncePerBatch' ? uuid('batch') : null, items };
}

/** What waits for a person, in memory. */
export function createFakeApprovals(isEmpty: boolean): FakeApprovals {
  const approvals: NewApproval[] = [];
  const refusals: string[][] = [];
  const salaries = ['September', 'October', 'November'].map((month) => item(month, `Salaries ${month}.pdf`));
  let groups = isEmpty
    ? []
    : [
        group('api-key:k3p7a2', 'Accounting', 'Always', [
          item('review-1', 'Contract 2041 - Water supply Urfahr.pdf'),
          item('review-2', 'Order 88-14 signed before.pdf', {
            signatureRect: 'last,36,36,180,60',
            appearancePageNumber: 1,
          }),
        ]),
        group('api-key:q8x1zz', 'Payroll', 'OncePerBatch', salaries),
        group('api-key:m4mm4m', 'Archive', 'Limited', [item('review-3', 'Minutes.pdf')]),
        group('anonymous', null, 'Always', [
          item('review-4', 'Letter to the board of directors of the waterworks.pdf'),
        ]),
      ];

  function end(ids: readonly string[]): DecidedApprovals {
    const found = groups.flatMap(({ items }) => items.map(({ signature }) => signature.id));
    if (ids.some((id) => !found.includes(id))) throw new Refusal('APPROVAL_NOT_PENDING', 'It does not wait.');
    groups = groups
      .map((one) => ({ ...one, items: one.items.filter(({ signature }) => !ids.includes(signature.id)) }))
      .filter(({ items }) => items.length > 0);
    return { ids: [...ids] };
  }

  return {
    approvals,
    refusals,
    list: () => ApprovalList.parse({ groups, count: groups.reduce((sum, { items }) => sum + items.length, 0) }),
    look(id) {
      const inputs = groups.flatMap(({ items }) => items).find(({ signature }) => signature.id === id)
        ?.signature.inputs;
      const isSigned = id === uuid('review-2');
      return {
        documents: (inputs ?? []).map(({ sha256 }) => ({
          ...{
            sha256,
            pageCount: isSigned ? 12 : 3,
            signers: isSigned ? ['CN=Berta Beispiel,O=Beispiel AG,C=AT'] : [],
          },
        })),
      };
    },
    async approve(request) {
      const approval = NewApproval.parse(await readJson(request));
      approvals.push(approval);
      return end(approval.documents.map(({ id }) => id));
    },
    async refuse(request) {
      const { ids } = NewRefusal.parse(await readJson(request));
      refusals.push(ids);
      return end(ids);
    },
  };
}
