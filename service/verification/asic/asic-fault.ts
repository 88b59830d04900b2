import { AsicManifestError } from '../../codecs/asic/asic-error.ts';
import { XmlError } from '../../codecs/xmldsig/xml-error.ts';
import { ZipError, type ZipErrorCode } from '../../codecs/zip/zip-error.ts';
import type { VerificationStatus } from '../../contract/http/verification.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';

/** Why a container as a whole is not VALID. */
export interface ContainerFault {
  readonly status: Exclude<VerificationStatus, 'VALID'>;
  readonly reason: ReasonCode;
  readonly detail: string;
}

/** Ends the judging of a container in which nothing can be relied on any more. */
export class AsicFault extends Error implements ContainerFault {
  readonly status: ContainerFault['status'];
  readonly reason: ReasonCode;

  constructor(reason: ReasonCode, message: string, status: ContainerFault['status'] = 'INVALID') {
    super(message);
    this.name = 'AsicFault';
    this.reason = reason;
    this.status = status;
  }

  get detail(): string {
    return this.message;
  }
}

const LIMITS: ReadonlySet<ZipErrorCode> = new Set<ZipErrorCode>([
  'ZIP_TOO_MANY_ENTRIES',
  'ZIP_DIRECTORY_TOO_LARGE',
  'ZIP_RATIO_EXCEEDED',
  'ZIP_TOTAL_EXCEEDED',
  'ZIP_ENTRY_TOO_LARGE',
]);

/** The fault that an error of a codec is; anything else is thrown on. */
export function faultOf(error: unknown): ContainerFault {
  if (error instanceof AsicFault) return error;
  if (error instanceof ZipError) {
    const reason = LIMITS.has(error.code) ? 'SIG_LIMIT_EXCEEDED' : 'ASIC_CONTAINER_INVALID';
    return { status: 'INVALID', reason, detail: `${error.code}: ${error.message}` };
  }
  if (error instanceof AsicManifestError) {
    return { status: 'INVALID', reason: 'ASIC_MANIFEST_INVALID', detail: error.message };
  }
  if (error instanceof XmlError) {
    return { status: 'INVALID', reason: 'ASIC_MANIFEST_INVALID', detail: `${error.code}: ${error.message}` };
  }
  throw error;
}
