import { beforeEach, describe, expect, it } from 'vitest';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import { prompt, QuestionBench, WRONG } from './question-bench.suite.ts';

let bench: QuestionBench;
beforeEach(() => {
  bench = new QuestionBench();
});

describe('the questions of the PIN window', () => {
  it('ask once for what waits, hand the PIN on for what was shown, overwrite it and close', async () => {
    bench.prompts = [prompt(['one', 'two'])];
    await bench.questions.look();
    expect(bench.asked()).toMatchObject({ way: 'once', behind: 0, tokenLabel: 'desk', refusal: null });
    const reply = bench.enter();
    expect(await bench.questions.answer(reply)).toEqual({ kind: 'done' });
    expect(bench.entered).toEqual([{ pin: '1234', signatureIds: ['one', 'two'], isConfirmed: false }]);
    expect([...reply.pin]).toEqual([0, 0, 0, 0]);
    expect(bench.done).toEqual(['show', 'close']);
  });

  it('are for all of a batch, whose documents come to wait one after the other', async () => {
    const batch = Array.from({ length: 40 }, (_, index) => `contract-${String(index + 1)}`);
    bench.prompts = [prompt(batch.slice(0, 4))];
    bench.whilePausing = () => (bench.prompts = [prompt(batch)]);
    await bench.questions.look();
    expect(bench.asked().documents).toHaveLength(40);
    await bench.questions.answer(bench.enter());
    expect(bench.entered).toMatchObject([{ signatureIds: batch }]);
    expect(bench.done).toEqual(['show', 'close']);
  });

  it('are not asked when nothing waits any more, and at once where the card wants its PIN for each', async () => {
    bench.prompts = [prompt(['one'])];
    bench.whilePausing = () => (bench.prompts = []);
    await bench.questions.look();
    expect(bench.done).toEqual([]);
    bench.prompts = [prompt(['one'], { isPerDocument: true })];
    bench.whilePausing = () => {
      throw new Error('waited');
    };
    await bench.questions.look();
    expect([bench.done, bench.faults]).toEqual([['show'], []]);
  });

  it('stand as they are until they are answered, whatever else comes to wait', async () => {
    bench.prompts = [prompt(['one'])];
    await bench.questions.look();
    bench.prompts = [prompt(['one', 'two'])];
    await bench.questions.look();
    expect(bench.asked().documents).toHaveLength(1);
    await bench.questions.answer(bench.enter());
    expect(bench.entered).toMatchObject([{ signatureIds: ['one'] }]);
    expect(bench.asked().documents, 'what came later is asked for afterwards').toHaveLength(2);
    expect(bench.done).toEqual(['show', 'show']);
  });

  it('take no answer to an earlier question, and overwrite its PIN', async () => {
    bench.prompts = [prompt(['one'])];
    await bench.questions.look();
    const late = bench.enter('1234', bench.asked().id + 1);
    expect(await bench.questions.answer(late)).toMatchObject({ kind: 'question' });
    expect([bench.entered, [...late.pin]]).toEqual([[], [0, 0, 0, 0]]);
  });

  it('come back with the reason after a wrong PIN, and with the tries that are left', async () => {
    bench.prompts = [prompt(['one'])];
    await bench.questions.look();
    bench.outcomes = [WRONG];
    bench.prompts = [prompt(['one'], { tries: 'last' })];
    expect(await bench.questions.answer(bench.enter())).toMatchObject({
      question: { refusal: { english: 'The PIN is wrong.' }, tries: 'last', documents: [{ fileName: 'one.pdf' }] },
    });
    await bench.questions.answer({ ...bench.enter('5678'), isConfirmed: true });
    expect(bench.entered.at(-1)).toMatchObject({ pin: '5678', isConfirmed: true });
  });

  it('say in words of the station why a PIN could not be handed over, and in none of a driver', async () => {
    bench.prompts = [prompt(['one'])];
    await bench.questions.look();
    bench.outcomes = [
      new StationError('SIGNING_PROVIDER_UNAVAILABLE', 'It is being restarted.'),
      new Error('secret 1234'),
    ];
    expect(await bench.questions.answer(bench.enter())).toMatchObject({
      question: { refusal: { english: 'It is being restarted.' } },
    });
    const reaction = await bench.questions.answer(bench.enter());
    expect(reaction).toMatchObject({ question: { refusal: tell('PIN_NOT_HANDED_OVER') } });
    expect(bench.faults).toHaveLength(2);
  });

  it('ask for one document after the other where the card wants its PIN for each', async () => {
    bench.prompts = [prompt(['one', 'two', 'three'], { isPerDocument: true })];
    await bench.questions.look();
    expect(bench.asked()).toMatchObject({ way: 'each', documents: [{ fileName: 'one.pdf' }], behind: 2 });
    await bench.questions.answer(bench.enter());
    expect(bench.entered).toMatchObject([{ signatureIds: ['one'] }]);
  });

  it('leave open how often the card wants its PIN before a login has shown it, and offer to keep one', async () => {
    bench.prompts = [prompt(['one', 'two'], { isPerDocument: null })];
    await bench.questions.look();
    expect(bench.asked()).toMatchObject({ way: 'unknown', keeping: 'offered', behind: 0 });
    expect(bench.asked().documents).toHaveLength(2);
  });

  it('give the reader its turn without a PIN, and close when the last document has its signature', async () => {
    bench.prompts = [prompt(['one', 'two'], { isOnReader: true })];
    await bench.questions.look();
    expect(bench.asked().way).toBe('reader');
    expect(await bench.questions.answer(bench.enter(''))).toEqual({ kind: 'at-reader', documents: 2, seconds: 30 });
    const change = { tenantId: 'default', at: '2026-01-01T00:00:00Z', status: 'Completed' } as const;
    bench.questions.note({ ...change, signatureId: 'one' });
    expect(bench.done).toEqual(['show']);
    bench.questions.note({ ...change, signatureId: 'two' });
    expect(bench.done).toEqual(['show', 'close']);
  });

  it('are asked once more when the reader gave up and what was approved waits again', async () => {
    bench.prompts = [prompt(['one', 'two'], { isOnReader: true })];
    await bench.questions.look();
    await bench.questions.answer(bench.enter(''));
    bench.prompts = [];
    await bench.questions.look();
    bench.prompts = [prompt(['three'], { isOnReader: true })];
    await bench.questions.look();
    // Of a token that does not answer nobody knows whether its reader still asks.
    bench.prompts = [prompt(['one'])];
    await bench.questions.look();
    expect(bench.done).toEqual(['show']);
    bench.prompts = [prompt(['one'], { isOnReader: true })];
    await bench.questions.look();
    expect(bench.done).toEqual(['show', 'close', 'show']);
    expect(bench.asked()).toMatchObject({ way: 'reader', documents: [{ fileName: 'one.pdf' }] });
  });

  it('leave in peace who put them off, until something else waits', async () => {
    bench.prompts = [prompt(['one'])];
    await bench.questions.look();
    await bench.questions.answer({ kind: 'later', questionId: bench.asked().id });
    await bench.questions.look();
    expect(bench.questions.question()).toEqual({ kind: 'done' });
    bench.prompts = [prompt(['one', 'two'])];
    await bench.questions.look();
    bench.questions.closed();
    await bench.questions.look();
    expect(bench.done).toEqual(['show', 'close', 'show']);
  });

  it('cancel what is not to be signed', async () => {
    bench.prompts = [prompt(['one', 'two'])];
    await bench.questions.look();
    await bench.questions.answer({ kind: 'decline', questionId: bench.asked().id });
    expect(bench.done).toEqual(['show', 'decline one,two', 'close']);
    expect(bench.entered).toEqual([]);
  });

  it('forget everything when the screen is locked, ask nobody meanwhile, and again when somebody is back', async () => {
    bench.prompts = [prompt(['one'])];
    await bench.questions.look();
    const late = bench.enter();
    await bench.questions.leave();
    expect(await bench.questions.answer(late)).toEqual({ kind: 'done' });
    expect([bench.entered, [...late.pin]]).toEqual([[], [0, 0, 0, 0]]);
    await bench.questions.look();
    expect(bench.done).toEqual(['show', 'close', 'forget']);
    await bench.questions.comeBack();
    expect(bench.done.at(-1)).toBe('show');
  });
});
