import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ApprovalRule } from '../contract/vocabulary/approval-rules.ts';
import { isApproved } from '../domain/approval.ts';
import { acceptUnit } from '../persistence/sample-records.suite.ts';
import { createAllowances } from './allowances.ts';
import { withApproval } from './approval-of-caller.ts';
import { CALLER, NOW } from './use-case-bench.suite.ts';

const UNTIL = new Date(NOW.getTime() + 60_000);
const UNIT = acceptUnit({ additionalInputs: 1, hasAppearance: true });

function accepted(approvalRule: ApprovalRule | undefined, documents = 0): typeof UNIT {
  const allowances = createAllowances(() => NOW);
  allowances.open(CALLER, documents, UNTIL);
  const caller = approvalRule === undefined ? CALLER : { ...CALLER, approvalRule };
  return withApproval({ allowances, newId: randomUUID }, caller, UNIT);
}

describe('withApproval', () => {
  it('changes nothing where nobody is asked', () => {
    expect(accepted(undefined, 1)).toBe(UNIT);
    expect(accepted('Never', 1)).toBe(UNIT);
  });

  it.each(['Always', 'Limited'] as const)(
    'lets a request of the rule %s wait for a person from its beginning',
    (rule) => {
      const { request, audit } = accepted(rule);
      expect(request).toMatchObject({ approvalRule: rule, waitReason: 'APPROVAL_PENDING' });
      expect(request.waitingSince).toEqual(UNIT.request.createdAt);
      expect(audit).toEqual(UNIT.audit);
    },
  );

  it('asks by the rule Always although the caller may go on for a while', () => {
    expect(accepted('Always', 1).request.waitReason).toBe('APPROVAL_PENDING');
  });

  it('approves exactly these files and this request while the caller may go on, and says so in the audit', () => {
    const { request, files, audit } = accepted('Limited', 1);
    expect(request).toMatchObject({ waitReason: null, approvedUntil: UNTIL });
    const [input, annex, appearance] = files;
    if (input === undefined || annex === undefined || appearance === undefined)
      throw new Error('There are three files.');
    const details = { request, input, additionalInputs: [annex], appearance };
    expect(isApproved(details, NOW)).toBe(true);
    expect(isApproved({ ...details, input: { ...input, sha256: 'c'.repeat(64) } }, NOW)).toBe(false);
    expect(isApproved(details, UNTIL)).toBe(false);
    const inputSha256 = `${input.sha256} ${annex.sha256}`;
    expect(audit.at(-1)).toMatchObject({
      ...{ eventType: 'SigningApproved', actor: CALLER.actor },
      metadata: { inputSha256, rule: 'Limited', isShown: false },
    });
  });
});
