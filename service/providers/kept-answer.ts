/** The last answer to a question that costs something, for whoever can do with one of a while ago. */
export interface KeptAnswer<T> {
  /** An answer that was asked for less than `maxAgeMilliseconds` ago; concurrent callers share one question. */
  ask(maxAgeMilliseconds: number): Promise<T>;
  /** The next caller asks anew: what was answered may not be so any more. */
  forget(): void;
}

/** A question that failed is asked again by the next caller. */
export function keptAnswer<T>(question: () => Promise<T>, clock: () => Date): KeptAnswer<T> {
  let answer: Promise<T> | undefined;
  let askedAt = 0;
  return {
    ask(maxAgeMilliseconds) {
      const now = clock().getTime();
      if (answer !== undefined && Math.abs(now - askedAt) < maxAgeMilliseconds) return answer;
      askedAt = now;
      const asked = question();
      answer = asked;
      asked.catch(() => {
        if (answer === asked) answer = undefined;
      });
      return asked;
    },
    forget: () => void (answer = undefined),
  };
}
