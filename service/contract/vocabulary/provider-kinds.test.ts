import { describe, expect, it } from 'vitest';
import { byKind, PROVIDER_KINDS } from './provider-kinds.ts';
import { PROVIDER_TYPES } from './signing.ts';

describe('kinds of providers', () => {
  it('are known of every type', () => {
    expect(Object.keys(PROVIDER_KINDS).toSorted()).toEqual([...PROVIDER_TYPES].toSorted());
  });

  it.each(PROVIDER_TYPES)('hand %s to the decision of its kind only', (type) => {
    const asked = byKind({ type }, { 'key-file': () => 'key-file', token: () => 'token' });
    expect(asked).toBe(PROVIDER_KINDS[type]);
  });
});
