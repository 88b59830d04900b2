import { expect, it } from 'vitest';
import type { ApprovalGroup } from '../../service/contract/http/approvals.ts';
import type { ApprovalRule } from '../../service/contract/vocabulary/approval-rules.ts';
import { approvalOf, decidedWith, isSeen, waitingIn } from './approvals.ts';

function group(rule: ApprovalRule, batchId: string | null, count: number): ApprovalGroup {
  const items = Array.from({ length: count }, (_, index) => ({
    signature: { id: `${rule}-${String(index)}`, inputs: [{ sha256: 'aa' }, { sha256: 'bb' }] },
    expiresAt: '2026-01-01T00:00:00Z',
  }));
  return { caller: 'anonymous', callerName: null, rule, batchId, items: items as unknown as ApprovalGroup['items'] };
}

const decided = (of: ApprovalGroup, index: number) => {
  const waiting = waitingIn({ groups: [of], count: of.items.length })[index];
  return waiting === undefined ? [] : decidedWith(waiting).map(({ signature }) => signature.id);
};

it('decides about a batch at once where that is the rule, the shown document first and 100 at most', () => {
  expect(decided(group('OncePerBatch', 'batch', 3), 1)).toEqual(['OncePerBatch-1', 'OncePerBatch-0', 'OncePerBatch-2']);
  expect(decided(group('OncePerBatch', 'batch', 130), 129)).toHaveLength(100);
  expect(decided(group('OncePerBatch', null, 3), 1)).toEqual(['OncePerBatch-1']);
  expect(decided(group('Always', 'batch', 3), 1)).toEqual(['Always-1']);
});

it('has seen a document when all of its files were on the screen, and says which', () => {
  const [item] = group('Always', null, 1).items;
  if (item === undefined) throw new Error('There is none.');
  expect(isSeen(item, new Map())).toBe(false);
  expect(isSeen(item, new Map([['Always-0', new Set(['aa'])]]))).toBe(false);
  const seen = new Map([['Always-0', new Set(['aa', 'bb'])]]);
  expect(isSeen(item, seen)).toBe(true);
  expect(approvalOf([item], seen)).toEqual([{ id: 'Always-0', shown: ['aa', 'bb'] }]);
  expect(approvalOf([item], new Map())).toEqual([{ id: 'Always-0', shown: [] }]);
});
