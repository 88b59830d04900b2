import type { ByteSource } from '../../codecs/byte-source.ts';
import type { SignedData, SignerInfo } from '../../codecs/cms/signed-data-parser.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import type { KeyPurpose } from '../certificate-path/key-purpose.ts';
import { evidenceOfSignedData, evidenceOfToken } from '../evidence/cms-evidence.ts';
import { readEvidence, type RawEvidence } from '../evidence/document-evidence.ts';
import { nativeRuntime, type CryptoRuntime } from '../signature-arithmetic/crypto-runtime.ts';
import { findCmsTimestamps } from '../timestamps/cms-timestamps.ts';
import type { FoundTimestamp } from '../timestamps/found-timestamp.ts';
import type { LastingSignature } from '../timestamps/judge-lasting.ts';
import type { VerificationContext } from '../verification.ts';
import type { WorkBudget } from '../work-budget.ts';
import type { SignerJudgement } from './judge-signer.ts';
import { digestPieces, type DigestContent } from './signed-content.ts';

/** What tells, beside a CMS signature itself, when it was made and by whom. */
export interface LastingContext extends VerificationContext {
  readonly purpose?: KeyPurpose;
  readonly runtime?: CryptoRuntime;
  /** The content that was signed and is not inside, for timestamps that are over it together with other things. */
  readonly readContent?: (() => Iterable<Uint8Array>) | null;
  /** What the document around the signature brings along: candidates for its signer, issuers and revocation, not trusted. */
  readonly documentEvidence?: () => readonly RawEvidence[];
  /** Timestamps of the document that are over the whole signature with its own timestamps, which are given. */
  readonly outerTimestamps?: (own: readonly FoundTimestamp[]) => readonly FoundTimestamp[];
  /** Which timestamps protect validation data, too; archive timestamps unless said otherwise. */
  readonly isArchival?: (timestamp: FoundTimestamp) => boolean;
}

/** The file around a signer. */
export interface SignerSurroundings {
  readonly verification: LastingContext;
  readonly signedData: SignedData;
  readonly certificates: readonly Certificate[];
  readonly content: { readonly digestContent: DigestContent | null };
  readonly source: ByteSource;
  readonly budget: WorkBudget;
}

/** A signer with what came along for judging it later, in the signature, its timestamps and the document. */
export function lastingSignature(
  signerInfo: SignerInfo,
  judgement: SignerJudgement,
  surroundings: SignerSurroundings,
): LastingSignature {
  const { verification, signedData, content, source, budget } = surroundings;
  const { readContent = null } = verification;
  const { digestContent } = content;
  const found = findCmsTimestamps({ signedData, signerInfo, source, digestContent, readContent, budget });
  const own = found.map((one) => one.found);
  return lastingOf(judgement, [...own, ...(verification.outerTimestamps?.(own) ?? [])], surroundings);
}

/** A counter-signature likewise. Of its timestamps those over its own value count: archive timestamps are over a whole file, which it is not. */
export function lastingCounterSignature(
  signerInfo: SignerInfo,
  judgement: SignerJudgement,
  countersigned: SignerInfo,
  surroundings: SignerSurroundings,
): LastingSignature {
  const { signedData, source, budget } = surroundings;
  const digestContent = digestPieces([countersigned.signatureValue]);
  const found = findCmsTimestamps({ signedData, signerInfo, source, digestContent, readContent: null, budget });
  const own = found.filter((one) => one.found.kind === 'SignatureTimestamp').map((one) => one.found);
  return lastingOf(judgement, own, surroundings);
}

function lastingOf(
  { signer }: SignerJudgement,
  timestamps: readonly FoundTimestamp[],
  { verification, signedData, certificates, budget }: SignerSurroundings,
): LastingSignature {
  const { trust, at, revocationMode, purpose, isArchival = isArchiveTimestamp } = verification;
  const raw = [...evidenceOfSignedData(signedData), ...timestamps.flatMap(({ token }) => evidenceOfToken(token))];
  const evidence = readEvidence([...raw, ...(verification.documentEvidence?.() ?? [])], budget);
  const runtime = verification.runtime ?? nativeRuntime;
  const question = { trust, at, revocationMode, budget, runtime, ...(purpose && { purpose }) };
  return { ...question, signer, timestamps, isArchival, candidates: certificates, evidence };
}

function isArchiveTimestamp({ kind }: FoundTimestamp): boolean {
  return kind === 'ArchiveTimestamp';
}
