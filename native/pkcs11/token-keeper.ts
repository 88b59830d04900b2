import { setTimeout } from 'node:timers/promises';
import { StationError } from '../../service/domain/station-error.ts';
import type { TokenEntry } from '../../service/providers/token-host/protocol.ts';
import { ckrError, isStale, mayBeRemoval } from './ckr-messages.ts';
import type { PinGuard } from './pin-guard.ts';
import type { ListedToken, Pkcs11Module } from './pkcs11-module.ts';
import { SessionsClosed } from './session-pool.ts';
import { selectSlot } from './slot-selection.ts';
import { TokenConnection } from './token-connection.ts';

export interface TokenKeeperOptions {
  readonly entry: TokenEntry;
  readonly module: Pkcs11Module;
  readonly guard: PinGuard;
  readonly deadlineMilliseconds: number;
  readonly onHung: () => void;
  /** Whether the person who entered the PIN knows that few tries are left. */
  readonly isConfirmed: () => boolean;
}

/** What lies in the slot: `seen` names the token, or says why there is none. */
export interface SeenToken {
  readonly seen: string;
  readonly token: ListedToken | undefined;
}

/** Readers are looked at several times a second; a fault that is none of a removal may pass as well. */
const SETTLING_MILLISECONDS = 1_000;

/** Finds the token of an entry and keeps the one connection to it, which is made anew after each removal and fault. */
export class TokenKeeper {
  readonly #options: TokenKeeperOptions;
  #connection: TokenConnection | undefined;
  #lastSeen: string | undefined;
  #settling: Promise<void> | undefined;
  /** Logging out; whoever would connect meanwhile would take part in a login that is about to end. */
  #leaving: Promise<void> | undefined;

  constructor(options: TokenKeeperOptions) {
    this.#options = options;
  }

  get connection(): TokenConnection | undefined {
    return this.#connection;
  }

  /** Throws StationErrors. */
  find(): ListedToken {
    return selectSlot(this.#options.module.listTokens(), this.#options.entry);
  }

  look(): SeenToken {
    try {
      const token = this.find();
      return { seen: nameOf(token), token };
    } catch (error) {
      return { seen: error instanceof StationError ? error.message : '', token: undefined };
    }
  }

  /** Looks, and whether something else was seen when it was last looked at. */
  lookForChange(): SeenToken & { readonly hasChanged: boolean } {
    const now = this.look();
    const hasChanged = this.#lastSeen !== undefined && now.seen !== this.#lastSeen;
    this.#lastSeen = now.seen;
    return { ...now, hasChanged };
  }

  /**
   * Runs `work`; when what we knew of the token proves stale, looks for it again and runs `work` once more. `goOn` throws
   * where nothing is to be begun any more; asked after each wait.
   */
  async renewing<Result>(work: (connection: TokenConnection) => Promise<Result>, goOn: () => void): Promise<Result> {
    const connection = await this.#connect();
    goOn();
    try {
      return await work(connection);
    } catch (error) {
      if (!isStale(error) && !(error instanceof SessionsClosed)) throw await this.explained(error);
      this.disconnect(connection);
    }
    goOn();
    const renewed = await this.#connect();
    goOn();
    try {
      return await work(renewed);
    } catch (error) {
      if (isStale(error)) this.disconnect(renewed);
      throw await this.explained(error);
    }
  }

  /** A fault that says nothing of its cause, met by a token that is gone then, is its absence, which is waited out. */
  async explained(error: unknown): Promise<StationError> {
    const told = ckrError(error);
    if (told.kind !== 'transient' || told.waitReason !== null) return told;
    await this.#settling;
    try {
      this.find();
      return told;
    } catch (absence) {
      return absence instanceof StationError && absence.waitReason !== null ? absence : told;
    }
  }

  /** What fails as it does when a token is pulled out ends the connection for all that wait, and the slots settle. */
  giveUp(connection: TokenConnection, error: unknown): void {
    if (!mayBeRemoval(error)) return;
    this.disconnect(connection);
    this.#settle();
  }

  disconnect(connection: TokenConnection): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    connection.close();
  }

  /** Logs out, whichever way the login was made, once no PIN is being typed and what is being signed is signed. */
  logout(): Promise<void> {
    this.#leaving ??= this.#leave().finally(() => {
      this.#leaving = undefined;
    });
    return this.#leaving;
  }

  async #leave(): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined) return;
    await connection.untilQuiet();
    if (this.#connection !== connection || !connection.isLoggedIn) return;
    this.#connection = undefined;
    await connection.logout();
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
    while (performance.now() < until && this.look().token !== undefined);
  }

  async #connect(): Promise<TokenConnection> {
    for (;;) {
      const obstacle =
        this.#leaving ?? (this.#connection === undefined ? (this.#settling ?? this.#options.module.dialog) : undefined);
      if (obstacle === undefined) break;
      await obstacle;
    }
    if (this.#connection !== undefined) return this.#connection;
    const token = this.find();
    const connection = new TokenConnection({
      ...this.#options,
      token,
      onFault: (error) => this.giveUp(connection, error),
    });
    this.#connection = connection;
    this.#lastSeen = nameOf(token);
    return connection;
  }
}

/** Tells tokens in slots apart. */
export function nameOf(token: ListedToken): string {
  return `${token.tokenId}|${token.label}|${token.slotId}`;
}
