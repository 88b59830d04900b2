import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { OID_ID_CT_TST_INFO } from '../../codecs/cms/object-identifiers.ts';
import { parseSignedData } from '../../codecs/cms/signed-data-parser.ts';
import { parseTstInfo, type TstInfo } from '../../codecs/tsp/tst-info.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import { verifyCms, type CmsVerificationResult } from '../cades/verify-cms.ts';
import type { VerificationTask } from '../verification.ts';
import { UNJUDGED, type ContentsFinding, type ContentsJudge } from './pades-finding.ts';

type TrustContext = Pick<VerificationTask, 'trust' | 'at' | 'revocationMode'>;
type DigestContent = Parameters<ContentsJudge>[2];

/** Judges /Contents by the CMS rules and the certificate pipeline. */
export function createContentsJudge(context: TrustContext): ContentsJudge {
  return (signature, contents, digestContent) =>
    signature.isTimestamp
      ? judgeTimestamp(contents, digestContent, context)
      : judgeSignature(contents, digestContent, context);
}

/** EN 319 142-1 clause 6.3: one signer, nothing encapsulated, only zeros after the CMS. */
function judgeSignature(contents: Uint8Array, digestContent: DigestContent, context: TrustContext): ContentsFinding {
  const { trust, at, revocationMode } = context;
  const result = verifyCms({ signedData: contents, digestContent, pades: true, trust, at, revocationMode });
  return result.findings[0] ?? unreadable(result);
}

function unreadable({ reasonCodes, detail }: CmsVerificationResult): ContentsFinding {
  const codes = [...reasonCodes];
  const signature = { ...UNJUDGED.signature, reasonCodes: codes };
  return { ...UNJUDGED, signature, reasonCodes: codes, detail: detail ?? 'The signature cannot be read.' };
}

/**
 * A document timestamp (EN 319 142-1 clause 5.4.3): its token must be intact and of these bytes. Who made it is reported
 * but decides nothing, since no time is taken from it.
 */
function judgeTimestamp(contents: Uint8Array, digestContent: DigestContent, context: TrustContext): ContentsFinding {
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
  return {
    ...finding,
    status: 'VALID',
    reasonCodes: ['TIMESTAMP_PRESENT'],
    detail: `Document timestamp of ${token.tstInfo.genTime.toISOString()}; its authority was not decisive.`,
    claimedSigningTime: null,
    profileReached: null,
  };
}

function brokenTimestamp(finding: SignatureFinding | undefined, detail: string): ContentsFinding {
  const base: ContentsFinding = finding ?? UNJUDGED;
  return {
    ...base,
    status: 'INVALID',
    signature: { ...base.signature, cryptoValid: false },
    reasonCodes: ['TIMESTAMP_INVALID'],
    detail,
    claimedSigningTime: null,
    profileReached: null,
  };
}

/** The token without its padding, and what it says. */
function readToken(contents: Uint8Array): { encoded: Uint8Array; tstInfo: TstInfo } | null {
  try {
    const { encodedBytes, eContent } = parseSignedData(contents, { trailing: 'zeros' });
    if (eContent === null) return null;
    return { encoded: contents.subarray(0, encodedBytes), tstInfo: parseTstInfo(Buffer.concat(eContent)) };
  } catch (error) {
    if (error instanceof Asn1Error) return null;
    throw error;
  }
}
