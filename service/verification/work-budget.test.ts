import { describe, expect, it } from 'vitest';
import { BASE_NANOSECONDS, WORK, WorkBudget, WorkExceededError } from './work-budget.ts';

describe('the work budget of a document', () => {
  it('pays for five digests of a large document, and for a second and a fifth of anything else', () => {
    const bytes = 4_000_000_000;
    const budget = new WorkBudget(bytes);
    for (let signature = 0; signature < 5; signature++) budget.charge(bytes * WORK.digestedByte);
    budget.charge(1_200_000_000);
    expect(() => budget.charge(1)).toThrow(WorkExceededError);
  });

  it('is one for all that draw on it, and stays spent', () => {
    const budget = new WorkBudget(0);
    for (let step = 0; step < BASE_NANOSECONDS / WORK.pathStep; step++) budget.charge(WORK.pathStep);
    expect(() => budget.charge(WORK.pathStep)).toThrow(WorkExceededError);
    expect(() => budget.charge(1)).toThrow(WorkExceededError);
  });
});
