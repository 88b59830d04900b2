import { describe, expect, it } from 'vitest';
import { outgoingTrustNote, readOutgoingTrust } from './outgoing-trust.ts';

describe('whom HTTPS to servers of others trusts', () => {
  it('is what the runtime and the system bring, each once', () => {
    const stores = { bundled: ['one', 'both'], system: ['both', 'company', 'company'] };
    expect(readOutgoingTrust((type) => stores[type])).toEqual({
      certificates: ['one', 'both', 'company'],
      isWithoutSystem: false,
    });
  });

  it('is what the runtime brings where the system cannot be read, and says so', () => {
    const read = (type: 'bundled' | 'system'): string[] => {
      if (type === 'system') throw new Error('not here');
      return ['one'];
    };
    expect(readOutgoingTrust(read)).toEqual({ certificates: ['one'], isWithoutSystem: true });
    expect(outgoingTrustNote(), 'this runtime can read it').toBe('');
  });
});
