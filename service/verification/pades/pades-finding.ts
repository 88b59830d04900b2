import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import type { RawEvidence } from '../evidence/document-evidence.ts';
import { besideLevel, type Fault, indeterminate, withFaults } from '../fault.ts';
import { NO_CERTIFICATE, NO_SIGNATURE, NO_LEVEL } from '../report.ts';
import { BARE_SUB_FILTER } from './bare-signature.ts';
import type { FoundSignature } from './signature-survey.ts';

/** What the bytes in /Contents say by themselves: CMS rules and certificate path, or the timestamp token. */
export type ContentsFinding = Omit<SignatureFinding, 'name' | 'coversWholeDocument'>;

/** A document timestamp over everything that a signature consists of. */
export interface LaterTimestamp {
  /** The token without its padding. */
  readonly token: Uint8Array;
  readonly digestContent: (hash: HashName) => Uint8Array;
  /** Whether a security store is among what it is over. */
  readonly isArchival: boolean;
  /** What the store held that it is over. */
  readonly evidence: () => RawEvidence;
}

/** What the document brings along beside a signature. */
export interface ContentsSurroundings {
  readonly evidence: () => RawEvidence;
  /** Whether a revision after the signature put something into the security store. */
  readonly hasLaterStore: boolean;
  /** In the order of the revisions. */
  readonly laterTimestamps: readonly LaterTimestamp[];
}

/**
 * Judges what /Contents holds (CMS, or a timestamp token when `signature.isTimestamp`), with its zero padding.
 * `digestContent` gives the digest of the signed byte ranges, `surroundings` what the document brings along outside of
 * this signature. Must not throw for anything the contents hold.
 */
export type ContentsJudge = (
  signature: FoundSignature,
  contents: Uint8Array,
  digestContent: (hash: HashName) => Uint8Array,
  surroundings?: ContentsSurroundings,
) => ContentsFinding;

/** The digest of the document by SHA-1 stands in the CMS as its content (ISO 32000-1 clause 12.8.3.3.1). */
export const SHA1_SUB_FILTER = 'adbe.pkcs7.sha1';

/** SubFilter values a signature may have (EN 319 142-1 clause 6.3, ISO 32000-2 table 260, ISO 32000-1 table 257). */
const SUB_FILTERS = new Set(['ETSI.CAdES.detached', 'adbe.pkcs7.detached', SHA1_SUB_FILTER, 'ETSI.RFC3161']);

/**
 * Whether what /Contents holds can be judged at all. Makers of bare values write them in ways that are not allowed for
 * those of later kinds, too: such a one is not known here.
 */
export function isSupported({ subFilter, certificates, contents }: FoundSignature): boolean {
  return SUB_FILTERS.has(subFilter) || (subFilter === BARE_SUB_FILTER && certificates.length > 0 && contents !== null);
}

/** The finding of a signature whose contents could not be judged because the PDF around them is wrong. */
export const UNJUDGED: ContentsFinding = {
  status: 'INVALID',
  signature: NO_SIGNATURE,
  certificate: NO_CERTIFICATE,
  reasonCodes: [],
  detail: null,
  claimedSigningTime: null,
  ...NO_LEVEL,
};

/** Puts what the PDF and what the contents say about one signature together. */
export function combineFinding(
  signature: FoundSignature,
  contents: ContentsFinding,
  faults: readonly Fault[],
  coversWholeDocument: boolean,
): SignatureFinding {
  const timed = withFaults(contents, judgeClaim(signature, contents), 'signature');
  return {
    ...withFaults(timed, faults, 'document'),
    name: signature.fieldName,
    coversWholeDocument,
    claimedSigningTime: contents.claimedSigningTime ?? claimedInDictionary(signature),
    ...(!isBaseline(signature) && NO_LEVEL),
  };
}

/** Dates in PDFs often have no zone or a wrong one, which is less than a day away. */
const ZONE_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * Nobody signs with a certificate outside of its time (RFC 5280 4.1.2.5), whatever the dictionary claims: it would tell a
 * reader of years in which there was no such certificate. What the contents claim themselves is judged with them.
 */
function judgeClaim(signature: FoundSignature, { claimedSigningTime, certificate }: ContentsFinding): Fault[] {
  const claim = claimedSigningTime === null ? claimedInDictionary(signature) : null;
  const { notBefore, notAfter } = certificate;
  if (claim === null || notBefore === null || notAfter === null) return [];
  const early = Date.parse(notBefore) - Date.parse(claim);
  const late = Date.parse(claim) - Date.parse(notAfter);
  if (Math.max(early, late) <= ZONE_MILLISECONDS) return [];
  const detail = 'The signature claims a time at which its certificate was not valid.';
  return [besideLevel(indeterminate('SIG_SIGNING_TIME_IMPLAUSIBLE', detail))];
}

/** EN 319 142-1 clause 6.3: a baseline signature has this SubFilter and its claimed time in /M. */
function isBaseline(signature: FoundSignature): boolean {
  return signature.subFilter === 'ETSI.CAdES.detached' && signature.hasModificationDate;
}

/** A document timestamp claims nothing: its time is its authority's, and stands in the token. */
function claimedInDictionary({ isTimestamp, modificationDate }: FoundSignature): string | null {
  return isTimestamp ? null : (modificationDate?.toISOString() ?? null);
}
