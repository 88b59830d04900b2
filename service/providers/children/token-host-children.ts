import { byKind } from '../../contract/vocabulary/provider-types.ts';
import { asTokenEntry } from '../token-host/provider-entries.ts';
import type { ProcessLauncher } from '../../processes/launcher.ts';
import { supervise, type Supervised } from '../../processes/supervisor.ts';
import type { TokenHostPlace } from '../configured/provider-places.ts';
import { probeModule, type DoctorProcesses } from '../diagnosis/doctor-process.ts';
import type { DoctoredProvider } from '../diagnosis/process-token-doctor.ts';
import { tokenHostEnvironment } from '../token-host/environment.ts';
import { DEFAULT_DEADLINE_MILLISECONDS, type ProviderEntry, type TokenEntry } from '../token-host/protocol.ts';
import { createTokenHostSlot, type TokenHostClient, type TokenHostSlot } from '../token-host/token-host-client.ts';
import type { FinishedSpan } from '../../telemetry/span-messages.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { detectTokenHosts, type Detection } from './detected-token-hosts.ts';
import { startFreshLook, type FreshLook } from './fresh-look.ts';

export interface TokenHostChildrenOptions {
  readonly launcher: ProcessLauncher;
  readonly entry: string;
  readonly providers: readonly DoctoredProvider[];
  /** For finding modules, where a provider is to have them detected. */
  readonly doctor: DoctorProcesses;
  readonly allowExpiredCertificates: boolean;
  readonly secretsDirectory: string;
  readonly pinGuardDirectory: string;
  /** The host's environment as it was at start, secrets included; each child gets its own secrets only. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly onTokensChanged: () => void;
  readonly onSpan: (span: FinishedSpan) => void;
  readonly logger: Logger;
}

export interface TokenHostChildren {
  /** Every provider has one from the start; more come where modules are detected. */
  readonly places: readonly TokenHostPlace[];
  /** Those that were started, detected ones too. */
  supervised(): readonly Supervised[];
  stop(graceMilliseconds: number): Promise<void>;
}

interface Child {
  readonly place: TokenHostPlace;
  readonly supervised: Supervised;
  /** Left out for key files, which are read anew whenever they change. */
  readonly freshLook?: FreshLook;
}

const NO_MODULE = {
  none: 'No PKCS#11 module is configured for this provider: set its ModulePath.',
  'detection-off': 'Modules are not detected in Production: set the ModulePath of this provider.',
} as const;

/**
 * One process for all PFX files and one for each PKCS#11 module, whatever number of tokens it serves; a provider whose PIN
 * a person enters has one of its own, so that a login that nobody could repeat keeps no other provider's process from being
 * replaced. A provider whose module is detected gets one for each module that works.
 */
export function startTokenHostChildren(options: TokenHostChildrenOptions): TokenHostChildren {
  const configured = options.providers.filter(({ middleware }) => middleware === 'configured');
  const groups = Map.groupBy(
    configured.map(({ entry }) => entry),
    processOf,
  );
  const children = [...groups.values()].map((entries) => startTokenHost(options, entries));
  const places: TokenHostPlace[] = children.map((child) => child.place);
  const detections: Detection[] = [];
  for (const { entry, middleware } of options.providers) {
    const token = asTokenEntry(entry);
    if (token === null || middleware === 'configured') continue;
    if (middleware === 'detected') detections.push(startDetection(options, token, children, places));
    else places.push(absentPlace(token, () => NO_MODULE[middleware]));
  }
  return {
    places,
    supervised: () => children.map((child) => child.supervised),
    async stop(graceMilliseconds) {
      for (const detection of detections) detection.stop();
      for (const { freshLook } of children) freshLook?.stop();
      await Promise.all(children.map((child) => child.supervised.stop(graceMilliseconds)));
    },
  };
}

/** Entries with the same name share a process. */
function processOf(entry: ProviderEntry): string {
  return byKind(entry, {
    'key-file': () => 'pfx',
    token: ({ id, modulePath, pinFrom }) => (pinFrom === 'person' ? `${modulePath}\0${id}` : modulePath),
  });
}

function startDetection(
  options: TokenHostChildrenOptions,
  entry: TokenEntry,
  children: Child[],
  places: TokenHostPlace[],
): Detection {
  const absent = absentPlace(entry, () => detection.absence());
  const orders = new Map<TokenHostPlace, number>();
  places.push(absent);
  const detection: Detection = detectTokenHosts({
    entry,
    processes: options.doctor,
    logger: options.logger,
    startHost(moduleEntry, order) {
      const child = startTokenHost(options, [moduleEntry]);
      children.push(child);
      orders.set(child.place, order);
      // The stand-in leaves with the first module; makers' own modules are asked before general ones.
      if (places.includes(absent)) places.splice(places.indexOf(absent), 1);
      const next = places.findIndex((place) => (orders.get(place) ?? -1) > order);
      places.splice(next === -1 ? places.length : next, 0, child.place);
      options.onTokensChanged();
    },
  });
  return detection;
}

function absentPlace(entry: TokenEntry, absence: () => string): TokenHostPlace {
  return { entries: [entry], client: () => undefined, absence };
}

function startTokenHost(options: TokenHostChildrenOptions, entries: readonly ProviderEntry[]): Child {
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
      onReady: options.onTokensChanged,
      onTokensChanged: options.onTokensChanged,
      onSpan: options.onSpan,
      onFault: (fault) =>
        logger.error('A token-host answered nonsense.', { errorName: fault.name, stack: fault.stack }),
    },
  );
  const supervised: Supervised = supervise({
    launcher: options.launcher,
    specification: {
      name,
      entry: options.entry,
      args: [],
      env: tokenHostEnvironment(options.environment, entries),
      loadsVendorLibraries: entries.some((entry) => asTokenEntry(entry) !== null),
    },
    now: () => performance.now(),
    onStart: (child) => slot.attach(child.link),
    onGivenUp: (count) =>
      logger.error('A token-host ended again and again; it is tried every few minutes from now on.', {
        count,
        providerId: name,
      }),
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
  return { supervised, ...placeOf(options, slot, supervised) };
}

/** The place of a module is told what is missed, and has it looked for. */
function placeOf(
  { doctor, logger }: TokenHostChildrenOptions,
  slot: TokenHostSlot,
  supervised: Supervised,
): Omit<Child, 'supervised'> {
  const [token] = slot.entries.flatMap((entry) => asTokenEntry(entry) ?? []);
  if (token === undefined) return { place: slot };
  const client = (): TokenHostClient | undefined => slot.client();
  const freshLook = startFreshLook({
    client,
    probe: () => probeModule(doctor, token.modulePath),
    replace: (providerId) => {
      logger.info('A token is seen by a fresh process and not by the running token-host, which is replaced.', {
        providerId,
      });
      supervised.kill();
    },
  });
  return { place: { entries: slot.entries, client, missed: (id) => freshLook.missed(id) }, freshLook };
}
