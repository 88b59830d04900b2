import { expect, it } from 'vitest';
import { delegatedPersistence } from './delegated-persistence.ts';
import type { Persistence } from './persistence.ts';

/** A driver as a class: every member a method that needs its `this`, and answers with its name and what it was given. */
function classDriver(): Persistence {
  class Driver {
    readonly #called: unknown[] = [];
    answer(name: string, args: readonly unknown[]): unknown {
      this.#called.push([name, ...args]);
      return this.#called.at(-1);
    }
  }
  return new Proxy(new Driver(), {
    get: (driver, name) =>
      function method(this: unknown, ...args: readonly unknown[]) {
        return driver.answer(String(name), args);
      },
  }) as unknown as Persistence;
}

it('hands every member on by its name with all of its arguments', () => {
  const delegated = delegatedPersistence(classDriver());
  const members = Object.entries(delegated) as [string, (...args: readonly unknown[]) => unknown][];
  expect(members.length).toBeGreaterThan(30);
  for (const [name, member] of members) {
    const args = Array.from({ length: member.length }, (_, index) => `${name} ${String(index)}`);
    expect(member(...args)).toEqual([name, ...args]);
  }
});
