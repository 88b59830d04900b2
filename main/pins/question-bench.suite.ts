import type { PinAnswer, PinDesk, PinOutcome, PinPrompt } from '../../service/use-cases/pin-desk.ts';
import type { PinQuestion, PinReply } from '../ipc/pin-messages.ts';
import { KeptPins, type Protection } from './kept-pins.ts';
import { PinQuestions } from './pin-questions.ts';

const document = (signatureId: string) => ({
  ...{ signatureId, fileName: `${signatureId}.pdf`, size: 84_211, sha256: 'ab'.repeat(32) },
  ...({ format: 'PAdES', profile: 'B', createdBy: 'anonymous' } as const),
});

/** What waits for a PIN, by the ids of its documents. */
export function prompt(ids: readonly string[], facts: Partial<PinPrompt['facts']> = {}): PinPrompt {
  return {
    provider: { id: 'card', name: 'Desk card', type: 'SmartCard' },
    ...{ tenantId: 'default', thumbprint: null, documents: ids.map(document), count: ids.length },
    facts: {
      ...{ tokenLabel: 'desk', length: { min: 4, max: 8 }, tries: 'unknown', isHeld: false },
      ...{ isOnReader: false, isPerDocument: false, ...facts },
    },
  };
}

/** What a token says of another PIN than its own. */
export const WRONG: PinOutcome = {
  kind: 'refused',
  problem: {
    ...({ code: 'SIGNING_OPERATION_FAILED', message: 'The PIN is wrong.', kind: 'permanent', area: 'pin' } as const),
    sentence: { code: 'DEVICE_PIN_WRONG', parameters: { ckr: 'CKR_PIN_INCORRECT' } },
    waitReason: null,
  },
};

/** The questions of the PIN window over a desk, a window and a key store that write down what is done to them. */
export class QuestionBench {
  prompts: PinPrompt[] = [];
  outcomes: (PinOutcome | Error)[] = [];
  readonly entered: (Omit<PinAnswer, 'pin'> & { pin: string })[] = [];
  readonly done: string[] = [];
  readonly faults: unknown[] = [];
  sealed: Readonly<Record<string, string>> = {};
  protection: Protection = 'protected';
  /** More may come to wait before the person is asked. */
  whilePausing: () => void = () => undefined;
  whileEntering: () => void = () => undefined;
  readonly kept = new KeptPins({
    protection: () => Promise.resolve(this.protection),
    seal: (text) => Promise.resolve(text),
    unseal: (text) => Promise.resolve(text),
    read: () => this.sealed,
    write: (entries) => void (this.sealed = entries),
  });
  readonly questions = new PinQuestions({
    pins: this.#desk(),
    kept: this.kept,
    pause: () => {
      this.whilePausing();
      return Promise.resolve();
    },
    window: { show: () => void this.done.push('show'), close: () => void this.done.push('close') },
    onFault: (fault) => this.faults.push(fault),
  });

  /** What is asked now; throws where nothing is. */
  asked(): PinQuestion {
    const shown = this.questions.question();
    if (shown.kind !== 'question') throw new Error('Nothing is asked.');
    return shown.question;
  }

  /** The answer of a person to what is asked. */
  enter(pin = '1234', questionId = this.asked().id): PinReply & { kind: 'enter' } {
    return { kind: 'enter', questionId, pin: Uint8Array.from(Buffer.from(pin)), isConfirmed: false };
  }

  #desk(): PinDesk {
    return {
      prompts: () => Promise.resolve(this.prompts),
      count: () => Promise.resolve(this.prompts.length),
      enter: (_prompt, answer) => this.#take(answer),
      decline: (_prompt, ids) => Promise.resolve(void this.done.push(`decline ${ids.join()}`)),
      forget: () => Promise.resolve(void this.done.push('forget')),
      onChange: () => () => undefined,
    };
  }

  #take(answer: PinAnswer): Promise<PinOutcome> {
    this.entered.push({ ...answer, pin: Buffer.from(answer.pin).toString() });
    this.whileEntering();
    const outcome = this.outcomes.shift() ?? { kind: 'accepted', documents: answer.signatureIds.length };
    if (outcome instanceof Error) return Promise.reject(outcome);
    const isOf = ({ signatureId }: { signatureId: string }) => answer.signatureIds.includes(signatureId);
    if (outcome.kind === 'accepted') this.prompts = this.prompts.filter(({ documents }) => !documents.every(isOf));
    return Promise.resolve(outcome);
  }
}
