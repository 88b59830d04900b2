import './in-english.suite.ts';
import { describe, expect, it } from 'vitest';
import { REASON_CODES } from '../../service/contract/vocabulary/reason-codes.ts';
import { curesOf } from './reason-cures.ts';

describe('curesOf', () => {
  it('has something to do for whatever leaves a verdict open, and says it once', () => {
    for (const code of REASON_CODES) expect(curesOf([code])[0], code).toMatch(/\.$/);
    expect(curesOf([])).toHaveLength(1);
    expect(curesOf(['REVOCATION_UNKNOWN', 'REVOCATION_DATA_MISSING', 'CERT_UNTRUSTED'])).toHaveLength(2);
  });
});
