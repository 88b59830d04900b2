import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLinkPair } from '../../processes/link-pair.suite.ts';
import type { ExitReason, ProcessLauncher } from '../../processes/launcher.ts';
import { createPeer } from '../../processes/request-reply.ts';
import { TIMESTAMP_CLIENT_CHANNEL, TIMESTAMP_CLIENT_PROTOCOL, type TimestampClientSettings } from '../protocol.ts';
import { startTimestampClientChild } from './timestamp-client-child.ts';

const SETTINGS: TimestampClientSettings = {
  ...{ urls: ['http://tsa.test/'], policyOid: null, username: null, passwordSecretName: '', secretsDirectory: '/none' },
  ...{ timeoutMilliseconds: 1_000, maxResponseBytes: 65_536, trustedRootsFile: null, clientCertificate: null },
  ...{ proxyUrl: null, proxyUsername: null, proxyPasswordSecretName: '' },
};
const IMPRINT = { hash: 'SHA-256', digest: new Uint8Array(32) } as const;

/** Clients of which the first answers nobody about timestamps, and those after it everybody. */
function launcherOfClients(): { launcher: ProcessLauncher; started: () => number } {
  let started = 0;
  const launcher: ProcessLauncher = {
    launch() {
      const [ours, theirs] = createLinkPair();
      const { promise: exited, resolve: end } = Promise.withResolvers<ExitReason>();
      const hangs = started++ === 0;
      const answer = <T>(value: T): Promise<T> => (hangs ? new Promise(() => undefined) : Promise.resolve(value));
      createPeer({
        ...{ link: theirs, channel: TIMESTAMP_CLIENT_CHANNEL, remote: {} },
        local: {
          protocol: TIMESTAMP_CLIENT_PROTOCOL,
          handlers: {
            configure: () => Promise.resolve(undefined),
            settingsFault: () => answer(null),
            ensureTimestampAuthority: () => answer({ tokenBytes: 1, certificates: [] }),
            timestamp: () => answer(Uint8Array.of(7)),
            tryAll: () => answer([]),
          },
        },
      });
      const kill = (): void => {
        theirs.close();
        end({ kind: 'killed', signal: 'SIGKILL' });
      };
      return { pid: started, link: ours, exited, kill };
    },
  };
  return { launcher, started: () => started };
}

describe('the process that asks for timestamps', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is restarted where it answers nobody any more, once for all who asked', async () => {
    const { launcher, started } = launcherOfClients();
    const child = startTimestampClientChild({ launcher, entry: '/none', settings: SETTINGS, environment: {} });
    const settings = child.settingsFault();
    settings.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(settings).rejects.toMatchObject({ code: 'TIMESTAMP_OPERATION_FAILED' });
    // Secrets that take long to read are no reason.
    expect(started()).toBe(1);
    const asked = [child.timestamp(IMPRINT), child.ensureReady(), child.timestamp(IMPRINT)];
    const outcome = Promise.allSettled(asked);
    await vi.advanceTimersByTimeAsync(30_000);
    for (const { status } of await outcome) expect(status).toBe('rejected');
    await expect(asked[0]).rejects.toMatchObject({ code: 'TIMESTAMP_OPERATION_FAILED', kind: 'transient' });
    expect(started()).toBe(2);
    expect(await child.timestamp(IMPRINT)).toEqual(Uint8Array.of(7));
    expect(started()).toBe(2);
  });
});
