import type { Certificate } from '../../codecs/x509/certificate.ts';
import { readSignatureScheme } from '../../codecs/x509/signature-algorithm.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { checkSignature, type CryptoRuntime, type SignatureCheckResult } from './signature-check.ts';
import { groupBy, hasSameNameAndKey, isAnchor, type TrustStore } from './trust-store.ts';

/** From the certificate in question up to an anchor; a single element when it is an anchor itself. */
export type CertificatePath = readonly Certificate[];

export interface PathSearch {
  readonly leaf: Certificate;
  /** Certificates out of the document: may complete a path, never end one. */
  readonly candidates: readonly Certificate[];
  readonly store: TrustStore;
  readonly runtime: CryptoRuntime;
  /** Monotonic milliseconds, for the time limit. */
  readonly now: () => number;
}

const PATH_LIMITS = { depth: 10, steps: 1000, milliseconds: 2000 } as const;

/** Why no (further) path was found, the most telling first. */
export type PathFailure = Extract<
  ReasonCode,
  'CERT_UNTRUSTED' | 'CERT_CHAIN_INCOMPLETE' | 'CERT_SIGNATURE_INVALID' | 'CERT_ALGORITHM_UNSUPPORTED'
>;

/**
 * Searches paths from the leaf to the anchors, depth first, signatures checked on the way, so that lying names and key
 * identifiers lead nowhere. Bounded: at most 10 certificates, 1000 steps, 2 seconds. Loops are cut by name and key.
 */
export class PathBuilder {
  readonly #search: PathSearch;
  readonly #candidates: ReadonlyMap<string, readonly Certificate[]>;
  readonly #deadline: number;
  #steps = 0;
  readonly #failures = new Set<PathFailure>();
  /** The longest chain reached without an anchor, for the report. */
  #longest: CertificatePath;

  constructor(search: PathSearch) {
    this.#search = search;
    this.#candidates = groupBy(search.candidates, (certificate) => certificate.subject.key);
    this.#deadline = search.now() + PATH_LIMITS.milliseconds;
    this.#longest = [search.leaf];
  }

  /** Every path to an anchor, the likeliest first; each is found when it is asked for. */
  *paths(): Generator<CertificatePath> {
    yield* this.#extend([this.#search.leaf]);
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

  *#extend(path: CertificatePath): Generator<CertificatePath> {
    const last = path.at(-1);
    if (last === undefined) return;
    if (path.length > this.#longest.length) this.#longest = path;
    if (isAnchor(this.#search.store, last)) {
      yield path;
      return;
    }
    const issuers = this.#issuersOf(last);
    let isNameKnown = false;
    for (const issuer of issuers) {
      if (path.some((earlier) => hasSameNameAndKey(earlier, issuer))) continue;
      if (this.#isExhausted()) return;
      isNameKnown = true;
      const result = this.#check(last, issuer);
      if (result !== 'Valid') {
        this.#failures.add(result === 'Unsupported' ? 'CERT_ALGORITHM_UNSUPPORTED' : 'CERT_SIGNATURE_INVALID');
        continue;
      }
      if (path.length < PATH_LIMITS.depth) yield* this.#extend([...path, issuer]);
      else this.#failures.add('CERT_CHAIN_INCOMPLETE');
    }
    if (!isNameKnown) this.#failures.add(last.isSelfIssued ? 'CERT_UNTRUSTED' : 'CERT_CHAIN_INCOMPLETE');
  }

  #isExhausted(): boolean {
    this.#steps++;
    const isOver = this.#steps > PATH_LIMITS.steps || this.#search.now() > this.#deadline;
    if (isOver) this.#failures.add('CERT_CHAIN_INCOMPLETE');
    return isOver;
  }

  /** Certificates with the right name; anchors first, then those the authority key identifier points at. */
  #issuersOf(certificate: Certificate): Certificate[] {
    const name = certificate.issuer.key;
    const { store } = this.#search;
    const all = [...(store.bySubject.get(name) ?? []), ...(this.#candidates.get(name) ?? [])];
    const distinct = [...new Map(all.map((issuer) => [issuer.sha256Thumbprint, issuer])).values()];
    const rank = (issuer: Certificate): number =>
      (isAnchor(store, issuer) ? 0 : 2) + (isPointedAt(certificate, issuer) ? 0 : 1);
    return distinct
      .map((issuer) => ({ issuer, rank: rank(issuer) }))
      .sort((a, b) => a.rank - b.rank)
      .map((x) => x.issuer);
  }

  #check(certificate: Certificate, issuer: Certificate): SignatureCheckResult {
    const known = this.#search.store.checkedSignatures;
    const pair = `${certificate.sha256Thumbprint} ${issuer.sha256Thumbprint}`;
    const earlier = known.get(pair);
    if (earlier !== undefined) return earlier;
    const result = checkCertificateSignature(certificate, issuer, this.#search.runtime);
    // What this runtime cannot do is no property of the certificates.
    if (result !== 'Unsupported') known.add(pair, result);
    return result;
  }
}

/** The key identifiers agree; null or absent ones do not count against a candidate's rank being last. */
function isPointedAt(certificate: Certificate, issuer: Certificate): boolean {
  const wanted = readOrNull(() => certificate.authorityKeyIdentifier?.keyIdentifier ?? null);
  const offered = readOrNull(() => issuer.subjectKeyIdentifier);
  return wanted !== null && offered !== null && Buffer.compare(wanted, offered) === 0;
}

/** A malformed identifier is no reason to stop here: path validation names it. */
function readOrNull<Value>(read: () => Value | null): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Checks the certificate's signature by the issuer's key. */
export function checkCertificateSignature(
  certificate: Certificate,
  issuer: Certificate,
  runtime: CryptoRuntime,
): SignatureCheckResult {
  const scheme = readOrNull(() => readSignatureScheme(certificate.signatureAlgorithm));
  if (scheme === null) return 'Unsupported';
  const { tbs: data, signatureValue } = certificate;
  return checkSignature({ scheme, publicKey: issuer.publicKey, data, signatureValue, runtime });
}
