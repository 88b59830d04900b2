import type { SignatureFinding } from '../../service/contract/http/verification.ts';
import type { SignatureFormat, SignatureProfile } from '../../service/contract/vocabulary/signing.ts';
import { StationError } from '../../service/domain/station-error.ts';
import { verifyDocument } from '../../service/verification/verify-document.ts';

export interface LevelQuestion {
  readonly format: SignatureFormat;
  readonly profile: SignatureProfile;
  readonly path: string;
  /** What a detached signature is over. */
  readonly contentPath: string | null;
  /** Upper-case hex SHA-1 of the signer's certificate. */
  readonly thumbprint: string;
  readonly at: Date;
}

const LEVELS: readonly SignatureProfile[] = ['B', 'T', 'LT', 'LTA'];
/** Who is trusted is not the question here: form and arithmetic are. */
const NO_TRUST = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };

/**
 * Whether the written file holds an intact signature by that certificate of at least that level, as the station's own
 * verifier judges it. Throws StationError SIGNING_OPERATION_FAILED (permanent) when it does not: nothing below the level
 * that was asked for is ever handed out.
 */
export async function checkLevel(question: LevelQuestion): Promise<void> {
  const { format, path, contentPath, at, profile } = question;
  const { signatures } = await verifyDocument({
    format,
    document: { kind: 'file', path },
    original: contentPath === null ? null : { kind: 'file', path: contentPath },
    trust: NO_TRUST,
    revocationMode: 'Offline',
    at,
  });
  const own = signatures.filter(({ signature }) => signature.signerThumbprint === question.thumbprint);
  if (own.some((finding) => finding.signature.cryptoValid && reaches(finding, profile))) return;
  const found = own.map(({ profileReached, reasonCodes }) => `${profileReached ?? 'none'} (${reasonCodes.join(', ')})`);
  throw new StationError(
    'SIGNING_OPERATION_FAILED',
    `The signed document is not of level ${profile}, but ${found.join('; ') || 'without the signature'}. It was not handed out.`,
  );
}

function reaches({ profileReached }: SignatureFinding, profile: SignatureProfile): boolean {
  return profileReached !== null && LEVELS.indexOf(profileReached) >= LEVELS.indexOf(profile);
}
