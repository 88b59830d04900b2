import type { SignatureFinding, VerificationReport } from '../../service/contract/http/verification.ts';
import { madeBySigners } from '../../service/contract/http/made-by-signers.ts';
import { SIGNATURE_PROFILES, type SignatureProfile } from '../../service/contract/vocabulary/signature-formats.ts';
import { cannotRaise, type ExtensionLevel } from '../engines/extender.ts';
import { reaches } from './level-check.ts';

/** What was found in a document. */
export type Judged = Pick<VerificationReport, 'signatures' | 'timestamps'>;

/**
 * The signatures of a document that are to come to a level: those of a level, and broken ones, which are refused. Others
 * are document timestamps, which a PDF lists beside its signatures, and signatures of no level.
 */
export function signaturesToRaise(signatures: readonly SignatureFinding[]): readonly SignatureFinding[] {
  return signatures.filter(({ profileReached, signature }) => profileReached !== null || !signature.cryptoValid);
}

/**
 * Throws for what is not to be raised: a broken signature would be timestamped as if it were one; a level that is there
 * would be made again or lost; a signature of no level has none to begin from (EN 319 122-1, 132-1, 142-1 clause 6.3).
 */
export function refuseUnfit(judged: Judged, level: ExtensionLevel, now: Date): void {
  const before = signaturesToRaise(judged.signatures);
  const broken = before.find((finding) => finding.status === 'INVALID' || !finding.signature.cryptoValid);
  if (broken !== undefined) {
    throw cannotRaise(`the signature ${broken.name} does not hold (${broken.reasonCodes.join(', ')})`);
  }
  if (before.length === 0) {
    const [other] = madeBySigners(judged);
    if (other === undefined) throw cannotRaise('the document bears no signature');
    throw cannotRaise(`the signature ${other.name} is not even of level B (${other.reasonCodes.join(', ')})`);
  }
  const isThere = level !== 'LTA' && before.every((finding) => reaches(finding, level));
  if (isThere) throw cannotRaise(`it is of level ${lowest(before)} already`);
  // EN 319 122-1 clause 6.3: a timestamp of later proves nothing of the time in which the certificate was valid.
  const late = before.find((finding) => !reaches(finding, 'T') && new Date(finding.certificate.notAfter ?? now) < now);
  if (late !== undefined) {
    const end = String(late.certificate.notAfter);
    throw cannotRaise(`the certificate of the signature ${late.name} ended on ${end}, before any timestamp of it`);
  }
}

function lowest(findings: readonly SignatureFinding[]): SignatureProfile {
  const reached = findings.map(({ profileReached }) => profileReached ?? 'B');
  return SIGNATURE_PROFILES.find((level) => reached.includes(level)) ?? 'B';
}
