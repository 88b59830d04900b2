import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parsePfx } from '../../service/codecs/pkcs12/pfx-parser.ts';
import { Pkcs12Error } from '../../service/codecs/pkcs12/pkcs12-error.ts';
import type { Keeping, PinOutlook, PinOutlooks } from '../../service/providers/token-host/doctor-protocol.ts';
import { asTokenEntry, secretNameOf } from '../../service/providers/token-host/provider-entries.ts';
import type { PfxEntry, ProviderEntry, TokenEntry } from '../../service/providers/token-host/protocol.ts';
import type { SecretStore } from '../../service/secrets/secret-store.ts';
import { guardedTokenId, tokenAliases, type GuardedToken } from '../pkcs11/guarded-token.ts';
import { MemoryDamaged, openPinLatchStore } from '../pkcs11/pin-latch-store.ts';
import { MAX_REFUSALS_IN_A_ROW, PinMemory } from '../pkcs11/pin-memory.ts';
import { byKind } from '../../service/contract/vocabulary/provider-types.ts';

/** Whether the key file and the secret of a provider are there. The secret is read and forgotten; only that is told. */
export async function inspectKeeping(entry: ProviderEntry, secrets: SecretStore): Promise<Keeping> {
  const name = secretNameOf(entry);
  return {
    keyFile: await byKind<ProviderEntry, Promise<Keeping['keyFile']>>(entry, {
      'key-file': async (file) => ({ path: file.path, state: await openedState(file, secrets) }),
      token: () => Promise.resolve(null),
    }),
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

/** A key file has no tries to lose: whether the password opens it is seen by opening it. */
async function openedState({ path: file, passwordSecretName }: PfxEntry, secrets: SecretStore): Promise<KeyFileState> {
  const state = await keyFileState(file);
  const password = passwordSecretName === null ? '' : await secrets.read(passwordSecretName).catch(() => undefined);
  if (state !== 'ready' || password === undefined) return state;
  try {
    await parsePfx(await readFile(file), password);
    return 'ready';
  } catch (error) {
    if (!(error instanceof Pkcs12Error)) return 'unreadable';
    return error.code === 'PKCS12_PASSWORD_WRONG' ? 'password-wrong' : 'damaged';
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
  /** The module that shows it. */
  readonly module: string;
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
): Promise<PinOutlooks> {
  const tokenEntry = asTokenEntry(entry);
  if (tokenEntry === null) return NOTHING_TO_JUDGE;
  const { pinSecretName } = tokenEntry;
  if (pinSecretName === null) return NOTHING_TO_JUDGE;
  const pin = await secrets.read(pinSecretName).catch(() => undefined);
  if (pin === undefined) return NOTHING_TO_JUDGE;
  // Without its key there is nothing remembered; opening the store would make one.
  const hasMemory = existsSync(path.join(pinGuardDirectory, 'installation.key'));
  const memory = hasMemory ? new PinMemory(openPinLatchStore(pinGuardDirectory, readsOnly)) : undefined;
  let damagedFile: string | null = null;
  const latchOn = (token: TokenNames): PinOutlook['latch'] => {
    try {
      return memory === undefined ? 'none' : latchOf(memory, guardedToken(tokenEntry, token), pin);
    } catch (error) {
      if (!(error instanceof MemoryDamaged)) throw error;
      damagedFile = error.path;
      return 'none';
    }
  };
  const outlooks = tokens.map((token) => ({
    ...{ serial: token.serial, label: token.label, latch: latchOn(token), length: lengthFit(pin, token) },
    hasBlankAround: pin.trim() !== pin,
  }));
  return { outlooks, damagedFile };
}

const NOTHING_TO_JUDGE: PinOutlooks = { outlooks: [], damagedFile: null };

function guardedToken(entry: TokenEntry, token: TokenNames): GuardedToken {
  const aliases = tokenAliases(entry.pinScope, token.serial, token.certificates);
  return { tokenId: guardedTokenId(token), flags: 0, aliases, module: token.module, providerId: entry.id };
}

function latchOf(memory: PinMemory, token: GuardedToken, pin: string): PinOutlook['latch'] {
  const latch = memory.latch(token, pin);
  if (latch?.kind === 'uncertain') return 'broke-off';
  if (latch?.kind === 'refused') return latch.answer === 'CKR_PIN_LOCKED' ? 'locked' : 'refused';
  const isHeldUp = memory.refusalsInARow(token) >= MAX_REFUSALS_IN_A_ROW && !memory.isAccepted(token, pin);
  return isHeldUp ? 'others-refused' : 'none';
}

function lengthFit(pin: string, { minPinLength, maxPinLength }: TokenNames): PinOutlook['length'] {
  // PKCS#11 counts bytes of UTF-8.
  const length = Buffer.byteLength(pin, 'utf8');
  if (length < minPinLength) return 'too-short';
  return maxPinLength > 0 && length > maxPinLength ? 'too-long' : 'fits';
}

/** A doctor never logs in, and so has nothing to keep others from. */
function readsOnly(): never {
  throw new Error('The doctor decides over no login.');
}
