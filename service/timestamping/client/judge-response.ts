import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { OID_ID_CT_TST_INFO } from '../../codecs/cms/object-identifiers.ts';
import { openSignedData, type SignedData } from '../../codecs/cms/signed-data-parser.ts';
import { parseTimeStampResponse, type TimeStampResponse } from '../../codecs/tsp/time-stamp-response.ts';
import type { TimeStampRequest } from '../../codecs/tsp/time-stamp-request.ts';
import type { TstInfo } from '../../codecs/tsp/tst-info.ts';
import type { Certificate } from '../../codecs/x509/certificate.ts';
import { judgeSigner } from '../../verification/cades/judge-signer.ts';
import { digestChunks } from '../../verification/cades/signed-content.ts';
import { MAX_CLOCK_DIFFERENCE_MILLISECONDS, tstInfoOf } from '../../verification/cades/timestamp-token.ts';
import { judgeExtendedKeyUsage, judgeKeyUsage } from '../../verification/certificate-path/key-purpose.ts';
import { nativeRuntime } from '../../verification/signature-arithmetic/crypto-runtime.ts';
import { parseAll } from '../../verification/certificate-path/trust-store.ts';
import { parseRecurringCertificate } from '../../verification/evidence/parse-once.ts';
import { AuthorityFault, quoted } from './authority-fault.ts';

/** A token that answers the request and whose signature holds. */
export interface JudgedToken {
  /** DER TimeStampToken as it came. */
  readonly token: Uint8Array;
  readonly tstInfo: TstInfo;
  readonly signer: Certificate;
  /** All that the token brings along, DER. */
  readonly certificates: readonly Uint8Array[];
}

const GRANTED = 0;
const GRANTED_WITH_MODS = 1;
/** Refusals that may be over when asked again. */
const PASSING: readonly string[] = ['timeNotAvailable', 'systemFailure'];

/**
 * Checks a TimeStampResp as RFC 3161 2.4.2 and RFC 5816 ask of the requester: status; imprint, nonce and policy of the
 * request; one signer whose certificate is inside, named by ESSCertID or ESSCertIDv2, meant for timestamps alone
 * (critical, 2.3) and valid at the time of the token; the signature; a time within five minutes of `now`, for
 * otherwise a clock is wrong, the authority's or the station's. Throws AuthorityFault with the first thing that is
 * wrong. Whether anybody trusts the authority is not asked.
 */
export function judgeResponse(response: Uint8Array, request: TimeStampRequest, now: Date): JudgedToken {
  const parsed = readOrFault(() => parseTimeStampResponse(response), 'its answer is no timestamp response');
  const token = grantedToken(parsed);
  const signedData = readOrFault(
    () => openSignedData(bytesSource(token), { trailing: 'none' }),
    'what it gave as a timestamp is no signed data',
  );
  const tstInfo = tstInfoOf(signedData);
  if (tstInfo === null) throw untrue('what it signed is no timestamp');
  judgeContent(tstInfo, request);
  judgeTime(tstInfo, now);
  return { token, tstInfo, signer: judgeSignature(signedData, tstInfo), certificates: signedData.certificates };
}

function grantedToken({ status, statusText, failures, token }: TimeStampResponse): Uint8Array {
  if (status !== GRANTED && status !== GRANTED_WITH_MODS) {
    const reasons = [...failures, ...(statusText === '' ? [] : [`"${quoted(statusText)}"`])].join(', ');
    const isPassing = failures.length === 0 || failures.some((failure) => PASSING.includes(failure));
    const why = reasons === '' ? `status ${String(status)}` : reasons;
    throw new AuthorityFault(isPassing ? 'failed' : 'refused', `it refuses: ${why}`);
  }
  if (token === null) throw untrue('it grants a timestamp and gives none');
  return token;
}

function judgeContent({ messageImprint, nonce, policyOid, hasCriticalExtension }: TstInfo, request: TimeStampRequest) {
  const isImprint = messageImprint.hash === request.hash && Buffer.compare(messageImprint.digest, request.digest) === 0;
  if (!isImprint) throw untrue('its timestamp is over other bytes than it was asked for (wrong imprint)');
  if (nonce === null) throw untrue('its timestamp lacks the nonce of the request');
  if (Buffer.compare(withoutZeros(nonce), withoutZeros(request.nonce)) !== 0) {
    throw untrue('its timestamp belongs to another request (wrong nonce)');
  }
  if (request.policyOid !== null && policyOid !== request.policyOid) {
    throw new AuthorityFault('refused', `its policy is ${policyOid}, and ${request.policyOid} was asked for`);
  }
  if (hasCriticalExtension) throw untrue('its timestamp has a critical extension that is not known here');
}

/** RFC 3161 2.4.2: the nonce shows that the answer is new, and the station's clock whether its time can be true. */
function judgeTime({ genTime }: TstInfo, now: Date): void {
  if (Math.abs(genTime.getTime() - now.getTime()) <= MAX_CLOCK_DIFFERENCE_MILLISECONDS) return;
  const times = `its timestamp says ${genTime.toISOString()}, and the station's clock ${now.toISOString()}`;
  throw untrue(`${times}: one of them is wrong by more than five minutes`);
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);
  return start === -1 ? new Uint8Array() : bytes.subarray(start);
}

function judgeSignature(signedData: SignedData, { genTime }: TstInfo): Certificate {
  const [signerInfo, ...more] = signedData.signerInfos;
  if (signerInfo === undefined || more.length > 0) throw untrue('its timestamp has not exactly one signer');
  const { faults, signer } = judgeSigner(signerInfo, {
    signedData,
    certificates: parseAll(signedData.certificates, parseRecurringCertificate),
    digestContent: digestChunks(() => signedData.eContent?.chunks() ?? []),
    expectedContentType: OID_ID_CT_TST_INFO,
    runtime: nativeRuntime,
  });
  if (signer !== null) judgeCertificate(signer, genTime);
  if (faults.length > 0 || signer === null) {
    const codes = faults.map(({ reason }) => reason).join(', ');
    throw untrue(`the signature of its timestamp does not hold (${codes})`);
  }
  return signer;
}

function judgeCertificate(signer: Certificate, genTime: Date): void {
  const faults = readOrFault(
    () => [...judgeExtendedKeyUsage(signer, 'timeStamping'), ...judgeKeyUsage(signer)],
    'its certificate cannot be read',
  );
  if (faults.length > 0) throw untrue('its certificate is not one for timestamps alone (critical extended key usage)');
  if (genTime > signer.notAfter) throw untrue(`its certificate ended on ${signer.notAfter.toISOString()}`);
  if (genTime < signer.notBefore) throw untrue(`its certificate begins on ${signer.notBefore.toISOString()} only`);
}

function readOrFault<Value>(read: () => Value, sentence: string): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof Asn1Error) throw untrue(sentence);
    throw error;
  }
}

function untrue(sentence: string): AuthorityFault {
  return new AuthorityFault('failed', sentence);
}
