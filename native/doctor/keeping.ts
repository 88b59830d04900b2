import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Keeping, PinOutlook } from '../../service/providers/token-host/doctor-protocol.ts';
import type { ProviderEntry } from '../../service/providers/token-host/protocol.ts';
import type { SecretStore } from '../../service/secrets/secret-store.ts';
import { openPinLatchStore, type PinLatchStore } from '../pkcs11/pin-latch-store.ts';
import { guardedTokenId, tokenAliases } from '../pkcs11/pin-guard.ts';

/** Whether the key file and the secret of a provider are there. The secret is read and forgotten; only that is told. */
export async function inspectKeeping(entry: ProviderEntry, secrets: SecretStore): Promise<Keeping> {
  const name = entry.type === 'Pfx' ? entry.passwordSecretName : entry.pinSecretName;
  return {
    keyFile: entry.type === 'Pfx' ? { path: entry.path, state: await keyFileState(entry.path) } : null,
    secret: { name, state: name === null ? 'not-named' : await secretState(name, secrets) },
  };
}

async function secretState(name: string, secrets: SecretStore): Promise<Keeping['secret']['state']> {
  try {
    return (await secrets.read(name)) === undefined ? 'missing' : 'present';
  } catch {
    return 'unreadable';
  }
}

type KeyFileState = NonNullable<Keeping['keyFile']>['state'];

async function keyFileState(file: string): Promise<KeyFileState> {
  try {
    const handle = await open(file, 'r');
    try {
      if ((await handle.stat()).isDirectory()) return 'directory';
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
      return isPfxStart(buffer.subarray(0, bytesRead)) ? 'ready' : 'not-pkcs12';
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EISDIR') return 'directory';
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable';
  }
}

/** RFC 7292: a PFX is a DER (or BER) SEQUENCE that begins with the INTEGER 3. */
function isPfxStart(start: Buffer): boolean {
  const [tag, length = 0] = start;
  const lengthBytes = length > 0x80 ? length - 0x80 : 0;
  return tag === 0x30 && start.subarray(2 + lengthBytes, 5 + lengthBytes).toString('hex') === '020103';
}

interface TokenNames {
  readonly manufacturer: string;
  readonly model: string;
  readonly serial: string;
  readonly label: string;
  /** SHA-256 thumbprints of its public certificates. */
  readonly certificates: readonly string[];
  readonly minPinLength: number;
  readonly maxPinLength: number;
}

/** What the configured PIN would meet on each token: compared with what the guard remembers, never tried. */
export async function judgePin(
  entry: ProviderEntry,
  secrets: SecretStore,
  pinGuardDirectory: string,
  tokens: readonly TokenNames[],
): Promise<PinOutlook[]> {
  if (entry.type === 'Pfx' || entry.pinSecretName === null) return [];
  const pin = await secrets.read(entry.pinSecretName).catch(() => undefined);
  if (pin === undefined) return [];
  // Without its key there is nothing remembered; opening the store would make one.
  const hasMemory = existsSync(path.join(pinGuardDirectory, 'installation.key'));
  const store = hasMemory ? openPinLatchStore(pinGuardDirectory) : undefined;
  return tokens.map((token) => {
    const { serial, certificates } = token;
    const aliases = entry.pinScope === undefined ? [] : tokenAliases(entry.pinScope, serial, certificates);
    const names = [guardedTokenId(token), ...aliases];
    return { serial, latch: store === undefined ? 'none' : latchOf(store, names, pin), length: lengthFit(pin, token) };
  });
}

function latchOf(store: PinLatchStore, names: readonly string[], pin: string): PinOutlook['latch'] {
  const records = names.flatMap((name) => {
    const fingerprint = store.fingerprint(name, pin);
    return store.recall(name).filter((record) => record.fingerprint === fingerprint);
  });
  if (records.length === 0) return 'none';
  return records.some(({ state }) => state === 'refused') ? 'refused' : 'broke-off';
}

function lengthFit(pin: string, { minPinLength, maxPinLength }: TokenNames): PinOutlook['length'] {
  // PKCS#11 counts bytes of UTF-8.
  const length = Buffer.byteLength(pin, 'utf8');
  if (length < minPinLength) return 'too-short';
  return maxPinLength > 0 && length > maxPinLength ? 'too-long' : 'fits';
}
