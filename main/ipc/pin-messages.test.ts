import { describe, expect, it } from 'vitest';
import { PinReply } from './pin-messages.ts';
import { isFromOrigin, isFromPage } from './senders.ts';

const pin = Uint8Array.of(49, 50);
const entry = { kind: 'enter', questionId: 1, pin, isConfirmed: false };

describe('what the PIN window may send', () => {
  it.each([
    entry,
    { ...entry, pin: new Uint8Array() },
    { kind: 'later', questionId: 1 },
    { kind: 'decline', questionId: 9 },
  ])('is %j', (message) => expect(PinReply.safeParse(message).success).toBe(true));

  it.each([
    null,
    'later',
    {},
    { kind: 'later' },
    { kind: 'later', questionId: 0 },
    { kind: 'later', questionId: 1, more: true },
    { ...entry, pin: '12' },
    { ...entry, pin: [49, 50] },
    { ...entry, pin: new Uint8Array(256) },
    { ...entry, isConfirmed: 'yes' },
    { ...entry, path: '/etc/passwd' },
    { kind: 'enter', questionId: 1 },
  ])('is not %j', (message) => expect(PinReply.safeParse(message).success).toBe(false));

  it('is overwritten where it was received, and not in a copy', () => {
    const parsed = PinReply.parse(entry);
    expect(parsed.kind === 'enter' && parsed.pin === pin).toBe(true);
  });
});

describe('who may send it', () => {
  const mainFrame = { url: 'station-window://pin/' };
  const contents = { mainFrame };
  const from = (event: Partial<Parameters<typeof isFromPage>[0]>): boolean =>
    isFromPage({ sender: contents, senderFrame: mainFrame, ...event }, contents, 'station-window://pin/');

  it('the main frame of the window, on its own page', () => expect(from({})).toBe(true));

  it.each([
    ['another window', { sender: { mainFrame } }],
    ['a frame in the page', { senderFrame: { url: 'station-window://pin/' } }],
    ['a frame that is gone', { senderFrame: null }],
  ])('not %s', (_name, event) => expect(from(event)).toBe(false));

  it.each(['https://example.org/', 'station-window://pin/page.js', 'station-window://other/', ''])(
    'not the window after it went to %s',
    (url) => {
      const frame = { url };
      const elsewhere = { mainFrame: frame };
      expect(isFromPage({ sender: elsewhere, senderFrame: frame }, elsewhere, 'station-window://pin/')).toBe(false);
    },
  );

  it('nobody while no window is open', () => {
    expect(isFromPage({ sender: contents, senderFrame: mainFrame }, undefined, mainFrame.url)).toBe(false);
  });
});

describe('who may ask the program for something', () => {
  const origin = 'http://127.0.0.1:5080';
  const from = (url: string, changes: { senderFrame?: { url: string } | null } = {}): boolean => {
    const mainFrame = { url };
    const contents = { mainFrame };
    return isFromOrigin({ sender: contents, senderFrame: mainFrame, ...changes }, contents, origin);
  };

  it.each([`${origin}/`, `${origin}/signatures/1?x=1#y`])('the page of the station at %s', (url) =>
    expect(from(url)).toBe(true),
  );

  it.each(['https://example.org/', 'http://127.0.0.1:5081/', `${origin}.example.org/`, 'about:blank', 'null', ''])(
    'no page at %j',
    (url) => expect(from(url)).toBe(false),
  );

  it('no frame in the page, and none that is gone', () => {
    expect(from(`${origin}/`, { senderFrame: { url: `${origin}/` } })).toBe(false);
    expect(from(`${origin}/`, { senderFrame: null })).toBe(false);
  });
});
