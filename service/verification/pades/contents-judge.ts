import { evidenceOfContents } from '../evidence/cms-evidence.ts';
import type { RawEvidence } from '../evidence/document-evidence.ts';
import { evidenceInTokens } from '../timestamps/kept-by-index.ts';
import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { OID_ID_CT_TST_INFO } from '../../codecs/cms/object-identifiers.ts';
import { parseSignedData } from '../../codecs/cms/signed-data-parser.ts';
import { parseTstInfo, type TstInfo } from '../../codecs/tsp/tst-info.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import type { SignatureProfile } from '../../contract/vocabulary/signature-formats.ts';
import { verifyCms, type CmsVerification, type CmsVerificationResult } from '../cades/verify-cms.ts';
import { timestampFinding } from '../cades/timestamp-token.ts';
import { besideLevel, indeterminate, invalid, withFaults } from '../fault.ts';
import { unjudgedSignature } from '../judged-signature.ts';
import { decidingFinding, NO_LEVEL } from '../report.ts';
import type { FoundTimestamp } from '../timestamps/found-timestamp.ts';
import type { VerificationContext } from '../verification.ts';
import { asSignedData, BARE_HASHES, BARE_SUB_FILTER } from './bare-signature.ts';
import {
  SHA1_SUB_FILTER,
  UNJUDGED,
  type ContentsFinding,
  type ContentsJudge,
  type ContentsSurroundings,
} from './pades-finding.ts';
import type { FoundSignature } from './signature-survey.ts';

/** What every signature of the document is judged by, and what the document brings along. */
type Circumstances = VerificationContext & Pick<CmsVerification, 'documentEvidence' | 'outerTimestamps' | 'isArchival'>;
type DigestContent = Parameters<ContentsJudge>[2];

/** Judges /Contents by the CMS rules and the certificate pipeline. */
export function createContentsJudge(context: VerificationContext): ContentsJudge {
  return (signature, contents, digestContent, surroundings) => {
    const circumstances = surroundings === undefined ? context : { ...context, ...around(surroundings, contents) };
    if (signature.isTimestamp) return judgeTimestamp(contents, digestContent, circumstances);
    const judge = judgeOf(signature);
    const finding = judge(contents, digestContent, circumstances);
    return surroundings?.hasLaterStore === false ? withoutStore(finding) : finding;
  };
}

type JudgeOfKind = (contents: Uint8Array, digestContent: DigestContent, context: Circumstances) => ContentsFinding;

function judgeOf({ subFilter, certificates }: FoundSignature): JudgeOfKind {
  if (subFilter === BARE_SUB_FILTER) return (...about) => judgeBare(certificates, ...about);
  return subFilter === SHA1_SUB_FILTER ? judgeOverSha1 : judgeSignature;
}

/**
 * EN 319 142-1 clause 6.3: levels LT and LTA have their validation data in a security store. One that was there before the
 * signature, or evidence that the signer put into the signature, is used, but makes no such level.
 */
function withoutStore(finding: ContentsFinding): ContentsFinding {
  const { profileReached, profileByForm = null } = finding;
  return { ...finding, profileReached: atMostT(profileReached), profileByForm: atMostT(profileByForm) };
}

function atMostT(profile: SignatureProfile | null): SignatureProfile | null {
  return profile === 'LT' || profile === 'LTA' ? 'T' : profile;
}

/** A document timestamp is over all revisions before it, with everything in them. */
function around(
  { evidence, laterTimestamps }: ContentsSurroundings,
  contents: Uint8Array,
): Omit<Circumstances, keyof VerificationContext> {
  const archival = new Set<FoundTimestamp>();
  const outerTimestamps = (own: readonly FoundTimestamp[]): FoundTimestamp[] => {
    const outer: FoundTimestamp[] = [];
    for (const { token, digestContent, isArchival, evidence: stored } of laterTimestamps) {
      const protects = new Set([...own, ...outer]);
      const keeps = (): RawEvidence[] => [stored(), ...evidenceOfContents(contents), ...evidenceInTokens(protects)];
      const imprints: FoundTimestamp['imprints'] = (hash) => [{ digest: digestContent(hash), protects, keeps }];
      const found: FoundTimestamp = { kind: 'DocumentTimestamp', token, about: 'signature', imprints };
      outer.push(found);
      if (isArchival) archival.add(found);
    }
    return outer;
  };
  return {
    documentEvidence: () => [evidence()],
    outerTimestamps,
    isArchival: (timestamp) => archival.has(timestamp),
  };
}

/** EN 319 142-1 clause 6.3: one signer, nothing encapsulated, only zeros after the CMS. */
function judgeSignature(contents: Uint8Array, digestContent: DigestContent, context: Circumstances): ContentsFinding {
  const result = verifyCms({ signedData: contents, digestContent, pades: true, ...context });
  return decidingFinding(result.findings) ?? unreadable(result);
}

/**
 * ISO 32000-1 clause 12.8.3.2: a value of PKCS #1 over the byte ranges. As nothing binds its certificate, it is never VALID.
 * By which hash it was made stands in it: where it is right by none of them, it is wrong by SHA-1.
 */
function judgeBare(
  certificates: readonly Uint8Array[],
  ...[contents, digestContent, context]: Parameters<JudgeOfKind>
) {
  let first: ContentsFinding | null = null;
  for (const hash of BARE_HASHES) {
    const signedData = asSignedData(contents, certificates, hash);
    if (signedData === null) return UNKNOWN_CONTENTS;
    const finding = judgeSignature(signedData, digestContent, context);
    if (finding.signature.cryptoValid) return finding;
    first ??= finding;
  }
  return first ?? UNKNOWN_CONTENTS;
}

const UNKNOWN_CONTENTS: ContentsFinding = {
  ...UNJUDGED,
  status: 'INDETERMINATE',
  reasonCodes: ['PDF_SUBFILTER_UNSUPPORTED'],
  detail: 'The signature is of a kind that cannot be judged here.',
};

/**
 * ISO 32000-1 clause 12.8.3.3.1: what the CMS signs, and holds, is the digest of the byte ranges by SHA-1, whatever hash
 * the CMS uses. Two documents with one such digest can be made, so that it is never VALID without a proof of an early
 * time (EN 319 102-1 clause 5.2.7).
 */
function judgeOverSha1(contents: Uint8Array, digestContent: DigestContent, context: Circumstances): ContentsFinding {
  const result = verifyCms({ signedData: contents, digestContent: null, pades: true, holdsDigest: true, ...context });
  const finding = decidingFinding(result.findings);
  if (finding === undefined) return unreadable(result);
  const held = result.signedData?.eContent ?? null;
  if (held === null) {
    const detail = 'The signature is of a kind that holds a digest, and holds none.';
    return { ...UNJUDGED, status: 'INDETERMINATE', reasonCodes: ['PDF_SUBFILTER_UNSUPPORTED'], detail };
  }
  const isOfTheseBytes =
    held.bytes === SHA1_BYTES && Buffer.compare(Buffer.concat([...held.chunks()]), digestContent('SHA-1')) === 0;
  const fault = isOfTheseBytes ? indeterminate('SIG_ALGORITHM_WEAK') : invalid('SIG_DIGEST_MISMATCH');
  const judged = withFaults(finding, [fault], 'signature');
  const cryptoValid = judged.signature.cryptoValid && isOfTheseBytes;
  return { ...judged, signature: { ...judged.signature, cryptoValid }, ...NO_LEVEL };
}

const SHA1_BYTES = 20;

function unreadable({ fault, detail }: CmsVerificationResult): ContentsFinding {
  const why = fault ?? invalid('SIG_NOT_FOUND');
  return { ...UNJUDGED, ...unjudgedSignature(why), detail: detail ?? 'The signature cannot be read.' };
}

/**
 * A document timestamp (EN 319 142-1 clause 5.4.3): its token must be intact and of these bytes. By an authority that is
 * not trusted it is not VALID, and decides nothing beside a signature.
 */
function judgeTimestamp(contents: Uint8Array, digestContent: DigestContent, context: Circumstances): ContentsFinding {
  const token = readToken(contents);
  if (token === null) return brokenTimestamp(undefined, 'The document timestamp cannot be read.');
  const { hash, digest } = token.tstInfo.messageImprint;
  const finding = verifyCms({
    signedData: token.encoded,
    digestContent: null,
    pades: false,
    ...context,
    expectedContentType: OID_ID_CT_TST_INFO,
    purpose: 'timeStamping',
  }).findings[0];
  const isOfTheseBytes = hash !== null && Buffer.compare(digest, digestContent(hash)) === 0;
  if (!isOfTheseBytes) return brokenTimestamp(finding, 'The document timestamp is of other bytes.');
  if (finding?.signature.cryptoValid !== true) return brokenTimestamp(finding, 'The document timestamp is not intact.');
  const judged = timestampFinding(finding, token.tstInfo.genTime);
  // Bytes that nobody signs are as doubtful here as behind a signature, and as little the fault of the token.
  return token.isPadded ? judged : withFaults(judged, [besideLevel(indeterminate('SIG_TRAILING_DATA'))], 'signature');
}

function brokenTimestamp(finding: SignatureFinding | undefined, detail: string): ContentsFinding {
  const base: ContentsFinding = finding ?? UNJUDGED;
  return {
    ...base,
    // EN 319 102-1 clause 5.6.2.4: a timestamp that fails gives no proof of existence; the signatures stand without it.
    status: 'INDETERMINATE',
    signature: { ...base.signature, cryptoValid: false },
    reasonCodes: ['TIMESTAMP_INVALID'],
    detail,
    claimedSigningTime: null,
    ...NO_LEVEL,
  };
}

/** A token in /Contents without what lies behind it. */
interface DocumentToken {
  readonly encoded: Uint8Array;
  readonly tstInfo: TstInfo;
  /** Nothing but zeros lies behind it. Programs that encrypt the room for it leave what they do not need (PDFBox). */
  readonly isPadded: boolean;
}

/** The token in /Contents and what it says; null for what is none. */
export function readToken(contents: Uint8Array): DocumentToken | null {
  try {
    const { encodedBytes, eContent, trailing } = parseSignedData(contents, { trailing: 'any' });
    if (eContent === null) return null;
    const tstInfo = parseTstInfo(Buffer.concat(eContent));
    return { encoded: contents.subarray(0, encodedBytes), tstInfo, isPadded: trailing !== 'data' };
  } catch (error) {
    if (error instanceof Asn1Error) return null;
    throw error;
  }
}
