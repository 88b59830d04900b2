/** Pings in a row without an answer after which a process counts as lost. */
const MAX_MISSED = 3;

export interface WatchdogOptions {
  /** Asks the process for a sign of life; rejects when it gave none within `timeoutMilliseconds`. */
  readonly ping: (timeoutMilliseconds: number) => Promise<unknown>;
  /** The process is there and does nothing: it was stopped, or turns in a circle. Called once. */
  readonly onSilence: () => void;
  /** How long a process may be silent before it is given up; it is noticed within a third more. */
  readonly silenceMilliseconds: number;
}

/**
 * Watches one life of a process: one that is stopped (SIGSTOP) or hangs keeps its link open and would hold what it has
 * for ever. Unanswered pings are counted, not time: after a sleep of the whole machine every timer is due at once, and
 * one ping is missed at most.
 */
export function startWatchdog({ ping, onSilence, silenceMilliseconds }: WatchdogOptions): { stop(): void } {
  const interval = silenceMilliseconds / MAX_MISSED;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let missed = 0;
  const ask = async (): Promise<void> => {
    const isAlive = await ping(interval).then(
      () => true,
      () => false,
    );
    if (isStopped) return;
    missed = isAlive ? 0 : missed + 1;
    if (missed === MAX_MISSED) onSilence();
    // A ping that was missed has taken its interval.
    else schedule(isAlive ? interval : 0);
  };
  const schedule = (milliseconds: number): void => {
    timer = setTimeout(() => void ask(), milliseconds).unref();
  };
  schedule(interval);
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
