import { ckrName, ckrOf, type LoginOutcome } from './ckr-messages.ts';
import type { GuardedToken } from './guarded-token.ts';
import type { PinLatchStore, PinRecord } from './pin-latch-store.ts';

/** A login with an unknown outcome (crash, time-out, device error) is repeated once by itself, then by a person. */
const MAX_UNCERTAIN_TRIES = 2;

/** Tokens that say nothing of wrong PINs mostly lock at the third; the last tries belong to people. */
export const MAX_REFUSALS_IN_A_ROW = 2;

/** Names under which what happens to a token is remembered: its own, and those it has through any module. */
interface Name {
  readonly name: string;
  readonly isAlias: boolean;
}

/** A try that is under way: what was known before, under each name. */
export interface BegunTry {
  readonly token: GuardedToken;
  readonly pin: string;
  readonly before: ReadonlyMap<string, readonly PinRecord[]>;
}

/** Why a PIN is not tried again by itself. */
export type Latch =
  | { readonly kind: 'refused'; readonly answer: string | undefined }
  /** Logins broke off. */
  | { readonly kind: 'uncertain' };

/**
 * What is remembered of PINs on tokens, over restarts and across processes. A PIN that was refused stays refused until
 * the same PIN is accepted, which takes a person; what happens to other PINs never changes that.
 */
export class PinMemory {
  readonly #store: PinLatchStore;

  constructor(store: PinLatchStore) {
    this.#store = store;
  }

  identify({ tokenId }: GuardedToken, pin: string): string {
    return this.#store.fingerprint(tokenId, pin);
  }

  /** Keeps other processes from deciding over this token's PINs until the answered function is called; may throw. */
  hold(token: GuardedToken): () => void {
    const opened = token.providerId === undefined ? [] : [openedBy(token.providerId)];
    return this.#store.hold([...namesOf(token).map(({ name }) => name), ...opened]);
  }

  /** Null when the PIN may be tried, as far as this PIN's own past goes. */
  latch(token: GuardedToken, pin: string): Latch | null {
    const records = this.#recordsOf(token, pin);
    const refusal = records.find(({ state }) => state === 'refused');
    if (refusal !== undefined) return { kind: 'refused', answer: refusal.answer };
    return records.some(({ state, tries }) => state === 'trying' && tries >= MAX_UNCERTAIN_TRIES)
      ? { kind: 'uncertain' }
      : null;
  }

  /** Whether the last that is known of this PIN on this token, through whichever module, is that it was accepted. */
  isAccepted(token: GuardedToken, pin: string): boolean {
    return this.#recordsOf(token, pin).some(
      ({ state, wasAccepted }) => state === 'accepted' || (state === 'trying' && wasAccepted === true),
    );
  }

  /** How many PINs this token refused since one was accepted. */
  refusalsInARow(token: GuardedToken): number {
    const counts = namesOf(token).map(
      (name) =>
        this.#recordsUnder(name, token).filter(({ state, isSettled }) => state === 'refused' && isSettled !== true)
          .length,
    );
    return Math.max(...counts);
  }

  /** Whether the PIN of the provider has opened any token yet. */
  hasOpenedToken(providerId: string, pin: string): boolean {
    const name = openedBy(providerId);
    const fingerprint = this.#store.fingerprint(name, pin);
    return this.#store.recall(name).some((record) => record.fingerprint === fingerprint);
  }

  /** Whether this token, and not another one, showed a certificate before. */
  hasShown(tokenId: string, thumbprint: string): boolean {
    const name = certificatesOf(tokenId);
    const fingerprint = this.#store.fingerprint(name, thumbprint);
    return this.#store.recall(name).some((record) => record.fingerprint === fingerprint);
  }

  /** In one write, and in none where all are known: a device may show hundreds, and shows them at every look. */
  noteShown(tokenId: string, thumbprints: readonly string[]): void {
    const name = certificatesOf(tokenId);
    const records = this.#store.recall(name);
    const known = new Set(records.map(({ fingerprint }) => fingerprint));
    const fingerprints = new Set(thumbprints.map((thumbprint) => this.#store.fingerprint(name, thumbprint)));
    const isNew = (fingerprint: string): boolean => !known.has(fingerprint);
    const added = [...fingerprints].filter(isNew).map((fingerprint) => ({ fingerprint, state: SHOWN, tries: 1 }));
    if (added.length > 0) this.#store.remember(name, [...records, ...added]);
  }

  /** On disk before the module sees the PIN. */
  begin(token: GuardedToken, pin: string): BegunTry {
    const before = new Map<string, readonly PinRecord[]>();
    for (const { name } of namesOf(token)) {
      const records = this.#store.recall(name);
      before.set(name, records);
      const fingerprint = this.#store.fingerprint(name, pin);
      const known = records.find((record) => record.fingerprint === fingerprint);
      const wasAccepted = known?.state === 'accepted' || known?.wasAccepted === true;
      const tries = known?.state === 'trying' ? known.tries + 1 : 1;
      this.#put(name, {
        ...nameless(token),
        fingerprint,
        state: 'trying',
        tries,
        ...(wasAccepted ? { wasAccepted } : {}),
      });
    }
    return { token, pin, before };
  }

  /** The right PIN gives the token all its tries back; that makes no other PIN right. */
  accepted({ token, pin }: BegunTry): void {
    for (const { name } of namesOf(token)) {
      const fingerprint = this.#store.fingerprint(name, pin);
      this.#put(name, { ...nameless(token), fingerprint, state: 'accepted', tries: 1 }, settled);
    }
    if (token.providerId === undefined) return;
    const name = openedBy(token.providerId);
    this.#put(name, { fingerprint: this.#store.fingerprint(name, pin), state: 'accepted', tries: 1 });
  }

  failed({ token, pin, before }: BegunTry, outcome: LoginOutcome, error: unknown): void {
    // After an outcome that nobody knows the record of the attempt stands as it is.
    if (outcome === 'possibly-tried') return;
    const code = ckrOf(error);
    const answer = code === undefined ? {} : { answer: ckrName(code) };
    for (const { name } of namesOf(token)) {
      if (outcome === 'not-tried') this.#store.remember(name, before.get(name) ?? []);
      else {
        const fingerprint = this.#store.fingerprint(name, pin);
        this.#put(name, { ...nameless(token), fingerprint, state: 'refused', tries: 1, ...answer });
      }
    }
  }

  /** Forgets everything about this PIN on this token. */
  forget(token: GuardedToken, pin: string): void {
    for (const { name } of namesOf(token)) {
      const fingerprint = this.#store.fingerprint(name, pin);
      const records = this.#store.recall(name);
      const others = records.filter((record) => record.fingerprint !== fingerprint);
      if (others.length < records.length) this.#store.remember(name, others);
    }
  }

  /** Under an alias only what other modules saw: one module may show two tokens of one serial number. */
  #recordsUnder({ name, isAlias }: Name, token: GuardedToken): PinRecord[] {
    return this.#store
      .recall(name)
      .filter((record) => !isAlias || record.module === undefined || record.module !== token.module);
  }

  #recordsOf(token: GuardedToken, pin: string): PinRecord[] {
    return namesOf(token).flatMap((name) => {
      const fingerprint = this.#store.fingerprint(name.name, pin);
      return this.#recordsUnder(name, token).filter((record) => record.fingerprint === fingerprint);
    });
  }

  /** Puts a record in the place of the one of the same PIN. */
  #put(name: string, record: PinRecord, change: (other: PinRecord) => PinRecord = (other) => other): void {
    const others = this.#store.recall(name).filter(({ fingerprint }) => fingerprint !== record.fingerprint);
    this.#store.remember(name, [...others.map(change), record]);
  }
}

function settled(record: PinRecord): PinRecord {
  return record.state === 'refused' ? { ...record, isSettled: true } : record;
}

function nameless({ module }: GuardedToken): { readonly module?: string } {
  return module === undefined ? {} : { module };
}

function namesOf({ tokenId, aliases = [] }: GuardedToken): readonly Name[] {
  return [{ name: tokenId, isAlias: false }, ...aliases.map((name) => ({ name, isAlias: true }))];
}

function openedBy(providerId: string): string {
  return `opened by|${providerId}`;
}

/** Of a certificate; as for a PIN that opened a token, being there is all that counts. */
const SHOWN: PinRecord['state'] = 'accepted';

function certificatesOf(tokenId: string): string {
  return `certificates of|${tokenId}`;
}
