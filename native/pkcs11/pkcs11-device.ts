import type { PinPrompt } from '../../service/contract/vocabulary/pin-prompts.ts';
import type { StationError } from '../../service/domain/station-error.ts';
import type { PinEntry, PinFacts, SeenToken, TokenEntry } from '../../service/providers/token-host/protocol.ts';
import type { SecretStore } from '../../service/secrets/secret-store.ts';
import type {
  ContentsWish,
  DeviceContents,
  DeviceHealth,
  DeviceSignOperation,
  KeyDevice,
  PinPad,
  Replaceable,
} from '../host/key-device.ts';
import { readDeviceSecret } from '../host/read-device-secret.ts';
import { ckrError } from './ckr-messages.ts';
import { isEnteredAtReader, tokenAliases, type GuardedToken } from './guarded-token.ts';
import { HeldPin } from './held-pin.ts';
import { NO_TOKEN, pinFactsOf } from './pin-facts.ts';
import { PinRules, promptOf } from './pin-rules.ts';
import type { PinGuard } from './pin-guard.ts';
import { pinAsked } from './pin-refusals.ts';
import type { ListedToken, Pkcs11Module } from './pkcs11-module.ts';
import { selectSlot } from './slot-selection.ts';
import type { TokenConnection } from './token-connection.ts';
import { nameOf, TokenKeeper } from './token-keeper.ts';
import { loginOutlook } from './token-login.ts';

export interface Pkcs11DeviceOptions {
  readonly entry: TokenEntry;
  readonly module: Pkcs11Module;
  readonly guard: PinGuard;
  readonly secrets: SecretStore;
  readonly deadlineMilliseconds: number;
  readonly onHung: () => void;
}

/** A configured token: found again after every removal, by what the entry says of it and never by its slot. */
export function createPkcs11Device(options: Pkcs11DeviceOptions): KeyDevice {
  return new Pkcs11Device(options);
}

const ASKED = 'The PIN is asked for when a document is to be signed.';

class Pkcs11Device implements KeyDevice {
  readonly entry: TokenEntry;
  readonly pinPad?: PinPad;
  readonly replaceable: Replaceable;
  readonly #held = new HeldPin(() => void this.#forgetPin());
  readonly #options: Pkcs11DeviceOptions;
  readonly #keeper: TokenKeeper;
  /** How often everything was forgotten: what began before asks nobody for a PIN any more. */
  #timesForgotten = 0;
  /** The token that was last seen in a reader with keys. */
  #atReader: ListedToken | undefined;
  /** Why certificates that were seen on the token are not listed. */
  #unread: readonly string[] = [];
  /** Somebody was told that it cannot be logged in; whoever waits is told when that has changed. */
  #isWaiting = false;
  readonly #pinRules = new PinRules();

  constructor(options: Pkcs11DeviceOptions) {
    this.#options = options;
    this.entry = options.entry;
    const { entry, module, guard, deadlineMilliseconds, onHung } = options;
    const isConfirmed = (): boolean => this.#held.isConfirmed;
    this.#keeper = new TokenKeeper({ entry, module, guard, deadlineMilliseconds, onHung, isConfirmed });
    this.replaceable = {
      isInUse: () => this.#isInUse(),
      isMissing: () => this.#keeper.look().token === undefined,
      isAmong: (seen) => isAmong(seen, entry),
    };
    if (options.entry.pinFrom !== 'person') return;
    this.pinPad = {
      facts: (thumbprint) => this.#pinFacts(thumbprint),
      enter: (entry) => this.#enterPin(entry),
      forget: () => void this.#forgetPin(),
      unlessForgotten: () => this.#unlessForgotten(),
    };
  }

  async health(): Promise<DeviceHealth> {
    // The driver may block while it works; a device that signs is healthy.
    if (this.#options.module.dialog !== undefined) return { status: 'Healthy', detail: 'The reader waits for a PIN.' };
    if (this.#keeper.connection?.isBusy === true) return { status: 'Healthy', detail: null };
    try {
      const token = this.#keeper.find();
      const problem = await this.#loginOutlook(token);
      if (problem?.waitReason === 'PIN_ASKED') return { status: 'Healthy', detail: ASKED };
      if (problem !== null) return { status: 'Degraded', detail: problem.message };
      const isAsking = isEnteredAtReader(token) && token.isLoginRequired;
      const said = [...(isAsking ? ['The reader asks for the PIN when a document is signed.'] : []), ...this.#unread];
      return { status: 'Healthy', detail: said.length === 0 ? null : said.join(' ') };
    } catch (error) {
      return { status: 'Unavailable', detail: ckrError(error).message };
    }
  }

  /**
   * A card may lose its login when another process looks at it. Where the PIN is configured it is logged in to again by the
   * PIN that it has accepted; a login that a person made, at the reader or by an entered PIN, is nobody's to take.
   */
  #isInUse(): boolean {
    const { connection } = this.#keeper;
    const isOpenedByPerson = connection?.isLoggedIn === true && this.#asksPerson(connection.token);
    return this.#options.module.dialog !== undefined || this.#held.isHeld || isOpenedByPerson;
  }

  #asksPerson(token: ListedToken): boolean {
    return this.pinPad !== undefined || isEnteredAtReader(token);
  }

  async contents(wish: ContentsWish): Promise<DeviceContents> {
    const goOn = wish.isForSignature ? this.#unlessForgotten() : () => undefined;
    return this.#keeper.renewing((connection) => this.#lookInto(connection, wish), goOn);
  }

  pinPrompt(thumbprint: string): PinPrompt | null {
    const { connection } = this.#keeper;
    if (connection === undefined) return null;
    const { token } = connection;
    return promptOf(token, this.pinPad !== undefined, this.#pinRules.isEachTime(nameOf(token), thumbprint));
  }

  async sign(operation: DeviceSignOperation): Promise<Uint8Array> {
    // Signing the same digest a second time does no harm; a login is repeated only as far as the guard allows.
    return this.#keeper.renewing(async (connection) => {
      const wish = { isForSignature: true, thumbprint: operation.keyId };
      const { loginProblem } = await this.#lookInto(connection, wish);
      if (loginProblem !== null) throw loginProblem;
      const pin = await this.#pinFor(connection, operation.keyId);
      const isAsked = this.pinPad !== undefined && !isEnteredAtReader(connection.token);
      const isPerDocument = isAsked && connection.wantsPinEachTime(operation.keyId);
      if (isPerDocument && pin === undefined) throw pinAsked();
      try {
        return await connection.sign(operation, pin);
      } finally {
        // Such a key wants a decision for each signature; what was entered for the last one is none for the next.
        if (isPerDocument) this.#held.wipe();
      }
    }, this.#unlessForgotten());
  }

  #pinFacts(thumbprint: string | null): PinFacts {
    const listed = this.#keeper.look().token;
    if (listed === undefined) return NO_TOKEN;
    const token = { ...listed, ...this.#options.module.readToken(listed.handle) };
    return pinFactsOf(token, {
      tries: this.#options.guard.triesLeft(this.#guarded(token)),
      isHeld: this.#held.isHeld,
      isPerDocument: this.#pinRules.isEachTime(nameOf(listed), thumbprint),
    });
  }

  /** From nothing: a login that is open says nothing of the PIN that comes now. */
  async #enterPin({ pin, thumbprint, isConfirmed }: PinEntry): Promise<StationError | null> {
    const goOn = this.#unlessForgotten();
    await this.#lock();
    goOn();
    this.#held.keep(pin, isConfirmed);
    try {
      const { loginProblem } = await this.contents({ isForSignature: true, thumbprint });
      if (loginProblem === null) return null;
      await this.#lock();
      return loginProblem;
    } catch (error) {
      await this.#lock();
      throw error;
    } finally {
      this.#held.isConfirmed = false;
    }
  }

  #forgetPin(): Promise<void> {
    this.#timesForgotten += 1;
    return this.#lock();
  }

  /** Also where no PIN is kept: one was typed at the reader, or was used up by a key that wants it for each signature. */
  #lock(): Promise<void> {
    this.#held.wipe();
    return this.#keeper.logout();
  }

  /** Throws where everything was forgotten since: the person who wanted to sign has gone, and is not asked. */
  #unlessForgotten(): () => void {
    const before = this.#timesForgotten;
    return () => {
      if (this.#timesForgotten > before) throw pinAsked();
    };
  }

  async #lookInto(connection: TokenConnection, wish: ContentsWish): Promise<DeviceContents> {
    const pin = await this.#pinFor(connection, null);
    const { isForSignature: mayAskAtReader, thumbprint: wanted } = wish;
    const contents = await connection.contents({ pin, mayAskAtReader, wanted });
    this.#unread = contents.unread;
    this.#pinRules.note(nameOf(connection.token), contents);
    this.#isWaiting ||= contents.loginProblem?.area === 'pin';
    // A login that failed for a passing reason may have met a dead session: the next one starts from the slots again.
    const { loginProblem } = contents;
    if (loginProblem?.kind === 'transient' && loginProblem.waitReason === null) {
      this.#keeper.giveUp(connection, loginProblem);
      return { ...contents, loginProblem: await this.#keeper.explained(loginProblem) };
    }
    return contents;
  }

  async poll(): Promise<boolean> {
    const { connection } = this.#keeper;
    if (connection?.isBusy === true || this.#options.module.dialog !== undefined) return false;
    const { seen, token, hasChanged } = this.#keeper.lookForChange();
    this.#noticeRemoval(token);
    if (hasChanged && this.pinPad !== undefined) await this.#lock();
    const isStaleConnection = connection !== undefined && (nameOf(connection.token) !== seen || !connection.isAlive());
    if (isStaleConnection) {
      this.#held.wipe();
      this.#keeper.disconnect(connection);
    }
    const isCured = token !== undefined && (await this.#isCured(token));
    return hasChanged || isStaleConnection || isCured;
  }

  /** A PIN was set or changed, a person permitted one more try, another program logged in. */
  async #isCured(token: ListedToken): Promise<boolean> {
    if (!this.#isWaiting || (await this.#loginOutlook(token)) !== null) return false;
    this.#isWaiting = false;
    return true;
  }

  /** Somebody who takes a token out and puts it in again has decided to be asked for its PIN once more. */
  #noticeRemoval(token: ListedToken | undefined): void {
    if (token !== undefined) this.#atReader = isEnteredAtReader(token) ? token : undefined;
    else if (this.#atReader !== undefined) {
      this.#options.guard.forgetReaderDialogs(this.#atReader);
      this.#atReader = undefined;
    }
  }

  async #loginOutlook(listed: ListedToken): Promise<StationError | null> {
    if (!listed.isLoginRequired) return null;
    const { module, guard } = this.#options;
    const token = this.#guarded(listed);
    const pin = isEnteredAtReader(token) ? undefined : await this.#readPin();
    return loginOutlook({ entry: this.entry, guard, token, pin, processLogin: module.logins.identity(listed.slotId) });
  }

  #guarded(listed: ListedToken): GuardedToken {
    const { pinScope, id } = this.entry;
    return { ...listed, providerId: id, aliases: tokenAliases(pinScope, listed.serial, []) };
  }

  #pinFor(connection: TokenConnection, keyId: string | null): Promise<string | undefined> {
    return connection.wantsPin(keyId) ? this.#readPin() : Promise.resolve(undefined);
  }

  #readPin(): Promise<string | undefined> {
    if (this.pinPad !== undefined) return Promise.resolve(this.#held.read());
    const name = this.entry.pinSecretName;
    return name === null ? Promise.resolve(undefined) : readDeviceSecret(this.#options.secrets, name);
  }
}

function isAmong(seen: readonly SeenToken[], entry: TokenEntry): boolean {
  try {
    selectSlot(seen, entry);
    return true;
  } catch {
    return false;
  }
}
