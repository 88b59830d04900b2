import { existsSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import path from 'node:path';
import type { Keeping, PinOutlook, PinOutlooks } from '../../service/providers/token-host/doctor-protocol.ts';
import { asTokenEntry, secretNameOf } from '../../service/providers/token-host/provider-entries.ts';
import type { ProviderEntry, TokenEntry } from '../../service/providers/token-host/protocol.ts';
import { secretFileName } from '../../service/secrets/file/file-secret-store.ts';
import type { SecretStore } from '../../service/secrets/secret-store.ts';
import { guardedTokenId, tokenAliases, type GuardedToken } from '../pkcs11/guarded-token.ts';
import { MemoryDamaged, openPinLatchStore } from '../pkcs11/pin-latch-store.ts';
import { MAX_REFUSALS_IN_A_ROW, PinMemory } from '../pkcs11/pin-memory.ts';
import { byKind } from '../../service/contract/vocabulary/provider-types.ts';
import { lookIntoKeyFile } from './key-file.ts';
import { misplacedSecret } from './misplaced-secret.ts';

/** Whether the key file and the secret of a provider are there. The secret is read and forgotten; only that is told. */
export async function inspectKeeping(
  entry: ProviderEntry,
  secrets: SecretStore,
  secretsDirectory: string | null,
): Promise<Keeping> {
  const name = secretNameOf(entry);
  const file = await byKind<ProviderEntry, Promise<Pick<Keeping, 'keyFile' | 'contents'>>>(entry, {
    'key-file': async (pfx) => {
      const { state, contents } = await lookIntoKeyFile(pfx, secrets);
      return { keyFile: { path: pfx.path, state }, contents };
    },
    token: () => Promise.resolve({ keyFile: null, contents: null }),
  });
  const state = name === null ? 'not-named' : await secretState(name, secrets);
  const found = { ...file, secret: { name, state }, misplacedSecret: null, danglingSecret: null };
  if (name === null || secretsDirectory === null || state !== 'missing') return found;
  // There being nothing to read, a link in its place leads to nothing.
  const danglingSecret = await readlink(path.join(secretsDirectory, secretFileName(name))).catch(() => null);
  return { ...found, misplacedSecret: await misplacedSecret(name, secretsDirectory), danglingSecret };
}

async function secretState(name: string, secrets: SecretStore): Promise<Keeping['secret']['state']> {
  try {
    return (await secrets.read(name)) === undefined ? 'missing' : 'present';
  } catch {
    return 'unreadable';
  }
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
    hasBlankAround: hasBlankAround(pin),
    isWithMore: isWithMore(pin),
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

/** What an editor or a program of its own accord writes before or behind a text: white space, a byte of zero, other controls. */
function hasBlankAround(pin: string): boolean {
  return /^[\s\p{Cc}\p{Cf}]|[\s\p{Cc}\p{Cf}]$/u.test(pin);
}

/** Quotation marks, a name in front or a second line: meant for whoever reads the file, and part of the PIN here. */
function isWithMore(pin: string): boolean {
  const text = pin.trim();
  return /[\r\n]/.test(text) || /^(["']).*\1$/.test(text) || /^(SERVICE_SECRET_\w+|PIN)\s*[=:]/i.test(text);
}

function lengthFit(pin: string, { minPinLength, maxPinLength }: TokenNames): PinOutlook['length'] {
  // PKCS#11 counts bytes of UTF-8.
  const length = Buffer.byteLength(pin, 'utf8');
  if (length === 0 && minPinLength > 0) return 'empty';
  if (length < minPinLength) return 'too-short';
  return maxPinLength > 0 && length > maxPinLength ? 'too-long' : 'fits';
}

/** A doctor never logs in, and so has nothing to keep others from. */
function readsOnly(): never {
  throw new Error('The doctor decides over no login.');
}
