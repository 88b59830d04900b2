import { describe, expect, it } from 'vitest';
import type { DssAnswer, DssFinding } from '../judges/dss-judge.ts';
import { compareVerdicts } from './compare-verdicts.ts';

const finding = (signedBy: string, changes: Partial<DssFinding> = {}): DssFinding => ({
  ...{ indication: 'TOTAL_PASSED', subIndication: null, signatureFormat: 'CAdES-BASELINE-B', signedBy },
  ...{ scopes: [], errors: [], warnings: [], timestamps: [] },
  ...changes,
});
const answer = (...signatures: DssFinding[]): DssAnswer => ({
  id: 'a',
  problem: null,
  document: { containerType: null, signatures },
});

describe('a document before and after a signer was added', () => {
  const before = answer(finding('Ann'), finding('Bob', { indication: 'INDETERMINATE', subIndication: 'EXPIRED' }));

  it('is as it was where every earlier verdict is there once more, in any order', () => {
    const [ann, bob] = before.document?.signatures ?? [];
    const after = answer(...[bob, finding('us'), ann].filter((one) => one !== undefined));
    expect(compareVerdicts(before, after, 'us')).toEqual({ changed: [], added: null });
  });

  it('is not where one became another, or is there once only', () => {
    const worse = answer(finding('Ann', { errors: ['It was changed.'] }), finding('Ann'), finding('us'));
    expect(compareVerdicts(before, worse, 'us').changed).toEqual([
      'no more: Bob CAdES-BASELINE-B INDETERMINATE/EXPIRED',
      'new: Ann CAdES-BASELINE-B TOTAL_PASSED It was changed.',
    ]);
    const twice = answer(finding('Ann'), finding('Ann'));
    expect(compareVerdicts(twice, answer(finding('Ann'), finding('us')), 'us').changed).toHaveLength(1);
  });

  it('lacks the added signature where it did not pass, is there twice or not at all', () => {
    const failed = finding('us', { indication: 'TOTAL_FAILED', subIndication: 'HASH_FAILURE' });
    expect(compareVerdicts(answer(), answer(failed), 'us').added).toContain('HASH_FAILURE');
    expect(compareVerdicts(answer(), answer(finding('us'), finding('us')), 'us').added).toContain('2 found');
    expect(compareVerdicts(answer(), answer(), 'us').added).toBe('not found');
    const unread: DssAnswer = { id: 'a', problem: 'no document', document: null };
    expect(compareVerdicts(answer(), unread, 'us').added).toBe('no document');
  });
});
