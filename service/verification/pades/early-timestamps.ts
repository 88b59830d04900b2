import type { TimestampFinding } from '../../contract/http/verification.ts';
import { tellsOf } from '../token-of-finding.ts';
import { readToken } from './contents-judge.ts';
import type { ContentsFinding } from './pades-finding.ts';
import type { FoundSignature } from './signature-survey.ts';

interface Judged {
  readonly signature: FoundSignature;
  readonly contents: ContentsFinding;
}

/**
 * The document timestamps that are over no signature, since every signature came after them: they prove when the document
 * was there. Those over a signature are told with it.
 */
export function earlyTimestamps(judged: readonly Judged[]): TimestampFinding[] {
  const signed = judged.filter(({ signature }) => !signature.isTimestamp).map(({ signature }) => signature.revision);
  return judged
    .filter(({ signature: { isTimestamp, revision } }) => isTimestamp && !signed.some((earlier) => earlier < revision))
    .map(describe);
}

function describe({ signature, contents }: Judged): TimestampFinding {
  const { cryptoValid } = contents.signature;
  const token = signature.contents && readToken(signature.contents);
  const codes = contents.reasonCodes.filter((code) => code !== 'TIMESTAMP_PRESENT');
  const told: TimestampFinding = {
    kind: 'DocumentTimestamp',
    status: cryptoValid ? contents.status : 'INVALID',
    time: token?.tstInfo.genTime.toISOString() ?? null,
    isIntact: cryptoValid,
    certificate: contents.certificate,
    reasonCodes: contents.status === 'VALID' ? ['TIMESTAMP_VALID', ...codes] : [...codes],
    detail: contents.status === 'VALID' ? null : contents.detail,
  };
  return signature.contents === null ? told : tellsOf(told, signature.contents);
}
