import { PdfError } from '../../codecs/pdf/pdf-error.ts';
import { hasStoreGrown } from '../../codecs/pdf/store-growth.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import { evidenceOfContents } from '../evidence/cms-evidence.ts';
import type { RawEvidence } from '../evidence/document-evidence.ts';
import { readToken } from './contents-judge.ts';
import { digestOf, type CoveredDigests } from './covered-digest.ts';
import type { ContentsSurroundings, LaterTimestamp } from './pades-finding.ts';
import type { FoundSignature, RevisionViews } from './signature-survey.ts';
import { readStoreEvidence, readStoreEvidenceAt } from './store-evidence.ts';

function revisionsOf(signatures: readonly FoundSignature[]): number[] {
  return signatures.map(({ revision }) => revision);
}

/** What a document brings along for judging each of its signatures: read when it is first asked for. */
export class DocumentSurroundings {
  readonly #views: RevisionViews;
  readonly #digests: CoveredDigests;
  #evidence: RawEvidence | undefined;
  #certificates: readonly Uint8Array[] | undefined;
  readonly #described = new Map<FoundSignature, LaterTimestamp[]>();
  readonly #known = new Map<FoundSignature, (hash: HashName) => Uint8Array>();

  constructor(views: RevisionViews, digests: CoveredDigests) {
    this.#views = views;
    this.#digests = digests;
  }

  /** Digests of what a signature covers, which those before it ask for as well. */
  digestOf(signature: FoundSignature): (hash: HashName) => Uint8Array {
    const { covered } = signature;
    if (covered === null) throw new RangeError('A signature that covers nothing has no digest');
    const known = this.#known.get(signature) ?? digestOf(this.#digests, covered);
    this.#known.set(signature, known);
    return known;
  }

  /** For one of the signatures, `all` being in the order of the revisions that they cover. */
  of(signature: FoundSignature, all: readonly FoundSignature[]): ContentsSurroundings {
    const later = all.filter(
      ({ isTimestamp, revision, faults }) => isTimestamp && revision > signature.revision && faults.length === 0,
    );
    const stored = (): RawEvidence => (this.#evidence ??= readStoreEvidence(this.#views, revisionsOf(all)));
    return {
      hasLaterStore: this.#hasLaterStore(signature),
      evidence: () =>
        signature.isTimestamp ? { ...stored(), certificates: this.#certificatesIn(stored(), all) } : stored(),
      laterTimestamps: later.flatMap((timestamp) => this.#describedOnce(timestamp)),
    };
  }

  /** For an authority's path: what lies above it may have come with the signature that the timestamp is over. */
  #certificatesIn({ certificates }: RawEvidence, all: readonly FoundSignature[]): readonly Uint8Array[] {
    return (this.#certificates ??= [
      ...certificates,
      ...all
        .flatMap(({ contents }) => (contents === null ? [] : evidenceOfContents(contents)))
        .flatMap((one) => one.certificates),
    ]);
  }

  /** A signature that covers no revision of the document has no level, whatever is stored. */
  #hasLaterStore({ revision }: FoundSignature): boolean {
    const { document } = this.#views;
    if (revision < 0 || revision >= document.revisions.length - 1) return false;
    try {
      return hasStoreGrown(this.#views.at(revision), document);
    } catch (error) {
      if (error instanceof PdfError) return false;
      throw error;
    }
  }

  /** All signatures before it ask for it. */
  #describedOnce(timestamp: FoundSignature): LaterTimestamp[] {
    const known = this.#described.get(timestamp) ?? this.#describe(timestamp);
    this.#described.set(timestamp, known);
    return known;
  }

  #describe(timestamp: FoundSignature): LaterTimestamp[] {
    const token = timestamp.contents && readToken(timestamp.contents);
    if (token === null || timestamp.covered === null) return [];
    // EN 319 142-1 clause 5.5: such a timestamp protects the store that was there before it.
    const isArchival = this.#views.at(timestamp.revision).catalog.get('DSS') !== null;
    const evidence = (): RawEvidence => readStoreEvidenceAt(this.#views, timestamp.revision);
    return [{ token: token.encoded, digestContent: this.digestOf(timestamp), isArchival, evidence }];
  }
}
