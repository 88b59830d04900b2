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

type Client = Peer<typeof TIMESTAMP_CLIENT_PROTOCOL>;

/** The process that asks the timestamp authorities, restarted when it ends and when it does not answer any more. */
export function startTimestampClientChild(options: TimestampClientChildOptions): TimestampClientChild {
  const { settings } = options;
  let client: Client | undefined;
  const supervised = superviseClient(options, (running) => {
    client = running;
  });
  // Each request may have to wait for every authority in turn, and once for a kept connection that was closed.
  const timeoutMilliseconds = settings.timeoutMilliseconds * settings.urls.length * 2 + GRACE_MILLISECONDS;
  const ask = async <T>(call: (asked: Client) => Promise<T>, onSilence: () => void): Promise<T> => {
    const asked = client;
    if (asked === undefined) throw gone();
    try {
      return await call(asked);
    } catch (fault) {
      if (!(fault instanceof StationError) || fault.code !== 'SERVICE_UNAVAILABLE') throw fault;
      // Others who asked it may have been told before, and its successor is there.
      if (asked === client) onSilence();
      throw gone(fault);
    }
  };
  /** Who has not answered an authority's time limit later never will, and hangs for all who ask next, too. */
  const restart = (): void => supervised.kill();
  return {
    supervised,
    timestamp: (imprint) => ask((asked) => asked.call('timestamp', imprint, { timeoutMilliseconds }), restart),
    ensureReady: () => ask((asked) => asked.call('ensureTimestampAuthority', {}, { timeoutMilliseconds }), restart),
    tryAll: () => ask((asked) => asked.call('tryAll', {}, { timeoutMilliseconds }), restart),
    settingsFault: () =>
      ask(
        (asked) => asked.call('settingsFault', {}, { timeoutMilliseconds: READING_MILLISECONDS }),
        () => undefined,
      ),
    stop: (graceMilliseconds) => supervised.stop(graceMilliseconds),
  };
}

function superviseClient(
  { launcher, entry, settings, environment, logger }: TimestampClientChildOptions,
  onChange: (running: Client | undefined) => void,
): Supervised {
  return supervise({
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
      const client = createPeer({
        link: child.link,
        channel: TIMESTAMP_CLIENT_CHANNEL,
        local: { protocol: {}, handlers: {} },
        remote: TIMESTAMP_CLIENT_PROTOCOL,
        onFault: (fault) =>
          logger?.error('The timestamp client answered nonsense.', { errorName: fault.name, stack: fault.stack }),
      });
      onChange(client);
      client.call('configure', settings).catch(() => logger?.warn('The timestamp client was not told its settings.'));
    },
    onGivenUp: (count) =>
      logger?.error('The timestamp client ended again and again; it is tried every few minutes from now on.', {
        count,
      }),
    onExit: (reason, isStopping) => {
      onChange(undefined);
      if (isStopping) return;
      logger?.warn('The timestamp client ended; it is restarted.', {
        exitCode: reason.kind === 'exited' ? reason.exitCode : undefined,
        signal: reason.kind === 'killed' ? reason.signal : undefined,
      });
    },
  });
}

function gone(cause?: unknown): StationError {
  return new StationError('TIMESTAMP_OPERATION_FAILED', tell('TIMESTAMP_CLIENT_SILENT'), {
    cause,
  });
}
