import type { ProcessLauncher } from '../../processes/launcher.ts';
import { createPeer, type Peer } from '../../processes/request-reply.ts';
import { supervise, type Supervised } from '../../processes/supervisor.ts';
import { TIMESTAMP_CLIENT_CHANNEL, TIMESTAMP_CLIENT_PROTOCOL, type TimestampClientSettings } from '../protocol.ts';
import type { TimestampAuthority } from '../timestamp-authority.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../domain/station-error.ts';
import { childEnvironment } from '../../secrets/child-environment.ts';

export interface TimestampClientChildOptions {
  readonly launcher: ProcessLauncher;
  readonly entry: string;
  readonly settings: TimestampClientSettings;
  /** The host's environment as it was at start, secrets included; the child gets the authority's password only. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger?: Pick<Logger, 'warn' | 'error'>;
}

export interface TimestampClientChild extends TimestampAuthority {
  /** Undefined where no authority is asked. */
  readonly supervised: Supervised | undefined;
  /** Why no authority can be asked with settings, secrets and files as they are; null when one can be, or none is configured. */
  settingsFault(): Promise<string | null>;
  stop(graceMilliseconds: number): Promise<void>;
}

/** Beyond the time limits of all authorities together: a client that takes longer hangs. */
const GRACE_MILLISECONDS = 10_000;
/** For secrets and files alone; whoever watches the station's health does not wait for longer. */
const READING_MILLISECONDS = 3_000;

/** The process that asks the timestamp authorities, restarted when it ends. */
export function startTimestampClientChild(options: TimestampClientChildOptions): TimestampClientChild {
  const { launcher, entry, settings, environment, logger } = options;
  let peer: Peer<typeof TIMESTAMP_CLIENT_PROTOCOL> | undefined;
  const supervised = supervise({
    launcher,
    specification: {
      name: 'timestamp-client',
      entry,
      args: [],
      env: childEnvironment('timestamp-client', environment, [
        settings.passwordSecretName,
        settings.proxyPasswordSecretName,
      ]),
    },
    now: () => performance.now(),
    onStart: (child) => {
      peer = createPeer({
        link: child.link,
        channel: TIMESTAMP_CLIENT_CHANNEL,
        local: { protocol: {}, handlers: {} },
        remote: TIMESTAMP_CLIENT_PROTOCOL,
        onFault: (fault) =>
          logger?.error('The timestamp client answered nonsense.', { errorName: fault.name, stack: fault.stack }),
      });
      peer.call('configure', settings).catch(() => logger?.warn('The timestamp client was not told its settings.'));
    },
    onGivenUp: (count) =>
      logger?.error('The timestamp client ended again and again; it is tried every few minutes from now on.', {
        count,
      }),
    onExit: (reason, isStopping) => {
      peer = undefined;
      if (isStopping) return;
      logger?.warn('The timestamp client ended; it is restarted.', {
        exitCode: reason.kind === 'exited' ? reason.exitCode : undefined,
        signal: reason.kind === 'killed' ? reason.signal : undefined,
      });
    },
  });
  // Each request may have to wait for every authority in turn, and once for a kept connection that was closed.
  const timeoutMilliseconds = settings.timeoutMilliseconds * settings.urls.length * 2 + GRACE_MILLISECONDS;
  const ask = async <T>(call: (asked: Peer<typeof TIMESTAMP_CLIENT_PROTOCOL>) => Promise<T>): Promise<T> => {
    if (peer === undefined) throw gone();
    try {
      return await call(peer);
    } catch (fault) {
      throw fault instanceof StationError && fault.code === 'SERVICE_UNAVAILABLE' ? gone(fault) : fault;
    }
  };
  return {
    supervised,
    timestamp: (imprint) => ask((asked) => asked.call('timestamp', imprint, { timeoutMilliseconds })),
    ensureReady: () => ask((asked) => asked.call('ensureTimestampAuthority', {}, { timeoutMilliseconds })),
    tryAll: () => ask((asked) => asked.call('tryAll', {}, { timeoutMilliseconds })),
    settingsFault: () => ask((asked) => asked.call('settingsFault', {}, { timeoutMilliseconds: READING_MILLISECONDS })),
    stop: (graceMilliseconds) => supervised.stop(graceMilliseconds),
  };
}

function gone(cause?: unknown): StationError {
  return new StationError('TIMESTAMP_OPERATION_FAILED', tell('TIMESTAMP_CLIENT_SILENT'), {
    cause,
  });
}
