import type { Certificate } from '../../codecs/x509/certificate.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { WORK } from '../work-budget.ts';
import { checkIssuedBy, orNull, type SignatureChecks } from './issued-by.ts';
import { certificatesOfStation, groupBy, hasSameNameAndKey, isAnchor, type TrustStore } from './trust-store.ts';

/** From the certificate in question up to a configured anchor; a single element when it is an anchor itself. */
export type CertificatePath = readonly Certificate[];

export interface PathSearch extends SignatureChecks {
  readonly leaf: Certificate;
  /** Certificates out of the document: may complete a path, never end one. */
  readonly candidates: readonly Certificate[];
  readonly store: TrustStore;
}

const PATH_LIMITS = { depth: 10, steps: 400 } as const;

/** Why no (further) path was found, the most telling first. */
export type PathFailure = Extract<
  ReasonCode,
  'CERT_UNTRUSTED' | 'CERT_CHAIN_INCOMPLETE' | 'CERT_SIGNATURE_INVALID' | 'CERT_ALGORITHM_UNSUPPORTED'
>;

/**
 * Searches paths from the leaf to the anchors, depth first, signatures checked on the way, so that lying names and key
 * identifiers lead nowhere. A path ends in the configured certificate itself: another one of the same name and key is
 * an authority like any other, since an anchor's dates and constraints are part of what was configured. Bounded by
 * counts, not by time: at most 10 certificates, 400 steps, and the budget of the document. Loops are cut by name and
 * key.
 */
export class PathBuilder {
  readonly #search: PathSearch;
  readonly #candidates: ReadonlyMap<string, readonly Certificate[]>;
  #steps = 0;
  readonly #failures = new Set<PathFailure>();
  /** The longest chain reached without an anchor, for the report. */
  #longest: CertificatePath;

  constructor(search: PathSearch) {
    this.#search = search;
    this.#candidates = groupBy(search.candidates, (certificate) => certificate.subject.key);
    this.#longest = [search.leaf];
  }

  /** Every path to an anchor, the likeliest first; each is found when it is asked for. Throws WorkExceededError. */
  *paths(): Generator<CertificatePath> {
    const { leaf, store } = this.#search;
    if (isAnchor(store, leaf)) yield [leaf];
    else yield* this.#extend([leaf], leaf);
  }

  /** Why the search came to no anchor; at least one reason once all paths have been asked for. */
  get failures(): readonly PathFailure[] {
    const order: readonly PathFailure[] = [
      'CERT_ALGORITHM_UNSUPPORTED',
      'CERT_SIGNATURE_INVALID',
      'CERT_UNTRUSTED',
      'CERT_CHAIN_INCOMPLETE',
    ];
    return order.filter((code) => this.#failures.has(code));
  }

  get longestChain(): CertificatePath {
    return this.#longest;
  }

  *#extend(path: CertificatePath, last: Certificate): Generator<CertificatePath> {
    if (path.length > this.#longest.length) this.#longest = path;
    let isNameKnown = false;
    for (const { issuer, endsPath } of this.#issuersOf(last)) {
      if (!endsPath && path.some((earlier) => hasSameNameAndKey(earlier, issuer))) continue;
      if (this.#isExhausted()) return;
      isNameKnown = true;
      const result = checkIssuedBy(last, issuer, this.#search);
      if (result !== 'Valid') {
        this.#failures.add(result === 'Unsupported' ? 'CERT_ALGORITHM_UNSUPPORTED' : 'CERT_SIGNATURE_INVALID');
      } else if (endsPath) yield [...path, issuer];
      else if (path.length < PATH_LIMITS.depth) yield* this.#extend([...path, issuer], issuer);
      else this.#failures.add('CERT_CHAIN_INCOMPLETE');
    }
    if (!isNameKnown) this.#failures.add(last.isSelfIssued ? 'CERT_UNTRUSTED' : 'CERT_CHAIN_INCOMPLETE');
  }

  #isExhausted(): boolean {
    this.#steps++;
    const isOver = this.#steps > PATH_LIMITS.steps;
    if (isOver) this.#failures.add('CERT_CHAIN_INCOMPLETE');
    return isOver;
  }

  /** Certificates with the right name; anchors first, then those the authority key identifier points at. */
  #issuersOf(certificate: Certificate): { issuer: Certificate; endsPath: boolean }[] {
    const name = certificate.issuer.key;
    const { store, budget } = this.#search;
    const all = [...certificatesOfStation(store, name), ...(this.#candidates.get(name) ?? [])];
    budget.charge(all.length * WORK.pathStep);
    const distinct = [...new Map(all.map((issuer) => [issuer.sha256Thumbprint, issuer])).values()];
    return distinct
      .map((issuer) => {
        const endsPath = isAnchor(store, issuer);
        return { issuer, endsPath, rank: (endsPath ? 0 : 2) + (isPointedAt(certificate, issuer) ? 0 : 1) };
      })
      .sort((a, b) => a.rank - b.rank);
  }
}

/** The key identifiers agree; null or absent ones do not count against a candidate's rank being last. */
function isPointedAt(certificate: Certificate, issuer: Certificate): boolean {
  const wanted = orNull(() => certificate.authorityKeyIdentifier?.keyIdentifier ?? null);
  const offered = orNull(() => issuer.subjectKeyIdentifier);
  return wanted !== null && offered !== null && Buffer.compare(wanted, offered) === 0;
}
