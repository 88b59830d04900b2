import type { ProcessLauncher } from '../../processes/launcher.ts';
import { supervise, type Supervised } from '../../processes/supervisor.ts';
import { tokenHostEnvironment } from '../../providers/token-host/environment.ts';
import { DEFAULT_DEADLINE_MILLISECONDS, type ProviderEntry } from '../../providers/token-host/protocol.ts';
import { createTokenHostSlot, type TokenHostSlot } from '../../providers/token-host/token-host-client.ts';
import type { Logger } from '../../telemetry/logger.ts';

export interface TokenHostChildrenOptions {
  readonly launcher: ProcessLauncher;
  readonly entry: string;
  readonly providers: readonly ProviderEntry[];
  readonly allowExpiredCertificates: boolean;
  readonly secretsDirectory: string;
  readonly pinGuardDirectory: string;
  /** The host's environment as it was at start, secrets included; each child gets its own secrets only. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly onTokensChanged: () => void;
  readonly logger: Logger;
}

export interface TokenHostChildren {
  readonly slots: readonly TokenHostSlot[];
  readonly supervised: readonly Supervised[];
  stop(graceMilliseconds: number): Promise<void>;
}

/** One process for all PFX files and one for each PKCS#11 module, whatever number of tokens it serves. */
export function startTokenHostChildren(options: TokenHostChildrenOptions): TokenHostChildren {
  const groups = Map.groupBy(options.providers, (entry) => (entry.type === 'Pfx' ? 'pfx' : entry.modulePath));
  const children = [...groups.values()].map((entries) => startTokenHost(options, entries));
  return {
    slots: children.map((child) => child.slot),
    supervised: children.map((child) => child.supervised),
    async stop(graceMilliseconds) {
      await Promise.all(children.map((child) => child.supervised.stop(graceMilliseconds)));
    },
  };
}

function startTokenHost(
  options: TokenHostChildrenOptions,
  entries: readonly ProviderEntry[],
): { readonly slot: TokenHostSlot; readonly supervised: Supervised } {
  const { logger } = options;
  const name = `token-host:${entries.map((entry) => entry.id).join(',')}`;
  const slot = createTokenHostSlot(
    {
      entries: [...entries],
      allowExpiredCertificates: options.allowExpiredCertificates,
      secretsDirectory: options.secretsDirectory,
      pinGuardDirectory: options.pinGuardDirectory,
      deadlineMilliseconds: DEFAULT_DEADLINE_MILLISECONDS,
    },
    {
      onUnresponsive: () => {
        logger.warn('A token-host does not answer; it is ended and restarted.', { providerId: name });
        supervised.kill();
      },
      onTokensChanged: options.onTokensChanged,
      onFault: (fault) =>
        logger.error('A token-host answered nonsense.', { errorName: fault.name, stack: fault.stack }),
    },
  );
  const supervised: Supervised = supervise({
    launcher: options.launcher,
    specification: { name, entry: options.entry, args: [], env: tokenHostEnvironment(options.environment, entries) },
    now: () => performance.now(),
    onStart: (child) => slot.attach(child.link),
    onExit: (reason, isStopping) => {
      slot.detach();
      if (isStopping) return;
      logger.warn('A token-host ended; it is restarted.', {
        providerId: name,
        exitCode: reason.kind === 'exited' ? reason.exitCode : undefined,
        signal: reason.kind === 'killed' ? reason.signal : undefined,
      });
    },
  });
  return { slot, supervised };
}
