import type { VerificationReport } from '../contract/http/verification.ts';
import type { SignatureFormat } from '../contract/vocabulary/signature-formats.ts';
import type { UseCasePorts } from './ports.ts';

export interface VerifyUpload {
  readonly format: SignatureFormat;
  readonly document: Uint8Array;
  /** The signed content of a detached signature. */
  readonly original: Uint8Array | null;
  /** Tells whoever sent it from others that wait. */
  readonly client: string;
}

/**
 * Verifies an upload in memory; nothing is stored. The bytes belong to the verifier afterwards. Throws
 * SERVICE_UNAVAILABLE where too many wait.
 */
export async function verifyUpload(
  ports: Pick<UseCasePorts, 'verifier' | 'trustMaterial' | 'revocationMode' | 'clock'>,
  upload: VerifyUpload,
): Promise<VerificationReport> {
  const outcome = await ports.verifier.verify({
    format: upload.format,
    document: { kind: 'bytes', bytes: upload.document },
    original: upload.original === null ? null : { kind: 'bytes', bytes: upload.original },
    trust: await ports.trustMaterial(),
    revocationMode: ports.revocationMode,
    at: ports.clock(),
    asker: { kind: 'uploaded', client: upload.client },
  });
  return { ...outcome, source: 'UploadedDocument', signatureId: null };
}
