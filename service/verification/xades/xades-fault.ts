import type { ByteSource } from '../../codecs/byte-source.ts';
import { searchSource } from '../../codecs/search-source.ts';
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

/** Names of the elements of every XML signature end so (XML-Signature 1.1, 1.3), in single bytes or in UTF-16. */
const SIGNATURE_NAMESPACE = /xmldsig#|x\0m\0l\0d\0s\0i\0g\0#/;

/**
 * What is to be said of a document that cannot be read as XML: a signature in it is broken (EN 319 102-1 5.2.2); where
 * there is none, nothing was judged. Throws what the source throws.
 */
export function faultsOfUnreadable(document: ByteSource, error: XmlError): [Fault, ...Fault[]] {
  const fault = faultOfXmlError(error);
  const isRead = error.code !== 'XML_LIMIT_EXCEEDED';
  if (!isRead || !searchSource(document, SIGNATURE_NAMESPACE, 16).next().done) return [fault];
  const words = `The document cannot be read, and nothing in it looks like a signature: ${error.message}.`;
  return [indeterminate('SIG_NOT_FOUND', words), indeterminate(fault.reason)];
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
