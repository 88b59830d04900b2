import type { StateChange } from '../../service/contract/http/signatures.ts';
import { TERMINAL_SIGNATURE_STATUSES } from '../../service/contract/vocabulary/states.ts';
import type { PinAnswer, PinDesk, PinOutcome, PinPrompt } from '../../service/use-cases/pin-desk.ts';
import { settledPrompts, type Pause } from '../../service/use-cases/settled-prompts.ts';
import type { PinQuestion, PinReaction, PinReply, Refusal } from '../ipc/pin-messages.ts';
import type { KeptPins, Protection } from './kept-pins.ts';
import { isForPerson, questionOf, refusalOf, refusalOfFault, wayOf } from './question-of.ts';

/** The window that questions are shown in. */
export interface QuestionWindow {
  /** Shows the window, or brings it up. The page then asks for the question. */
  show(): void;
  close(): void;
}

export interface PinQuestionsOptions {
  readonly pins: PinDesk;
  readonly window: QuestionWindow;
  readonly kept: KeptPins;
  readonly pause: Pause;
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
  /** What a kept PIN was entered for; the person is asked if that was not enough. */
  readonly #triedKept = new Set<string>();
  #protection: Protection = 'unavailable';
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
    if (this.#asked !== undefined || this.#isAway) return;
    try {
      const waiting = await this.#options.pins.prompts();
      if (this.#atReader.size > 0 && !this.#hasReaderGivenUp(waiting)) return;
      const prompt = this.#newIn(waiting);
      // The person may have gone while the prompts were read.
      if (prompt === undefined || this.#isGone()) return;
      const kept = await this.#useKept(prompt);
      if (kept === 'accepted') {
        await this.#look();
        return;
      }
      if (this.#isGone()) return;
      this.#protection = await this.#options.kept.protection();
      const settled = await this.#settled(prompt);
      if (settled === undefined || this.#isGone()) return;
      this.#ask(settled, kept);
      this.#options.window.show();
    } catch (fault) {
      this.#options.onFault(fault);
    }
  }

  /** With all that came to wait since; undefined where none of it waits any more. A card's question for each document is for one. */
  async #settled(prompt: PinPrompt): Promise<PinPrompt | undefined> {
    if (wayOf(prompt) === 'each') return prompt;
    return sameIn(await settledPrompts(this.#options.pins, this.#options.pause), prompt);
  }

  #newIn(waiting: readonly PinPrompt[]): PinPrompt | undefined {
    return waiting.find(({ documents }) => documents.some((each) => !this.#putOff.has(each.signatureId)));
  }

  /**
   * Enters a kept PIN for what waits, unless the card wants a person each time or has few tries left. Answers why it was
   * refused, or null where none was entered; it is kept on only where the token accepted it.
   */
  async #useKept(prompt: PinPrompt): Promise<'accepted' | Refusal | null> {
    const { provider, facts, documents } = prompt;
    const signatureIds = documents.map(({ signatureId }) => signatureId);
    if (isForPerson(wayOf(prompt)) || facts.tries !== 'unknown') return null;
    if (signatureIds.some((id) => this.#triedKept.has(id))) return null;
    const pin = await this.#options.kept.take(provider.id);
    if (pin === undefined) return null;
    for (const id of signatureIds) this.#triedKept.add(id);
    try {
      const outcome = await this.#enterAndKeep(prompt, { pin, signatureIds, isConfirmed: false });
      return outcome.kind === 'accepted' ? 'accepted' : refusalOf(outcome.problem);
    } catch (fault) {
      this.#options.onFault(fault);
      return null;
    }
  }

  /** Whatever comes of it, no bytes of the PIN are left here. */
  async #enterAndKeep(prompt: PinPrompt, answer: PinAnswer): Promise<PinOutcome> {
    const copy = answer.pin.slice();
    const asOf = this.#options.kept.forgettings;
    try {
      const outcome = await this.#options.pins.enter(prompt, answer);
      if (outcome.kind === 'accepted') await this.#keep(prompt.provider.id, copy, asOf);
      return outcome;
    } finally {
      copy.fill(0);
    }
  }

  /** The documents are signed whether it can be kept or not. */
  async #keep(providerId: string, pin: Uint8Array, asOf: number): Promise<void> {
    await this.#options.kept.keep(providerId, pin, asOf).catch((fault: unknown) => this.#options.onFault(fault));
  }

  /**
   * The reader has its turn until its documents are signed, or until their approval is over and they wait for a person once
   * more: then the window that still sends that person to the reader makes room for the question.
   */
  #hasReaderGivenUp(waiting: readonly PinPrompt[]): boolean {
    const isBack = waiting.some(
      ({ facts, documents }) =>
        facts.isOnReader && documents.some(({ signatureId }) => this.#atReader.has(signatureId)),
    );
    if (!isBack || this.#isGone()) return false;
    this.#atReader.clear();
    this.#options.window.close();
    return true;
  }

  #isGone(): boolean {
    return this.#isAway;
  }

  #ask(prompt: PinPrompt, refusal: Refusal | null): void {
    this.#lastId++;
    const question = questionOf(prompt, { id: this.#lastId, refusal, protection: this.#protection });
    const signatureIds = prompt.documents.slice(0, question.documents.length).map(({ signatureId }) => signatureId);
    this.#asked = { prompt, question, signatureIds };
  }

  async #take(asked: Asked, reply: PinReply): Promise<PinReaction> {
    if (reply.kind === 'enter') return this.#enter(asked, reply);
    if (reply.kind === 'decline') await this.#decline(asked);
    else this.#later(asked.prompt);
    return this.#next();
  }

  async #enter(asked: Asked, { pin, isConfirmed, isKept }: PinReply & { kind: 'enter' }): Promise<PinReaction> {
    const { prompt, signatureIds } = asked;
    try {
      const answer = { pin, signatureIds, isConfirmed };
      const mayKeep = isKept === true && asked.question.keeping === 'offered';
      const outcome = await (mayKeep ? this.#enterAndKeep(prompt, answer) : this.#options.pins.enter(prompt, answer));
      if (outcome.kind === 'refused') return await this.#askAgain(asked, refusalOf(outcome.problem));
    } catch (fault) {
      this.#options.onFault(fault);
      return this.#askAgain(asked, refusalOfFault(fault));
    }
    this.#asked = undefined;
    if (!prompt.facts.isOnReader) return this.#next();
    for (const id of signatureIds) this.#atReader.add(id);
    return { kind: 'at-reader', documents: signatureIds.length, seconds: READER_SECONDS };
  }

  /** With what is true of the token now: a refused PIN has cost a try. */
  async #askAgain(asked: Asked, refusal: Refusal): Promise<PinReaction> {
    if (this.#isGone()) return DONE;
    const waiting = await this.#options.pins.prompts().catch(() => []);
    const same = sameIn(waiting, asked.prompt);
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

/** What waits for the PIN of the same signer now. */
function sameIn(waiting: readonly PinPrompt[], { provider, tenantId, thumbprint }: PinPrompt): PinPrompt | undefined {
  return waiting.find(
    (one) => one.provider.id === provider.id && one.tenantId === tenantId && one.thumbprint === thumbprint,
  );
}
