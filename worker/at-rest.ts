/** So long nothing has been done before a worker is looked at: it may be in the middle of a batch that comes slowly. */
const REST_MILLISECONDS = 10_000;

/** Above what a worker holds under full load, however long. */
const LARGE_BYTES = 384 * 1024 * 1024;

export interface AtRest {
  /** Nothing is left to do. */
  begin(): void;
  /** Something is, or nothing will be ever again. */
  end(): void;
}

/**
 * Lets a process leave that rests and still holds what large documents took: V8 keeps what it was given, 700 MiB after a
 * document of some MB with very many objects. `held`: bytes of memory that the process holds.
 */
export function leaveLargeAtRest(leave: () => void, held: () => number = () => process.memoryUsage.rss()): AtRest {
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => clearTimeout(timer);
  return {
    end,
    begin() {
      end();
      timer = setTimeout(() => {
        if (held() > LARGE_BYTES) leave();
      }, REST_MILLISECONDS);
      timer.unref();
    },
  };
}
