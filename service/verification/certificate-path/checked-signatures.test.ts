import { describe, expect, it } from 'vitest';
import { CheckedSignatures } from './checked-signatures.ts';

describe('CheckedSignatures', () => {
  it('never holds more than it is allowed, however many certificates are met', () => {
    const checked = new CheckedSignatures();
    for (let n = 0; n < 20_000; n += 1) checked.add(`leaf-${n} root`, 'Valid');
    expect(checked.size).toBe(5000);
    expect(checked.get('leaf-19999 root')).toBe('Valid');
    expect(checked.get('leaf-14999 root')).toBeUndefined();
  });

  it('keeps what is asked for again and again and forgets the rest', () => {
    const checked = new CheckedSignatures(3);
    checked.add('issuing root', 'Valid');
    for (let n = 0; n < 10; n += 1) {
      checked.add(`stranger-${n} issuing`, 'Invalid');
      expect(checked.get('issuing root')).toBe('Valid');
    }
    expect(checked.get('stranger-9 issuing')).toBe('Invalid');
    expect(checked.get('stranger-7 issuing')).toBeUndefined();
    expect(checked.size).toBe(3);
  });
});
