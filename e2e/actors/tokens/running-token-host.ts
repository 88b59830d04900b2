import { fileURLToPath } from 'node:url';
import { createForkLauncher } from '../../../service/processes/fork/fork-launcher.ts';
import { supervise } from '../../../service/processes/supervisor.ts';
import { createTokenHostDirectory } from '../../../service/providers/configured/token-host-directory.ts';
import type { PinPads } from '../../../service/providers/pin-entry/pin-pads.ts';
import type { ProviderDirectory, SigningDevice } from '../../../service/providers/providers.ts';
import { tokenHostEnvironment } from '../../../service/providers/token-host/environment.ts';
import type { ProviderEntry, TokenHostConfiguration } from '../../../service/providers/token-host/protocol.ts';
import { createTokenHostSlot } from '../../../service/providers/token-host/token-host-client.ts';

const ENTRY = fileURLToPath(new URL('../../../native/host/main.ts', import.meta.url));

export interface RunningTokenHostOptions {
  readonly entries: readonly ProviderEntry[];
  readonly pinGuardDirectory: string;
  /** Beside the environment of this process: SOFTHSM2_CONF, `SERVICE_SECRET_*` and such. */
  readonly environment: Readonly<Record<string, string>>;
  /** Variables of modules (PKCS11SPY) that the product never passes on. */
  readonly debugVariables?: Readonly<Record<string, string>>;
  readonly configuration?: Partial<Omit<TokenHostConfiguration, 'entries'>>;
}

export interface RunningTokenHost {
  readonly directory: ProviderDirectory & SigningDevice & PinPads;
  /** Process ids in the order of their starts. */
  readonly pids: readonly number[];
  /** What the listener of the slot was told, in order. */
  readonly events: readonly string[];
  kill(): void;
  stop(): Promise<void>;
}

/** A token-host as the station runs it: a supervised child process, used through the directory. */
export function startTokenHost(options: RunningTokenHostOptions): RunningTokenHost {
  const pids: number[] = [];
  const events: string[] = [];
  const slot = createTokenHostSlot(
    {
      entries: [...options.entries],
      allowExpiredCertificates: false,
      secretsDirectory: null,
      pinGuardDirectory: options.pinGuardDirectory,
      deadlineMilliseconds: 60_000,
      ...options.configuration,
    },
    {
      onUnresponsive: () => {
        events.push('unresponsive');
        supervised.kill();
      },
      onReady: () => undefined,
      onTokensChanged: () => events.push('tokens-changed'),
      onSpan: () => undefined,
      onFault: (fault) => events.push(`fault: ${fault.message}`),
    },
  );
  const source = { ...process.env, ...options.environment };
  const lawful = tokenHostEnvironment(source, options.entries);
  const env = { ...lawful, ...options.debugVariables } as typeof lawful;
  const supervised = supervise({
    launcher: createForkLauncher(),
    specification: { name: 'token-host', entry: ENTRY, args: [], env },
    now: () => performance.now(),
    onStart: (child) => {
      if (child.pid !== undefined) pids.push(child.pid);
      slot.attach(child.link);
    },
    onGivenUp: () => undefined,
    onExit: () => slot.detach(),
  });
  return {
    // A busy machine may need longer than a person would wait.
    directory: createTokenHostDirectory({ hosts: [slot], now: () => new Date(), patienceMilliseconds: 60_000 }),
    pids,
    events,
    kill: () => supervised.kill(),
    stop: () => supervised.stop(2_000),
  };
}
