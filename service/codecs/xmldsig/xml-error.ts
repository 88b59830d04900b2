/**
 * Why an XML document was refused:
 * `XML_DOCTYPE_FORBIDDEN` it has a document type declaration.
 * `XML_ENCODING_UNSUPPORTED` it is not in UTF-8, UTF-16, US-ASCII or ISO-8859-1, or its declaration says otherwise.
 * `XML_STRUCTURE_INVALID` it is not well-formed XML 1.0 with namespaces, or a signature in it breaks its syntax.
 * `XML_LIMIT_EXCEEDED` a bound against hostile input (size, depth, counts).
 * `XML_CANONICALIZATION_FAILED` its canonical form does not exist (a relative namespace URI).
 */
export const XML_ERROR_CODES = [
  'XML_DOCTYPE_FORBIDDEN',
  'XML_ENCODING_UNSUPPORTED',
  'XML_STRUCTURE_INVALID',
  'XML_LIMIT_EXCEEDED',
  'XML_CANONICALIZATION_FAILED',
] as const;
export type XmlErrorCode = (typeof XML_ERROR_CODES)[number];

/** The only error this folder throws for anything a document contains. Messages carry places, never document text. */
export class XmlError extends Error {
  readonly code: XmlErrorCode;

  constructor(code: XmlErrorCode, message: string) {
    super(message);
    this.name = 'XmlError';
    this.code = code;
  }
}

/** For what is not well-formed; `message` says what, as part of a sentence. */
export function broken(message: string): XmlError {
  return new XmlError('XML_STRUCTURE_INVALID', message);
}
