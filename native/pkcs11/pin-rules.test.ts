import { expect, it } from 'vitest';
import { PinRules } from './pin-rules.ts';
import type { Inventory } from './token-inventory.ts';

/** What a login showed: keys by the thumbprint of their certificate, and whether they want their PIN each time. */
function shown(keys: Readonly<Record<string, boolean>>): Pick<Inventory, 'identities' | 'keys'> {
  const entries = Object.entries(keys);
  return {
    identities: entries.map(([name]) => ({
      certificate: { sha256Thumbprint: name, summary: { thumbprint: `1-${name}` } },
    })),
    keys: new Map(entries.map(([name, alwaysAuthenticate]) => [name, { object: { alwaysAuthenticate } }])),
  } as unknown as Pick<Inventory, 'identities' | 'keys'>;
}

it('tells of each key, and of any where all are alike', () => {
  const rules = new PinRules();
  expect(rules.isEachTime('A', 'one')).toBeNull();
  rules.note('A', shown({ one: false }));
  expect([rules.isEachTime('A', 'one'), rules.isEachTime('A', '1-one'), rules.isEachTime('A', null)]).toEqual([
    false,
    false,
    false,
  ]);
  rules.note('A', shown({ two: true }));
  expect([rules.isEachTime('A', 'two'), rules.isEachTime('A', null)]).toEqual([true, null]);
});

it('says nothing of a token for what another one showed, which was in the reader before it', () => {
  const rules = new PinRules();
  rules.note('A', shown({ one: false }));
  expect([rules.isEachTime('B', null), rules.isEachTime('B', 'one')]).toEqual([null, null]);
  rules.note('B', shown({ two: true }));
  expect([rules.isEachTime('B', null), rules.isEachTime('A', 'one')]).toEqual([true, null]);
});
