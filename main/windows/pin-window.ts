import { PIN_CHANNELS } from '../ipc/pin-channels.ts';
import { PinReply, type PinReaction } from '../ipc/pin-messages.ts';
import { OwnWindow } from './own-window.ts';

export interface PinWindowOptions {
  readonly preload: string;
  /** Where the files of the page lie. */
  readonly folder: string;
  readonly question: () => PinReaction;
  readonly answer: (reply: PinReply) => Promise<PinReaction>;
  /** The person closed the window. */
  readonly onClosed: () => void;
  readonly onFault: (reason: string) => void;
  readonly hasDeveloperTools: boolean;
}

/**
 * The window that PINs are typed into: hidden from recordings of the screen, gone with what was typed as soon as it is
 * closed. Only after Electron's `ready`.
 */
export class PinWindow extends OwnWindow {
  constructor({ preload, folder, question, answer, onClosed, onFault, hasDeveloperTools }: PinWindowOptions) {
    super({
      ...{ page: 'pin', preload, folder, hasDeveloperTools, onClosed },
      frame: { width: 560, height: 700, minWidth: 420, minHeight: 480, title: 'Enter the PIN · Signing Station' },
      isHiddenFromRecordings: true,
      onFault: (reason) => onFault(reason),
    });
    this.handle(PIN_CHANNELS.question, question);
    this.handle(PIN_CHANNELS.answer, (reply) => answer(parseReply(reply)));
  }
}

/** What is wrong in a message stays unsaid: it may hold a PIN, which is overwritten. */
function parseReply(message: unknown): PinReply {
  const parsed = PinReply.safeParse(message);
  if (parsed.success) return parsed.data;
  if (typeof message === 'object' && message !== null && 'pin' in message && message.pin instanceof Uint8Array) {
    message.pin.fill(0);
  }
  throw new Error('Refused.');
}
