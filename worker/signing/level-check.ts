import type { SignatureFinding } from '../../service/contract/http/verification.ts';
import {
  isHigherLevel,
  type SignatureFormat,
  type SignatureProfile,
} from '../../service/contract/vocabulary/signature-formats.ts';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import type { TrustMaterial, VerificationOutcome } from '../../service/verification/verification.ts';
import { verifyDocument } from '../../service/verification/verify-document.ts';
import type { ExtendedFile } from '../engines/extender.ts';

/** A file that was raised, before it is handed out. */
export interface RaisedFile {
  readonly format: SignatureFormat;
  readonly path: string;
  /** What a detached signature is over. */
  readonly contentPath: string | null;
  readonly at: Date;
  /** What proved the paths of authorities while the level was made: decides nothing but how long the evidence is good. */
  readonly proven: TrustMaterial;
  readonly requireNothingWorse: ExtendedFile['requireNothingWorse'];
}

export interface LevelQuestion extends RaisedFile {
  readonly profile: SignatureProfile;
  /** Upper-case hex SHA-1 of the signer's certificate. */
  readonly thumbprint: string;
}

/**
 * What the station's own verifier says of a raised file. Throws StationError SIGNING_OPERATION_FAILED (permanent) where a
 * signature is worse off than before.
 */
export async function verifyRaised({
  format,
  path,
  contentPath,
  at,
  proven,
  requireNothingWorse,
}: RaisedFile): Promise<VerificationOutcome> {
  const outcome = await verifyDocument({
    format,
    document: { kind: 'file', path },
    original: contentPath === null ? null : { kind: 'file', path: contentPath },
    // Who is trusted is not the question here: form and arithmetic are.
    trust: proven,
    revocationMode: 'Offline',
    at,
  });
  requireJudged(outcome);
  await requireNothingWorse(outcome);
  return outcome;
}

/**
 * A file whose check takes more work than one may cost bears signatures all the same; they are not gone, nobody could look
 * at them. Throws StationError SIGNING_OPERATION_FAILED (permanent).
 */
export function requireJudged({
  signatures,
  reasonCodes,
}: Pick<VerificationOutcome, 'signatures' | 'reasonCodes'>): void {
  if (signatures.length > 0 || !reasonCodes.includes('VERIFICATION_WORK_EXCEEDED')) return;
  throw new StationError('SIGNING_OPERATION_FAILED', tell('DOCUMENT_TAKES_TOO_MUCH_WORK'), { area: 'document' });
}

/**
 * Whether the written file holds an intact signature by that certificate of at least that level, as the station's own
 * verifier judges it, and no other one is worse off. Throws StationError SIGNING_OPERATION_FAILED (permanent) when it does
 * not: nothing below the level that was asked for is ever handed out. Answers until when its evidence is good, where
 * that can be told.
 */
export async function checkLevel(question: LevelQuestion): Promise<Date | null> {
  const { profile } = question;
  const { signatures } = await verifyRaised(question);
  const own = signatures.filter(({ signature }) => signature.signerThumbprint === question.thumbprint);
  const good = own.find((finding) => reaches(finding, profile));
  if (good !== undefined) return evidenceEnd([good], profile);
  const found = own.map(({ profileReached, reasonCodes }) => `${profileReached ?? 'none'} (${reasonCodes.join(', ')})`);
  throw new StationError(
    'SIGNING_OPERATION_FAILED',
    `The signed document is not of level ${profile}, but ${found.join('; ') || 'without the signature'}. It was not handed out.`,
  );
}

/** The earliest end of the evidence of these; null below LTA and where it cannot be told of all of them. */
export function evidenceEnd(findings: readonly SignatureFinding[], profile: SignatureProfile): Date | null {
  if (profile !== 'LTA') return null;
  const ends = findings.map(({ evidenceGoodUntil }) => evidenceGoodUntil ?? null);
  if (ends.includes(null)) return null;
  const [first] = ends.filter((end) => end !== null).toSorted();
  return first === undefined ? null : new Date(first);
}

/** Whether a signature is intact, and of that level or of one above it. */
export function reaches(
  { signature, profileReached }: Pick<SignatureFinding, 'signature' | 'profileReached'>,
  profile: SignatureProfile,
): boolean {
  return signature.cryptoValid && profileReached !== null && !isHigherLevel(profile, profileReached);
}
