import { describe, expect, it } from 'vitest';
import { CARD_PIN, useEnteredCard, type CardKey } from './entered-card.suite.ts';

const WRONG_PIN = '13579086';
const ASKED = { area: 'pin', waitReason: 'PIN_ASKED' };

const card = useEnteredCard('forgotten-login');

const enter = (pin: string, label: CardKey) =>
  card.host.directory.enterPin('card', {
    pin: Buffer.from(pin),
    thumbprint: card.thumbprintOf(label),
    isConfirmed: false,
  });

const calls = (name: string): Promise<number> => card.module.callCount(name);

describe('a login that is to be forgotten', () => {
  it('ends though it was made at the keys of the reader, and no PIN is kept', async () => {
    await card.module.misbehave('pad 0');
    await card.sign('once');
    await card.host.directory.forgetPin('card');
    await expect.poll(() => calls('C_Logout')).toBe(1);
    await card.sign('once');
    expect(await calls('C_Login NULL')).toBe(2);
  });

  it('ends when the PIN that is being typed has been typed: nobody is asked a second time, and the process answers meanwhile', async () => {
    await card.module.misbehave('pad 2500');
    const outcomes = Promise.allSettled(Array.from({ length: 5 }, () => card.sign('once')));
    await expect.poll(() => calls('C_Login NULL')).toBe(1);
    await card.host.directory.forgetPin('card');
    expect(await card.host.directory.providerHealth('card')).toMatchObject({ detail: 'The reader waits for a PIN.' });
    expect(await calls('C_Logout')).toBe(0);
    for (const outcome of await outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(ASKED);
      else expect(outcome.value).toHaveLength(64);
    }
    await expect.poll(() => calls('C_Logout')).toBe(1);
    expect(await calls('C_Login NULL')).toBe(1);
    expect(card.host.events).not.toContain('unresponsive');
  });

  it('ends a signature that waits for the reader no other way than by what was typed', async () => {
    await card.module.misbehave('pad 1500');
    const outcomes = Promise.allSettled(Array.from({ length: 4 }, () => card.sign('each-time')));
    await expect.poll(() => calls('C_Login NULL context')).toBe(1);
    await card.host.directory.forgetPin('card');
    const settled = await outcomes;
    // The one whose PIN was being typed is signed; no reader asks for the others, which nobody stands for any more.
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of settled) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(ASKED);
    await expect.poll(() => calls('C_Logout')).toBe(1);
    expect(await calls('C_Login NULL context')).toBe(1);
  });

  it('ends though its PIN was used up by a key that wants it for each signature', async () => {
    expect(await enter(CARD_PIN, 'each-time')).toBeNull();
    await card.sign('each-time');
    expect(await card.host.directory.pinFacts('card', null)).toMatchObject({ isHeld: false });
    await card.host.directory.forgetPin('card');
    await expect.poll(() => calls('C_Logout')).toBe(1);
  });

  it('is not forgotten for what is under way when a PIN is entered for the next', async () => {
    expect(await enter(CARD_PIN, 'once')).toBeNull();
    await card.module.misbehave('slow-card 700');
    const signing = [card.sign('once'), card.sign('once')];
    await expect.poll(() => calls('C_Sign')).toBe(1);
    expect(await enter(CARD_PIN, 'once')).toBeNull();
    for (const value of await Promise.all(signing)) expect(value).toHaveLength(64);
    expect(await calls('C_Login')).toBe(2);
  });

  it('lets no wrong PIN pass for the next signature of such a key', async () => {
    expect(await enter(CARD_PIN, 'each-time')).toBeNull();
    await card.sign('each-time');
    expect(await enter(WRONG_PIN, 'each-time')).toMatchObject({ area: 'pin' });
    await expect(card.sign('each-time')).rejects.toMatchObject(ASKED);
    expect(await calls('C_Login context')).toBe(1);
  });
});
