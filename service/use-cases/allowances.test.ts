import { describe, expect, it } from 'vitest';
import { createAllowances } from './allowances.ts';

const OWNER = { tenantId: 'acme', actor: 'api-key:abc' };
const START = Date.UTC(2026, 2, 4);

describe('what a person lets pass without being asked', () => {
  it('is as many documents as were said, and says until when each may be signed', () => {
    const allowances = createAllowances(() => new Date(START));
    const until = new Date(START + 1);
    allowances.open(OWNER, 2, until);
    expect([1, 2, 3].map(() => allowances.take(OWNER))).toEqual([until, until, null]);
  });

  it('ends at the moment that was said', () => {
    let now = START;
    const allowances = createAllowances(() => new Date(now));
    allowances.open(OWNER, 9, new Date(START + 1000));
    now += 999;
    expect(allowances.take(OWNER)).not.toBeNull();
    now += 1;
    expect(allowances.take(OWNER)).toBeNull();
    now -= 1;
    expect(allowances.take(OWNER)).toBeNull();
  });

  it('is that caller alone: neither another key of the tenant nor the same name elsewhere', () => {
    const allowances = createAllowances(() => new Date(START));
    allowances.open(OWNER, 1, new Date(START + 1));
    expect(allowances.take({ ...OWNER, actor: 'api-key:abd' })).toBeNull();
    expect(allowances.take({ ...OWNER, tenantId: 'other' })).toBeNull();
    expect(allowances.take(OWNER)).not.toBeNull();
  });

  it('is what was said last: a smaller number takes the place of a larger one', () => {
    const allowances = createAllowances(() => new Date(START));
    allowances.open(OWNER, 5, new Date(START + 1));
    allowances.open(OWNER, 0, new Date(START + 1));
    expect(allowances.take(OWNER)).toBeNull();
  });
});
