import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import { XmlError, type XmlErrorCode } from '../../codecs/xmldsig/xml-error.ts';
import type { VerificationStatus } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { isWeakHash } from '../signature-arithmetic/strength.ts';

/** Something that keeps a signature from being VALID. */
export interface XadesFault {
  readonly status: Exclude<VerificationStatus, 'VALID'>;
  readonly reason: ReasonCode;
  /** One sentence for a person, without document text; null where the reason says it all. */
  readonly detail: string | null;
}

export function invalid(reason: ReasonCode, detail: string | null = null): XadesFault {
  return { status: 'INVALID', reason, detail };
}

export function indeterminate(reason: ReasonCode, detail: string | null = null): XadesFault {
  return { status: 'INDETERMINATE', reason, detail };
}

/** What a hash that is no longer strong does: MD5 is broken, the others are against today's constraints. */
export function weakHash(hash: HashName): XadesFault[] {
  if (!isWeakHash(hash)) return [];
  return [hash === 'MD5' ? invalid('SIG_ALGORITHM_WEAK') : indeterminate('SIG_ALGORITHM_WEAK')];
}

/** A weak algorithm keeps a signature from being VALID, but its arithmetic may be right. */
export function isOfStrength({ reason }: XadesFault): boolean {
  return reason === 'SIG_ALGORITHM_WEAK';
}

const REASONS: Readonly<Record<XmlErrorCode, ReasonCode>> = {
  XML_DOCTYPE_FORBIDDEN: 'XML_DOCTYPE_FORBIDDEN',
  XML_ENCODING_UNSUPPORTED: 'XML_ENCODING_UNSUPPORTED',
  XML_STRUCTURE_INVALID: 'XML_STRUCTURE_INVALID',
  XML_LIMIT_EXCEEDED: 'SIG_LIMIT_EXCEEDED',
  XML_CANONICALIZATION_FAILED: 'XML_CANONICALIZATION_FAILED',
};

/** These say that the station does not read such a thing, and nothing of what was signed. */
const UNREAD: ReadonlySet<XmlErrorCode> = new Set<XmlErrorCode>([
  'XML_DOCTYPE_FORBIDDEN',
  'XML_ENCODING_UNSUPPORTED',
  'XML_LIMIT_EXCEEDED',
  'XML_CANONICALIZATION_FAILED',
]);

/** What an error of the XML codec says about the document. */
export function faultOfXmlError({ code, message }: XmlError): XadesFault {
  const status = UNREAD.has(code) ? 'INDETERMINATE' : 'INVALID';
  return { status, reason: REASONS[code], detail: `${message.charAt(0).toUpperCase()}${message.slice(1)}.` };
}

/** Runs `read`; what it throws for the document's sake becomes `fallback` and a fault in `faults`. */
export function collecting<Value, Fallback>(
  faults: XadesFault[],
  read: () => Value,
  fallback: Fallback,
): Value | Fallback {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    faults.push(faultOfXmlError(error));
    return fallback;
  }
}
