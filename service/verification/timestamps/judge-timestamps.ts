import { isWeakHash } from '../signature-arithmetic/strength.ts';
import type { CertificatePath } from '../certificate-path/path-builder.ts';
import { absentCertificate, evaluateCertificate } from '../certificate-path/evaluate-certificate.ts';
import type { EmbeddedEvidence } from '../certificate-path/embedded-evidence.ts';
import { withListedTrust } from '../certificate-path/listed-trust.ts';
import { openTrustStore } from '../certificate-path/trust-store.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import type { CertificateResult, VerificationStatus } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { certificateStatus, type Fault, indeterminate, invalid, worstStatus } from '../fault.ts';
import type { VerificationContext } from '../verification.ts';
import type { WorkBudget } from '../work-budget.ts';
import { MAX_CLOCK_DIFFERENCE_MILLISECONDS } from '../cades/timestamp-token.ts';
import type { FoundTimestamp, Imprint, KeptEvidence } from './found-timestamp.ts';
import { openToken, type OpenedToken } from './open-token.ts';
import { isYounger } from './time-order.ts';

/** What all timestamps of a signature are judged by. */
export interface TimestampQuestion extends VerificationContext {
  readonly budget: WorkBudget;
  /** Certificates of the document: candidates for authorities and those above them, not trusted. */
  readonly candidates: readonly Certificate[];
  readonly evidence: EmbeddedEvidence;
}

/**
 * A timestamp that was judged. VALID: of the right bytes, intact, and by an authority whose path ends in a configured
 * anchor; only such a one proves a time. INVALID: of other bytes or broken. INDETERMINATE is everything between.
 */
export interface JudgedTimestamp {
  readonly found: FoundTimestamp;
  readonly status: VerificationStatus;
  /** genTime; null for what is no token. */
  readonly time: Date | null;
  /** By how much the time may be wrong, as the token says (RFC 3161 2.4.2); 0 where it does not say. */
  readonly accuracyMilliseconds: number;
  /** Of the right bytes, with a signature value that is right; what these bytes stand for may be gone: see `status`. */
  readonly isIntact: boolean;
  /** The other timestamps that it is over; none where it is not intact. */
  readonly protects: ReadonlySet<FoundTimestamp>;
  /** The validation data that it is over; none where it is not intact. */
  readonly keeps: KeptEvidence;
  readonly certificate: CertificateResult;
  /** The authority's certificate and those above it, as far as they are known. */
  readonly chain: CertificatePath;
  readonly reasonCodes: readonly ReasonCode[];
  readonly detail: string | null;
}

/**
 * Judges timestamps from the youngest to the oldest (EN 319 102-1 5.6.2.4): one that another, already believed one is
 * over was there at that one's time, and its authority is judged at that time where it no longer is good now. The result
 * is in the order of `found`. Throws WorkExceededError.
 */
export function judgeTimestamps(
  found: readonly FoundTimestamp[],
  question: TimestampQuestion,
): readonly JudgedTimestamp[] {
  const stations = (): Certificate[] => [...openTrustStore(question.trust).bySubject.values()].flat();
  const others = (): Certificate[] => [...question.candidates, ...stations()];
  const opened = found.map((one) => openOne(one, openToken(one.token, others, question.budget)));
  const judged = new Map<FoundTimestamp, JudgedTimestamp>();
  for (const one of youngestFirst(opened)) {
    judged.set(one.found, judgeOne(one, opened, judged, question));
  }
  return found.map((one) => judged.get(one)).filter((one) => one !== undefined);
}

interface Opened {
  readonly found: FoundTimestamp;
  readonly token: OpenedToken | null;
  /** `null`: not known what it must be of. */
  readonly imprint: Imprint | 'wrong' | null;
}

function openOne(found: FoundTimestamp, token: OpenedToken | null): Opened {
  if (token === null) return { found, token, imprint: null };
  const { hash, digest } = token.tstInfo.messageImprint;
  const imprints = hash === null ? null : found.imprints(hash, token);
  if (imprints === null) return { found, token, imprint: null };
  const right = imprints.find((imprint) => Buffer.compare(imprint.digest, digest) === 0);
  return { found, token, imprint: right ?? 'wrong' };
}

/** What is over another comes before it, even where its time is a little older than that one's. */
function youngestFirst(opened: readonly Opened[]): Opened[] {
  const timeOf = ({ token }: Opened): number => token?.tstInfo.genTime.getTime() ?? 0;
  const times = new Map(opened.map((one) => [one.found, timeOf(one)]));
  const placed = opened.map((one) => {
    const covered = [...coveredBy(one)];
    return {
      one,
      count: covered.length,
      time: Math.max(timeOf(one), ...covered.map((found) => times.get(found) ?? 0)),
    };
  });
  return placed.sort((left, right) => right.time - left.time || right.count - left.count).map(({ one }) => one);
}

function coveredBy({ imprint }: Pick<Opened, 'imprint'>): ReadonlySet<FoundTimestamp> {
  return imprint === null || imprint === 'wrong' ? KEEPS_NOTHING.protects : imprint.protects;
}

function judgeOne(
  { found, token, imprint }: Opened,
  all: readonly Opened[],
  judged: ReadonlyMap<FoundTimestamp, JudgedTimestamp>,
  question: TimestampQuestion,
): JudgedTimestamp {
  const nothing = { certificate: absentCertificate(), chain: [] };
  const base = { found, accuracyMilliseconds: accuracyOf(token) };
  const wrong = (why: string, time: Date | null): JudgedTimestamp => {
    const { status, reason, detail } = invalid('TIMESTAMP_INVALID', why);
    return { ...base, status, time, isIntact: false, ...KEEPS_NOTHING, ...nothing, reasonCodes: [reason], detail };
  };
  if (token === null) return wrong('The timestamp cannot be read.', null);
  const { genTime } = token.tstInfo;
  if (imprint === 'wrong') return wrong('The timestamp is of other bytes.', genTime);
  const { signer } = token.judgement;
  const isIntact = isTokenIntact(token, imprint);
  const broken = brokenBy(token) ?? found.broken;
  if (broken !== undefined) return { ...wrong(broken, genTime), isIntact };
  const judgedBy = provenTime(found, all, judged);
  const { certificate, chain } =
    signer === null ? nothing : judgeAuthority(signer, genTime, { ...question, token, provenTime: judgedBy });
  const order = imprint === null ? [] : orderFaults(imprint, token, all);
  const faults = [...token.judgement.faults, ...openFaults(token, imprint, question.at), ...order];
  const status = worstStatus([certificateStatus(certificate), ...faults]);
  const codes: ReasonCode[] =
    status === 'VALID'
      ? ['TIMESTAMP_VALID']
      : [
          ...faults.map(({ reason }) => reason),
          ...(certificate.isValid ? [] : (['TIMESTAMP_UNTRUSTED', ...certificate.reasonCodes] as const)),
        ];
  return {
    ...{ ...base, status, time: genTime, certificate, chain, isIntact },
    ...(isIntact && imprint !== null ? keptBy(imprint) : KEEPS_NOTHING),
    reasonCodes: [...new Set(codes)],
    detail: status === 'VALID' ? null : describe(faults),
  };
}

function accuracyOf(token: OpenedToken | null): number {
  return token?.tstInfo.accuracyMilliseconds ?? 0;
}

const KEEPS_NOTHING: Pick<JudgedTimestamp, 'protects' | 'keeps'> = { protects: new Set(), keeps: () => [] };

function keptBy({ protects, keeps = KEEPS_NOTHING.keeps }: Imprint): Pick<JudgedTimestamp, 'protects' | 'keeps'> {
  return { protects, keeps };
}

function isTokenIntact(token: OpenedToken, imprint: Imprint | null): boolean {
  return imprint !== null && token.judgement.cryptoValid && brokenBy(token) === undefined;
}

function brokenBy({ judgement: { faults } }: OpenedToken): string | undefined {
  return faults.some(({ status }) => status === 'INVALID') ? 'The timestamp is not intact.' : undefined;
}

/** A wrong order says most: it tells of other timestamps, too. */
function describe(faults: readonly Fault[]): string {
  const told = faults.find(({ reason }) => reason === 'TIMESTAMP_ORDER_INVALID') ?? faults.find(isOfImprint);
  return told?.detail ?? 'The timestamp is not relied on and proves no time.';
}

function isOfImprint({ reason }: Fault): boolean {
  return reason === 'TIMESTAMP_UNSUPPORTED';
}

/** What keeps a token from being relied on beside its signature and its maker. */
function openFaults({ tstInfo }: OpenedToken, imprint: Imprint | null, at: Date): Fault[] {
  const { hash } = tstInfo.messageImprint;
  const isWeak = hash !== null && isWeakHash(hash);
  const isFuture = tstInfo.genTime.getTime() > at.getTime() + MAX_CLOCK_DIFFERENCE_MILLISECONDS;
  return [
    ...(imprint === null ? [indeterminate('TIMESTAMP_UNSUPPORTED', UNKNOWN_IMPRINT)] : []),
    ...(isWeak ? [indeterminate('SIG_ALGORITHM_WEAK')] : []),
    ...(tstInfo.hasCriticalExtension || isFuture ? [indeterminate('TIMESTAMP_UNTRUSTED')] : []),
  ];
}

const UNKNOWN_IMPRINT = 'It is not known here what the timestamp must be of.';
const SWAPPED = 'The timestamp is older than one that it is said to cover.';

/** EN 319 102-1 5.5.4: a timestamp cannot be over one that was made after it. */
function orderFaults({ protects }: Imprint, outer: OpenedToken, all: readonly Opened[]): Fault[] {
  const isSwapped = all.some(
    ({ found, token }) =>
      token !== null && protects.has(found) && isYounger(token.tstInfo, outer.tstInfo, isOfOne(token, outer)),
  );
  return isSwapped ? [indeterminate('TIMESTAMP_ORDER_INVALID', SWAPPED)] : [];
}

function isOfOne({ judgement: one }: OpenedToken, { judgement: other }: OpenedToken): boolean {
  return one.signer !== null && one.signer.sha256Thumbprint === other.signer?.sha256Thumbprint;
}

/** When it is proven that a timestamp was there; null where nothing proves it. */
function provenTime(
  found: FoundTimestamp,
  all: readonly Opened[],
  judged: ReadonlyMap<FoundTimestamp, JudgedTimestamp>,
): Date | null {
  const times = all.flatMap(({ found: other, imprint }) => {
    const covering = judged.get(other);
    const isCovered = coveredBy({ imprint }).has(found);
    return isCovered && covering?.status === 'VALID' && covering.time !== null ? [covering.time] : [];
  });
  return earliest(times);
}

/** The first of these moments. */
export function earliest(times: readonly Date[]): Date | null {
  return times.reduce<Date | null>((first, time) => (first === null || time < first ? time : first), null);
}

interface AuthorityQuestion extends TimestampQuestion {
  readonly token: OpenedToken;
  readonly provenTime: Date | null;
}

function judgeAuthority(
  signer: Certificate,
  genTime: Date,
  { token, provenTime: proven, ...question }: AuthorityQuestion,
): { certificate: CertificateResult; chain: CertificatePath } {
  const { trust, at: now, revocationMode, budget, evidence } = question;
  const candidates = [...token.certificates, ...question.candidates];
  const evaluate = (at: Date): ReturnType<typeof evaluateCertificate> =>
    evaluateCertificate({
      ...{ certificate: signer, candidates, store: openTrustStore(trust), at, now, evidence },
      ...{ revocationMode, purpose: 'timeStamping', budget },
    });
  const current = evaluate(now);
  const { result: judged, chain } = current.result.isValid || proven === null ? current : evaluate(proven);
  const result = withListedTrust(judged, chain, genTime, openTrustStore(trust));
  const isInTime = genTime >= signer.notBefore && genTime <= signer.notAfter;
  if (isInTime || !result.isValid) return { certificate: result, chain };
  const reason = genTime < signer.notBefore ? 'CERT_NOT_YET_VALID' : 'CERT_EXPIRED';
  return { certificate: { ...result, isValid: false, reasonCodes: [reason] }, chain };
}
