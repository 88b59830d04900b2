import type { StateChange } from '../../service/contract/http/signatures.ts';
import type { WaitingForPerson } from '../../service/use-cases/count-waiting.ts';
import type { PinDesk } from '../../service/use-cases/pin-desk.ts';
import type { FaultView } from '../ipc/fault-messages.ts';

/** The running station as the desktop program needs it. */
export interface RunningStation {
  readonly url: string;
  /** The page to begin with, where it is not the first one. */
  readonly beginning?: string;
  stop(): Promise<void>;
  /** State changes of the requests; a hint, as all events of the station. */
  watch(listener: (change: StateChange) => void): void;
  /** Null where no provider has its PIN entered by a person. */
  readonly pins: PinDesk | null;
  /** What waits for a person just now. */
  waiting(): Promise<WaitingForPerson>;
}

/** The parts of Electron that the program's life hangs on; the entry gives the real ones. */
export interface DesktopShell {
  /** False when another instance runs already: this one leaves, the other one is shown. */
  requestSingleInstance(): boolean;
  whenReady(): Promise<void>;
  onSecondInstance(listener: (argv: readonly string[]) => void): void;
  onActivate(listener: () => void): void;
  onAllWindowsClosed(listener: () => void): void;
  /** Called for every quit; the answer false holds it back. */
  onBeforeQuit(listener: () => boolean): void;
  /** The user logs out or the machine shuts down: whoever holds that back is in the way. */
  onSessionEnd(listener: () => void): void;
  /** Shows the window at `url`, or raises it if it is there. Rejects when the page could not be loaded. */
  openWindow(url: string): Promise<void>;
  /** The page of that window ended again and again, and is not loaded any more. */
  onPageGivenUp(listener: () => void): void;
  /**
   * Says on a page of the program's own what has failed, instead of the station's window, and answers what the person
   * wants: `quit` where they close it, where it cannot be shown (a box says the same then) and after `closeFault`.
   */
  askAfterFault(view: FaultView): Promise<'again' | 'quit'>;
  /** False where there is no such page to be brought up. */
  raiseFault(): boolean;
  closeFault(): void;
  /** The last resort: a box that nothing but the system draws. */
  showError(title: string, text: string): void;
  quit(): void;
  /** Ends the program at once, windows or not; nothing is asked any more. */
  exit(code: number): void;
  /** Starts the program anew once this one has ended. */
  startAgain(): void;
}
