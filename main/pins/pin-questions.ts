import type { StateChange } from '../../service/contract/http/signatures.ts';
import { TERMINAL_SIGNATURE_STATUSES } from '../../service/contract/vocabulary/states.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { PinDesk, PinPrompt } from '../../service/use-cases/pin-desk.ts';
import type { PinQuestion, PinReaction, PinReply } from '../ipc/pin-messages.ts';
import { questionOf, refusalText } from './question-of.ts';

/** The window that questions are shown in. */
export interface QuestionWindow {
  /** Shows the window, or brings it up. The page then asks for the question. */
  show(): void;
  close(): void;
}

export interface PinQuestionsOptions {
  readonly pins: PinDesk;
  readonly window: QuestionWindow;
  /** What waits could not be read, or a PIN could not be handed on. Never holds a PIN. */
  readonly onFault: (fault: unknown) => void;
}

interface Asked {
  readonly prompt: PinPrompt;
  readonly question: PinQuestion;
  readonly signatureIds: readonly string[];
}

/** Most readers give up after that, and say so to the card's driver. */
const READER_SECONDS = 30;
const DONE: PinReaction = { kind: 'done' };

/**
 * Asks for the PINs that documents wait for in a window, one question after the other. A question stands as it is until
 * it is answered, so that nothing is approved that was not read; what was put off is not asked for again before
 * something else waits. PINs go from the answer to the desk, which overwrites them, and are kept nowhere here.
 */
export class PinQuestions {
  readonly #options: PinQuestionsOptions;
  readonly #putOff = new Set<string>();
  /** What the reader is asked for just now. */
  readonly #atReader = new Set<string>();
  #asked: Asked | undefined;
  #lastId = 0;
  #isAway = false;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: PinQuestionsOptions) {
    this.#options = options;
  }

  /** Looks at what waits, and asks if there is something new; answers when it has looked. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look());
    return this.#looking;
  }

  /** What the page shows now. */
  question(): PinReaction {
    return this.#asked === undefined ? DONE : { kind: 'question', question: this.#asked.question };
  }

  /** The answer of the person; whatever comes of it, the bytes of its PIN are zero afterwards. Never rejects. */
  async answer(reply: PinReply): Promise<PinReaction> {
    try {
      const asked = this.#asked;
      if (asked?.question.id !== reply.questionId) return this.question();
      return await this.#take(asked, reply);
    } finally {
      if (reply.kind === 'enter') reply.pin.fill(0);
    }
  }

  /** The person closed the window: not now. */
  closed(): void {
    this.#atReader.clear();
    if (this.#asked !== undefined) this.#later(this.#asked.prompt);
  }

  /** The screen is locked or the machine sleeps: PINs and approvals are forgotten, and nobody is asked meanwhile. */
  async leave(): Promise<void> {
    this.#isAway = true;
    this.#asked = undefined;
    this.#atReader.clear();
    this.#options.window.close();
    await this.#options.pins.forget().catch((fault: unknown) => this.#options.onFault(fault));
  }

  /** Somebody is back; what was put off before is asked for again. */
  comeBack(): Promise<void> {
    this.#isAway = false;
    this.#putOff.clear();
    return this.look();
  }

  /** A request has moved on: the window closes when the last one that the reader was asked for is signed. */
  note({ signatureId, status }: StateChange): void {
    if (!TERMINAL_SIGNATURE_STATUSES.includes(status) || !this.#atReader.delete(signatureId)) return;
    if (this.#atReader.size > 0) return;
    if (this.#asked === undefined) this.#options.window.close();
    void this.look();
  }

  async #look(): Promise<void> {
    if (this.#asked !== undefined || this.#isAway || this.#atReader.size > 0) return;
    try {
      const waiting = await this.#options.pins.prompts();
      const prompt = waiting.find(({ documents }) => documents.some((each) => !this.#putOff.has(each.signatureId)));
      // The person may have gone while the prompts were read.
      if (prompt === undefined || this.#isGone()) return;
      this.#ask(prompt, null);
      this.#options.window.show();
    } catch (fault) {
      this.#options.onFault(fault);
    }
  }

  #isGone(): boolean {
    return this.#isAway;
  }

  #ask(prompt: PinPrompt, refusal: string | null): void {
    this.#lastId++;
    const question = questionOf(prompt, this.#lastId, refusal);
    const signatureIds = prompt.documents.slice(0, question.documents.length).map(({ signatureId }) => signatureId);
    this.#asked = { prompt, question, signatureIds };
  }

  async #take(asked: Asked, reply: PinReply): Promise<PinReaction> {
    if (reply.kind === 'enter') return this.#enter(asked, reply.pin, reply.isConfirmed);
    if (reply.kind === 'decline') await this.#decline(asked);
    else this.#later(asked.prompt);
    return this.#next();
  }

  async #enter(asked: Asked, pin: Uint8Array, isConfirmed: boolean): Promise<PinReaction> {
    const { prompt, signatureIds } = asked;
    try {
      const outcome = await this.#options.pins.enter(prompt, { pin, signatureIds, isConfirmed });
      if (outcome.kind === 'refused') return await this.#askAgain(asked, refusalText(outcome.problem));
    } catch (fault) {
      this.#options.onFault(fault);
      return this.#askAgain(asked, fault instanceof StationError ? fault.message : 'The PIN could not be handed over.');
    }
    this.#asked = undefined;
    if (!prompt.facts.isOnReader) return this.#next();
    for (const id of signatureIds) this.#atReader.add(id);
    return { kind: 'at-reader', documents: signatureIds.length, seconds: READER_SECONDS };
  }

  /** With what is true of the token now: a refused PIN has cost a try. */
  async #askAgain(asked: Asked, refusal: string): Promise<PinReaction> {
    if (this.#isGone()) return DONE;
    const waiting = await this.#options.pins.prompts().catch(() => []);
    const same = waiting.find(
      ({ provider, tenantId, thumbprint }) =>
        provider.id === asked.prompt.provider.id &&
        tenantId === asked.prompt.tenantId &&
        thumbprint === asked.prompt.thumbprint,
    );
    if (this.#isGone()) return DONE;
    this.#asked = undefined;
    if (same === undefined) return this.#next();
    this.#ask(same, refusal);
    return this.question();
  }

  async #decline({ prompt, signatureIds }: Asked): Promise<void> {
    this.#asked = undefined;
    for (const id of signatureIds) this.#putOff.add(id);
    await this.#options.pins.decline(prompt, signatureIds).catch((fault: unknown) => this.#options.onFault(fault));
  }

  #later({ documents }: PinPrompt): void {
    this.#asked = undefined;
    for (const { signatureId } of documents) this.#putOff.add(signatureId);
  }

  /** The next question in the same window, which closes where there is none. */
  async #next(): Promise<PinReaction> {
    await this.look();
    if (this.#asked === undefined) this.#options.window.close();
    return this.question();
  }
}
