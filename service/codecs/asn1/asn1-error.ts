/**
 * What can be wrong with an ASN.1 encoding. Stable; tests and callers look at these, never at messages.
 * `ASN1_STRUCTURE_INVALID` is well-formed ASN.1 that is not the structure the standard asks for.
 */
export type Asn1ErrorCode =
  | 'ASN1_TRUNCATED'
  | 'ASN1_LENGTH_INVALID'
  | 'ASN1_INDEFINITE_LENGTH_FORBIDDEN'
  | 'ASN1_TAG_UNSUPPORTED'
  | 'ASN1_TAG_UNEXPECTED'
  | 'ASN1_TRAILING_DATA'
  | 'ASN1_VALUE_INVALID'
  | 'ASN1_STRUCTURE_INVALID'
  | 'ASN1_DEPTH_EXCEEDED'
  | 'ASN1_ELEMENTS_EXCEEDED'
  | 'ASN1_SIZE_EXCEEDED';

/** The one error that codecs built on ASN.1 throw for bytes they refuse; `offset` is where in the input, if known. */
export class Asn1Error extends Error {
  readonly code: Asn1ErrorCode;
  readonly offset: number | null;
  readonly #reason: string;

  constructor(code: Asn1ErrorCode, message: string, offset: number | null = null) {
    super(offset === null ? message : `${message} (at byte ${offset})`);
    this.name = 'Asn1Error';
    this.code = code;
    this.offset = offset;
    this.#reason = message;
  }

  /** The same error for an input that starts at byte `base` of a larger one. */
  movedBy(base: number): Asn1Error {
    return new Asn1Error(this.code, this.#reason, this.offset === null ? null : this.offset + base);
  }
}
