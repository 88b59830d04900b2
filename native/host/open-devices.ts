import { byKind } from '../../service/contract/vocabulary/provider-types.ts';
import { createFileSecretStore } from '../../service/secrets/file/file-secret-store.ts';
import { layeredSecretStore } from '../../service/secrets/layered/layered-secret-store.ts';
import type { SecretStore } from '../../service/secrets/secret-store.ts';
import type { TokenEntry } from '../../service/providers/token-host/protocol.ts';
import { openTryPermits } from '../../service/providers/token-host/try-permits.ts';
import { openPinLatchStore } from '../pkcs11/pin-latch-store.ts';
import { PinGuard } from '../pkcs11/pin-guard.ts';
import { createPfxDevice } from '../pkcs12/pfx-device.ts';
import type { KeyDevice } from './key-device.ts';
import type { DeviceContext } from './token-host.ts';

/** Makes a device for each entry; tokens of one module share it, as a library is initialised once per process. */
export async function openDevices(
  context: DeviceContext,
  environmentSecrets: SecretStore,
): Promise<ReadonlyMap<string, KeyDevice>> {
  const { entries, secretsDirectory } = context.configuration;
  const secrets =
    secretsDirectory === null
      ? environmentSecrets
      : layeredSecretStore([environmentSecrets, createFileSecretStore(secretsDirectory)]);
  const devices: KeyDevice[] = [];
  const tokens: TokenEntry[] = [];
  for (const one of entries) {
    byKind(one, {
      'key-file': (entry) => void devices.push(createPfxDevice({ entry, secrets })),
      token: (entry) => void tokens.push(entry),
    });
  }
  if (tokens.length > 0) devices.push(...(await openTokens(tokens, context, secrets)));
  return new Map(devices.map((device) => [device.entry.id, device]));
}

async function openTokens(
  entries: readonly TokenEntry[],
  { configuration, onHung }: DeviceContext,
  secrets: SecretStore,
): Promise<KeyDevice[]> {
  // Loaded only where a module is configured, so that PFX files work where the binding does not.
  const { Pkcs11Module } = await import('../pkcs11/pkcs11-module.ts');
  const { holdLocks } = await import('../pkcs11/token-locks.ts');
  const { createPkcs11Device } = await import('../pkcs11/pkcs11-device.ts');
  const guard = new PinGuard(
    openPinLatchStore(configuration.pinGuardDirectory, holdLocks),
    openTryPermits(configuration.pinGuardDirectory),
  );
  const { deadlineMilliseconds } = configuration;
  const modules = new Map(
    [...new Set(entries.map(({ modulePath }) => modulePath))].map((path) => [path, new Pkcs11Module(path)]),
  );
  return entries.flatMap((entry) => {
    const module = modules.get(entry.modulePath);
    return module === undefined
      ? []
      : [createPkcs11Device({ entry, module, guard, secrets, deadlineMilliseconds, onHung })];
  });
}
