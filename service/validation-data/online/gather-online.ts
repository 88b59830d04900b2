import { CheckTurns } from '../../verification/certificate-path/check-turns.ts';
import {
  extendedStore,
  type FetchedEvidence,
  type TrustStore,
} from '../../verification/certificate-path/trust-store.ts';
import { isFinal, type RequiredEvidence } from '../../verification/certificate-path/required-evidence.ts';
import { gather, type Wanted } from '../gather.ts';
import type { EvidenceFetcher, Fetched } from './evidence-fetcher.ts';
import { keyOf, placesFor, type EvidencePlace } from './evidence-places.ts';
import { FetchFault } from './fetch-fault.ts';
import { withinTime } from './within-time.ts';

/** How many requests may still go out, and what may be checked; shared by everything that is asked for one document. */
export interface RequestBudget {
  readonly limit: number;
  left: number;
  /** Hosts of OCSP responders that did not answer. */
  readonly silent: Set<string>;
  readonly turns: CheckTurns;
  /** How long is asked in all; null: as long as the requests take. */
  readonly time: { readonly milliseconds: number; readonly signal: AbortSignal } | null;
}

/** For signatures of certificates that were not checked before: some hundred by the usual keys, and few by the largest. */
const CHECKED_NANOSECONDS = 300_000_000;

/** The time, where it is limited, runs from now on. */
export function requestBudget(limit: number, milliseconds: number | null = null): RequestBudget {
  const time = milliseconds === null ? null : { milliseconds, signal: AbortSignal.timeout(milliseconds) };
  return { limit, left: limit, silent: new Set(), turns: new CheckTurns(CHECKED_NANOSECONDS), time };
}

export interface OnlineGathering {
  /** What everything together proves. */
  readonly found: RequiredEvidence;
  /** Everything that was fetched or remembered, what proves nothing included. */
  readonly fetched: readonly Fetched[];
  /** What went wrong, a sentence each. */
  readonly notes: readonly string[];
  /** Something did not answer: asking again later may help. */
  readonly mayHelpLater: boolean;
}

/** Rounds of finding what is missing and asking for it: a path of ten, OCSP and CRLs, delegates. */
const MAX_ROUNDS = 24;

/**
 * Looks for evidence in a store, then among what was kept, then over HTTP, the places of each certificate one after the
 * other, until nothing is missing or nothing is left to ask. Requests are taken out of the budget; a responder that does not
 * answer is not asked about the next certificate while there is a list for that. What proved to be good is kept.
 */
export async function gatherOnline(
  wanted: Wanted,
  store: TrustStore,
  fetcher: EvidenceFetcher,
  budget: RequestBudget,
): Promise<OnlineGathering> {
  const search = new OnlineSearch(fetcher, budget);
  let found = await gather(wanted, store, budget.turns);
  for (let round = 0; round < MAX_ROUNDS && found.missing.length > 0; round++) {
    if (found.missing.some(isFinal)) break;
    if (!(await search.fetchFor(found))) break;
    found = await gather(wanted, extendedStore(store, search.evidence), budget.turns);
  }
  await search.keepGood(found);
  const { fetched, notes, mayHelpLater } = search;
  return { found, fetched, notes, mayHelpLater };
}

class OnlineSearch {
  readonly fetched: Fetched[] = [];
  readonly notes: string[] = [];
  mayHelpLater = false;
  readonly #fetcher: EvidenceFetcher;
  readonly #new = new Set<Fetched>();
  readonly #tried = new Set<string>();
  readonly #budget: RequestBudget;

  constructor(fetcher: EvidenceFetcher, budget: RequestBudget) {
    this.#fetcher = fetcher;
    this.#budget = budget;
  }

  get evidence(): FetchedEvidence {
    return {
      certificates: this.fetched.flatMap((one) => (one.kind === 'certificate' ? one.certificates : [])),
      crls: this.fetched.flatMap((one) => (one.kind === 'crl' ? one.crl : [])),
      ocspResponses: this.fetched.flatMap((one) => (one.kind === 'ocsp' ? one.response : [])),
    };
  }

  /** Goes one step on for everything that is missing; false when there is nothing left to try. */
  async fetchFor({ missing }: RequiredEvidence): Promise<boolean> {
    const groups = missing.map((one) => this.#nextGroup(placesFor(one)));
    const places = new Map(groups.flat().map((place) => [keyOf(place), place]));
    if (places.size === 0) return false;
    const lines = Map.groupBy(places.values(), (place) => hostOfResponder(place) ?? keyOf(place));
    await Promise.all([...lines.values()].map((line) => this.#tryInTurn(line)));
    return true;
  }

  /** A responder that does not answer is left alone for this round. */
  async #tryInTurn(line: readonly EvidencePlace[]): Promise<void> {
    for (const place of line) {
      await this.#try(place);
      if (this.#isSilent(place)) break;
    }
  }

  /** Evidence that was used is good; everything else may be anybody's, and is asked for anew the next time. */
  async keepGood(found: RequiredEvidence): Promise<void> {
    for (const one of this.#new) if (isUsed(one, found)) await this.#fetcher.keep(one);
  }

  /** The first group of which something was not tried; each place is looked up in the cache first, then asked. */
  #nextGroup(groups: readonly (readonly EvidencePlace[])[]): readonly EvidencePlace[] {
    const isOpen = (place: EvidencePlace): boolean => !this.#tried.has(`asked ${keyOf(place)}`);
    const [first = [], second] = groups.map((group) => group.filter(isOpen)).filter((group) => group.length > 0);
    return second !== undefined && first.every((place) => this.#isSilent(place)) ? second : first;
  }

  #isSilent(place: EvidencePlace): boolean {
    const host = hostOfResponder(place);
    return host !== null && this.#budget.silent.has(host);
  }

  async #try(place: EvidencePlace): Promise<void> {
    const key = keyOf(place);
    try {
      if (!this.#tried.has(`remembered ${key}`)) {
        this.#tried.add(`remembered ${key}`);
        const known = await this.#fetcher.remembered(place);
        if (known !== null) {
          this.fetched.push(known);
          return;
        }
      }
      this.#tried.add(`asked ${key}`);
      const { limit, left, time } = this.#budget;
      if (left <= 0) throw new FetchFault('refused', tooMany(limit));
      const ask = (): Promise<Fetched> => {
        this.#budget.left--;
        return this.#fetcher.ask(place);
      };
      const late = (): FetchFault => new FetchFault('unreachable', tooLong(time?.milliseconds ?? 0));
      const answer = await (time === null ? ask() : withinTime(time.signal, late, ask));
      this.fetched.push(answer);
      this.#new.add(answer);
    } catch (fault) {
      if (!(fault instanceof FetchFault)) throw fault;
      if (fault.kind === 'unreachable') {
        this.mayHelpLater = true;
        const host = hostOfResponder(place);
        if (host !== null) this.#budget.silent.add(host);
      }
      const note = `${fault.message}.`;
      if (!this.notes.includes(note)) this.notes.push(note);
    }
  }
}

function tooMany(limit: number): string {
  return `No more than ${limit} requests are made at once; what was good is kept, so that asking again goes on from there`;
}

function tooLong(milliseconds: number): string {
  const seconds = String(Math.ceil(milliseconds / 1000));
  return `No longer than ${seconds} seconds are spent on asking at once; what was good is kept, so that asking again goes on from there`;
}

/** Null for a list or a certificate: those are asked for beside each other. */
function hostOfResponder({ kind, url }: EvidencePlace): string | null {
  return kind === 'ocsp' ? (URL.parse(url)?.host ?? url) : null;
}

function isUsed(one: Fetched, { certificates, crls, ocspResponses }: RequiredEvidence): boolean {
  switch (one.kind) {
    case 'crl':
      return crls.includes(one.crl);
    case 'ocsp':
      return ocspResponses.includes(one.response);
    case 'certificate':
      return one.certificates.some((certificate) =>
        certificates.some(({ sha256Thumbprint }) => sha256Thumbprint === certificate.sha256Thumbprint),
      );
  }
}
