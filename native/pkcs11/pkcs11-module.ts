import pkcs11js from 'pkcs11js';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import { guardedTokenId, type GuardedToken } from './guarded-token.ts';
import { CKR, ckrError, ckrOf } from './ckr-messages.ts';
import { requireLoadableModule } from './module-file.ts';
import type { Handle } from './handle.ts';
import { ProcessLogins } from './process-logins.ts';
import type { ReaderLogin } from './reader-login.ts';
import type { TokenSlot } from './slot-selection.ts';

export type Cryptoki = InstanceType<typeof pkcs11js.PKCS11>;

/** CK_TOKEN_INFO.flags: the token has been initialised. */
const CKF_TOKEN_INITIALIZED = 0x400;
/** CK_TOKEN_INFO.flags: private objects and operations want a login. */
const CKF_LOGIN_REQUIRED = 0x4;

/** Tokens are looked for every second; a library that does not load need not be tried so often. */
const RELOAD_PAUSE_MILLISECONDS = 5_000;

/**
 * The service for smart cards may take 400 ms to notice a card that is gone. Until then OpenSC (up to 0.23) survives one
 * C_GetTokenInfo and locks itself up for ever in the second.
 */
const READ_PAUSE_MILLISECONDS = 450;

/** A slot with its token, as far as it can be known without a session. */
export interface ListedToken extends TokenSlot, GuardedToken {
  readonly handle: Handle;
  readonly isLoginRequired: boolean;
}

/** Why nothing else may enter a module while a PIN is typed: many libraries hold one lock over all their calls. */
type Dialog = Promise<void>;

/** One vendor library in this process. C_Initialize is process-wide, so there is one of these per path. */
export class Pkcs11Module {
  readonly logins = new ProcessLogins();
  readonly #path: string;
  #cryptoki: Cryptoki | undefined;
  #failure: { readonly error: StationError; readonly retryAt: number } | undefined;
  #isThreadSafe = true;
  readonly #lastRead = new Map<number, { readonly token: ListedToken | undefined; readonly at: number }>();
  #readerLogin: ReaderLogin | undefined;
  #dialog: Dialog | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** False when the library cannot lock: then one call at a time, on this thread. */
  get isThreadSafe(): boolean {
    return this.#isThreadSafe;
  }

  /** Ends, and never fails, when the PIN dialog that is open at a reader has closed; undefined when none is open. */
  get dialog(): Dialog | undefined {
    return this.#dialog;
  }

  /**
   * C_Login without a PIN: the reader asks for it. No deadline, as people may take their time; dialogs of one module
   * follow one another. Until it ends nobody may enter the module. Rejects with an error of the binding's shape.
   */
  async loginAtReader(session: Handle, userType: number): Promise<void> {
    while (this.#dialog !== undefined) await this.#dialog;
    const login = this.#callReader(session, userType);
    this.#dialog = login.then(
      () => undefined,
      () => undefined,
    );
    try {
      await login;
    } finally {
      this.#dialog = undefined;
    }
  }

  async #callReader(session: Handle, userType: number): Promise<void> {
    if (this.#readerLogin === undefined) {
      // Loaded only where a reader has keys: everything else works without this binding.
      const { findReaderLogin } = await import('./reader-login.ts');
      this.#readerLogin = findReaderLogin(this.#path);
    }
    await this.#readerLogin(session, userType);
  }

  /** The initialised library. Throws StationErrors; a library that failed to load is tried again some seconds later. */
  ready(): Cryptoki {
    if (this.#cryptoki !== undefined) return this.#cryptoki;
    if (this.#failure !== undefined && performance.now() < this.#failure.retryAt) throw this.#failure.error;
    try {
      this.#cryptoki = this.#load();
      return this.#cryptoki;
    } catch (error) {
      this.#failure = { error: ckrError(error), retryAt: performance.now() + RELOAD_PAUSE_MILLISECONDS };
      throw this.#failure.error;
    }
  }

  /** Tokens in their slots; slots whose token cannot be read are left out. Throws StationErrors. */
  listTokens(): ListedToken[] {
    const cryptoki = this.ready();
    const slots = attempt(() => cryptoki.C_GetSlotList(true));
    return slots.flatMap((slot) => this.#readTokenAtTimes(slot) ?? []);
  }

  /** What was read of the slot just now, or else reads it; a slot that is no longer listed is not asked for. */
  #readTokenAtTimes(slot: Handle): ListedToken | undefined {
    const number = slotNumber(slot);
    const known = this.#lastRead.get(number);
    if (known !== undefined && performance.now() - known.at < READ_PAUSE_MILLISECONDS) return known.token;
    const token = this.readToken(slot);
    this.#lastRead.set(number, { token, at: performance.now() });
    return token;
  }

  readToken(slot: Handle): ListedToken | undefined {
    try {
      const info = this.ready().C_GetTokenInfo(slot);
      const [manufacturer, model, serial, label] = [
        unpadded(info.manufacturerID),
        unpadded(info.model),
        unpadded(info.serialNumber),
        unpadded(info.label),
      ];
      return {
        handle: slot,
        slotId: slotNumber(slot),
        ...{ label, serial },
        isInitialized: (info.flags & CKF_TOKEN_INITIALIZED) !== 0,
        isLoginRequired: (info.flags & CKF_LOGIN_REQUIRED) !== 0,
        flags: info.flags,
        pinLength: { min: info.minPinLen, max: info.maxPinLen },
        tokenId: guardedTokenId({ manufacturer, model, serial, label }),
        module: this.#path,
      };
    } catch {
      return undefined;
    }
  }

  #load(): Cryptoki {
    requireLoadableModule(this.#path, process.arch);
    const cryptoki = new pkcs11js.PKCS11();
    try {
      cryptoki.load(this.#path);
    } catch {
      // The loader's text names files of this machine; what a person can do about it is the same for all of them.
      throw new StationError('SIGNING_PROVIDER_UNAVAILABLE', tell('MODULE_NOT_LOADED'), {
        kind: 'permanent',
        waitReason: 'PROVIDER_UNAVAILABLE',
      });
    }
    this.#initialise(cryptoki);
    return cryptoki;
  }

  #initialise(cryptoki: Cryptoki): void {
    try {
      cryptoki.C_Initialize({ flags: pkcs11js.CKF_OS_LOCKING_OK });
    } catch (error) {
      if (ckrOf(error) === CKR.CRYPTOKI_ALREADY_INITIALIZED) return;
      if (ckrOf(error) !== CKR.CANT_LOCK) throw error;
      this.#isThreadSafe = false;
      cryptoki.C_Initialize();
    }
  }
}

/** Runs calls of the binding; what it throws becomes a StationError. */
export function attempt<Result>(calls: () => Result): Result {
  try {
    return calls();
  } catch (error) {
    throw ckrError(error);
  }
}

/** CK_ULONG in the byte order and size of this machine (4 bytes on Windows, 8 elsewhere). */
export function slotNumber(handle: Handle): number {
  return handle.readUIntLE(0, Math.min(handle.length, 6));
}

/** A fixed-length text of PKCS#11 without the blanks (or zeros) that fill it up. */
export function unpadded(text: string): string {
  return text.replace(/[\s\0]+$/, '').trimStart();
}
