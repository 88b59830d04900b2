import { isHigherLevel, type SignatureProfile } from '../../contract/vocabulary/signature-formats.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import type { CertificatePath } from '../certificate-path/path-builder.ts';
import { isEvidenceComplete } from '../evidence/complete-evidence.ts';
import { readEvidence, type DocumentEvidence, type RawEvidence } from '../evidence/document-evidence.ts';
import type { Levels } from '../report.ts';
import type { VerificationContext } from '../verification.ts';
import type { WorkBudget } from '../work-budget.ts';
import type { FoundTimestamp } from './found-timestamp.ts';
import type { JudgedTimestamp } from './judge-timestamps.ts';

/** What decides the levels of a signature beside its timestamps. */
interface LevelledSignature extends VerificationContext {
  readonly budget: WorkBudget;
  readonly signer: Certificate | null;
  readonly evidence: DocumentEvidence;
  readonly isArchival: (timestamp: FoundTimestamp) => boolean;
}

/**
 * The levels of a signature that is of level B by itself. EN 319 122-1, 132-1 and 142-1 clause 6.3 ask for properties, and
 * conformance to them is no statement about validity: `profileByForm` says which are there. A timestamp of other bytes
 * proves nothing, so that `profileReached` counts only those that hold. Throws WorkExceededError.
 */
export function levelsOf(
  signature: LevelledSignature,
  chain: CertificatePath,
  timestamps: readonly JudgedTimestamp[],
): Levels {
  const there = timestamps.filter(({ time, found }) => time !== null && found.about === 'signature');
  const intact = there.filter(({ isIntact, status }) => isIntact && status !== 'INVALID');
  const counted = { proving: inForm(intact), covered: intact };
  const ofIntact = levelOf(signature, chain, counted);
  const isKept = ofIntact !== 'LTA' || isEvidenceKept(signature, chain, counted);
  const profileReached = isKept ? ofIntact : 'LT';
  if (intact.length === there.length) return { profileReached, profileByForm: ofIntact };
  // Of what is broken nobody knows whose evidence it would need.
  const covered = there.filter(({ status }) => status !== 'INVALID');
  const profileByForm = levelOf(signature, chain, { proving: inForm(there), covered });
  return { profileReached, profileByForm: higher(profileReached, profileByForm) };
}

/** The others prove their time as well, so that there must be evidence about their authorities, but make no level. */
function inForm(timestamps: readonly JudgedTimestamp[]): readonly JudgedTimestamp[] {
  return timestamps.filter(({ found }) => found.isOutOfForm !== true);
}

interface CountedTimestamps {
  readonly proving: readonly JudgedTimestamp[];
  /** Whose authorities there must be evidence about. */
  readonly covered: readonly JudgedTimestamp[];
}

function levelOf(
  signature: LevelledSignature,
  chain: CertificatePath,
  { proving, covered }: CountedTimestamps,
): SignatureProfile {
  if (!proving.some((one) => PROVING_KINDS.has(one.found.kind) && isInTime(one, signature))) return 'B';
  if (!isEvidenceComplete(chainsOf(signature, chain, covered), signature.evidence, signature)) return 'T';
  return proving.some(({ found }) => signature.isArchival(found)) ? 'LTA' : 'LT';
}

/** Those that there must be evidence about. The last archive timestamp is not covered yet: that is for who renews it. */
function chainsOf(
  { isArchival }: LevelledSignature,
  chain: CertificatePath,
  covered: readonly JudgedTimestamp[],
): CertificatePath[] {
  const archival = covered.filter(({ found }) => isArchival(found));
  const latest = archival.toSorted((left, right) => (left.time?.getTime() ?? 0) - (right.time?.getTime() ?? 0)).at(-1);
  return [chain, ...covered.filter((one) => one !== latest).map((one) => one.chain)];
}

/**
 * Whether what the archive timestamps are over is evidence enough (EN 319 122-1, 132-1 and 142-1 clause 6.3): data that an
 * index leaves out, or that came after the last of them, anybody can exchange as long as its makers' keys hold.
 */
function isEvidenceKept(
  signature: LevelledSignature,
  chain: CertificatePath,
  { proving, covered }: CountedTimestamps,
): boolean {
  const { evidence, budget, isArchival } = signature;
  const kept: RawEvidence[] = [];
  for (const { found, keeps } of proving) {
    if (!isArchival(found)) continue;
    if (keeps === 'all') return true;
    kept.push(...keeps());
  }
  const { crls, ocspResponses } = readEvidence(kept, budget);
  // Each is read once for a document, so that the same bytes are the same object.
  const known: ReadonlySet<unknown> = new Set([...crls, ...ocspResponses]);
  const rest = {
    ...evidence,
    crls: evidence.crls.filter((one) => known.has(one)),
    ocspResponses: evidence.ocspResponses.filter((one) => known.has(one)),
  };
  return isEvidenceComplete(chainsOf(signature, chain, covered), rest, signature);
}

/** Clause 6.3: a timestamp makes level T that was made before the certificate of the signer ended. */
function isInTime({ time }: JudgedTimestamp, { signer }: LevelledSignature): boolean {
  return time !== null && (signer === null || time <= signer.notAfter);
}

function higher(one: SignatureProfile, other: SignatureProfile): SignatureProfile {
  return isHigherLevel(one, other) ? one : other;
}

const PROVING_KINDS: ReadonlySet<string> = new Set(['SignatureTimestamp', 'DocumentTimestamp']);
