import type { Configuration } from './configuration.ts';

interface TokenFields {
  readonly ProviderId: string;
  readonly Name: string;
  readonly TokenLabel: string | null;
  readonly TokenSerial: string | null;
  readonly SlotId: number | null;
  readonly PinSecretName: string;
  readonly PreferFirstSlotWhenAmbiguous: boolean;
}

/** A signing provider as a token-host is told of it. */
export type ConfiguredProvider = ReturnType<typeof configuredProviders>[number];

/**
 * The configured signing providers in the shape of the token-host's `ProviderEntry`. A smart card without
 * `ModulePath` takes `detectedModulePath`, or is left out where that is null.
 */
export function configuredProviders(signing: Configuration['Signing'], detectedModulePath: string | null) {
  const { Pfx, Pkcs11, SmartCard, Hsm } = signing;
  const smartCardModule = SmartCard?.ModulePath ?? detectedModulePath;
  return [
    ...(Pfx === null ? [] : [pfxEntry(Pfx)]),
    ...Pkcs11.map((entry) => ({
      type: 'Pkcs11' as const,
      ...tokenEntry(entry, entry.ModulePath),
      maxConcurrentSessions: entry.MaxConcurrentSessions,
    })),
    ...(SmartCard === null || smartCardModule === null
      ? []
      : [{ type: 'SmartCard' as const, ...tokenEntry(SmartCard, smartCardModule) }]),
    ...(Hsm === null
      ? []
      : [
          {
            type: 'Hsm' as const,
            ...tokenEntry(Hsm, Hsm.ModulePath),
            maxConcurrentSessions: Hsm.MaxConcurrentSessions,
          },
        ]),
  ];
}

function pfxEntry(entry: NonNullable<Configuration['Signing']['Pfx']>) {
  return {
    type: 'Pfx' as const,
    id: entry.ProviderId,
    name: entry.Name,
    path: entry.Path,
    passwordSecretName: entry.PasswordSecretName,
    isDemo: false,
  };
}

function tokenEntry(entry: TokenFields, modulePath: string) {
  return {
    id: entry.ProviderId,
    name: entry.Name,
    modulePath,
    tokenLabel: entry.TokenLabel,
    slotId: entry.SlotId,
    serial: entry.TokenSerial,
    pinSecretName: entry.PinSecretName,
    preferFirstSlotWhenAmbiguous: entry.PreferFirstSlotWhenAmbiguous,
  };
}
