import { AsicManifestError } from '../../codecs/asic/asic-error.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import { searchSource } from '../../codecs/search-source.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import { ZipError, type ZipErrorCode } from '../../codecs/zip/zip-error.ts';
import { describeFault, type Fault, indeterminate, invalid } from '../fault.ts';

/** A signature that is over some of the data objects only. */
export const PARTIAL_COVERAGE = indeterminate(
  'SIG_COVERAGE_INCOMPLETE',
  'The signature is over some of the data objects only.',
);

/** META-INF is for what is about the data objects (EN 319 162-1 4.4.2); what else lies there is one that nobody signed. */
export const STRANGER = indeterminate(
  'ASIC_DATA_OBJECT_UNSIGNED',
  'There is a file in META-INF that does not belong there, and no signature is over it.',
);

export const NO_SIGNATURE = indeterminate('SIG_NOT_FOUND', 'There is no signature in the container.');

/** EN 319 162-1 4.3.3.2, 4.4.3.2: a time assertion by itself is a container of its own kind, and nobody's signature. */
export const TIMESTAMP_ONLY = indeterminate('SIG_TIMESTAMP_ONLY', 'The container holds a timestamp and no signature.');

/** Ends the judging of a container in which nothing can be relied on any more. */
export class AsicRefused extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(describeFault(fault) ?? fault.reason);
    this.name = 'AsicRefused';
    this.fault = fault;
  }
}

const LIMITS: ReadonlySet<ZipErrorCode> = new Set<ZipErrorCode>([
  'ZIP_TOO_MANY_ENTRIES',
  'ZIP_DIRECTORY_TOO_LARGE',
  'ZIP_NAME_TOO_LONG',
  'ZIP_RATIO_EXCEEDED',
  'ZIP_TOTAL_EXCEEDED',
  'ZIP_ENTRY_TOO_LARGE',
]);

/** Nothing of such a file is read: it uses what no container needs. */
const UNREAD: ReadonlySet<ZipErrorCode> = new Set<ZipErrorCode>([
  'ZIP_MULTI_DISK',
  'ZIP_ENCRYPTED',
  'ZIP_FLAGS_UNSUPPORTED',
  'ZIP_METHOD_UNSUPPORTED',
  'ZIP_EXTRA_FIELD_UNSUPPORTED',
]);

/** The fault that an error of a codec is; anything else is thrown on. */
export function faultOf(error: unknown): Fault {
  if (error instanceof AsicRefused) return error.fault;
  if (error instanceof ZipError) {
    const detail = `${error.code}: ${error.message}`;
    // What asks for more than is read was not judged, as in the other formats.
    if (LIMITS.has(error.code)) return indeterminate('SIG_LIMIT_EXCEEDED', detail);
    return (UNREAD.has(error.code) ? indeterminate : invalid)('ASIC_CONTAINER_INVALID', detail);
  }
  if (error instanceof AsicManifestError) {
    return invalid('ASIC_MANIFEST_INVALID', error.message);
  }
  if (error instanceof XmlError) {
    const detail = `${error.code}: ${error.message}`;
    return error.code === 'XML_LIMIT_EXCEEDED'
      ? indeterminate('SIG_LIMIT_EXCEEDED', detail)
      : invalid('ASIC_MANIFEST_INVALID', detail);
  }
  throw error;
}

/** Names of signatures in a container, as its text shows them (EN 319 162-1 4.3.3.2, 4.4.3.2). */
const SIGNATURE_NAME = /META-INF\/[^/]{0,80}signature[^/]{0,80}\.(?:p7s|xml)/i;
const LONGEST_NAME = 190;

/**
 * The fault of a container that cannot be opened. One that is cut off is broken where signatures in it can be seen
 * (EN 319 102-1 5.2.2); otherwise nothing was judged. Throws what the source throws.
 */
export function faultOfUnreadable(source: ByteSource, error: unknown): Fault {
  const fault = faultOf(error);
  const isCutOff = error instanceof ZipError && error.code === 'ZIP_END_INVALID';
  if (!isCutOff || !searchSource(source, SIGNATURE_NAME, LONGEST_NAME).next().done) return fault;
  return indeterminate(fault.reason, fault.detail);
}
