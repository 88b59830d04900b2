import { describe, expect, it, vi } from 'vitest';
import { StationError } from '../domain/station-error.ts';
import type { PinAnswer, PinDesk, PinOutcome, PinPrompt } from '../use-cases/pin-desk.ts';
import { askPinsAtTerminal } from './terminal-pins.ts';

const AT_THE_TERMINAL = { isOnReader: false, isPerDocument: false };
const document = (signatureId: string, fileName = `${signatureId}.pdf`) => ({
  ...{ signatureId, fileName, size: 84_211, sha256: 'ab'.repeat(32) },
  ...({ format: 'PAdES', profile: 'B', createdBy: 'anonymous' } as const),
});
const prompt = (documents: PinPrompt['documents'], facts: Partial<PinPrompt['facts']> = {}): PinPrompt => ({
  provider: { id: 'card', name: 'Desk card', type: 'SmartCard' },
  ...{ tenantId: 'default', thumbprint: null, documents, count: documents.length },
  facts: {
    tokenLabel: 'desk',
    length: { min: 4, max: 8 },
    tries: 'unknown',
    isHeld: false,
    ...AT_THE_TERMINAL,
    ...facts,
  },
});
const refused = (message: string, waitReason: 'PIN_LOCKED' | null = null): PinOutcome => ({
  kind: 'refused',
  problem: { code: 'SIGNING_OPERATION_FAILED', message, sentence: null, kind: 'permanent', area: 'pin', waitReason },
});

/** A desk with one prompt, and a person who types `lines`; null is Escape. */
function sitDown(
  waiting: PinPrompt,
  lines: (string | Error | null)[],
  outcomes: (PinOutcome | Error)[] = [],
  whilePausing: (change: (next: PinPrompt) => void) => void = () => undefined,
) {
  const seen: {
    text: string;
    answers: (Omit<PinAnswer, 'pin'> & { pin: string })[];
    looks: number;
    faults: unknown[];
  } = { text: '', answers: [], looks: 0, faults: [] };
  let prompts = [waiting];
  let listener: () => void = () => undefined;
  const pins: PinDesk = {
    prompts: () => {
      seen.looks += 1;
      return Promise.resolve(prompts);
    },
    count: () => Promise.resolve(prompts.length),
    enter: (_prompt, answer) => {
      seen.answers.push({ ...answer, pin: Buffer.from(answer.pin).toString() });
      const outcome = outcomes.shift() ?? { kind: 'accepted', documents: answer.signatureIds.length };
      if (outcome instanceof Error) return Promise.reject(outcome);
      if (outcome.kind === 'accepted') prompts = [];
      return Promise.resolve(outcome);
    },
    decline: () => Promise.reject(new Error('not asked for')),
    forget: () => Promise.reject(new Error('not asked for')),
    onChange: (own) => {
      listener = own;
      return () => {
        listener = () => undefined;
      };
    },
  };
  const change = (next: PinPrompt): void => {
    prompts = [next];
    listener();
  };
  const stop = askPinsAtTerminal({
    pins,
    ask: () => {
      const line = lines.shift() ?? null;
      if (line instanceof Error) return Promise.reject(line);
      return Promise.resolve(line === null ? null : Buffer.from(line));
    },
    print: (text) => {
      seen.text += text;
    },
    pause: () => {
      whilePausing(change);
      return Promise.resolve();
    },
    onFault: (fault) => seen.faults.push(fault),
  });
  return { seen, stop, change };
}

describe('PINs at the terminal', () => {
  it('asks once for all that wait, names them, and never shows the PIN', async () => {
    const { seen } = sitDown(prompt([document('one'), document('two')]), ['1234']);
    await vi.waitFor(() => expect(seen.text).toContain('2 documents approved.'));
    expect(seen.answers).toEqual([{ pin: '1234', signatureIds: ['one', 'two'], isConfirmed: false }]);
    expect(seen.text).toContain(`one.pdf, 84,211 bytes, SHA-256 ${'ab'.repeat(32)}`);
    expect(seen.text).not.toContain('1234');
  });

  it('asks once for a batch whose documents come to wait one after the other', async () => {
    const { seen } = sitDown(prompt([document('one')]), ['1234'], [], (change) =>
      change(prompt([document('one'), document('two')])),
    );
    await vi.waitFor(() => expect(seen.text).toContain('2 documents approved.'));
    expect(seen.answers).toMatchObject([{ signatureIds: ['one', 'two'] }]);
  });

  it.each([
    [true, 'The key wants its PIN for each:'],
    [false, 'One PIN signs:'],
    [null, 'One PIN signs, unless the key wants it for each:'],
  ])('says how often the PIN is wanted: %s', async (isPerDocument, words) => {
    const { seen } = sitDown(prompt([document('one')], { isPerDocument }), [null]);
    await vi.waitFor(() => expect(seen.text).toContain(words));
  });

  it('lets no file name speak to the terminal', async () => {
    const { seen } = sitDown(prompt([document('one', 'a\u001b[2J\u202Efdp.exe\r\nPIN accepted\u009b1m')]), [null]);
    await vi.waitFor(() => expect(seen.text).toContain('a?[2J?fdp.exe??PIN accepted?1m'));
  });

  it('asks again after a wrong PIN, but not after a token that is locked', async () => {
    const { seen } = sitDown(
      prompt([document('one')]),
      ['1111', '2222', '3333'],
      [refused('The PIN is wrong.'), refused('The PIN is locked.', 'PIN_LOCKED')],
    );
    await vi.waitFor(() => expect(seen.text).toContain('The PIN is locked.'));
    expect(seen.answers.map(({ pin }) => pin)).toEqual(['1111', '2222']);
  });

  it('tries no PIN whose length cannot be right', async () => {
    const { seen } = sitDown(prompt([document('one')]), ['12', '123456789', '1234']);
    await vi.waitFor(() => expect(seen.text).toContain('1 document approved.'));
    expect(seen.answers.map(({ pin }) => pin)).toEqual(['1234']);
    expect(seen.text).toContain('It was not tried.');
  });

  it('has the last try confirmed', async () => {
    const waiting = prompt([document('one')], { tries: 'last' });
    const unsure = sitDown(waiting, ['y', '1234']);
    await vi.waitFor(() => expect(unsure.seen.text).toContain('ONLY ONE TRY IS LEFT'));
    const sure = sitDown(waiting, ['yes', '1234']);
    await vi.waitFor(() => expect(sure.seen.answers).toMatchObject([{ pin: '1234', isConfirmed: true }]));
    expect(unsure.seen.answers).toEqual([]);
  });

  it('asks nothing of a token that is locked', async () => {
    const { seen } = sitDown(prompt([document('one')], { tries: 'locked' }), ['1234']);
    await vi.waitFor(() => expect(seen.text).toContain('unlock it with its PUK'));
    expect(seen.answers).toEqual([]);
  });

  it('has the reader ask only for somebody who wants it, and takes no PIN then', async () => {
    const waiting = prompt([document('one')], { isOnReader: true });
    const { seen } = sitDown(waiting, ['yes']);
    await vi.waitFor(() => expect(seen.answers).toEqual([{ pin: '', signatureIds: ['one'], isConfirmed: false }]));
    expect(seen.text).toContain('typed on the reader');
    const other = sitDown(waiting, ['1234']);
    await vi.waitFor(() => expect(other.seen.text).toContain('typed on the reader'));
    expect(other.seen.answers).toEqual([]);
  });

  it('leaves in peace who put it off, until something else waits', async () => {
    const first = prompt([document('one')]);
    const { seen, change } = sitDown(first, ['', '1234']);
    await vi.waitFor(() => expect(seen.looks).toBe(3));
    change(first);
    await vi.waitFor(() => expect(seen.looks).toBe(4));
    expect(seen.answers).toEqual([]);
    change(prompt([document('one'), document('two')]));
    await vi.waitFor(() => expect(seen.answers).toMatchObject([{ signatureIds: ['one', 'two'] }]));
  });

  it('says why a PIN could not be handed over', async () => {
    const away = new StationError(
      'SIGNING_PROVIDER_UNAVAILABLE',
      'The process that holds the keys is being restarted.',
    );
    const { seen } = sitDown(prompt([document('one')]), ['1234'], [away]);
    await vi.waitFor(() => expect(seen.text).toContain('is being restarted'));
  });

  it('tells that the terminal could not be read, and asks again when something else waits', async () => {
    const gone = new Error('read EIO');
    const first = prompt([document('one')]);
    const { seen, change } = sitDown(first, [gone, '1234']);
    await vi.waitFor(() => expect(seen.faults).toEqual([gone]));
    change(first);
    await vi.waitFor(() => expect(seen.looks).toBe(4));
    expect(seen.answers).toEqual([]);
    change(prompt([document('one'), document('two')]));
    await vi.waitFor(() => expect(seen.answers).toMatchObject([{ signatureIds: ['one', 'two'] }]));
    expect(seen.faults).toEqual([gone]);
  });
});
