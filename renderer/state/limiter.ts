/** Runs a task when its turn has come. */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

/** Runs tasks in the order of their arrival, at most `width` at a time. A failed task does not hold up the next. */
export function createLimiter(width: number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;

  function next(): void {
    if (running >= width) return;
    const start = waiting.shift();
    if (start === undefined) return;
    running += 1;
    start();
  }

  return (task) =>
    new Promise((resolve, reject) => {
      waiting.push(() => {
        void task()
          .then(resolve, reject)
          .finally(() => {
            running -= 1;
            next();
          });
      });
      next();
    });
}
