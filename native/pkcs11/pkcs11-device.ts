import { setTimeout } from 'node:timers/promises';
import { StationError } from '../../service/domain/station-error.ts';
import type { PinEntry, PinFacts, TokenEntry } from '../../service/providers/token-host/protocol.ts';
import type { SecretStore } from '../../service/secrets/secret-store.ts';
import type {
  ContentsWish,
  DeviceContents,
  DeviceHealth,
  DeviceSignOperation,
  KeyDevice,
  PinPad,
} from '../host/key-device.ts';
import { ckrError, isStale, mayBeRemoval } from './ckr-messages.ts';
import { isEnteredAtReader, tokenAliases, type GuardedToken } from './guarded-token.ts';
import { HeldPin } from './held-pin.ts';
import { NO_TOKEN, pinFactsOf } from './pin-facts.ts';
import { PinRules } from './pin-rules.ts';
import type { PinGuard } from './pin-guard.ts';
import { pinAsked } from './pin-refusals.ts';
import type { ListedToken, Pkcs11Module } from './pkcs11-module.ts';
import { SessionsClosed } from './session-pool.ts';
import { selectSlot } from './slot-selection.ts';
import { TokenConnection } from './token-connection.ts';
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

/** Readers are looked at several times a second; a fault that is none of a removal may pass as well. */
const SETTLING_MILLISECONDS = 1_000;

const ASKED = 'The PIN is asked for when a document is to be signed.';

class Pkcs11Device implements KeyDevice {
  readonly entry: TokenEntry;
  readonly pinPad?: PinPad;
  readonly #held = new HeldPin(() => this.#forgetPin());
  readonly #options: Pkcs11DeviceOptions;
  #connection: TokenConnection | undefined;
  #lastSeen: string | undefined;
  #settling: Promise<void> | undefined;
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
    if (options.entry.pinFrom !== 'person') return;
    this.pinPad = {
      facts: (thumbprint) => this.#pinFacts(thumbprint),
      enter: (entry) => this.#enterPin(entry),
      forget: () => this.#forgetPin(),
    };
  }

  async health(): Promise<DeviceHealth> {
    // The driver may block while it works; a device that signs is healthy.
    if (this.#options.module.dialog !== undefined) return { status: 'Healthy', detail: 'The reader waits for a PIN.' };
    if (this.#connection?.isBusy === true) return { status: 'Healthy', detail: null };
    try {
      const token = this.#findToken();
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

  async contents(wish: ContentsWish): Promise<DeviceContents> {
    return this.#renewing((connection) => this.#lookInto(connection, wish));
  }

  async sign(operation: DeviceSignOperation): Promise<Uint8Array> {
    // Signing the same digest a second time does no harm; a login is repeated only as far as the guard allows.
    return this.#renewing(async (connection) => {
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
    });
  }

  #pinFacts(thumbprint: string | null): PinFacts {
    const listed = this.#look().token;
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
    this.#forgetPin();
    this.#held.keep(pin, isConfirmed);
    try {
      const { loginProblem } = await this.contents({ isForSignature: true, thumbprint });
      if (loginProblem === null) return null;
      this.#forgetPin();
      return loginProblem;
    } catch (error) {
      this.#forgetPin();
      throw error;
    } finally {
      this.#held.isConfirmed = false;
    }
  }

  #forgetPin(): void {
    const connection = this.#connection;
    if (!this.#held.isHeld) return;
    this.#held.wipe();
    if (connection === undefined) return;
    connection.logout();
    this.#disconnect(connection);
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
    if (loginProblem?.kind === 'transient' && loginProblem.waitReason === null) this.#giveUp(connection, loginProblem);
    return contents;
  }

  async poll(): Promise<boolean> {
    const connection = this.#connection;
    if (connection?.isBusy === true || this.#options.module.dialog !== undefined) return false;
    const { seen, token } = this.#look();
    const hasChanged = this.#lastSeen !== undefined && seen !== this.#lastSeen;
    this.#lastSeen = seen;
    this.#noticeRemoval(token);
    if (hasChanged) this.#forgetPin();
    const isStaleConnection = connection !== undefined && (nameOf(connection.token) !== seen || !connection.isAlive());
    if (isStaleConnection) {
      this.#held.wipe();
      this.#disconnect(connection);
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

  /** Runs `work`; when what we knew of the token proves stale, looks for it again and runs `work` once more. */
  async #renewing<Result>(work: (connection: TokenConnection) => Promise<Result>): Promise<Result> {
    const connection = await this.#connect();
    try {
      return await work(connection);
    } catch (error) {
      if (!isStale(error) && !(error instanceof SessionsClosed)) throw ckrError(error);
      this.#disconnect(connection);
    }
    const renewed = await this.#connect();
    try {
      return await work(renewed);
    } catch (error) {
      if (isStale(error)) this.#disconnect(renewed);
      throw ckrError(error);
    }
  }

  /**
   * A token that is pulled out while it works may fail before its slot is seen to be empty. OpenSC 0.23 then holds its
   * lock on the card, and a login would wait for it for ever, until it has noticed the removal.
   */
  #settle(): void {
    this.#settling ??= this.#untilGone().finally(() => {
      this.#settling = undefined;
    });
  }

  async #untilGone(): Promise<void> {
    const until = performance.now() + SETTLING_MILLISECONDS;
    do await setTimeout(SETTLING_MILLISECONDS / 20);
    while (performance.now() < until && this.#look().token !== undefined);
  }

  async #connect(): Promise<TokenConnection> {
    while (this.#connection === undefined) {
      const obstacle = this.#settling ?? this.#options.module.dialog;
      if (obstacle === undefined) break;
      await obstacle;
    }
    if (this.#connection !== undefined) return this.#connection;
    const { module, guard, deadlineMilliseconds, onHung } = this.#options;
    const token = this.#findToken();
    const connection = new TokenConnection({
      ...{ module, guard, entry: this.entry, token, deadlineMilliseconds, onHung },
      isConfirmed: () => this.#held.isConfirmed,
      onFault: (error) => this.#giveUp(connection, error),
    });
    this.#connection = connection;
    this.#lastSeen = nameOf(token);
    return connection;
  }

  /** What fails as it does when a token is pulled out ends the connection for all that wait, and the slots settle. */
  #giveUp(connection: TokenConnection, error: unknown): void {
    if (!mayBeRemoval(error)) return;
    this.#disconnect(connection);
    this.#settle();
  }

  #disconnect(connection: TokenConnection): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    connection.close();
  }

  #findToken(): ListedToken {
    return selectSlot(this.#options.module.listTokens(), this.entry);
  }

  #look(): { readonly seen: string; readonly token: ListedToken | undefined } {
    try {
      const token = this.#findToken();
      return { seen: nameOf(token), token };
    } catch (error) {
      return { seen: error instanceof StationError ? error.message : '', token: undefined };
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
    return name === null ? Promise.resolve(undefined) : this.#options.secrets.read(name);
  }
}

function nameOf(token: ListedToken): string {
  return `${token.tokenId}|${token.label}|${token.slotId}`;
}
