import { BASE_NANOSECONDS, WorkBudget } from './work-budget.ts';

/** A budget that says what was taken out of it, in nanoseconds. */
export class CountedBudget extends WorkBudget {
  spent = 0;

  override charge(nanoseconds: number): void {
    this.spent += nanoseconds;
    super.charge(nanoseconds);
  }
}

/** A budget of which this much is left. */
export function budgetOf(nanoseconds: number): CountedBudget {
  const budget = new CountedBudget(0);
  budget.charge(BASE_NANOSECONDS - nanoseconds);
  budget.spent = 0;
  return budget;
}
