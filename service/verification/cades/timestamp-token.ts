import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { NO_LEVEL } from '../report.ts';
import { readPrefix } from '../../codecs/asn1/asn1-reader.ts';
import { TAG } from '../../codecs/asn1/tags.ts';
import { type ByteSource } from '../../codecs/byte-source.ts';
import { OID_ID_CT_TST_INFO } from '../../codecs/cms/object-identifiers.ts';
import type { SignedData } from '../../codecs/cms/signed-data-parser.ts';
import { parseTstInfo, type TstInfo } from '../../codecs/tsp/tst-info.ts';
import type { SignatureFinding } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';

/**
 * As far as clocks of timestamp authorities may be ahead of the station's, whose own one may be behind. Whoever verifies
 * relies on no timestamp of later, and whoever signs takes none that is further away.
 */
export const MAX_CLOCK_DIFFERENCE_MILLISECONDS = 5 * 60 * 1000;

const MAX_TST_INFO_BYTES = 1024 * 1024;
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/** What a token says; null when it is none, or cannot be read. */
export function tstInfoOf({ eContentType, eContent }: SignedData): TstInfo | null {
  if (eContentType !== OID_ID_CT_TST_INFO || eContent === null || eContent.bytes > MAX_TST_INFO_BYTES) return null;
  try {
    return parseTstInfo(Buffer.concat([...eContent.chunks()]));
  } catch (error) {
    if (error instanceof Asn1Error) return null;
    throw error;
  }
}

/** The token inside a TimeStampResp (RFC 3161 2.4.2), which is a status and then the token; null for anything else. */
export function tokenOfResponse(document: ByteSource): Uint8Array | null {
  if (document.size > MAX_RESPONSE_BYTES) return null;
  try {
    const cursor = readPrefix(document.read(0, document.size), 'BER').cursor(TAG.sequence);
    cursor.next(TAG.sequence).cursor().next(TAG.integer);
    return cursor.next(TAG.sequence).encoded;
  } catch (error) {
    if (error instanceof Asn1Error) return null;
    throw error;
  }
}

/**
 * The finding on an intact token as one on a timestamp: VALID when its authority is trusted and nothing is wrong with it.
 * Otherwise it is not relied on, and takes nothing away from what it stands beside. It is nobody's signature either way.
 */
export function timestampFinding(finding: SignatureFinding, genTime: Date): SignatureFinding {
  const isReliable = finding.status === 'VALID';
  const codes = finding.reasonCodes.filter((code) => code !== 'SIG_VALID');
  const what = isReliable ? 'Timestamp' : 'Timestamp, which is not relied on,';
  return {
    ...finding,
    reasonCodes: isReliable ? ['TIMESTAMP_PRESENT'] : distinct(['TIMESTAMP_PRESENT', 'TIMESTAMP_UNTRUSTED', ...codes]),
    detail: `${what} of ${genTime.toISOString()}.`,
    claimedSigningTime: null,
    ...NO_LEVEL,
  };
}

function distinct(codes: readonly ReasonCode[]): ReasonCode[] {
  return [...new Set(codes)];
}
