/** What can be wrong with a PFX file. Stable; callers look at these, never at messages. */
export type Pkcs12ErrorCode =
  | 'PKCS12_STRUCTURE_INVALID'
  | 'PKCS12_PASSWORD_WRONG'
  | 'PKCS12_ALGORITHM_UNSUPPORTED'
  | 'PKCS12_SIZE_EXCEEDED'
  | 'PKCS12_ITERATIONS_EXCEEDED';

export class Pkcs12Error extends Error {
  readonly code: Pkcs12ErrorCode;

  constructor(code: Pkcs12ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'Pkcs12Error';
    this.code = code;
  }
}
