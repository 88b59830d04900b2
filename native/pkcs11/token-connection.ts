import pkcs11js from 'pkcs11js';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { TokenEntry } from '../../service/providers/token-host/protocol.ts';
import { readCertificateFacts } from '../host/certificate-facts.ts';
import type { DeviceSignOperation } from '../host/key-device.ts';
import type { DeviceKeyKind } from '../host/signature-algorithms.ts';
import { CKR, ckrOf } from './ckr-messages.ts';
import { isEnteredAtReader, tokenAliases, type GuardedToken } from './guarded-token.ts';
import { absenceOf, decideLogin } from './login-decision.ts';
import type { PinGuard } from './pin-guard.ts';
import type { Handle } from './handle.ts';
import { isOwnAuthority } from './key-matching.ts';
import { attempt, type Cryptoki, type ListedToken, type Pkcs11Module } from './pkcs11-module.ts';
import { SessionPool } from './session-pool.ts';
import { planSignature, signInput, type SignPlan } from './sign-plan.ts';
import { TokenLogin, type LoginMeans } from './token-login.ts';
import { signMechanisms, takeStock, thumbprintsOf, type Inventory } from './token-inventory.ts';
import { readTokenObjects, type TokenObjects } from './token-objects.ts';

interface ShownCertificate {
  readonly sha1: string;
  readonly sha256: string;
}

/** What is looked at, and with what. */
export interface Look extends LoginMeans {
  /** Thumbprint of the certificate that is to sign; null: any. */
  readonly wanted: string | null;
}

export interface ConnectionOptions {
  readonly module: Pkcs11Module;
  readonly guard: PinGuard;
  readonly entry: TokenEntry;
  readonly token: ListedToken;
  readonly deadlineMilliseconds: number;
  readonly onHung: () => void;
  /** Whether the person who entered the PIN knows that few tries are left. */
  readonly isConfirmed: () => boolean;
  /** A signature failed; told before anything else enters the module. */
  readonly onFault: (error: unknown) => void;
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
  readonly #login: TokenLogin;
  #inventory: Inventory | undefined;
  #isAnchorLent = false;
  #shownCertificates: readonly ShownCertificate[] | undefined;

  /** Opens a session; throws StationErrors. */
  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.token = options.token;
    this.#cryptoki = options.module.ready();
    const slot = options.token.handle;
    this.#anchor = attempt(() => this.#cryptoki.C_OpenSession(slot, pkcs11js.CKF_SERIAL_SESSION));
    this.#mechanisms = attempt(() => signMechanisms(this.#cryptoki, slot));
    const { module, guard, entry, token } = options;
    module.logins.opened(token.slotId);
    this.#login = new TokenLogin({
      ...{ module, guard, entry, session: this.#anchor, slot: token.slotId, isLoginRequired: token.isLoginRequired },
      readToken: () => this.#guardedToken(),
    });
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

  /** Whether a configured PIN is of any use for what comes next; without need none is read. */
  wantsPin(keyId: string | null): boolean {
    if (isEnteredAtReader(this.token)) return false;
    if (this.#login.isMissing) return true;
    return keyId !== null && this.wantsPinEachTime(keyId);
  }

  /** Whether the key wants its PIN for each signature (CKA_ALWAYS_AUTHENTICATE). */
  wantsPinEachTime(keyId: string): boolean {
    return this.#inventory?.keys.get(keyId)?.object.alwaysAuthenticate === true;
  }

  /**
   * Whether the session is still known to the module. Asked by a search that finds nothing: C_GetSessionInfo asks the
   * card for its PIN state in OpenSC up to 0.23, which locks itself up for ever when the card was just pulled out.
   */
  isAlive(): boolean {
    try {
      this.#cryptoki.C_FindObjectsInit(this.#anchor, [{ type: pkcs11js.CKA_CLASS, value: pkcs11js.CKO_HW_FEATURE }]);
      this.#cryptoki.C_FindObjectsFinal(this.#anchor);
      return true;
    } catch {
      return false;
    }
  }

  /** What the token shows, after a login if one is needed, this is the token meant, and the guard allows it. */
  async contents(look: Look): Promise<Inventory> {
    const inventory = await this.#takeStock(look);
    const { wanted } = look;
    if (wanted === null || inventory.loginProblem !== null || thumbprintsOf(inventory).includes(wanted))
      return inventory;
    const { entry, guard } = this.#options;
    const isReplaced = inventory.unread.length === 0 && guard.hasShown(this.token, wanted);
    return { ...inventory, loginProblem: absenceOf(entry, isReplaced) };
  }

  async #takeStock(look: Look): Promise<Inventory> {
    const loginProblem = await this.#open(look);
    const known = this.#inventory;
    const isCurrent = known?.isOfLogin === this.#login.isLoggedIn;
    if (isCurrent && known.loginProblem?.message === loginProblem?.message) return known;
    while (this.#options.module.dialog !== undefined) await this.#options.module.dialog;
    const { isLoggedIn, isMissing } = this.#login;
    const login = { problem: loginProblem, isLoggedIn, isMissing };
    this.#inventory = takeStock(readTokenObjects(this.#cryptoki, this.#anchor), this.#mechanisms, login);
    // Only of a token that is the provider's own.
    if (!isMissing) this.#options.guard.noteShown(this.token, thumbprintsOf(this.#inventory));
    return this.#inventory;
  }

  /** Logs in if this is the token that the PIN is meant for; why it is not logged in, or null. Errors of the binding. */
  async #open(look: Look): Promise<StationError | null> {
    if (!this.#login.isMissing) return null;
    const { entry, guard } = this.#options;
    const token = this.#guardedToken();
    const { pin, wanted, mayAskAtReader: isForSignature } = look;
    const decision = decideLogin({
      ...{ entry, wanted, isForSignature, shown: this.#shown },
      hasShownWanted: wanted !== null && guard.hasShown(token, wanted),
      hasAccepted: pin !== undefined && guard.hasAccepted(token, pin),
      isMeantForAnother: pin !== undefined && guard.isMeantForAnother(token, pin),
    });
    if (decision === 'login') return this.#login.ensure(look);
    return decision === 'look' ? this.#login.outlook(look) : decision;
  }

  /** Signs on a session of the pool. Errors of the binding come through as they are; the caller decides about them. */
  async sign(operation: DeviceSignOperation, pin: string | undefined): Promise<Uint8Array> {
    const key = this.#inventory?.keys.get(operation.keyId);
    const plan = planSignature(operation.algorithm, this.#mechanisms);
    if (key === undefined || plan === null) {
      throw new StationError('SIGNING_OPERATION_FAILED', tell('TOKEN_CANNOT_SIGN_SO'));
    }
    const input = signInput(plan, key.kind, operation.algorithm.hash, operation);
    const { handle, alwaysAuthenticate } = key.object;
    const signOnSession = (): Promise<Uint8Array> =>
      this.#pool.run(async (session) => {
        const { module, onFault } = this.#options;
        while (module.dialog !== undefined) await module.dialog;
        try {
          this.#cryptoki.C_SignInit(session, mechanismOf(plan), handle);
          if (alwaysAuthenticate) await this.#login.forSignature(session, pin);
          return await this.#callSign(session, input, Buffer.alloc(signatureBytes(key.kind)));
        } catch (error) {
          // Before the next that waits gets a session of a token that may be gone.
          onFault(error);
          throw error;
        }
      });
    return alwaysAuthenticate ? this.#contextLock.run(signOnSession) : signOnSession();
  }

  get isLoggedIn(): boolean {
    return this.#login.isLoggedIn;
  }

  /** Ends when no PIN is being typed at the reader for this module: a call would wait in there, and all others after it. */
  async untilQuiet(): Promise<void> {
    await this.#login.untilDecided();
    while (this.#options.module.dialog !== undefined) await this.#options.module.dialog;
  }

  /**
   * Ends the login of the whole process with this token, and the connection; whoever else uses it logs in again with a PIN
   * of its own. What is being signed is signed before, and what waits to be begun is rejected with SessionsClosed.
   */
  async logout(): Promise<void> {
    this.#pool.close();
    this.#contextLock.close();
    await this.#pool.whenIdle();
    await this.untilQuiet();
    try {
      this.#cryptoki.C_Logout(this.#anchor);
    } catch {
      // The login, or the token, has gone already.
    }
    this.close();
  }

  /** It ends with a fault or a removal: the login, which may have gone with the token, counts no more for anybody. */
  close(): void {
    const { logins } = this.#options.module;
    logins.lost(this.token.slotId);
    logins.closed(this.token.slotId);
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
    const { module, deadlineMilliseconds, onHung } = this.#options;
    // A library with one lock for all its calls keeps the others waiting while a PIN is typed.
    const timer = setInterval(() => {
      if (module.dialog === undefined) onHung();
    }, deadlineMilliseconds);
    try {
      return await this.#cryptoki.C_SignAsync(session, input, room);
    } finally {
      clearInterval(timer);
    }
  }

  /**
   * Flags change with every login by anyone, so they are read anew. Throws as for a removal where another token lies in the
   * slot by now: what was read of a slot counts for a moment, and a machine may sleep through it while cards are changed.
   */
  #guardedToken(): GuardedToken {
    const { module, entry } = this.#options;
    const token = module.readToken(this.token.handle) ?? this.token;
    if (token.tokenId !== this.token.tokenId) {
      throw Object.assign(new Error('Another token lies in the slot.'), { code: CKR.DEVICE_REMOVED });
    }
    const own = this.#shown.map(({ sha256 }) => sha256);
    const aliases = tokenAliases(entry.pinScope, token.serial, own);
    return { ...token, providerId: entry.id, aliases, isConfirmed: this.#options.isConfirmed() };
  }

  /** Signers' certificates that show without a login: they name the token through any module. */
  get #shown(): readonly ShownCertificate[] {
    this.#shownCertificates ??= shownCertificates(readTokenObjects(this.#cryptoki, this.#anchor));
    return this.#shownCertificates;
  }
}

function shownCertificates(objects: TokenObjects): ShownCertificate[] {
  return objects.certificates.flatMap(({ id, der }) => {
    const facts = readCertificateFacts(Uint8Array.from(der));
    if (facts === undefined || (facts.isAuthority && !isOwnAuthority(facts.publicKey, id, objects))) return [];
    return [{ sha1: facts.summary.thumbprint, sha256: facts.sha256Thumbprint }];
  });
}

function mechanismOf({ mechanism, pss }: SignPlan): { mechanism: number; parameter?: pkcs11js.RsaPSS } {
  return pss === null ? { mechanism } : { mechanism, parameter: { type: pkcs11js.CK_PARAMS_RSA_PSS, ...pss } };
}

/** A smart card does one thing at a time; a library that cannot lock must not be entered twice. */
function concurrency({ entry, module }: ConnectionOptions): number {
  if (entry.type === 'SmartCard' || !module.isThreadSafe) return 1;
  return entry.maxConcurrentSessions;
}

/** Room for the result; a module that finds it too small leaves the operation open (CKR_BUFFER_TOO_SMALL). */
function signatureBytes(kind: DeviceKeyKind): number {
  return 'modulusBytes' in kind ? Math.max(kind.modulusBytes, 512) : 512;
}
