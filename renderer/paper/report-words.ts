import type {
  CertificateResult,
  CounterSignature,
  SignatureFinding,
  TimestampFinding,
  VerificationReport,
} from '../../service/contract/http/verification.ts';
import { displayName } from '../formatting/distinguished-name.ts';
import type { LaterTexts, PageTexts } from '../messages/page-texts.ts';

/** The texts of one language, and how it writes times, as far as the words of a report need them. */
export interface ReportTexts {
  readonly report: PageTexts['report'];
  readonly times: LaterTexts['times'];
  readonly formatDate: (iso: string) => string;
  readonly formatDateTime: (iso: string) => string;
  /** What the station says in English, in this language where it is known, with local times. */
  readonly station: (english: string) => string;
}

type Signed = Pick<CounterSignature, 'claimedSigningTime' | 'bestSignatureTime'>;

/** What a report says, in the words of one language. */
export interface ReportWords {
  /** Whether what was signed is as it was; where it is not there, or cannot be read, nobody knows. */
  readonly cryptoWords: (finding: SignatureFinding) => string;
  /** What a signature is over; `index` is its place among the signatures of the report. */
  readonly coverageOf: (finding: SignatureFinding, report: VerificationReport, index: number) => string;
  /** The sentence below the verdict. */
  readonly leadOf: (report: VerificationReport) => string;
  /** What trusted lists say of where a certificate comes from; a line for each service. */
  readonly listedWords: (certificate: CertificateResult) => string[];
  /** What was found out about the signer's certificate. */
  readonly certificateWords: (finding: SignatureFinding) => string;
  /** Whether the signer's certificate was revoked, what says so, and of when that is. */
  readonly revocationWords: (finding: Pick<SignatureFinding, 'certificate'>) => string;
  /** What the signer says of the time, and whether that is all there is. */
  readonly claimedTime: (signed: Signed) => string;
  /** The level of a signature; one that is there by its form alone is said beside it, so that nobody takes it for proven. */
  readonly levelWords: (finding: SignatureFinding) => string;
  /** By when a signature is proven to have been there; null where nothing proves it. */
  readonly provenTime: (signed: Signed) => string | null;
  /** Who made a timestamp, and when. */
  readonly timestampWords: (timestamp: TimestampFinding) => string;
}

/** Reasons that say themselves that a PDF signature leaves out a part of what was there when it was made. */
const OF_COVERAGE: readonly string[] = ['SIG_COVERAGE_INCOMPLETE', 'PDF_BYTERANGE_INVALID', 'PDF_BYTES_UNACCOUNTED'];

const reasonsOf = ({ reasonCodes, signature }: SignatureFinding): readonly string[] => [
  ...reasonCodes,
  ...signature.reasonCodes,
];

const CRYPTO_TEXTS = { good: 'cryptoGood', bad: 'cryptoBad', open: 'cryptoOpen' } as const;
/** Reasons that tell of a signature without its document that it is broken all the same. */
const OF_CRYPTO: readonly string[] = ['SIG_CRYPTO_INVALID', 'SIG_DIGEST_MISMATCH', 'SIG_DETACHED_CONTENT_MISMATCH'];

function cryptoOf(finding: SignatureFinding): keyof typeof CRYPTO_TEXTS {
  if (finding.signature.cryptoValid) return 'good';
  if (finding.status !== 'INVALID') return 'open';
  const reasons = reasonsOf(finding);
  const isOpen = isWithoutDocument(finding) && !reasons.some((reason) => OF_CRYPTO.includes(reason));
  return isOpen ? 'open' : 'bad';
}

function isWithoutDocument(finding: SignatureFinding): boolean {
  return reasonsOf(finding).includes('SIG_DETACHED_CONTENT_MISSING');
}

/** Makes the words of reports of the texts of a language, which are read when a word is asked for. */
export function reportWords(texts: ReportTexts): ReportWords {
  const { report: t, formatDate, formatDateTime } = texts;
  return {
    cryptoWords: (finding) => t[CRYPTO_TEXTS[cryptoOf(finding)]],
    coverageOf(finding, { format, signatures }, index) {
      if (format === 'CAdES' && isWithoutDocument(finding)) return t.coversMissing;
      if (finding.coversWholeDocument) return t.coversAll;
      if (format !== 'PAdES') {
        const names = finding.covered?.filter((name) => name !== '') ?? [];
        return names.length === 0 ? t.coversPart : names.join(', ');
      }
      if (reasonsOf(finding).some((reason) => OF_COVERAGE.includes(reason))) return t.coversPart;
      return index < signatures.length - 1 ? t.coversRevision : t.coversContinued;
    },
    leadOf({ overallStatus, signatures }) {
      const isOpen = overallStatus === 'VALID' && !signatures.every(isRevocationKnown);
      return isOpen ? t.validUnchecked : t[overallStatus].lead;
    },
    listedWords: ({ trust = [] }) =>
      trust.map(({ territory, provider, service, type, status, from, at }) => {
        const kind = type.split('/Svctype/').at(-1) ?? type;
        const stand =
          status === null || from === null
            ? t.listedLater(formatDate(at))
            : t.listedStatus(status.split('/').at(-1) ?? status, formatDate(from), formatDate(at));
        return `${t.listedService(territory, provider, service, kind)}, ${stand}`;
      }),
    certificateWords(finding) {
      if (!finding.certificate.isValid) return t.certificateBad;
      return isRevocationKnown(finding) ? t.certificateGood : t.certificateUnchecked;
    },
    revocationWords({ certificate }) {
      const { status, source, detail } = certificate.revocation;
      const words = [t.revocations[status], source === 'None' ? '' : t.sources[source]].filter((word) => word !== '');
      return detail === null ? words.join(', ') : `${words.join(', ')}. ${texts.station(detail)}`;
    },
    claimedTime({ claimedSigningTime, bestSignatureTime }) {
      if (claimedSigningTime === null) return t.noTime;
      const isProven = bestSignatureTime !== null && bestSignatureTime !== undefined;
      return `${formatDateTime(claimedSigningTime)} (${isProven ? texts.times.claimed : t.claimedHint})`;
    },
    levelWords({ profileReached, profileByForm = null }) {
      const reached = profileReached ?? t.unknownLevel;
      return profileByForm === null || profileByForm === profileReached
        ? reached
        : t.levelOfForm(reached, profileByForm);
    },
    provenTime({ bestSignatureTime }) {
      if (bestSignatureTime === null || bestSignatureTime === undefined) return null;
      return texts.times.provenBy(formatDateTime(bestSignatureTime));
    },
    timestampWords({ certificate, time }) {
      const { unknownAuthority, unreadable } = texts.times;
      const authority = certificate.subject === '' ? unknownAuthority : displayName(certificate.subject);
      return `${authority}, ${time === null ? unreadable : formatDateTime(time)}`;
    },
  };
}

/** Whether the revocation of a signer's certificate was found out; where it was not, nothing "passed all checks". */
export function isRevocationKnown({ certificate }: Pick<SignatureFinding, 'certificate'>): boolean {
  return !['Unknown', 'NotChecked'].includes(certificate.revocation.status);
}

/** Timestamps that are of no signature: those of a container, and loose ones. */
export function otherTimestamps({ signatures, timestamps = [] }: VerificationReport): TimestampFinding[] {
  const own = signatures.flatMap((finding) => [finding, ...(finding.counterSignatures ?? [])]);
  const told = new Set(own.flatMap((judged) => (judged.timestamps ?? []).map((one) => JSON.stringify(one))));
  return timestamps.filter((one) => !told.has(JSON.stringify(one)));
}
