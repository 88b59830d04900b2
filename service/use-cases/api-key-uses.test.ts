import { describe, expect, it } from 'vitest';
import type { UseCasePorts } from './ports.ts';
import { createApiKeyUses } from './api-key-uses.ts';

function place() {
  const written: { ids: readonly string[]; at: number }[] = [];
  const warnings: string[] = [];
  const later: (() => void)[] = [];
  const state = { now: 1_000_000, isBroken: false };
  const ports = {
    persistence: {
      noteApiKeysUsed: (ids: readonly string[], at: Date) => {
        if (state.isBroken) return Promise.reject(new Error('disk full'));
        written.push({ ids, at: at.getTime() });
        return Promise.resolve();
      },
    },
    clock: () => new Date(state.now),
    logger: { warn: (message: string) => warnings.push(message) },
  } as unknown as UseCasePorts;
  const uses = createApiKeyUses(ports, (write) => later.push(write));
  const runLater = async (): Promise<void> => {
    for (const write of later.splice(0)) write();
    await Promise.resolve();
  };
  return { uses, written, warnings, state, later, runLater };
}

const key = (id: string, lastUsedAt: Date | null = null) => ({ id, lastUsedAt });

describe('createApiKeyUses', () => {
  it('writes nothing while a request waits, and all keys together afterwards', async () => {
    const { uses, written, later, runLater } = place();
    uses.note(key('a'));
    uses.note(key('b'));
    uses.note(key('a'));
    expect(written).toEqual([]);
    expect(later).toHaveLength(1);
    await runLater();
    expect(written).toEqual([{ ids: ['a', 'b'], at: 1_000_000 }]);
  });

  it('writes a key once a minute, however often it is used', async () => {
    const { uses, written, state, runLater } = place();
    for (let n = 0; n < 1_000; n += 1) {
      uses.note(key('a'));
      await runLater();
      state.now += 120;
    }
    expect(written.map(({ at }) => at)).toEqual([1_000_000, 1_060_000]);
  });

  it('leaves alone what another process has written within the minute', async () => {
    const { uses, written, state, runLater } = place();
    uses.note(key('a', new Date(state.now - 59_999)));
    uses.note(key('b', new Date(state.now - 60_000)));
    await runLater();
    expect(written.map(({ ids }) => ids)).toEqual([['b']]);
  });

  it('goes on after a write that failed', async () => {
    const { uses, written, warnings, state, runLater } = place();
    state.isBroken = true;
    uses.note(key('a'));
    await runLater();
    await Promise.resolve();
    expect(warnings).toHaveLength(1);
    state.isBroken = false;
    state.now += 60_000;
    uses.note(key('a'));
    await runLater();
    expect(written).toHaveLength(1);
  });
});
