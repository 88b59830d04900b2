import type { CertificateDescriptor, ProviderHealth } from '../../contract/http/providers.ts';
import { PROVIDER_STATUSES } from '../../contract/vocabulary/provider-types.ts';
import { tell } from '../../contract/vocabulary/sentences/sentences.ts';
import { StationError, toldAgain } from '../../domain/station-error.ts';
import type { SignOperation } from '../providers.ts';
import type { FoundKey, FoundKeys, PinEntry, PinFacts, ProviderEntry } from '../token-host/protocol.ts';
import type { TokenHostClient } from '../token-host/token-host-client.ts';
import type { ProviderAnswer } from './key-choice.ts';

/** The part of a TokenHostSlot that the directory needs. */
export interface TokenHostPlace {
  readonly entries: readonly ProviderEntry[];
  client(): TokenHostClient | undefined;
  /** Why there is no process, where none is to come by itself. */
  readonly absence?: () => string;
  /** Told when none of the provider's places showed what was asked for: its module may have to be started anew to see it. */
  readonly missed?: (providerId: string) => void;
}

type Health = Pick<ProviderHealth, 'status' | 'detail'>;

/** Waits for all that is asked, and rejects where that takes too long. */
type Patience = (all: Promise<void>) => Promise<void>;

/** What any call of a place may bring about: a login. */
type Work<Result> = () => Promise<Result>;

/**
 * One provider and the token-hosts that serve it: one where its module is configured, one for each module where modules
 * are detected. Several modules often show the same token. They are asked one after the other, and one question at a
 * time, so that the memory of the PIN guard, which they share, is written before the next one would try the same PIN.
 */
export class ProviderPlaces {
  readonly entry: ProviderEntry;
  readonly #places: () => readonly TokenHostPlace[];
  /** Ends when all that was asked before has been answered. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #placeOfKey = new Map<string, TokenHostPlace>();
  readonly #lastShown = new WeakMap<TokenHostPlace, readonly CertificateDescriptor[]>();
  #isListedWhole = true;

  constructor(entry: ProviderEntry, places: () => readonly TokenHostPlace[]) {
    this.entry = entry;
    this.#places = places;
  }

  /** A process is about to be there that may show keys, or was when they were last listed, or was silent: what is not shown is not absent. */
  get isUnsure(): boolean {
    return !this.#isListedWhole || this.#places().some((place) => isComing(place));
  }

  /** The best of the places, by `ask`, which never rejects. Nothing logs in. */
  async health(ask: (client: TokenHostClient) => Promise<Health>): Promise<Health> {
    const asked = this.#places().map((place): Promise<Health> => {
      const client = place.client();
      if (client !== undefined) return ask(client);
      const detail = place.absence?.() ?? 'The process for this provider is being started.';
      return Promise.resolve({ status: 'Unavailable', detail });
    });
    // A module that is stuck does not keep waiting for one that works.
    const firstHealthy = Promise.any(asked.map(requireHealthy));
    const all = Promise.all(asked).then(best);
    return Promise.race([firstHealthy.catch(() => all), all]);
  }

  /**
   * What the places list, each certificate once; the usable one of two. Of a place whose process is being started anew, or
   * that has not answered when `within` rejects, it is what was shown before.
   */
  async listCertificates(within: Patience): Promise<readonly CertificateDescriptor[]> {
    const places = this.#places();
    const answered = new Map<TokenHostPlace, readonly CertificateDescriptor[] | undefined>();
    const all = this.#inTurn(async () => {
      for (const place of places) answered.set(place, await this.#listedAt(place));
    });
    await within(all).catch(() => undefined);
    const lists = places.map((place) => (answered.has(place) ? answered.get(place) : this.#shownBefore(place, SILENT)));
    this.#isListedWhole = lists.every((listed) => listed !== undefined);
    const found = new Map<string, CertificateDescriptor>();
    this.#noteMissed(lists.every((listed) => listed?.length === 0));
    for (const certificate of lists.flatMap((listed) => listed ?? [])) {
      if (found.get(certificate.sha256Thumbprint)?.canSign !== true)
        found.set(certificate.sha256Thumbprint, certificate);
    }
    return [...found.values()];
  }

  /** A request for one of them is accepted and waits; one that could not sign before is none the better for it. */
  #shownBefore(place: TokenHostPlace, waiting: Pick<CertificateDescriptor, 'cannotSignReason' | 'waitReason'>) {
    const shown = this.#lastShown.get(place);
    return shown?.map((certificate) =>
      certificate.canSign ? { ...certificate, canSign: false, ...waiting } : certificate,
    );
  }

  /** Undefined: the process with the tokens is being started, and none before it has shown them. */
  async #listedAt(place: TokenHostPlace): Promise<readonly CertificateDescriptor[] | undefined> {
    try {
      const listed = await runningClient(place).listCertificates(this.entry.id);
      this.#lastShown.set(place, listed);
      return listed;
    } catch (fault) {
      const isRestarting = fault instanceof StationError && fault.waitReason === 'PROVIDER_RESTARTING';
      return isRestarting ? this.#shownBefore(place, RESTARTING) : [];
    }
  }

  /** Keys of all places, each once; why there are none where no place has any. */
  findKeys(thumbprint: string | null): Promise<ProviderAnswer> {
    return this.#inTurn(async () => {
      const keys = new Map<string, FoundKey>();
      const errors: StationError[] = [];
      for (const place of this.#places()) {
        const answer = await askForKeys(this.entry.id, place, thumbprint);
        if (answer.error !== null) errors.push(answer.error);
        for (const key of answer.keys) this.#keep(keys, key, place);
        const isFound = thumbprint !== null && [...keys.values()].some(({ usability }) => usability === 'usable');
        if (isFound) break;
      }
      const found = [...keys.values()];
      this.#noteMissed(found.length === 0);
      // What one module cannot open another one may have opened.
      const isLocked = found.length === 0 || found.some(({ usability }) => usability === 'locked');
      const error =
        errors.find(({ kind }) => kind === 'permanent') ??
        errors.find(({ waitReason }) => waitReason === 'OTHER_CARD_PRESENT') ??
        errors[0] ??
        null;
      return { keys: found, error: isLocked ? error : null };
    });
  }

  /** At the place that showed the key last; at the others where the token has moved to another module. */
  sign(operation: SignOperation): Promise<Uint8Array> {
    return this.#inTurn(async () => {
      const places = this.#places();
      const last = this.#placeOfKey.get(operation.keyId);
      const ordered =
        last !== undefined && places.includes(last) ? [last, ...places.filter((each) => each !== last)] : places;
      let failure: StationError | undefined;
      for (const place of ordered) {
        try {
          return await runningClient(place).sign(operation);
        } catch (error) {
          if (!(error instanceof StationError) || error.code !== 'SIGNING_PROVIDER_UNAVAILABLE') throw error;
          if (failure === undefined || failure.kind === 'transient') failure = error;
        }
      }
      throw failure ?? new StationError('SIGNING_PROVIDER_UNAVAILABLE', tell('PROVIDER_WITHOUT_MODULE'), TRANSIENT);
    });
  }

  /** Of the token that shows this certificate; null: of the only one. */
  async pinFacts(thumbprint: string | null): Promise<PinFacts> {
    return (await this.#placeShowing(thumbprint)).pinFacts(this.entry.id, thumbprint);
  }

  /** Where the token is that shows this certificate, and nowhere else. */
  enterPin(entry: PinEntry): Promise<FoundKeys['problem']> {
    return this.#inTurn(async () => (await this.#placeShowing(entry.thumbprint)).enterPin(this.entry.id, entry));
  }

  async forgetPin(): Promise<void> {
    const clients = this.#places().flatMap((place) => place.client() ?? []);
    await Promise.all(clients.map((client) => client.forgetPin(this.entry.id).catch(() => undefined)));
  }

  async #placeShowing(thumbprint: string | null): Promise<TokenHostClient> {
    const places = this.#places();
    const [first] = places;
    if (first === undefined) throw new StationError('SIGNING_PROVIDER_UNAVAILABLE', tell('PROVIDER_WITHOUT_MODULE'));
    if (places.length > 1) {
      for (const place of places) {
        const { keys } = await askForKeys(this.entry.id, place, thumbprint);
        if (keys.length > 0) return runningClient(place);
      }
    }
    return runningClient(first);
  }

  #keep(keys: Map<string, FoundKey>, key: FoundKey, place: TokenHostPlace): void {
    if (keys.get(key.keyId)?.usability === 'usable') return;
    keys.set(key.keyId, key);
    this.#placeOfKey.set(key.keyId, place);
  }

  #noteMissed(isMissed: boolean): void {
    if (!isMissed) return;
    for (const place of this.#places()) place.missed?.(this.entry.id);
  }

  /** With a single place the token-host itself keeps order, and parallel sessions stay parallel. */
  #inTurn<Result>(work: Work<Result>): Promise<Result> {
    if (this.#places().length < 2) return work();
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }
}

async function requireHealthy(answer: Promise<Health>): Promise<Health> {
  const health = await answer;
  if (health.status === 'Healthy') return health;
  throw new Error('It is not healthy.');
}

function best(answers: readonly Health[]): Health {
  const byRank = PROVIDER_STATUSES.flatMap((status) => answers.filter((answer) => answer.status === status));
  return byRank[0] ?? { status: 'Unavailable', detail: 'There is no process for this provider.' };
}

async function askForKeys(
  providerId: string,
  place: TokenHostPlace,
  thumbprint: string | null,
): Promise<ProviderAnswer> {
  try {
    const { keys, problem } = await runningClient(place).findKeys(providerId, thumbprint);
    return { keys, error: problem === null ? null : problemError(problem) };
  } catch (error) {
    if (error instanceof StationError) return { keys: [], error };
    throw error;
  }
}

function problemError(problem: NonNullable<FoundKeys['problem']>): StationError {
  const { code, message, sentence, kind, area, waitReason } = problem;
  return new StationError(code, toldAgain(message, sentence), {
    kind,
    area,
    ...(waitReason === null ? {} : { waitReason }),
  });
}

const TRANSIENT = { kind: 'transient', waitReason: 'PROVIDER_UNAVAILABLE' } as const;

function isComing(place: TokenHostPlace): boolean {
  return place.client() === undefined && place.absence === undefined;
}

const RESTARTING = {
  cannotSignReason: tell('TOKEN_HOST_RESTARTING').english,
  waitReason: 'PROVIDER_RESTARTING',
} as const;
const SILENT = { cannotSignReason: tell('DEVICE_BUSY').english, waitReason: 'PROVIDER_UNAVAILABLE' } as const;

function runningClient(place: TokenHostPlace): TokenHostClient {
  const client = place.client();
  if (client !== undefined) return client;
  const absence = place.absence?.();
  throw new StationError('SIGNING_PROVIDER_UNAVAILABLE', absence ?? tell('TOKEN_HOST_STARTING'), {
    kind: 'transient',
    waitReason: absence === undefined ? 'PROVIDER_RESTARTING' : 'PROVIDER_UNAVAILABLE',
  });
}
