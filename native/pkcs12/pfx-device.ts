import { createHmac, createPrivateKey, createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto';
import { constants, open, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { parsePfx } from '../../service/codecs/pkcs12/pfx-parser.ts';
import { Pkcs12Error } from '../../service/codecs/pkcs12/pkcs12-error.ts';
import type { PfxContents } from '../../service/codecs/pkcs12/safe-bags.ts';
import type { PinPrompt } from '../../service/contract/vocabulary/pin-prompts.ts';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { PfxEntry } from '../../service/providers/token-host/protocol.ts';
import type { SecretStore } from '../../service/secrets/secret-store.ts';
import { findChain, readCertificateFacts, type CertificateFacts } from '../host/certificate-facts.ts';
import type {
  DeviceContents,
  DeviceHealth,
  DeviceIdentity,
  DeviceSignOperation,
  KeyDevice,
} from '../host/key-device.ts';
import { readDeviceSecret } from '../host/read-device-secret.ts';
import { algorithmsFor } from '../host/signature-algorithms.ts';
import { nodeHash, nodeKeyInput } from '../host/signature-check.ts';

const signAsync = promisify(sign);

export interface PfxDeviceOptions {
  readonly entry: PfxEntry;
  readonly secrets: SecretStore;
  /** Told of each time that a password is tried on the file. */
  readonly onRead?: () => void;
}

/** A PFX file as a device: keys stay in this process's memory, and the file is read again when it changes. */
export function createPfxDevice(options: PfxDeviceOptions): KeyDevice {
  return new PfxDevice(options);
}

interface OpenedPfx {
  /** Size and time of change of the file that was read. */
  readonly version: string;
  readonly identities: readonly DeviceIdentity[];
  readonly keys: ReadonlyMap<string, KeyObject>;
  /** Why certificates of the file are not among the identities. */
  readonly unread: readonly string[];
}

class PfxDevice implements KeyDevice {
  readonly entry: PfxEntry;
  readonly #secrets: SecretStore;
  #opening: Promise<OpenedPfx> | undefined;
  #lastSeen: string | undefined;
  /** The password that the file as it is refused. */
  #refused: string | undefined;
  readonly #fingerprintKey = randomBytes(32);

  readonly #onRead: () => void;

  constructor({ entry, secrets, onRead = () => undefined }: PfxDeviceOptions) {
    this.#onRead = onRead;
    this.entry = entry;
    this.#secrets = secrets;
  }

  async health(): Promise<DeviceHealth> {
    if ((await fileVersion(this.entry.path)) === undefined) return { status: 'Unavailable', detail: MISSING };
    try {
      const { identities, unread } = await this.#opened();
      const status = identities.length === 0 && unread.length > 0 ? 'Degraded' : 'Healthy';
      return { status, detail: unread.length === 0 ? null : unread.join(' ') };
    } catch (error) {
      return {
        status: 'Degraded',
        detail: error instanceof StationError ? error.message : 'The file is not readable.',
      };
    }
  }

  async contents(): Promise<DeviceContents> {
    return { identities: (await this.#opened()).identities, loginProblem: null };
  }

  pinPrompt(): PinPrompt {
    return this.entry.passwordSecretName === null ? 'none' : 'stored';
  }

  async sign({ keyId, algorithm, dataToBeSigned }: DeviceSignOperation): Promise<Uint8Array> {
    const key = (await this.#opened()).keys.get(keyId);
    if (key === undefined) throw new StationError('SIGNING_OPERATION_FAILED', tell('PFX_WITHOUT_KEY'));
    const digestName = algorithm.scheme === 'EdDSA' ? null : nodeHash(algorithm.hash);
    const input = nodeKeyInput(key, algorithm.scheme);
    return isQuick(key) ? sign(digestName, dataToBeSigned, input) : signAsync(digestName, dataToBeSigned, input);
  }

  async poll(): Promise<boolean> {
    const version = await fileVersion(this.entry.path);
    const hasChanged = this.#lastSeen !== undefined && this.#lastSeen !== (version ?? '');
    this.#lastSeen = version ?? '';
    if (hasChanged) this.#opening = undefined;
    return hasChanged || (await this.#mayOpenNow(version));
  }

  /** Whether a file that refused its password has got another one since: whoever waits for it can go on. */
  async #mayOpenNow(version: string | undefined): Promise<boolean> {
    if (this.#refused === undefined || version === undefined) return false;
    const password = await this.#password();
    if (password === undefined || this.#fingerprint(version, password) === this.#refused) return false;
    this.#refused = undefined;
    return true;
  }

  #password(): Promise<string | undefined> {
    const { passwordSecretName } = this.entry;
    return passwordSecretName === null ? Promise.resolve('') : readDeviceSecret(this.#secrets, passwordSecretName);
  }

  #fingerprint(version: string, password: string): string {
    return createHmac('sha256', this.#fingerprintKey).update(`${version}\0${password}`).digest('hex');
  }

  /** One reading at a time; a failed one is repeated at the next call, as the password may have been set since. */
  #opened(): Promise<OpenedPfx> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #open(): Promise<OpenedPfx> {
    const { path } = this.entry;
    const version = await fileVersion(path);
    if (version === undefined) throw missing();
    const password = await this.#password();
    if (password === undefined) {
      throw new StationError('SIGNING_OPERATION_FAILED', tell('PFX_PASSWORD_MISSING'), {
        ...{ area: 'pin', waitReason: 'PIN_MISSING' },
      });
    }
    const contents = await this.#parseOnce(path, version, password);
    this.#lastSeen = version;
    return { version, ...takeStock(contents) };
  }

  /** A password that the file refused is not tried on it again. */
  async #parseOnce(path: string, version: string, password: string): Promise<PfxContents> {
    const fingerprint = this.#fingerprint(version, password);
    if (this.#refused === fingerprint) throw this.#passwordRefused(password);
    try {
      this.#onRead();
      return await parse(path, password);
    } catch (error) {
      if (!(error instanceof StationError && error.waitReason === 'PIN_REFUSED')) throw error;
      this.#refused = fingerprint;
      throw this.#passwordRefused(password);
    }
  }

  /** Files with an empty password are lawful; a secret that is empty where the file has another was not filled in yet. */
  #passwordRefused(password: string): StationError {
    return password === '' && this.entry.passwordSecretName !== null ? passwordEmpty() : passwordWrong();
  }
}

/** P-256 and Ed25519 take about 50 microseconds, less than the way to another thread and back. */
function isQuick(key: KeyObject): boolean {
  return key.asymmetricKeyType === 'ed25519' || key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
}

function missing(): StationError {
  return new StationError('SIGNING_PROVIDER_UNAVAILABLE', tell('PFX_MISSING'), {
    kind: 'transient',
    waitReason: 'TOKEN_ABSENT',
  });
}

const MISSING = 'The PFX file is missing or not readable.';

async function fileVersion(path: string): Promise<string | undefined> {
  const status = await stat(path, { bigint: true }).catch(() => undefined);
  return status === undefined ? undefined : `${status.mtimeNs}:${status.size}:${status.ino}`;
}

/** Larger files are refused by the parser; one byte more than its limit is enough for it to see that. */
const MAX_READ_BYTES = 2 * 1024 * 1024 + 1;

async function readLimited(path: string): Promise<Uint8Array> {
  // Without O_NONBLOCK a pipe would keep the whole process waiting for whoever writes into it. Windows needs no such flag.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const status = await file.stat();
    if (!status.isFile()) throw missing();
    const buffer = Buffer.alloc(Math.min(status.size, MAX_READ_BYTES));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function parse(path: string, password: string): Promise<PfxContents> {
  try {
    return await parsePfx(await readLimited(path), password);
  } catch (error) {
    if (!(error instanceof Pkcs12Error)) {
      throw missing();
    }
    if (error.code === 'PKCS12_PASSWORD_WRONG') throw passwordWrong();
    throw new StationError('SIGNING_OPERATION_FAILED', tell('PFX_UNUSABLE', { detail: error.message }), {
      ...{ kind: 'permanent', area: 'token' },
    });
  }
}

/** A file counts no tries: nothing is lost by waiting for the right password, and everything behind it would fail too. */
function passwordWrong(): StationError {
  return new StationError('SIGNING_OPERATION_FAILED', tell('PFX_PASSWORD_WRONG'), {
    ...{ kind: 'permanent', area: 'pin', waitReason: 'PIN_REFUSED' },
  });
}

function passwordEmpty(): StationError {
  return new StationError('SIGNING_OPERATION_FAILED', tell('PFX_PASSWORD_EMPTY'), {
    ...{ kind: 'permanent', area: 'pin', waitReason: 'PIN_MISSING' },
  });
}

function takeStock(contents: PfxContents): Pick<OpenedPfx, 'identities' | 'keys' | 'unread'> {
  const unread: string[] = [];
  const privateKeys = contents.keys.flatMap(({ pkcs8 }) => importKey(pkcs8));
  const certificates = contents.certificates.flatMap(({ der }) => readCertificateFacts(der, unread) ?? []);
  const keys = new Map<string, KeyObject>();
  const identities = certificates.flatMap((certificate): DeviceIdentity[] => {
    const key = privateKeys.find(({ spki }) => certificate.publicKey !== undefined && spki.equals(spkiOf(certificate)));
    if (key === undefined && certificate.isAuthority) return [];
    const chain = findChain(certificate, certificates);
    const kind = certificate.keyKind;
    if (key === undefined || kind === null) {
      const obstacle = key === undefined ? 'There is no private key for this certificate.' : certificate.keyObstacle;
      return [{ certificate, chain, algorithms: [], obstacle: obstacle ?? UNKNOWN_KIND, isLocked: false }];
    }
    if (certificate.keyObstacle !== null) {
      return [{ certificate, chain, algorithms: [], obstacle: certificate.keyObstacle, isLocked: false }];
    }
    keys.set(certificate.sha256Thumbprint, key.privateKey);
    return [{ certificate, chain, algorithms: algorithmsFor(kind, () => true), obstacle: null, isLocked: false }];
  });
  return { identities, keys, unread };
}

const UNKNOWN_KIND = 'Keys of this kind cannot sign here.';

/** The public key of a certificate, as `importKey` gives those of private keys. */
export function spkiOf(certificate: CertificateFacts): Buffer {
  return certificate.publicKey?.export({ type: 'spki', format: 'der' }) ?? Buffer.alloc(0);
}

/** Keys of kinds that this runtime does not know are left out; their certificates show that they cannot sign. */
export function importKey(pkcs8: Uint8Array): { readonly privateKey: KeyObject; readonly spki: Buffer }[] {
  try {
    const privateKey = createPrivateKey({ key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8' });
    return [{ privateKey, spki: createPublicKey(privateKey).export({ type: 'spki', format: 'der' }) }];
  } catch {
    return [];
  }
}
