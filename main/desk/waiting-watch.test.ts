import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { trayText } from './desk-texts.ts';
import { english } from './texts/english.ts';
import { createWaitingWatch } from './waiting-watch.ts';

describe('what waits for a person', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function watch() {
    const seen = { reads: 0, changes: [] as unknown[], faults: [] as unknown[] };
    const now = { approvals: 0, pins: 0, fault: undefined as Error | undefined };
    const watching = createWaitingWatch({
      read: () => {
        seen.reads++;
        return now.fault === undefined ? Promise.resolve({ ...now }) : Promise.reject(now.fault);
      },
      onChange: ({ approvals, pins }, isNew) => seen.changes.push([approvals, pins, isNew]),
      onFault: (fault) => seen.faults.push(fault),
    });
    const look = async (): Promise<void> => {
      watching.look();
      await vi.advanceTimersByTimeAsync(1_000);
    };
    return { seen, now, watching, look };
  }

  it('is counted once for many changes', async () => {
    const { seen, now, watching } = watch();
    now.approvals = 40;
    for (let n = 0; n < 100; n++) watching.look();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen).toMatchObject({ reads: 1, changes: [[40, 0, true]] });
  });

  it('is told when it changes, and as new only when more is to be approved', async () => {
    const { seen, now, look } = watch();
    await look();
    now.pins = 2;
    await look();
    now.approvals = 1;
    await look();
    now.approvals = 0;
    await look();
    expect(seen.changes).toEqual([
      [0, 2, false],
      [1, 2, true],
      [0, 2, false],
    ]);
  });

  it('is counted again after it could not be read', async () => {
    const { seen, now, look } = watch();
    now.fault = new Error('busy');
    await look();
    now.fault = undefined;
    now.approvals = 1;
    await look();
    expect([seen.faults.length, seen.changes]).toEqual([1, [[1, 0, true]]]);
  });
});

describe('the words for it', () => {
  it.each([
    [0, { approvals: 0, pins: 0 }, 'Signing Station'],
    [2, { approvals: 0, pins: 0 }, 'Signing Station: 2 documents in progress'],
    [2, { approvals: 1, pins: 0 }, 'Signing Station: 1 document waits for you, 2 documents in progress'],
    [0, { approvals: 1, pins: 3 }, 'Signing Station: 4 documents wait for you'],
  ])('%i, %j', (inProgress, waiting, text) => expect(trayText(english, inProgress, waiting)).toBe(text));

  it('name no document', () => {
    expect(english.forApproval(1).title).toBe('1 document waits for your approval');
    expect(english.forApproval(3).title).toBe('3 documents wait for your approval');
  });
});
