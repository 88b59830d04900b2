import { describe, expect, it } from 'vitest';
import { absenceOf, decideLogin, type LoginQuestion } from './login-decision.ts';

const WANTED = 'AA';
const own = { sha1: '11', sha256: WANTED };
const colleagues = { sha1: '22', sha256: 'BB' };

function question(fields: Partial<LoginQuestion>, entry: Partial<LoginQuestion['entry']> = {}): LoginQuestion {
  return {
    entry: { type: 'SmartCard', name: 'Card', tokenLabel: null, slotId: null, serial: null, ...entry },
    ...{
      wanted: WANTED,
      isForSignature: true,
      shown: [],
      hasShownWanted: false,
      hasAccepted: false,
      isMeantForAnother: false,
    },
    ...fields,
  };
}
const OTHER_CARD = expect.objectContaining({ waitReason: 'OTHER_CARD_PRESENT' }) as Error;

describe('decideLogin for a wanted certificate', () => {
  it('gives the PIN to the token that shows it, by either thumbprint', () => {
    expect(decideLogin(question({ shown: [colleagues, own] }))).toBe('login');
    expect(decideLogin(question({ shown: [own], wanted: '11' }))).toBe('login');
  });

  it.each([
    ['nothing', {}],
    ['a label, which many cards share', { tokenLabel: 'Card' }],
    ['a slot, which is a reader', { slotId: 0 }],
  ])('gives it to no card that shows others only, where the provider names %s', (_, entry) => {
    expect(decideLogin(question({ shown: [colleagues] }, entry))).toEqual(OTHER_CARD);
    expect(decideLogin(question({ shown: [colleagues], hasAccepted: true }, entry))).toEqual(OTHER_CARD);
  });

  it('says of the very token, which showed it before and shows others now, that it was replaced', () => {
    const replaced: unknown = expect.objectContaining({
      code: 'SIGNING_CERTIFICATE_NOT_FOUND',
      kind: 'permanent',
      waitReason: null,
    });
    expect(decideLogin(question({ shown: [colleagues], hasShownWanted: true }))).toEqual(replaced);
    expect(decideLogin(question({ shown: [own], hasShownWanted: true }))).toBe('login');
    expect(decideLogin(question({ hasShownWanted: true }))).toEqual(OTHER_CARD);
  });

  it('gives it to a token that shows none before a login where something says that it is the one', () => {
    expect(decideLogin(question({}))).toEqual(OTHER_CARD);
    expect(decideLogin(question({}, { slotId: 1 }))).toEqual(OTHER_CARD);
    expect(decideLogin(question({}, { tokenLabel: 'Card' }))).toBe('login');
    expect(decideLogin(question({}, { serial: '4711' }))).toBe('login');
    expect(decideLogin(question({}, { type: 'Hsm', slotId: 1 }))).toBe('login');
    expect(decideLogin(question({ hasAccepted: true }))).toBe('login');
    expect(decideLogin(question({ shown: [colleagues] }, { serial: '4711' }))).toBe('login');
  });
});

describe('decideLogin for any certificate', () => {
  const any = { wanted: null, shown: [colleagues] };

  it('gives the PIN to a token that is named or has accepted it', () => {
    expect(decideLogin(question(any, { tokenLabel: 'Card' }))).toBe('login');
    expect(decideLogin(question({ ...any, hasAccepted: true }))).toBe('login');
  });

  it('gives it to no other card of the same label once it has opened one, but for an HSM', () => {
    const another = { ...any, isMeantForAnother: true };
    for (const type of ['SmartCard', 'Pkcs11'] as const) {
      const entry = { type, tokenLabel: 'Card' };
      expect(decideLogin(question(another, entry))).toEqual(OTHER_CARD);
      expect(decideLogin(question({ ...another, isForSignature: false }, entry))).toEqual(OTHER_CARD);
      expect(decideLogin(question({ isMeantForAnother: true, shown: [own] }, entry))).toBe('login');
      expect(decideLogin(question({ isMeantForAnother: true }, entry))).toEqual(OTHER_CARD);
      expect(decideLogin(question({ ...another, hasAccepted: true }, entry))).toBe('login');
      expect(decideLogin(question(another, { ...entry, serial: '4711' }))).toBe('login');
    }
    expect(decideLogin(question(another, { type: 'Hsm', tokenLabel: 'Card' }))).toBe('login');
  });

  it('lists without a login what is not known', () => {
    expect(decideLogin(question({ ...any, isForSignature: false }))).toBe('look');
  });

  it('signs with the first token that comes, and with no other afterwards', () => {
    expect(decideLogin(question(any))).toBe('login');
    expect(decideLogin(question({ ...any, isMeantForAnother: true }))).toEqual(OTHER_CARD);
  });
});

describe('absenceOf', () => {
  const { entry } = question({});

  it('is another card in a reader, or the very card with another certificate', () => {
    expect(absenceOf(entry, false)).toEqual(OTHER_CARD);
    expect(absenceOf(entry, true)).toMatchObject({ code: 'SIGNING_CERTIFICATE_NOT_FOUND' });
  });

  it('is nothing to wait for where the token is named, or is no card', () => {
    expect(absenceOf({ ...entry, serial: '4711' }, false)).toBeNull();
    expect(absenceOf({ ...entry, type: 'Hsm' }, false)).toBeNull();
  });
});
