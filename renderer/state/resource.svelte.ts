import { explainError, type Explanation } from '../messages/explanation.ts';

export interface Resource<T> {
  /** The last answer; stays while a newer one is on its way or failed. */
  readonly value: T | null;
  readonly fault: Explanation | null;
  readonly isLoading: boolean;
  /** Asks again; of several answers the one asked for last counts. Never rejects. */
  readonly load: () => Promise<void>;
  replace(value: T): void;
}

/** Something the station answers, with the state a page needs to show it. */
export function createResource<T>(ask: () => Promise<T>): Resource<T> {
  let value = $state.raw<T | null>(null);
  let fault = $state.raw<Explanation | null>(null);
  let isLoading = $state(false);
  let asked = 0;

  async function load(): Promise<void> {
    asked += 1;
    const mine = asked;
    isLoading = true;
    try {
      const answer = await ask();
      if (mine !== asked) return;
      value = answer;
      fault = null;
    } catch (error) {
      if (mine === asked) fault = explainError(error);
    } finally {
      if (mine === asked) isLoading = false;
    }
  }

  return {
    get value() {
      return value;
    },
    get fault() {
      return fault;
    },
    get isLoading() {
      return isLoading;
    },
    load,
    replace: (next) => {
      asked += 1;
      value = next;
      fault = null;
      isLoading = false;
    },
  };
}
