import { StationError } from '../domain/station-error.ts';
import type { PinProblem } from '../providers/pin-entry/pin-pads.ts';
import type { DocumentToSign, PinDesk, PinPrompt } from '../use-cases/pin-desk.ts';
import { settledPrompts, type Pause } from '../use-cases/settled-prompts.ts';
import type { HiddenLine } from './hidden-line.ts';

export interface TerminalPinsOptions {
  readonly pins: PinDesk;
  readonly ask: HiddenLine;
  readonly print: (text: string) => void;
  readonly pause: Pause;
  /** Told when what waits, or the terminal, can't be read: the documents wait until something changes. */
  readonly onFault: (fault: unknown) => void;
}

/** Documents that one question names; the page of the station shows all of them. */
const NAMED_DOCUMENTS = 10;

/**
 * Asks at the station's own terminal for the PINs that documents wait for, one question after the other. What was put
 * off is not asked for again before something else waits. Answers the function that ends it.
 */
export function askPinsAtTerminal(options: TerminalPinsOptions): () => void {
  const terminal = new TerminalPins(options);
  const unsubscribe = options.pins.onChange(() => terminal.look());
  terminal.look();
  return () => {
    unsubscribe();
    terminal.stop();
  };
}

class TerminalPins {
  readonly #options: TerminalPinsOptions;
  readonly #putOff = new Set<string>();
  #isLooking = false;
  #isLookWanted = false;
  #isStopped = false;

  constructor(options: TerminalPinsOptions) {
    this.#options = options;
  }

  look(): void {
    this.#isLookWanted = true;
    if (!this.#isLooking) void this.#lookOn();
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #lookOn(): Promise<void> {
    this.#isLooking = true;
    try {
      while (this.#isLookWanted && !this.#isStopped) {
        this.#isLookWanted = false;
        await this.#askForAll();
      }
    } finally {
      this.#isLooking = false;
    }
  }

  async #askForAll(): Promise<void> {
    try {
      const { pins, pause } = this.#options;
      if (!(await pins.prompts()).some((prompt) => this.#isNew(prompt))) return;
      for (const prompt of await settledPrompts(pins, pause)) await this.#askUnlessPutOff(prompt);
    } catch (fault) {
      this.#options.onFault(fault);
    }
  }

  async #askUnlessPutOff(prompt: PinPrompt): Promise<void> {
    if (!this.#isNew(prompt) || this.#isStopped) return;
    try {
      await this.#ask(prompt);
    } catch (fault) {
      // Not again for the same documents: a terminal that is gone would be asked without end.
      this.#later(prompt);
      throw fault;
    }
  }

  #isNew({ documents }: PinPrompt): boolean {
    return documents.some(({ signatureId }) => !this.#putOff.has(signatureId));
  }

  async #ask(prompt: PinPrompt): Promise<void> {
    const { ask, print } = this.#options;
    print(question(prompt));
    if (prompt.facts.isOnReader) {
      await this.#askForReader(prompt);
      return;
    }
    const isConfirmed = prompt.facts.tries !== 'unknown';
    const isAsked = prompt.facts.tries !== 'locked' && (!isConfirmed || (await this.#isSure(prompt)));
    if (isAsked) print('PIN (not shown; empty: later): ');
    const pin = isAsked ? await ask() : null;
    if (isAsked) print('\n');
    if (pin === null || pin.length === 0) {
      this.#later(prompt);
      return;
    }
    const misfit = misfitOf(prompt, pin.length);
    if (misfit === null) {
      await this.#enter(prompt, pin, isConfirmed);
      return;
    }
    pin.fill(0);
    print(`${misfit} It was not tried.\n`);
    this.look();
  }

  /** No PIN is typed here: what a person says is whether the reader may ask. */
  async #askForReader(prompt: PinPrompt): Promise<void> {
    const isMeant =
      prompt.facts.tries !== 'locked' && (await this.#isYes('The PIN is typed on the reader. Type yes to have it ask'));
    if (isMeant) await this.#enter(prompt, new Uint8Array(), false);
    else this.#later(prompt);
  }

  #isSure({ facts }: PinPrompt): Promise<boolean> {
    const what = facts.tries === 'last' ? 'ONLY ONE TRY IS LEFT before the token locks itself.' : 'Few tries are left.';
    return this.#isYes(`${what} Type yes to go on all the same`);
  }

  async #isYes(question: string): Promise<boolean> {
    const { ask, print } = this.#options;
    print(`${question}: `);
    const answer = await ask();
    print('\n');
    return answer !== null && Buffer.from(answer).toString('utf8').trim().toLowerCase() === 'yes';
  }

  async #enter(prompt: PinPrompt, pin: Uint8Array, isConfirmed: boolean): Promise<void> {
    const { pins, print } = this.#options;
    const signatureIds = prompt.documents.map(({ signatureId }) => signatureId);
    try {
      const outcome = await pins.enter(prompt, { pin, signatureIds, isConfirmed });
      if (outcome.kind === 'accepted') {
        print(`${count(outcome.documents)} approved.\n`);
        return;
      }
      print(`${explain(outcome.problem)}\n`);
      if (isOfPin(outcome.problem)) this.look();
      else this.#later(prompt);
    } catch (fault) {
      print(`${fault instanceof StationError ? fault.message : 'The PIN could not be handed over.'}\n`);
      this.#later(prompt);
    }
  }

  #later({ documents }: PinPrompt): void {
    for (const { signatureId } of documents) this.#putOff.add(signatureId);
  }
}

const count = (documents: number): string => (documents === 1 ? '1 document' : `${String(documents)} documents`);

function question({ provider, facts, documents, count: all }: PinPrompt): string {
  const token = facts.tokenLabel === null ? '' : `, token ${harmless(facts.tokenLabel)}`;
  const shown = documents.slice(0, NAMED_DOCUMENTS).map(line);
  const more = documents.length - shown.length;
  const rest = all - documents.length;
  return [
    '',
    `${count(documents.length)} to be signed with ${harmless(provider.name)}${token}. ${rule(facts.isPerDocument)}:`,
    ...shown,
    ...(more > 0 ? [`  and ${count(more)} more, which the page of the station shows`] : []),
    ...(rest > 0 ? [`  ${count(rest)} wait behind these and are asked for afterwards`] : []),
    ...(facts.tries === 'locked' ? ['The token is locked: unlock it with its PUK first.'] : []),
    '',
  ].join('\n');
}

/** Null: no login has shown yet how often the key wants its PIN. */
function rule(isPerDocument: boolean | null): string {
  if (isPerDocument === true) return 'The key wants its PIN for each';
  return isPerDocument === false ? 'One PIN signs' : 'One PIN signs, unless the key wants it for each';
}

function line({ fileName, size, sha256, createdBy }: DocumentToSign): string {
  const by = createdBy === 'anonymous' ? '' : `, from ${harmless(createdBy)}`;
  return `  ${harmless(fileName)}, ${size.toLocaleString('en-US')} bytes${by}, SHA-256 ${sha256}`;
}

/** A name is somebody else's text: no control character, and nothing that turns the writing round, reaches a terminal. */
function harmless(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?');
}

function misfitOf({ facts }: PinPrompt, bytes: number): string | null {
  if (facts.length === null) return null;
  const { min, max } = facts.length;
  if (bytes < min) return `The PIN is too short: the token takes ${String(min)} characters or more.`;
  return bytes > max ? `The PIN is too long: the token takes ${String(max)} characters or fewer.` : null;
}

/** Whether another PIN may be the cure. */
function isOfPin({ area, waitReason }: PinProblem): boolean {
  return area === 'pin' && (waitReason === null || ['PIN_REFUSED', 'PIN_UNFIT'].includes(waitReason));
}

function explain({ message, waitReason }: PinProblem): string {
  if (waitReason === 'PIN_REFUSED') return 'The token refused this PIN before. It was not tried again.';
  return message;
}
