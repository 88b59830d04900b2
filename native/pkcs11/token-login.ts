import pkcs11js from 'pkcs11js';
import { StationError } from '../../service/domain/station-error.ts';
import type { TokenEntry } from '../../service/providers/token-host/protocol.ts';
import { flagRefusal, isEnteredAtReader, READER_NEEDS_PERSON, type GuardedToken, type PinGuard } from './pin-guard.ts';
import type { Handle } from './handle.ts';
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
  /** A session that stays open: login state ends with the last one (PKCS#11 v2.40 5.6). */
  readonly session: Handle;
  /** The token with its flags read anew, as they change with every login by anyone. */
  readonly readToken: () => GuardedToken;
}

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

  /** Logs in where that is needed and possible; why it is not, or null. Errors that are none of the token's come through. */
  async ensure(means: LoginMeans): Promise<StationError | null> {
    if (!this.isMissing) return null;
    const token = this.#options.readToken();
    if (isEnteredAtReader(token)) return this.#atReader(token, means);
    if (means.pin === undefined) return flagRefusal(token.flags) ?? pinMissing();
    try {
      // Nothing may come between login and note of it: whoever asks next would log in a second time.
      this.#byPin(token, means.pin, this.#options.session, pkcs11js.CKU_USER);
      this.#isLoggedIn = true;
      return null;
    } catch (error) {
      return problemOf(error);
    }
  }

  /** PKCS#11 v2.40 5.6.8: keys with CKA_ALWAYS_AUTHENTICATE want a login between C_SignInit and C_Sign. */
  async forSignature(session: Handle, pin: string | undefined): Promise<void> {
    const token = this.#options.readToken();
    if (isEnteredAtReader(token)) {
      requirePerson(this.#options.entry);
      await this.#guardedDialog(token, session, pkcs11js.CKU_CONTEXT_SPECIFIC);
    } else if (pin === undefined) {
      throw pinMissing();
    } else {
      this.#byPin(token, pin, session, pkcs11js.CKU_CONTEXT_SPECIFIC);
    }
  }

  /** All that come while a dialog is open wait for its outcome. */
  async #atReader(token: GuardedToken, { mayAskAtReader }: LoginMeans): Promise<StationError | null> {
    const { entry, guard, session } = this.#options;
    if (!asksAtReader(entry)) return readerNeedsPerson();
    if (!mayAskAtReader) return guard.readerDialogRefusal(token) ?? askedWhenSigning();
    this.#dialog ??= this.#askForLogin(token, session).finally(() => {
      this.#dialog = undefined;
    });
    return this.#dialog;
  }

  async #askForLogin(token: GuardedToken, session: Handle): Promise<StationError | null> {
    try {
      await this.#guardedDialog(token, session, pkcs11js.CKU_USER);
      this.#isLoggedIn = true;
      return null;
    } catch (error) {
      return problemOf(error);
    }
  }

  #byPin(token: GuardedToken, pin: string, session: Handle, userType: number): void {
    const { guard, module } = this.#options;
    guard.login(token, pin, () => {
      module.ready().C_Login(session, userType, pin);
    });
  }

  #guardedDialog(token: GuardedToken, session: Handle, userType: number): Promise<void> {
    const { guard, module } = this.#options;
    return guard.loginAtReader(token, () => module.loginAtReader(session, userType));
  }
}

/** A smart card provider has a person at the desk; the others are for servers, where a prompt would wait for nobody. */
export function asksAtReader({ type }: TokenEntry): boolean {
  return type === 'SmartCard';
}

function problemOf(error: unknown): StationError {
  if (error instanceof StationError) return error;
  throw error;
}

function requirePerson(entry: TokenEntry): void {
  if (!asksAtReader(entry)) throw readerNeedsPerson();
}

export function readerNeedsPerson(): StationError {
  return new StationError('SIGNING_OPERATION_FAILED', READER_NEEDS_PERSON, { kind: 'permanent' });
}

function askedWhenSigning(): StationError {
  const message = 'A login is needed first: the reader asks for the PIN when a document is signed.';
  return new StationError('SIGNING_OPERATION_FAILED', message, { kind: 'permanent' });
}

export function pinMissing(): StationError {
  return new StationError('SIGNING_OPERATION_FAILED', 'The PIN of the token is not configured.', { kind: 'permanent' });
}
