import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';

/** The questions and signatures that a token-host is at, so that it can end them before another takes its place. */
export class CallsUnderWay {
  #count = 0;
  #isClosed = false;
  #onLast: (() => void) | undefined;

  /** Rejects with a transient SIGNING_PROVIDER_UNAVAILABLE once no more are begun: whoever asks comes again. */
  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    if (this.#isClosed) {
      throw new StationError('SIGNING_PROVIDER_UNAVAILABLE', tell('TOKEN_HOST_RESTARTING'), {
        kind: 'transient',
        waitReason: 'PROVIDER_RESTARTING',
      });
    }
    this.#count += 1;
    try {
      return await call();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) this.#onLast?.();
    }
  }

  /** From now on none is begun; ends with the last that was begun before. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#count > 0) await new Promise<void>((resolve) => (this.#onLast = resolve));
  }
}
