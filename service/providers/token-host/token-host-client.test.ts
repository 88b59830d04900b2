import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLinkPair } from '../../processes/link-pair.suite.ts';
import type { MessageLink } from '../../processes/message-link.ts';
import { createPeer, type Handlers } from '../../processes/request-reply.ts';
import type { SignOperation } from '../providers.ts';
import {
  TOKEN_HOST_CHANNEL,
  TOKEN_HOST_PROTOCOL,
  TOPIC_DEVICE_HUNG,
  TOPIC_TOKENS_CHANGED,
  type TokenHostConfiguration,
} from './protocol.ts';
import { createTokenHostSlot, type TokenHostListener } from './token-host-client.ts';

const CONFIGURATION: TokenHostConfiguration = {
  entries: [{ type: 'Pfx', id: 'pfx', name: 'P', path: '/p.pfx', passwordSecretName: null, isDemo: false }],
  ...{ allowExpiredCertificates: false, secretsDirectory: null, pinGuardDirectory: '/g', deadlineMilliseconds: 1_000 },
};
const OPERATION: SignOperation = {
  ...{ providerId: 'pfx', keyId: 'K', algorithm: { scheme: 'ECDSA', hash: 'SHA-256' } },
  ...{ dataToBeSigned: new Uint8Array(1), digest: new Uint8Array(32) },
};
const TRANSIENT = { code: 'SIGNING_PROVIDER_UNAVAILABLE', kind: 'transient' };

type Host = Handlers<typeof TOKEN_HOST_PROTOCOL>;

/** A token-host that lives in this process; `never` stands for calls that do not come back. */
function makeHost(overrides: Partial<Host> = {}): {
  link: MessageLink;
  notify: (topic: string) => void;
  calls: string[];
} {
  const [near, far] = createLinkPair();
  const calls: string[] = [];
  const answer = {
    configure: {},
    ping: {},
    listCertificates: { certificates: [] },
    findKeys: { keys: [], problem: null },
  };
  const handlers: Host = {
    configure: () => Promise.resolve(answer.configure),
    ping: () => Promise.resolve(answer.ping),
    providerHealth: () => Promise.resolve({ status: 'Healthy', detail: null }),
    listCertificates: () => Promise.resolve(answer.listCertificates),
    findKeys: () => Promise.resolve(answer.findKeys),
    pinFacts: () => Promise.reject(new Error('not asked for')),
    enterPin: () => Promise.reject(new Error('not asked for')),
    forgetPin: () => Promise.resolve(answer.ping),
    giveWay: () => Promise.resolve({ isWilling: false }),
    sign: () => Promise.resolve(Uint8Array.of(1, 2, 3)),
    ...overrides,
  };
  const counted = Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      (params: never) => {
        calls.push(name);
        return (handle as (params: never) => Promise<unknown>)(params);
      },
    ]),
  ) as unknown as Host;
  const local = { protocol: TOKEN_HOST_PROTOCOL, handlers: counted };
  const peer = createPeer({ link: far, channel: TOKEN_HOST_CHANNEL, local, remote: {} });
  return { link: near, notify: (topic) => peer.notify(topic, null), calls };
}

const never = (): Promise<never> => new Promise(() => undefined);

function makeListener(): TokenHostListener & { readonly told: string[] } {
  const told: string[] = [];
  return {
    told,
    onUnresponsive: () => told.push('unresponsive'),
    onReady: () => undefined,
    onSpan: () => undefined,
    onTokensChanged: () => told.push('tokens-changed'),
    onFault: (fault) => told.push(fault.message),
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a token-host slot', () => {
  it('configures each process before anything else is asked of it', async () => {
    const slot = createTokenHostSlot(CONFIGURATION, makeListener());
    expect(slot.client()).toBeUndefined();
    for (const host of [makeHost(), makeHost()]) {
      slot.attach(host.link);
      expect(await slot.client()?.sign(OPERATION)).toEqual(Uint8Array.of(1, 2, 3));
      expect(host.calls).toEqual(['configure', 'sign']);
      slot.detach();
      expect(slot.client()).toBeUndefined();
    }
  });

  it('rejects outstanding calls as transient when the process dies', async () => {
    const slot = createTokenHostSlot(CONFIGURATION, makeListener());
    const host = makeHost({ sign: never });
    slot.attach(host.link);
    const signing = slot.client()?.sign(OPERATION);
    host.link.close();
    await expect(signing).rejects.toMatchObject(TRANSIENT);
  });

  it('shows no process any more to whoever hears that a call has failed with it', async () => {
    const slot = createTokenHostSlot(CONFIGURATION, makeListener());
    const host = makeHost({ listCertificates: never });
    slot.attach(host.link);
    const seen = slot
      .client()
      ?.listCertificates('card')
      .catch(() => slot.client());
    host.link.close();
    expect(await seen).toBeUndefined();
    slot.attach(makeHost().link);
    expect(slot.client()).toBeDefined();
  });

  it('calls nothing nonsense where the process ends before it is configured, and what it refuses, it does', async () => {
    const { link } = makeHost({ configure: never });
    const listener = makeListener();
    createTokenHostSlot(CONFIGURATION, listener).attach(link);
    link.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(listener.told).toEqual([]);
    const refusing = makeHost({ configure: () => Promise.reject(new Error('odd')) });
    createTokenHostSlot(CONFIGURATION, listener).attach(refusing.link);
    await vi.advanceTimersByTimeAsync(0);
    expect(listener.told).toEqual(['An internal call failed unexpectedly.']);
  });

  it('passes on changes of tokens', async () => {
    const listener = makeListener();
    const host = makeHost();
    createTokenHostSlot(CONFIGURATION, listener).attach(host.link);
    host.notify(TOPIC_TOKENS_CHANGED);
    await vi.advanceTimersByTimeAsync(1);
    expect(listener.told).toEqual(['tokens-changed']);
  });
});

describe('a process that does not answer', () => {
  it('is given up at the deadline, and its calls are rejected', async () => {
    const listener = makeListener();
    const host = makeHost({ sign: never, ping: never });
    const slot = createTokenHostSlot(CONFIGURATION, listener);
    slot.attach(host.link);
    await vi.advanceTimersByTimeAsync(1);
    const rejected = expect(slot.client()?.sign(OPERATION)).rejects.toMatchObject(TRANSIENT);
    await vi.advanceTimersByTimeAsync(900);
    expect(listener.told).toEqual([]);
    await vi.advanceTimersByTimeAsync(600);
    await rejected;
    expect(listener.told).toEqual(['unresponsive']);
  });

  it('is left alone while it answers pings, however long a signature takes', async () => {
    const listener = makeListener();
    const host = makeHost({ sign: never });
    const slot = createTokenHostSlot(CONFIGURATION, listener);
    slot.attach(host.link);
    slot
      .client()
      ?.sign(OPERATION)
      .catch(() => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(listener.told).toEqual([]);
  });

  it('is not pinged while nothing is asked of it', async () => {
    const host = makeHost();
    const slot = createTokenHostSlot(CONFIGURATION, makeListener());
    slot.attach(host.link);
    await slot.client()?.sign(OPERATION);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(host.calls).toEqual(['configure', 'sign']);
  });

  it('is given up at once when it says itself that its device hangs', async () => {
    const listener = makeListener();
    const host = makeHost({ sign: never });
    const slot = createTokenHostSlot(CONFIGURATION, listener);
    slot.attach(host.link);
    const rejected = expect(slot.client()?.sign(OPERATION)).rejects.toMatchObject(TRANSIENT);
    await vi.advanceTimersByTimeAsync(1);
    host.notify(TOPIC_DEVICE_HUNG);
    await rejected;
    expect(listener.told).toEqual(['unresponsive']);
  });

  it('has more time to answer for the first time', async () => {
    const listener = makeListener();
    const host = makeHost({ configure: never, ping: never });
    createTokenHostSlot(CONFIGURATION, listener).attach(host.link);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(listener.told).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(listener.told).toContain('unresponsive');
  });
});
