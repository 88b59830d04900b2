import pkcs11js from 'pkcs11js';
import { StationError } from '../../service/domain/station-error.ts';
import type { TokenEntry } from '../../service/providers/token-host/protocol.ts';
import { CKR, ckrOf } from './ckr-messages.ts';
import { isEnteredAtReader, type GuardedToken } from './guarded-token.ts';
import type { Handle } from './handle.ts';
import type { PinGuard } from './pin-guard.ts';
import { flagRefusal, loginOfAnother, pinAsked, pinMissing, readerNeedsPerson } from './pin-refusals.ts';
import type { Pkcs11Module } from './pkcs11-module.ts';

/** What a login may make use of. */
export interface LoginMeans {
  /** The configured PIN, where one was read. */
  readonly pin: string | undefined;
  /** Whether a person may be asked at the reader: somebody wants a signature, not just a list. */
  readonly mayAskAtReader: boolean;
}

export interface TokenLoginOptions {
  readonly module: Pkcs11Module;
  readonly guard: PinGuard;
  readonly entry: TokenEntry;
  readonly isLoginRequired: boolean;
  readonly slot: number;
  /** A session that stays open: login state ends with the last one (PKCS#11 v2.40 5.6). */
  readonly session: Handle;
  /** The token with its flags read anew, as they change with every login by anyone. */
  readonly readToken: () => GuardedToken;
}

/** PKCS#11 v2.40 section 3.3: CK_STATE of a session whose user is logged in. */
const USER_STATES = [1, 3];

/** The state of login of one token: by a configured PIN or at the keys of its reader, and only through the PIN guard. */
export class TokenLogin {
  readonly #options: TokenLoginOptions;
  #isLoggedIn = false;
  #dialog: Promise<StationError | null> | undefined;

  constructor(options: TokenLoginOptions) {
    this.#options = options;
  }

  get isLoggedIn(): boolean {
    return this.#isLoggedIn;
  }

  /** Whether something stands between now and the private keys. */
  get isMissing(): boolean {
    return this.#options.isLoginRequired && !this.#isLoggedIn;
  }

  /** Ends when the dialog at the reader that would log in has ended, and its outcome is noted; never rejects. */
  async untilDecided(): Promise<void> {
    await this.#dialog?.catch(() => undefined);
  }

  /** Logs in where that is needed and possible; why it is not, or null. Errors that are none of the token's come through. */
  async ensure(means: LoginMeans): Promise<StationError | null> {
    if (!this.isMissing) return null;
    const token = this.#options.readToken();
    if (isEnteredAtReader(token)) return this.#atReader(token, means);
    const { pin } = means;
    const obstacle = this.#obstacle(token, pin);
    if (obstacle !== null || pin === undefined) return obstacle;
    if (this.#takesPart(token, pin)) return null;
    try {
      // Nothing may come between login and note of it: whoever asks next would log in a second time.
      this.#byPin(token, pin, this.#options.session, pkcs11js.CKU_USER);
      this.#noteLogin(this.#options.guard.identify(token, pin));
      return null;
    } catch (error) {
      return problemOf(error);
    }
  }

  /** Why a login by these means would not be made now; null if it would, or if none is needed. */
  outlook({ pin }: Pick<LoginMeans, 'pin'>): StationError | null {
    return this.isMissing ? this.#obstacle(this.#options.readToken(), pin) : null;
  }

  /** PKCS#11 v2.40 5.6.8: keys with CKA_ALWAYS_AUTHENTICATE want a login between C_SignInit and C_Sign. */
  async forSignature(session: Handle, pin: string | undefined): Promise<void> {
    const token = this.#options.readToken();
    if (isEnteredAtReader(token)) {
      if (!asksAtReader(this.#options.entry)) throw readerNeedsPerson();
      await this.#guardedDialog(token, session, pkcs11js.CKU_CONTEXT_SPECIFIC);
    } else if (pin === undefined) {
      throw noPin(this.#options.entry);
    } else {
      this.#byPin(token, pin, session, pkcs11js.CKU_CONTEXT_SPECIFIC);
    }
  }

  #obstacle(token: GuardedToken, pin: string | undefined): StationError | null {
    const { entry, guard, module, slot } = this.#options;
    return loginOutlook({ entry, guard, token, pin, processLogin: module.logins.identity(slot) });
  }

  /** Whether this process is logged in with this very PIN already, by another provider or an earlier connection. */
  #takesPart(token: GuardedToken, pin: string): boolean {
    const { guard, module, slot, session } = this.#options;
    if (module.logins.identity(slot) !== guard.identify(token, pin)) return false;
    // The token may have been taken out since; then the login has gone with it.
    this.#isLoggedIn = USER_STATES.includes(module.ready().C_GetSessionInfo(session).state);
    if (!this.#isLoggedIn) module.logins.lost(slot);
    return this.#isLoggedIn;
  }

  #noteLogin(identity: string): void {
    const { module, slot } = this.#options;
    module.logins.loggedIn(slot, identity);
    this.#isLoggedIn = true;
  }

  /** All that come while a dialog is open wait for its outcome. */
  async #atReader(token: GuardedToken, { mayAskAtReader }: LoginMeans): Promise<StationError | null> {
    const obstacle = this.#obstacle(token, undefined);
    if (obstacle !== null && this.#dialog === undefined) return obstacle;
    if (!mayAskAtReader) return null;
    this.#dialog ??= this.#askForLogin(token).finally(() => {
      this.#dialog = undefined;
    });
    return this.#dialog;
  }

  async #askForLogin(token: GuardedToken): Promise<StationError | null> {
    try {
      await this.#guardedDialog(token, this.#options.session, pkcs11js.CKU_USER);
      this.#noteLogin(LOGIN_OF_READER);
      return null;
    } catch (error) {
      return problemOf(error);
    }
  }

  /** A login that nobody here made is none to rely on: it is ended, so that the token looks at this PIN. */
  #byPin(token: GuardedToken, pin: string, session: Handle, userType: number): void {
    const { guard, module } = this.#options;
    guard.login(token, pin, () => {
      const cryptoki = module.ready();
      try {
        cryptoki.C_Login(session, userType, pin);
      } catch (error) {
        if (ckrOf(error) !== CKR.USER_ALREADY_LOGGED_IN) throw error;
        // A module that wants no login for each signature after all: the one there is was made with this PIN.
        if (userType === pkcs11js.CKU_CONTEXT_SPECIFIC) return;
        cryptoki.C_Logout(session);
        cryptoki.C_Login(session, userType, pin);
      }
    });
  }

  #guardedDialog(token: GuardedToken, session: Handle, userType: number): Promise<void> {
    const { guard, module } = this.#options;
    return guard.loginAtReader(token, async () => {
      try {
        await module.loginAtReader(session, userType);
      } catch (error) {
        if (ckrOf(error) !== CKR.USER_ALREADY_LOGGED_IN) throw error;
      }
    });
  }
}

/** Stands for the PIN that was typed at the reader. */
const LOGIN_OF_READER = 'reader';

export interface LoginOutlook {
  readonly entry: TokenEntry;
  readonly guard: PinGuard;
  readonly token: GuardedToken;
  readonly pin: string | undefined;
  /** Who this process is logged in as on that token. */
  readonly processLogin: string | undefined;
}

/** Why a login would not be made now; null if it would. */
export function loginOutlook({ entry, guard, token, pin, processLogin }: LoginOutlook): StationError | null {
  if (isEnteredAtReader(token)) {
    return asksAtReader(entry) ? guard.readerDialogRefusal(token) : readerNeedsPerson();
  }
  // What the flags forbid is told to the person who enters the PIN.
  if (pin === undefined) return entry.pinFrom === 'person' ? pinAsked() : (flagRefusal(token) ?? pinMissing());
  if (processLogin === guard.identify(token, pin)) return null;
  return guard.refusal(token, pin) ?? (processLogin === undefined ? null : loginOfAnother());
}

function noPin({ pinFrom }: TokenEntry): StationError {
  return pinFrom === 'person' ? pinAsked() : pinMissing();
}

/** A smart card provider has a person at the desk; the others are for servers, where a prompt would wait for nobody. */
function asksAtReader({ type }: TokenEntry): boolean {
  return type === 'SmartCard';
}

function problemOf(error: unknown): StationError {
  if (error instanceof StationError) return error;
  throw error;
}
