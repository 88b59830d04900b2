import pkcs11js from 'pkcs11js';
import { StationError } from '../../service/domain/station-error.ts';
import type { TokenEntry } from '../../service/providers/token-host/protocol.ts';
import { findChain, readCertificateFacts, type CertificateFacts } from '../host/certificate-facts.ts';
import type { DeviceContents, DeviceIdentity, DeviceSignOperation } from '../host/key-device.ts';
import { algorithmsFor, type DeviceKeyKind } from '../host/signature-algorithms.ts';
import { CKR, ckrOf } from './ckr-messages.ts';
import { matchPrivateKey } from './key-matching.ts';
import { flagRefusal, tokenAliases, type GuardedToken, type PinGuard } from './pin-guard.ts';
import { attempt, type Cryptoki, type Handle, type ListedToken, type Pkcs11Module } from './pkcs11-module.ts';
import { SessionPool } from './session-pool.ts';
import { planSignature, signInput, type SignPlan } from './sign-plan.ts';
import { readTokenObjects, type PrivateKeyObject, type TokenObjects } from './token-objects.ts';

interface UsableKey {
  readonly object: PrivateKeyObject;
  readonly kind: DeviceKeyKind;
}

interface Inventory extends DeviceContents {
  /** By SHA-256 thumbprint of the certificate. */
  readonly keys: ReadonlyMap<string, UsableKey>;
}

export interface ConnectionOptions {
  readonly module: Pkcs11Module;
  readonly guard: PinGuard;
  readonly entry: TokenEntry;
  readonly token: ListedToken;
  readonly deadlineMilliseconds: number;
  readonly onHung: () => void;
}

/**
 * One token in one slot, from when it was found until it is removed: login, objects and sessions. Nothing in here
 * survives a removal; the device makes a new connection then.
 */
export class TokenConnection {
  readonly token: ListedToken;
  readonly #options: ConnectionOptions;
  readonly #cryptoki: Cryptoki;
  readonly #pool: SessionPool<Handle>;
  /** For keys with a login per signature: one at a time, as modules mix up context logins of parallel sessions. */
  readonly #contextLock = new SessionPool<null>({ limit: 1, open: () => null, close: () => undefined });
  /** Kept open while the connection lives: login state ends with the last session (PKCS#11 v2.40 5.6). */
  readonly #anchor: Handle;
  readonly #mechanisms: ReadonlySet<number>;
  #inventory: Inventory | undefined;
  #isLoggedIn = false;
  #isAnchorLent = false;
  #publicThumbprints: readonly string[] | undefined;

  /** Opens a session; throws StationErrors. */
  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.token = options.token;
    this.#cryptoki = options.module.ready();
    const slot = options.token.handle;
    this.#anchor = attempt(() => this.#cryptoki.C_OpenSession(slot, pkcs11js.CKF_SERIAL_SESSION));
    this.#mechanisms = attempt(() => signMechanisms(this.#cryptoki, slot));
    this.#pool = new SessionPool<Handle>({
      limit: concurrency(options),
      open: () => this.#openSession(),
      close: (session) => {
        this.#cryptoki.C_CloseSession(session);
      },
    });
  }

  get isBusy(): boolean {
    return this.#pool.isBusy;
  }

  /** Whether a PIN is of any use for what comes next; without need none is read. */
  wantsPin(keyId: string | null): boolean {
    if (!this.#isLoggedIn && this.token.isLoginRequired) return true;
    return keyId !== null && this.#inventory?.keys.get(keyId)?.object.alwaysAuthenticate === true;
  }

  /** Whether the session is still known to the module. */
  isAlive(): boolean {
    try {
      this.#cryptoki.C_GetSessionInfo(this.#anchor);
      return true;
    } catch {
      return false;
    }
  }

  /** What the token shows, after a login with `pin` if one is needed and the guard allows it. Errors of the binding. */
  contents(pin: string | undefined): Inventory {
    const wasLoggedIn = this.#isLoggedIn;
    const loginProblem = this.#ensureLogin(pin);
    if (this.#inventory === undefined || this.#isLoggedIn !== wasLoggedIn) {
      const objects = readTokenObjects(this.#cryptoki, this.#anchor);
      this.#inventory = this.#takeStock(objects, loginProblem);
    } else if (this.#inventory.loginProblem?.message !== loginProblem?.message) {
      this.#inventory = { ...this.#inventory, loginProblem };
    }
    return this.#inventory;
  }

  /** Signs on a session of the pool. Errors of the binding come through as they are; the caller decides about them. */
  async sign(operation: DeviceSignOperation, pin: string | undefined): Promise<Uint8Array> {
    const key = this.#inventory?.keys.get(operation.keyId);
    const plan = planSignature(operation.algorithm, this.#mechanisms);
    if (key === undefined || plan === null) {
      throw new StationError('SIGNING_OPERATION_FAILED', 'The token cannot sign with this key.');
    }
    const input = signInput(plan, key.kind, operation.algorithm.hash, operation);
    const { handle, alwaysAuthenticate } = key.object;
    const signOnSession = (): Promise<Uint8Array> =>
      this.#pool.run(async (session) => {
        this.#cryptoki.C_SignInit(session, mechanismOf(plan), handle);
        if (alwaysAuthenticate) this.#loginForThisSignature(session, pin);
        return this.#callSign(session, input, Buffer.alloc(signatureBytes(key.kind)));
      });
    return alwaysAuthenticate ? this.#contextLock.run(signOnSession) : signOnSession();
  }

  close(): void {
    this.#pool.close();
    this.#contextLock.close();
    try {
      this.#cryptoki.C_CloseSession(this.#anchor);
    } catch {
      // The token is gone, and the session with it.
    }
  }

  /** A token with a single session (CKR_SESSION_COUNT for a second one) lends the one that holds the login. */
  #openSession(): Handle {
    try {
      return this.#cryptoki.C_OpenSession(this.token.handle, pkcs11js.CKF_SERIAL_SESSION);
    } catch (error) {
      if (ckrOf(error) !== CKR.SESSION_COUNT || this.#isAnchorLent) throw error;
      this.#isAnchorLent = true;
      return this.#anchor;
    }
  }

  async #callSign(session: Handle, input: Buffer, room: Buffer): Promise<Uint8Array> {
    if (!this.#options.module.isThreadSafe) return this.#cryptoki.C_Sign(session, input, room);
    const timer = setTimeout(() => this.#options.onHung(), this.#options.deadlineMilliseconds);
    try {
      return await this.#cryptoki.C_SignAsync(session, input, room);
    } finally {
      clearTimeout(timer);
    }
  }

  #ensureLogin(pin: string | undefined): StationError | null {
    if (this.#isLoggedIn || !this.token.isLoginRequired) return null;
    if (pin === undefined) return flagRefusal(this.token.flags) ?? pinMissing();
    try {
      this.#options.guard.login(this.#guardedToken(), pin, () => {
        this.#cryptoki.C_Login(this.#anchor, pkcs11js.CKU_USER, pin);
      });
      this.#isLoggedIn = true;
      return null;
    } catch (error) {
      if (error instanceof StationError) return error;
      throw error;
    }
  }

  /** PKCS#11 v2.40 5.6.8: keys with CKA_ALWAYS_AUTHENTICATE want a login between C_SignInit and C_Sign. */
  #loginForThisSignature(session: Handle, pin: string | undefined): void {
    if (pin === undefined) throw pinMissing();
    this.#options.guard.login(this.#guardedToken(), pin, () => {
      this.#cryptoki.C_Login(session, pkcs11js.CKU_CONTEXT_SPECIFIC, pin);
    });
  }

  /** Flags change with every login by anyone, so they are read anew. */
  #guardedToken(): GuardedToken {
    const { module, entry } = this.#options;
    const token = module.readToken(this.token.handle) ?? this.token;
    if (entry.pinScope === undefined) return token;
    return { ...token, aliases: tokenAliases(entry.pinScope, token.serial, this.#publicCertificates()) };
  }

  /** Thumbprints of the certificates that show without a login: they name the token through any module. */
  #publicCertificates(): readonly string[] {
    this.#publicThumbprints ??= readTokenObjects(this.#cryptoki, this.#anchor).certificates.flatMap(
      ({ der }) => readCertificateFacts(Uint8Array.from(der))?.sha256Thumbprint ?? [],
    );
    return this.#publicThumbprints;
  }

  #takeStock(objects: TokenObjects, loginProblem: StationError | null): Inventory {
    const certificates = objects.certificates.flatMap(({ id, der }) => {
      const facts = readCertificateFacts(Uint8Array.from(der));
      return facts === undefined ? [] : [{ id, facts }];
    });
    const keys = new Map<string, UsableKey>();
    const everything = certificates.map(({ facts }) => facts);
    const identities = certificates.flatMap(({ id, facts }) => {
      const identity = this.#identify(facts, id, objects, keys);
      const isIssuerOnly = facts.isAuthority && identity.obstacle !== null;
      return isIssuerOnly ? [] : [{ ...identity, chain: findChain(facts, everything) }];
    });
    return { identities, loginProblem, keys };
  }

  #identify(
    certificate: CertificateFacts,
    id: string,
    objects: TokenObjects,
    keys: Map<string, UsableKey>,
  ): Omit<DeviceIdentity, 'chain'> {
    const { publicKey, keyKind: kind } = certificate;
    if (publicKey === undefined || kind === null) {
      return { certificate, algorithms: [], obstacle: 'Keys of this kind cannot sign here.' };
    }
    const match = matchPrivateKey(publicKey, id, objects);
    if ('obstacle' in match) return { certificate, algorithms: [], obstacle: match.obstacle };
    const algorithms = algorithmsFor(kind, (algorithm) => planSignature(algorithm, this.#mechanisms) !== null);
    if (algorithms.length === 0) {
      return { certificate, algorithms, obstacle: 'The token offers no signature algorithm for this key.' };
    }
    keys.set(certificate.sha256Thumbprint, { object: match.key, kind });
    return { certificate, algorithms, obstacle: null };
  }
}

function mechanismOf({ mechanism, pss }: SignPlan): { mechanism: number; parameter?: pkcs11js.RsaPSS } {
  return pss === null ? { mechanism } : { mechanism, parameter: { type: pkcs11js.CK_PARAMS_RSA_PSS, ...pss } };
}

/** A smart card does one thing at a time; a library that cannot lock must not be entered twice. */
function concurrency({ entry, module }: ConnectionOptions): number {
  if (entry.type === 'SmartCard' || !module.isThreadSafe) return 1;
  return entry.maxConcurrentSessions;
}

function signMechanisms(cryptoki: Cryptoki, slot: Handle): ReadonlySet<number> {
  const canSign = (mechanism: number): boolean => {
    try {
      return (cryptoki.C_GetMechanismInfo(slot, mechanism).flags & pkcs11js.CKF_SIGN) !== 0;
    } catch {
      return false;
    }
  };
  return new Set(cryptoki.C_GetMechanismList(slot).filter(canSign));
}

/** Room for the result; a module that finds it too small leaves the operation open (CKR_BUFFER_TOO_SMALL). */
function signatureBytes(kind: DeviceKeyKind): number {
  return 'modulusBytes' in kind ? Math.max(kind.modulusBytes, 512) : 512;
}

export function pinMissing(): StationError {
  return new StationError('SIGNING_OPERATION_FAILED', 'The PIN of the token is not configured.', { kind: 'permanent' });
}
