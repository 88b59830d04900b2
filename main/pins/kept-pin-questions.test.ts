import { beforeEach, describe, expect, it } from 'vitest';
import { prompt, QuestionBench, WRONG } from './question-bench.suite.ts';

let bench: QuestionBench;
beforeEach(() => {
  bench = new QuestionBench();
});

describe('a PIN that is kept on this machine', () => {
  it('is kept when the person wants it and the token has accepted it', async () => {
    bench.prompts = [prompt(['one'])];
    await bench.questions.look();
    expect(bench.asked().keeping).toBe('offered');
    bench.outcomes = [WRONG];
    await bench.questions.answer({ ...bench.enter('1111'), isKept: true });
    expect(bench.sealed).toEqual({});
    await bench.questions.answer({ ...bench.enter('1234'), isKept: true });
    expect(bench.sealed).toEqual({ card: '1234' });
  });

  it('is not kept unless that is chosen', async () => {
    bench.prompts = [prompt(['one'])];
    await bench.questions.look();
    await bench.questions.answer(bench.enter());
    expect(bench.sealed).toEqual({});
  });

  it('is entered for what waits, without a question, and stays', async () => {
    bench.sealed = { card: '1234' };
    bench.prompts = [prompt(['one', 'two'])];
    await bench.questions.look();
    expect(bench.entered).toEqual([{ pin: '1234', signatureIds: ['one', 'two'], isConfirmed: false }]);
    expect([bench.done, bench.sealed]).toEqual([[], { card: '1234' }]);
    bench.whileEntering = () => bench.kept.forgetAll();
    bench.prompts = [prompt(['three'])];
    await bench.questions.look();
    expect([bench.entered.length, bench.sealed], 'forgotten while it was used').toEqual([2, {}]);
  });

  it('is bench.entered, too, where no login has shown yet how often the card wants it', async () => {
    bench.sealed = { card: '1234' };
    bench.prompts = [prompt(['one', 'two'], { isPerDocument: null })];
    await bench.questions.look();
    expect(bench.entered).toMatchObject([{ pin: '1234', signatureIds: ['one', 'two'] }]);
  });

  it('is gone when the token refuses it, and the person is asked', async () => {
    bench.sealed = { card: '1234' };
    bench.outcomes = [WRONG];
    bench.prompts = [prompt(['one'])];
    await bench.questions.look();
    expect([bench.asked().refusal?.english, bench.sealed, bench.done]).toEqual(['The PIN is wrong.', {}, ['show']]);
    await bench.questions.look();
    expect(bench.entered, 'it is not tried again').toHaveLength(1);
  });

  it('is gone when nobody knows what came of it', async () => {
    bench.sealed = { card: '1234' };
    bench.outcomes = [new Error('The process with the keys is away.')];
    bench.prompts = [prompt(['one'])];
    await bench.questions.look();
    expect([bench.asked().refusal, bench.sealed, bench.faults.length]).toEqual([null, {}, 1]);
  });

  it.each([
    ['the card wants it for each document', { isPerDocument: true }],
    ['the reader asks', { isOnReader: true }],
    ['few tries are left', { tries: 'low' }],
    ['one try is left', { tries: 'last' }],
  ] as const)('is not used where %s', async (_why, facts) => {
    bench.sealed = { card: '1234' };
    bench.prompts = [prompt(['one'], facts)];
    await bench.questions.look();
    expect([bench.entered, bench.sealed, bench.done]).toEqual([[], { card: '1234' }, ['show']]);
  });

  it.each(['unprotected', 'unavailable'] as const)('is not offered where the key store is %s', async (state) => {
    bench.protection = state;
    bench.prompts = [prompt(['one'])];
    await bench.questions.look();
    expect(bench.asked().keeping).toBe(state);
    await bench.questions.answer({ ...bench.enter(), isKept: true });
    expect(bench.sealed).toEqual({});
  });

  it('is not used while nobody may be at the machine', async () => {
    bench.sealed = { card: '1234' };
    await bench.questions.leave();
    bench.prompts = [prompt(['one'])];
    await bench.questions.look();
    expect(bench.entered).toEqual([]);
    await bench.questions.comeBack();
    expect(bench.entered).toHaveLength(1);
  });
});
