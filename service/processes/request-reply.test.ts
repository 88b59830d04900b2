import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { StationError } from '../domain/station-error.ts';
import { createLinkPair } from './link-pair.suite.ts';
import type { MessageLink } from './message-link.ts';
import { createPeer, NO_METHODS, type Handlers, type Peer } from './request-reply.ts';

const PROTOCOL = {
  double: { params: z.object({ value: z.int() }), result: z.int() },
} as const;

function connect(
  handlers: Handlers<typeof PROTOCOL>,
  onFault: (fault: Error) => void = () => undefined,
): { caller: Peer<typeof PROTOCOL>; callee: Peer<typeof NO_METHODS>; links: readonly [MessageLink, MessageLink] } {
  const links = createLinkPair();
  const caller = createPeer({
    link: links[0],
    channel: 'test',
    local: { protocol: NO_METHODS, handlers: {} },
    remote: PROTOCOL,
  });
  const callee = createPeer({
    link: links[1],
    channel: 'test',
    local: { protocol: PROTOCOL, handlers },
    remote: NO_METHODS,
    onFault,
  });
  return { caller, callee, links };
}

describe('createPeer', () => {
  it('answers a call', async () => {
    const { caller } = connect({ double: ({ value }) => Promise.resolve(2 * value) });
    await expect(caller.call('double', { value: 21 })).resolves.toBe(42);
  });

  it('carries a StationError with code, kind, area, reason to wait and message', async () => {
    const { caller } = connect({
      double: () =>
        Promise.reject(
          new StationError('SIGNING_PROVIDER_UNAVAILABLE', 'no token', {
            kind: 'permanent',
            area: 'pin',
            waitReason: 'PIN_MISSING',
          }),
        ),
    });
    await expect(caller.call('double', { value: 1 })).rejects.toMatchObject({
      code: 'SIGNING_PROVIDER_UNAVAILABLE',
      kind: 'permanent',
      area: 'pin',
      waitReason: 'PIN_MISSING',
      message: 'no token',
    });
  });

  it('keeps the text of an unexpected fault on its side of the link', async () => {
    const onFault = vi.fn();
    const { caller } = connect({ double: () => Promise.reject(new Error('pin 1234')) }, onFault);
    const failure = await caller.call('double', { value: 1 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'SIGNING_OPERATION_FAILED', kind: 'permanent' });
    expect(String(failure)).not.toContain('1234');
    expect(onFault).toHaveBeenCalledOnce();
  });

  it('says of what the machine refused on the other side that it may pass', async () => {
    const full = Object.assign(new Error('/secret/path'), { code: 'ENOSPC', syscall: 'write' });
    const { caller } = connect({ double: () => Promise.reject(full) });
    const failure = await caller.call('double', { value: 1 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'SIGNING_OPERATION_FAILED', kind: 'transient' });
    expect(String(failure)).not.toContain('secret');
  });

  it('rejects outstanding and later calls when the link closes', async () => {
    const { caller, links } = connect({ double: () => new Promise(() => undefined) });
    const outstanding = caller.call('double', { value: 1 });
    links[1].close();
    await expect(outstanding).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', kind: 'transient' });
    await expect(caller.call('double', { value: 1 })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('rejects a call that is not answered in time', async () => {
    const { caller } = connect({ double: () => new Promise(() => undefined) });
    await expect(caller.call('double', { value: 1 }, { timeoutMilliseconds: 5 })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });

  it('ignores messages of unknown shape and reports them', async () => {
    const onFault = vi.fn();
    const { caller, links } = connect({ double: ({ value }) => Promise.resolve(2 * value) }, onFault);
    links[0].post({ type: 'call', nonsense: true });
    links[0].post('text');
    await expect(caller.call('double', { value: 4 })).resolves.toBe(8);
    expect(onFault).toHaveBeenCalledTimes(2);
  });

  it('hears notifications of its own channel only', async () => {
    const { caller, callee, links } = connect({ double: ({ value }) => Promise.resolve(value) });
    const heard: unknown[] = [];
    caller.onNotification('news', (payload) => heard.push(payload));
    links[1].post({ type: 'notify', channel: 'other', topic: 'news', payload: 'no' });
    callee.notify('news', 'yes');
    await caller.call('double', { value: 0 });
    expect(heard).toEqual(['yes']);
  });
});
