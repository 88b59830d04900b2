import { describe, expect, it, vi } from 'vitest';
import { createEventStreamParser, readStateChange, type ServerSentEvent } from './event-stream.ts';
import { followEvents } from './follow-events.ts';

const CHANGE = {
  signatureId: '1f0c9d7e-8a52-4c0e-9f3a-6d1d0b7c2a11',
  tenantId: 'default',
  status: 'Completed',
  at: '2026-11-21T01:00:00.000Z',
};
const MESSAGE = `event: signature\ndata: ${JSON.stringify(CHANGE)}\n\n`;

function parse(...pieces: string[]): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const feed = createEventStreamParser((event) => events.push(event));
  for (const piece of pieces) feed(piece);
  return events;
}

describe('createEventStreamParser', () => {
  it('finds the same events wherever the stream is cut', () => {
    const stream = ': hello\r\n\r\nevent: a\r\ndata: 1\r\ndata: 2\r\n\r\ndata:x\n\nretry: 5\n\n';
    const whole = parse(stream);
    expect(whole).toEqual([
      { event: 'a', data: '1\n2' },
      { event: 'message', data: 'x' },
    ]);
    for (let cut = 1; cut < stream.length; cut += 1) {
      expect(parse(stream.slice(0, cut), stream.slice(cut)), `cut at ${String(cut)}`).toEqual(whole);
    }
    expect(parse(...Array.from(stream))).toEqual(whole);
  });
});

describe('readStateChange', () => {
  it('reads a change and ignores everything else', () => {
    expect(readStateChange({ event: 'signature', data: JSON.stringify(CHANGE) })).toEqual(CHANGE);
    expect(readStateChange({ event: 'other', data: JSON.stringify(CHANGE) })).toBeNull();
    expect(readStateChange({ event: 'signature', data: '{"status":"Signed"}' })).toBeNull();
    expect(readStateChange({ event: 'signature', data: '{' })).toBeNull();
  });
});

describe('followEvents', () => {
  it('connects again after every loss, waits longer after failures only, and says when it is open', async () => {
    const control = new AbortController();
    const waits: number[] = [];
    const answers = [
      () => new Response(MESSAGE),
      () => new Response(null, { status: 503 }),
      () => Promise.reject(new TypeError('fetch failed')),
      () => new Response(`event: tokens\ndata: {}\n\n${MESSAGE}`),
    ];
    const onChange = vi.fn();
    const onOpen = vi.fn();
    const onTokens = vi.fn();
    await followEvents({
      url: '/events',
      headers: () => ({}),
      signal: control.signal,
      fetch: () => {
        const answer = answers.shift();
        if (answer !== undefined) return Promise.resolve(answer());
        control.abort();
        return Promise.reject(new TypeError('stopped'));
      },
      wait: (milliseconds) => {
        waits.push(milliseconds);
        return Promise.resolve();
      },
      onChange,
      onTokens,
      onOpen,
      onLost: () => undefined,
    });
    expect(onOpen).toHaveBeenCalledTimes(2);
    expect(onChange).toHaveBeenCalledTimes(2);
    expect(onTokens).toHaveBeenCalledTimes(1);
    expect(onChange).toHaveBeenCalledWith(CHANGE);
    expect(waits).toEqual([500, 1000, 2000, 500]);
  });
});
