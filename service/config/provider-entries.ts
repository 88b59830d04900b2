import { resolve } from 'node:path';
import { PROVIDER_TYPES, type ProviderType } from '../contract/vocabulary/provider-types.ts';
import type { Configuration } from './configuration.ts';

type Signing = Configuration['Signing'];

interface EntryBase {
  readonly id: string;
  readonly name: string;
  /** Left out where all tenants may use it. */
  readonly tenants?: readonly string[];
}

interface TokenEntryBase extends EntryBase {
  readonly modulePath: string;
  readonly tokenLabel: string | null;
  readonly slotId: number | null;
  readonly serial: string | null;
  /** Null where a person enters the PIN. */
  readonly pinSecretName: string | null;
  readonly pinFrom?: 'person';
  readonly preferFirstSlotWhenAmbiguous: boolean;
}

/** A configured signing provider in the shape that token-hosts are told of it (their `ProviderEntry`). */
export type ConfiguredProvider =
  | (EntryBase & {
      readonly type: 'Pfx';
      readonly path: string;
      readonly passwordSecretName: string;
      readonly isDemo: boolean;
    })
  | (TokenEntryBase & { readonly type: 'SmartCard' })
  | (TokenEntryBase & { readonly type: 'Pkcs11' | 'Hsm'; readonly maxConcurrentSessions: number });

/** Stands for middleware that nobody named or found: loading it fails, and the provider is listed as Unavailable. */
const MISSING_MODULE = resolve('/', 'no-smart-card-middleware-found');

/** What is configured about the module of the smart card; `detection-off` where it is to be detected in Production. */
export type SmartCardMiddleware = 'configured' | 'detected' | 'detection-off' | 'none';

/**
 * How the smart card's module is chosen. AutoDetect loads whatever lies at well-known places into processes of the
 * station and offers them the configured PIN: the specification means it for development, so Production ignores it.
 */
export function smartCardMiddleware(
  { ModulePath, AutoDetect }: NonNullable<Signing['SmartCard']>,
  environment: Configuration['Environment'],
): SmartCardMiddleware {
  if (ModulePath !== null) return 'configured';
  if (!AutoDetect) return 'none';
  return environment === 'Production' ? 'detection-off' : 'detected';
}

/**
 * The configured signing providers. A smart card without `ModulePath` is listed all the same, as Unavailable until a
 * module is detected (specification, section 4, GET /providers).
 */
export function configuredProviders(signing: Signing): ConfiguredProvider[] {
  return PROVIDER_TYPES.flatMap((type) => ENTRIES[type](signing));
}

/**
 * The type to try a first document with: of a provider that is configured, or of the demo identity, which Production does
 * not make; undefined where nothing can sign.
 */
export function firstProviderType({
  Signing,
  Environment,
}: Pick<Configuration, 'Signing' | 'Environment'>): ProviderType | undefined {
  return configuredProviders(Signing)[0]?.type ?? (Environment === 'Production' ? undefined : 'Pfx');
}

/** The entries of each type, made of its section. */
const ENTRIES: Readonly<Record<ProviderType, (signing: Signing) => ConfiguredProvider[]>> = {
  Pfx: ({ Pfx }) => (Pfx === null ? [] : [pfxEntry(Pfx)]),
  Pkcs11: ({ Pkcs11 }) => Pkcs11.map((entry) => sessionEntry('Pkcs11', entry)),
  SmartCard: ({ SmartCard }) =>
    SmartCard === null ? [] : [{ type: 'SmartCard', ...tokenEntry(SmartCard, SmartCard.ModulePath ?? MISSING_MODULE) }],
  Hsm: ({ Hsm }) => (Hsm === null ? [] : [sessionEntry('Hsm', Hsm)]),
};

function identified(entry: Pick<NonNullable<Signing['Pfx']>, 'ProviderId' | 'Name' | 'Tenants'>): EntryBase {
  const { ProviderId: id, Name: name, Tenants: tenants } = entry;
  return tenants.length === 0 ? { id, name } : { id, name, tenants };
}

function pfxEntry(entry: NonNullable<Signing['Pfx']>): ConfiguredProvider {
  return {
    type: 'Pfx',
    ...identified(entry),
    path: entry.Path,
    passwordSecretName: entry.PasswordSecretName,
    isDemo: false,
  };
}

function sessionEntry(
  type: 'Pkcs11' | 'Hsm',
  entry: Signing['Pkcs11'][number] | NonNullable<Signing['Hsm']>,
): ConfiguredProvider {
  return { type, ...tokenEntry(entry, entry.ModulePath), maxConcurrentSessions: entry.MaxConcurrentSessions };
}

function tokenEntry(
  entry: Omit<Signing['Pkcs11'][number], 'ModulePath' | 'MaxConcurrentSessions' | 'PinFrom'> & {
    readonly PinFrom?: 'secret' | 'person';
  },
  modulePath: string,
): TokenEntryBase {
  return {
    ...identified(entry),
    modulePath,
    tokenLabel: entry.TokenLabel,
    slotId: entry.SlotId,
    serial: entry.TokenSerial,
    ...(entry.PinFrom === 'person'
      ? { pinSecretName: null, pinFrom: 'person' as const }
      : { pinSecretName: entry.PinSecretName }),
    preferFirstSlotWhenAmbiguous: entry.PreferFirstSlotWhenAmbiguous,
  };
}
