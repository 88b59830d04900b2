import path from 'node:path';
import type { Configuration } from '../config/configuration.ts';
import { configuredProviders, smartCardMiddleware } from '../config/provider-entries.ts';
import { UNNAMED_PROVIDERS } from '../contract/vocabulary/provider-types.ts';
import type { ProcessLauncher } from '../processes/launcher.ts';
import type { DoctorProcesses } from '../providers/diagnosis/doctor-process.ts';
import { createProcessTokenDoctor, type DoctoredProvider } from '../providers/diagnosis/process-token-doctor.ts';
import type { TokenDoctor } from '../providers/token-doctor.ts';
import { tokenHostEnvironment } from '../providers/token-host/environment.ts';
import { ProviderEntry, type GivenProviderEntry, type PfxEntry } from '../providers/token-host/protocol.ts';
import { asTokenEntry } from '../providers/token-host/provider-entries.ts';

/** One call into a module; the slowest cards take a few seconds to be read. */
const PROBE_CALL_MILLISECONDS = 10_000;

/** Every provider of the station with how it gets its module; `demo` is the identity of Development, if there is one. */
export function signingProviders(configuration: Configuration, demo: PfxEntry | null): DoctoredProvider[] {
  const { Signing, Environment } = configuration;
  const providers = configuredProviders(Signing).map((provider): DoctoredProvider => {
    const entry = ProviderEntry.parse(provider satisfies GivenProviderEntry);
    const isCard = entry.type === 'SmartCard' && Signing.SmartCard !== null;
    return { entry, middleware: isCard ? smartCardMiddleware(Signing.SmartCard, Environment) : 'configured' };
  });
  return demo === null ? providers : [...providers, { entry: demo, middleware: 'configured' }];
}

/** Stands in where no token is configured, so that a newcomer learns what this computer has. */
const UNCONFIGURED_CARD: DoctoredProvider = {
  entry: {
    type: 'SmartCard',
    id: 'smartcard',
    name: UNNAMED_PROVIDERS.card,
    modulePath: '/no-module-configured',
    tokenLabel: null,
    slotId: null,
    serial: null,
    pinSecretName: 'Signing:SmartCard:Pin',
    preferFirstSlotWhenAmbiguous: false,
  },
  middleware: 'none',
};

/** What the doctor may be asked about; `standIn` is the id of the card that is none of the configured providers. */
export interface DoctoredProviders {
  readonly providers: readonly DoctoredProvider[];
  readonly standIn: string | null;
}

/** The providers of the station and, where no token is among them, a card that nobody has configured. */
export function doctoredProviders(configuration: Configuration, demo: PfxEntry | null): DoctoredProviders {
  const providers = signingProviders(configuration, demo);
  const { id } = UNCONFIGURED_CARD.entry;
  if (providers.some(({ entry }) => asTokenEntry(entry) !== null || entry.id === id))
    return { providers, standIn: null };
  return { providers: [...providers, UNCONFIGURED_CARD], standIn: id };
}

export interface DoctorParts {
  readonly configuration: Configuration;
  readonly launcher: ProcessLauncher;
  /** Path of the doctor's script. */
  readonly script: string;
  /** The environment as it was at start, with its secrets. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** How doctor processes are started: with what modules need of the environment, and no secret. */
export function doctorProcesses({
  launcher,
  script,
  environment,
}: Omit<DoctorParts, 'configuration'>): DoctorProcesses {
  return {
    launcher,
    script,
    environment: tokenHostEnvironment(environment, []),
    callMilliseconds: PROBE_CALL_MILLISECONDS,
  };
}

/** The doctor for `providers`; `triesOtherModules` says whether any module but the configured ones may be loaded. */
export function createTokenDoctor(
  parts: DoctorParts,
  providers: readonly DoctoredProvider[],
  triesOtherModules: boolean,
): TokenDoctor {
  const { configuration, environment } = parts;
  const root = configuration.Data.Directory;
  return createProcessTokenDoctor({
    processes: doctorProcesses(parts),
    providers,
    environment,
    secretsDirectory: path.join(root, 'secrets'),
    pinGuardDirectory: path.join(root, 'pin-guard'),
    allowExpiredCertificates: configuration.Signing.AllowExpiredCertificates,
    triesOtherModules,
    now: () => new Date(),
  });
}
