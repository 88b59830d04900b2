/** What waits for the first page comes after this, drawn or not. */
const LONGEST_MILLISECONDS = 500;

/** The first page of a document, which has the machine to itself; what else is asked about the document comes after it. */
export interface FirstPage {
  /** Ends when the page is on the screen, or takes longer than findings should be waited for. */
  readonly over: () => Promise<void>;
  /** It is on the screen, or will not be. */
  readonly seen: () => void;
}

export function awaitFirstPage(): FirstPage {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    over: () => {
      timer ??= setTimeout(resolve, LONGEST_MILLISECONDS, undefined);
      return promise;
    },
    seen: () => {
      clearTimeout(timer);
      resolve(undefined);
    },
  };
}
