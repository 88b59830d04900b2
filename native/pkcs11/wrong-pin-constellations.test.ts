import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tokenAliases } from './guarded-token.ts';
import { PinGuard } from './pin-guard.ts';
import { openPinLatchStore } from './pin-latch-store.ts';
import { holdLocks } from './token-locks.ts';

const [RIGHT, WRONG, OTHER_WRONG] = ['4711', '1111', '2222'];
const ROUNDS = 2;
const SERIAL = '4711AB';

interface Provider {
  readonly id: string;
  readonly pin: string;
}

const providers: Readonly<Record<string, readonly Provider[]>> = {
  'one provider': [{ id: 'a', pin: WRONG }],
  'two with the same wrong PIN': [
    { id: 'a', pin: WRONG },
    { id: 'b', pin: WRONG },
  ],
  'two, the second right': [
    { id: 'a', pin: WRONG },
    { id: 'b', pin: RIGHT },
  ],
  'two, the first right': [
    { id: 'a', pin: RIGHT },
    { id: 'b', pin: WRONG },
  ],
  'two that are wrong each in its way': [
    { id: 'a', pin: WRONG },
    { id: 'b', pin: OTHER_WRONG },
  ],
  'three, the last right': [
    { id: 'a', pin: WRONG },
    { id: 'b', pin: OTHER_WRONG },
    { id: 'c', pin: RIGHT },
  ],
};
const modules: Readonly<Record<string, readonly string[]>> = {
  'one module': ['maker'],
  'two modules that show the same token': ['maker', 'other'],
};
/** When the token-host is another process than before. */
const restarts = ['never', 'before each login', 'one for each provider'] as const;

const table = Object.keys(providers).flatMap((who) =>
  Object.keys(modules).flatMap((through) => restarts.map((restart) => ({ who, through, restart }))),
);

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'constellations-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

describe('a wrong PIN reaches its token once', () => {
  it.each(table)('with $who through $through, restarting $restart', ({ who, through, restart }) => {
    const logins = new Map<string, number>();
    const cLogin = (pin: string) => (): void => {
      logins.set(pin, (logins.get(pin) ?? 0) + 1);
      if (pin !== RIGHT) throw Object.assign(new Error('CKR_PIN_INCORRECT'), { code: 0xa0 });
    };
    const asked = providers[who] ?? [];
    const started = new Map<string, PinGuard>();
    for (let round = 0; round < ROUNDS; round++) {
      for (const maker of modules[through] ?? []) {
        for (const { id, pin } of asked) {
          const process = processOf({ restart, round, id, maker, pin });
          const guard = started.get(process) ?? new PinGuard(openPinLatchStore(dir, holdLocks));
          started.set(process, guard);
          const token = {
            ...{ tokenId: `${maker}|model|${SERIAL}`, flags: 0, providerId: id, module: `/${maker}.so` },
            aliases: tokenAliases(`named|${id}`, SERIAL, []),
          };
          try {
            guard.login(token, pin, cLogin(pin));
          } catch {
            // Refused by the token or by the guard: only the token counts.
          }
        }
      }
    }
    for (const pin of new Set(asked.map((each) => each.pin).filter((each) => each !== RIGHT))) {
      expect([pin, logins.get(pin)]).toEqual([pin, 1]);
    }
    // Right PINs go on working, but for one that comes third after two wrong ones: that try is a person's.
    const isThird = asked.length === 3;
    if (asked.some(({ pin }) => pin === RIGHT) && !isThird) expect(logins.get(RIGHT)).toBeGreaterThanOrEqual(ROUNDS);
    if (isThird) expect(logins.get(RIGHT)).toBeUndefined();
  });
});

interface Moment extends Provider {
  readonly restart: (typeof restarts)[number];
  readonly round: number;
  readonly maker: string;
}

/** Names the process that a login is made in. */
function processOf({ restart, round, id, maker }: Moment): string {
  const names = {
    never: 'one',
    'before each login': `${String(round)} ${id} ${maker}`,
    'one for each provider': id,
  };
  return names[restart];
}
