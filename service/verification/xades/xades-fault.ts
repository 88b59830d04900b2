import { XmlError, type XmlErrorCode } from '../../codecs/xmldsig/xml-error.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { type Fault, indeterminate, invalid } from '../fault.ts';

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
export function faultOfXmlError({ code, message }: XmlError): Fault {
  const detail = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  return (UNREAD.has(code) ? indeterminate : invalid)(REASONS[code], detail);
}

/** Runs `read`; what it throws for the document's sake becomes `fallback` and a fault in `faults`. */
export function collecting<Value, Fallback>(faults: Fault[], read: () => Value, fallback: Fallback): Value | Fallback {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    faults.push(faultOfXmlError(error));
    return fallback;
  }
}
