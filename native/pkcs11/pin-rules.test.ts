import { expect, it } from 'vitest';
import { PinRules, promptOf } from './pin-rules.ts';
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

it.each([
  { flags: 0, isLoginRequired: false, isFromPerson: true, isEachTime: null, prompt: 'none' },
  { flags: 0, isLoginRequired: false, isFromPerson: true, isEachTime: true, prompt: 'document' },
  { flags: 0x100, isLoginRequired: true, isFromPerson: true, isEachTime: true, prompt: 'reader' },
  { flags: 0x100, isLoginRequired: true, isFromPerson: false, isEachTime: null, prompt: 'reader' },
  { flags: 0, isLoginRequired: true, isFromPerson: false, isEachTime: true, prompt: 'stored' },
  { flags: 0, isLoginRequired: true, isFromPerson: true, isEachTime: null, prompt: 'person' },
  { flags: 0, isLoginRequired: true, isFromPerson: true, isEachTime: true, prompt: 'document' },
  { flags: 0, isLoginRequired: true, isFromPerson: true, isEachTime: false, prompt: 'batch' },
])('tells how a PIN is asked for: $prompt', ({ flags, isLoginRequired, isFromPerson, isEachTime, prompt }) => {
  expect(promptOf({ flags, isLoginRequired }, isFromPerson, isEachTime)).toBe(prompt);
});
