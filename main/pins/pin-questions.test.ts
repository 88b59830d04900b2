import { beforeEach, describe, expect, it } from 'vitest';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { PinAnswer, PinDesk, PinOutcome, PinPrompt } from '../../service/use-cases/pin-desk.ts';
import type { PinQuestion, PinReply } from '../ipc/pin-messages.ts';
import { KeptPins, type Protection } from './kept-pins.ts';
import { PinQuestions } from './pin-questions.ts';

const document = (signatureId: string) => ({
  ...{ signatureId, fileName: `${signatureId}.pdf`, size: 84_211, sha256: 'ab'.repeat(32) },
  ...({ format: 'PAdES', profile: 'B', createdBy: 'anonymous' } as const),
});

function prompt(ids: readonly string[], facts: Partial<PinPrompt['facts']> = {}): PinPrompt {
  return {
    provider: { id: 'card', name: 'Desk card', type: 'SmartCard' },
    ...{ tenantId: 'default', thumbprint: null, documents: ids.map(document), count: ids.length },
    facts: {
      ...{ tokenLabel: 'desk', length: { min: 4, max: 8 }, tries: 'unknown', isHeld: false },
      ...{ isOnReader: false, isPerDocument: false, ...facts },
    },
  };
}

const WRONG: PinOutcome = {
  kind: 'refused',
  problem: {
    ...({ code: 'SIGNING_OPERATION_FAILED', message: 'The PIN is wrong.', kind: 'permanent', area: 'pin' } as const),
    sentence: { code: 'DEVICE_PIN_WRONG', parameters: { ckr: 'CKR_PIN_INCORRECT' } },
    waitReason: null,
  },
};

let prompts: PinPrompt[];
let outcomes: (PinOutcome | Error)[];
let entered: (Omit<PinAnswer, 'pin'> & { pin: string })[];
let done: string[];
let faults: unknown[];
let questions: PinQuestions;
let kept: KeptPins;
let whileEntering: () => void;
let sealed: Readonly<Record<string, string>>;
let protection: Protection;

beforeEach(() => {
  prompts = [];
  outcomes = [];
  entered = [];
  done = [];
  faults = [];
  const pins: PinDesk = {
    prompts: () => Promise.resolve(prompts),
    count: () => Promise.resolve(prompts.length),
    enter: (_prompt, answer) => {
      entered.push({ ...answer, pin: Buffer.from(answer.pin).toString() });
      whileEntering();
      const outcome = outcomes.shift() ?? { kind: 'accepted', documents: answer.signatureIds.length };
      if (outcome instanceof Error) return Promise.reject(outcome);
      const isOf = ({ signatureId }: { signatureId: string }) => answer.signatureIds.includes(signatureId);
      if (outcome.kind === 'accepted') prompts = prompts.filter(({ documents }) => !documents.every(isOf));
      return Promise.resolve(outcome);
    },
    decline: (_prompt, ids) => Promise.resolve(void done.push(`decline ${ids.join()}`)),
    forget: () => Promise.resolve(void done.push('forget')),
    onChange: () => () => undefined,
  };
  sealed = {};
  protection = 'protected';
  whileEntering = () => undefined;
  kept = new KeptPins({
    protection: () => Promise.resolve(protection),
    seal: (text) => Promise.resolve(text),
    unseal: (text) => Promise.resolve(text),
    read: () => sealed,
    write: (entries) => void (sealed = entries),
  });
  questions = new PinQuestions({
    pins,
    kept,
    window: { show: () => void done.push('show'), close: () => void done.push('close') },
    onFault: (fault) => faults.push(fault),
  });
});

function asked(): PinQuestion {
  const shown = questions.question();
  if (shown.kind !== 'question') throw new Error('Nothing is asked.');
  return shown.question;
}

const pinOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text));
function enter(pin = '1234', questionId = asked().id): PinReply & { kind: 'enter' } {
  return { kind: 'enter', questionId, pin: pinOf(pin), isConfirmed: false };
}

describe('the questions of the PIN window', () => {
  it('ask once for what waits, hand the PIN on for what was shown, overwrite it and close', async () => {
    prompts = [prompt(['one', 'two'])];
    await questions.look();
    expect(asked()).toMatchObject({ way: 'once', behind: 0, tokenLabel: 'desk', refusal: null });
    const reply = enter();
    expect(await questions.answer(reply)).toEqual({ kind: 'done' });
    expect(entered).toEqual([{ pin: '1234', signatureIds: ['one', 'two'], isConfirmed: false }]);
    expect([...reply.pin]).toEqual([0, 0, 0, 0]);
    expect(done).toEqual(['show', 'close']);
  });

  it('stand as they are until they are answered, whatever else comes to wait', async () => {
    prompts = [prompt(['one'])];
    await questions.look();
    prompts = [prompt(['one', 'two'])];
    await questions.look();
    expect(asked().documents).toHaveLength(1);
    await questions.answer(enter());
    expect(entered).toMatchObject([{ signatureIds: ['one'] }]);
    expect(asked().documents, 'what came later is asked for afterwards').toHaveLength(2);
    expect(done).toEqual(['show', 'show']);
  });

  it('take no answer to an earlier question, and overwrite its PIN', async () => {
    prompts = [prompt(['one'])];
    await questions.look();
    const late = enter('1234', asked().id + 1);
    expect(await questions.answer(late)).toMatchObject({ kind: 'question' });
    expect([entered, [...late.pin]]).toEqual([[], [0, 0, 0, 0]]);
  });

  it('come back with the reason after a wrong PIN, and with the tries that are left', async () => {
    prompts = [prompt(['one'])];
    await questions.look();
    outcomes = [WRONG];
    prompts = [prompt(['one'], { tries: 'last' })];
    expect(await questions.answer(enter())).toMatchObject({
      question: { refusal: { english: 'The PIN is wrong.' }, tries: 'last', documents: [{ fileName: 'one.pdf' }] },
    });
    await questions.answer({ ...enter('5678'), isConfirmed: true });
    expect(entered.at(-1)).toMatchObject({ pin: '5678', isConfirmed: true });
  });

  it('say in words of the station why a PIN could not be handed over, and in none of a driver', async () => {
    prompts = [prompt(['one'])];
    await questions.look();
    outcomes = [new StationError('SIGNING_PROVIDER_UNAVAILABLE', 'It is being restarted.'), new Error('secret 1234')];
    expect(await questions.answer(enter())).toMatchObject({
      question: { refusal: { english: 'It is being restarted.' } },
    });
    const reaction = await questions.answer(enter());
    expect(reaction).toMatchObject({ question: { refusal: tell('PIN_NOT_HANDED_OVER') } });
    expect(faults).toHaveLength(2);
  });

  it('ask for one document after the other where the card wants its PIN for each', async () => {
    prompts = [prompt(['one', 'two', 'three'], { isPerDocument: true })];
    await questions.look();
    expect(asked()).toMatchObject({ way: 'each', documents: [{ fileName: 'one.pdf' }], behind: 2 });
    await questions.answer(enter());
    expect(entered).toMatchObject([{ signatureIds: ['one'] }]);
  });

  it('leave open how often the card wants its PIN before a login has shown it, and offer to keep one', async () => {
    prompts = [prompt(['one', 'two'], { isPerDocument: null })];
    await questions.look();
    expect(asked()).toMatchObject({ way: 'unknown', keeping: 'offered', behind: 0 });
    expect(asked().documents).toHaveLength(2);
  });

  it('give the reader its turn without a PIN, and close when the last document has its signature', async () => {
    prompts = [prompt(['one', 'two'], { isOnReader: true })];
    await questions.look();
    expect(asked().way).toBe('reader');
    expect(await questions.answer(enter(''))).toEqual({ kind: 'at-reader', documents: 2, seconds: 30 });
    const change = { tenantId: 'default', at: '2026-01-01T00:00:00Z', status: 'Completed' } as const;
    questions.note({ ...change, signatureId: 'one' });
    expect(done).toEqual(['show']);
    questions.note({ ...change, signatureId: 'two' });
    expect(done).toEqual(['show', 'close']);
  });

  it('leave in peace who put them off, until something else waits', async () => {
    prompts = [prompt(['one'])];
    await questions.look();
    await questions.answer({ kind: 'later', questionId: asked().id });
    await questions.look();
    expect(questions.question()).toEqual({ kind: 'done' });
    prompts = [prompt(['one', 'two'])];
    await questions.look();
    questions.closed();
    await questions.look();
    expect(done).toEqual(['show', 'close', 'show']);
  });

  it('cancel what is not to be signed', async () => {
    prompts = [prompt(['one', 'two'])];
    await questions.look();
    await questions.answer({ kind: 'decline', questionId: asked().id });
    expect(done).toEqual(['show', 'decline one,two', 'close']);
    expect(entered).toEqual([]);
  });

  it('forget everything when the screen is locked, ask nobody meanwhile, and again when somebody is back', async () => {
    prompts = [prompt(['one'])];
    await questions.look();
    const late = enter();
    await questions.leave();
    expect(await questions.answer(late)).toEqual({ kind: 'done' });
    expect([entered, [...late.pin]]).toEqual([[], [0, 0, 0, 0]]);
    await questions.look();
    expect(done).toEqual(['show', 'close', 'forget']);
    await questions.comeBack();
    expect(done.at(-1)).toBe('show');
  });
});

describe('a PIN that is kept on this machine', () => {
  it('is kept when the person wants it and the token has accepted it', async () => {
    prompts = [prompt(['one'])];
    await questions.look();
    expect(asked().keeping).toBe('offered');
    outcomes = [WRONG];
    await questions.answer({ ...enter('1111'), isKept: true });
    expect(sealed).toEqual({});
    await questions.answer({ ...enter('1234'), isKept: true });
    expect(sealed).toEqual({ card: '1234' });
  });

  it('is not kept unless that is chosen', async () => {
    prompts = [prompt(['one'])];
    await questions.look();
    await questions.answer(enter());
    expect(sealed).toEqual({});
  });

  it('is entered for what waits, without a question, and stays', async () => {
    sealed = { card: '1234' };
    prompts = [prompt(['one', 'two'])];
    await questions.look();
    expect(entered).toEqual([{ pin: '1234', signatureIds: ['one', 'two'], isConfirmed: false }]);
    expect([done, sealed]).toEqual([[], { card: '1234' }]);
    whileEntering = () => kept.forgetAll();
    prompts = [prompt(['three'])];
    await questions.look();
    expect([entered.length, sealed], 'forgotten while it was used').toEqual([2, {}]);
  });

  it('is entered, too, where no login has shown yet how often the card wants it', async () => {
    sealed = { card: '1234' };
    prompts = [prompt(['one', 'two'], { isPerDocument: null })];
    await questions.look();
    expect(entered).toMatchObject([{ pin: '1234', signatureIds: ['one', 'two'] }]);
  });

  it('is gone when the token refuses it, and the person is asked', async () => {
    sealed = { card: '1234' };
    outcomes = [WRONG];
    prompts = [prompt(['one'])];
    await questions.look();
    expect([asked().refusal?.english, sealed, done]).toEqual(['The PIN is wrong.', {}, ['show']]);
    await questions.look();
    expect(entered, 'it is not tried again').toHaveLength(1);
  });

  it('is gone when nobody knows what came of it', async () => {
    sealed = { card: '1234' };
    outcomes = [new Error('The process with the keys is away.')];
    prompts = [prompt(['one'])];
    await questions.look();
    expect([asked().refusal, sealed, faults.length]).toEqual([null, {}, 1]);
  });

  it.each([
    ['the card wants it for each document', { isPerDocument: true }],
    ['the reader asks', { isOnReader: true }],
    ['few tries are left', { tries: 'low' }],
    ['one try is left', { tries: 'last' }],
  ] as const)('is not used where %s', async (_why, facts) => {
    sealed = { card: '1234' };
    prompts = [prompt(['one'], facts)];
    await questions.look();
    expect([entered, sealed, done]).toEqual([[], { card: '1234' }, ['show']]);
  });

  it.each(['unprotected', 'unavailable'] as const)('is not offered where the key store is %s', async (state) => {
    protection = state;
    prompts = [prompt(['one'])];
    await questions.look();
    expect(asked().keeping).toBe(state);
    await questions.answer({ ...enter(), isKept: true });
    expect(sealed).toEqual({});
  });

  it('is not used while nobody may be at the machine', async () => {
    sealed = { card: '1234' };
    await questions.leave();
    prompts = [prompt(['one'])];
    await questions.look();
    expect(entered).toEqual([]);
    await questions.comeBack();
    expect(entered).toHaveLength(1);
  });
});
