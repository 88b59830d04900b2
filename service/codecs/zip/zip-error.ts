/** What can be wrong with a ZIP container, one code for each rule. Stable; tests and callers look at these. */
export type ZipErrorCode =
  | 'ZIP_END_INVALID'
  | 'ZIP_DIRECTORY_INVALID'
  | 'ZIP_ZIP64_INVALID'
  | 'ZIP_MULTI_DISK'
  | 'ZIP_BYTES_UNACCOUNTED'
  | 'ZIP_ENTRIES_OVERLAP'
  | 'ZIP_HEADERS_DIFFER'
  | 'ZIP_EXTRA_FIELD_INVALID'
  | 'ZIP_EXTRA_FIELD_UNSUPPORTED'
  | 'ZIP_NAME_INVALID'
  | 'ZIP_NAME_TOO_LONG'
  | 'ZIP_NAME_DUPLICATED'
  | 'ZIP_LINK_FORBIDDEN'
  | 'ZIP_ENCRYPTED'
  | 'ZIP_FLAGS_UNSUPPORTED'
  | 'ZIP_METHOD_UNSUPPORTED'
  | 'ZIP_DATA_INVALID'
  | 'ZIP_CRC_MISMATCH'
  | 'ZIP_TOO_MANY_ENTRIES'
  | 'ZIP_DIRECTORY_TOO_LARGE'
  | 'ZIP_RATIO_EXCEEDED'
  | 'ZIP_TOTAL_EXCEEDED'
  | 'ZIP_ENTRY_TOO_LARGE';

/** The one error that the ZIP codec throws for bytes it refuses. */
export class ZipError extends Error {
  readonly code: ZipErrorCode;

  constructor(code: ZipErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ZipError';
    this.code = code;
  }
}
