import type {
  CertificateResult,
  CounterSignature,
  SignatureFinding,
  TimestampFinding,
  VerificationReport,
  VerificationStatus,
} from '../../service/contract/http/verification.ts';
import { displayName } from '../formatting/distinguished-name.ts';
import { formatDate, formatDateTime, withLocalTimes } from '../formatting/times.ts';
import { laterText, text } from '../messages/messages.ts';
import { worded } from '../state/station-words.svelte.ts';
import type { IconName } from './icons.ts';
import type { Tone } from './status-tones.ts';

const t = text.report;

/** Reasons that say themselves that a PDF signature leaves out a part of what was there when it was made. */
const OF_COVERAGE: readonly string[] = ['SIG_COVERAGE_INCOMPLETE', 'PDF_BYTERANGE_INVALID', 'PDF_BYTES_UNACCOUNTED'];

/** What a signature is over, in words; `index` is its place among the signatures of the report. */
export function coverageOf(finding: SignatureFinding, report: VerificationReport, index: number): string {
  if (finding.coversWholeDocument) return t.coversAll;
  if (report.format !== 'PAdES') {
    const names = finding.covered?.filter((name) => name !== '') ?? [];
    return names.length === 0 ? t.coversPart : names.join(', ');
  }
  const reasons: readonly string[] = [...finding.reasonCodes, ...finding.signature.reasonCodes];
  if (reasons.some((reason) => OF_COVERAGE.includes(reason))) return t.coversPart;
  return index < report.signatures.length - 1 ? t.coversRevision : t.coversContinued;
}

/** Whether the revocation of a signer's certificate was found out; where it was not, nothing "passed all checks". */
export function isRevocationKnown({ certificate }: Pick<SignatureFinding, 'certificate'>): boolean {
  return !['Unknown', 'NotChecked'].includes(certificate.revocation.status);
}

/** The sentence below the verdict. */
export function leadOf({ overallStatus, signatures }: VerificationReport): string {
  const isOpen = overallStatus === 'VALID' && !signatures.every(isRevocationKnown);
  return isOpen ? t.validUnchecked : t[overallStatus].lead;
}

/** What trusted lists say of where a certificate comes from; a line for each service. */
export function listedWords({ trust = [] }: CertificateResult): string[] {
  return trust.map(({ territory, provider, service, type, status, from, at }) => {
    const kind = type.split('/Svctype/').at(-1) ?? type;
    const stand =
      status === null || from === null
        ? t.listedLater(formatDate(at))
        : t.listedStatus(status.split('/').at(-1) ?? status, formatDate(from), formatDate(at));
    return `${t.listedService(territory, provider, service, kind)}, ${stand}`;
  });
}

/** How a verdict is shown. */
export function badgeOf(status: VerificationStatus): { tone: Tone; symbol: IconName; label: string } {
  return { ...BADGES[status], label: text.verify.verdicts[status] };
}

const BADGES = {
  VALID: { tone: 'good', symbol: 'check' },
  INVALID: { tone: 'bad', symbol: 'cross' },
  INDETERMINATE: { tone: 'warn', symbol: 'question' },
} as const satisfies Record<VerificationStatus, { tone: Tone; symbol: IconName }>;

/** What was found out about the signer's certificate. */
export function certificateWords(finding: SignatureFinding): string {
  if (!finding.certificate.isValid) return t.certificateBad;
  return isRevocationKnown(finding) ? t.certificateGood : t.certificateUnchecked;
}

/** Whether the signer's certificate was revoked, what says so, and of when that is. */
export function revocationWords({ certificate }: Pick<SignatureFinding, 'certificate'>): string {
  const { status, source, detail } = certificate.revocation;
  const words = [t.revocations[status], source === 'None' ? '' : t.sources[source]].filter((word) => word !== '');
  return detail === null ? words.join(', ') : `${words.join(', ')}. ${withLocalTimes(worded(detail))}`;
}

/** What the signer says of the time, and whether that is all there is. */
export function claimedTime({
  claimedSigningTime,
  bestSignatureTime,
}: Pick<CounterSignature, 'claimedSigningTime' | 'bestSignatureTime'>): string {
  if (claimedSigningTime === null) return t.noTime;
  const isProven = bestSignatureTime !== null && bestSignatureTime !== undefined;
  return `${formatDateTime(claimedSigningTime)} (${isProven ? laterText.times.claimed : t.claimedHint})`;
}

/** The level of a signature; one that is there by its form alone is said beside it, so that nobody takes it for proven. */
export function levelWords({ profileReached, profileByForm = null }: SignatureFinding): string {
  const reached = profileReached ?? t.unknownLevel;
  return profileByForm === null || profileByForm === profileReached ? reached : t.levelOfForm(reached, profileByForm);
}

/** By when a signature is proven to have been there; null where nothing proves it. */
export function provenTime({ bestSignatureTime }: Pick<CounterSignature, 'bestSignatureTime'>): string | null {
  if (bestSignatureTime === null || bestSignatureTime === undefined) return null;
  return laterText.times.provenBy(formatDateTime(bestSignatureTime));
}

/** Who made a timestamp, and when. */
export function timestampWords({ certificate, time }: TimestampFinding): string {
  const { unknownAuthority, unreadable } = laterText.times;
  const authority = certificate.subject === '' ? unknownAuthority : displayName(certificate.subject);
  return `${authority}, ${time === null ? unreadable : formatDateTime(time)}`;
}

/** Timestamps that are of no signature: those of a container, and loose ones. */
export function otherTimestamps({ signatures, timestamps = [] }: VerificationReport): TimestampFinding[] {
  const own = signatures.flatMap((finding) => [finding, ...(finding.counterSignatures ?? [])]);
  const told = new Set(own.flatMap((judged) => (judged.timestamps ?? []).map((one) => JSON.stringify(one))));
  return timestamps.filter((one) => !told.has(JSON.stringify(one)));
}
