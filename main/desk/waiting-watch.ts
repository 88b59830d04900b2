import type { WaitingForPerson } from '../../service/use-cases/count-waiting.ts';

export interface WaitingWatchOptions {
  readonly read: () => Promise<WaitingForPerson>;
  /** Told of each change; `isNew`: more wait for an approval than a moment ago. */
  readonly onChange: (waiting: WaitingForPerson, isNew: boolean) => void;
  /** Reading failed: what was known stays, and the next change of the station is looked at again. */
  readonly onFault: (fault: unknown) => void;
}

/** Changes come by the hundred when a batch is given in. */
const PAUSE_MILLISECONDS = 300;

/** Counts what waits for a person whenever the station says that something has changed, and not more often than makes sense. */
export function createWaitingWatch({ read, onChange, onFault }: WaitingWatchOptions): { look(): void } {
  let known: WaitingForPerson = { approvals: 0, pins: 0 };
  let timer: NodeJS.Timeout | undefined;
  const count = async (): Promise<void> => {
    try {
      const found = await read();
      const before = known;
      known = found;
      if (found.approvals === before.approvals && found.pins === before.pins) return;
      onChange(found, found.approvals > before.approvals);
    } catch (fault) {
      onFault(fault);
    }
  };
  return {
    look() {
      timer ??= setTimeout(() => {
        timer = undefined;
        void count();
      }, PAUSE_MILLISECONDS);
    },
  };
}
