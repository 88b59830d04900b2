import { describe, expect, it } from 'vitest';
import { BASE_NANOSECONDS, WORK, WorkBudget, WorkExceededError } from '../work-budget.ts';
import { chargedOnce, CheckedSignatures } from './checked-signatures.ts';

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

describe('a check within one document', () => {
  const HALF = BASE_NANOSECONDS / 2;
  const half = (): number => HALF;

  it('is made and charged once, and costs its looking up after that', () => {
    const budget = new WorkBudget(0);
    let made = 0;
    const ask = (): string => chargedOnce('crl issuing', budget, half, () => (++made > 0 ? 'Invalid' : 'Valid'));
    for (let times = 0; times < 1_000; times += 1) expect(ask()).toBe('Invalid');
    expect(made).toBe(1);
    expect(() => budget.charge(HALF - 999 * WORK.knownCheck + 1)).toThrow();
  });

  it('is charged in each document, and for each pair', () => {
    const [one, other] = [new WorkBudget(0), new WorkBudget(0)];
    for (const budget of [one, other]) {
      chargedOnce('crl issuing', budget, half, () => 'Valid');
      chargedOnce('crl root', budget, half, () => 'Valid');
      expect(() => budget.charge(1)).toThrow();
    }
  });

  it('is not made where the work for it is not left', () => {
    const budget = new WorkBudget(0);
    budget.charge(HALF + 1);
    expect(() => chargedOnce('crl issuing', budget, half, () => expect.fail('was made'))).toThrow(WorkExceededError);
  });
});
