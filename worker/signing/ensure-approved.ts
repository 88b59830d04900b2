import { isApproved } from '../../service/domain/approval.ts';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import { sha256OfFile } from '../../service/files/sha256-of-file.ts';
import type { JobDetails } from '../../service/persistence/persistence.ts';
import type { JobInputs } from './job-inputs.ts';

/**
 * Throws APPROVAL_REQUIRED where a person has to approve the request and has not, or not lately, or approved another
 * thing: the job waits for that then. Asked twice: before a token is touched, and when the device is about to sign.
 */
export function ensureApproved(details: JobDetails, now: Date): void {
  if (isApproved(details, now)) return;
  throw new StationError('APPROVAL_REQUIRED', tell('APPROVAL_NEEDED'), {
    waitReason: 'APPROVAL_PENDING',
  });
}

/**
 * Throws APPROVAL_HASH_MISMATCH where the bytes that are about to be signed are not those that were shown: what a person
 * approved is bound to their SHA-256. Nothing is read of requests that nobody had to approve.
 */
export async function ensureShownBytes(details: JobDetails, inputs: JobInputs): Promise<void> {
  if (details.request.approvalRule === null) return;
  const recorded = [details.input, ...details.additionalInputs, details.appearance];
  const copies = [inputs.document, ...inputs.additionalDocuments, inputs.appearance];
  for (const [index, copy] of copies.entries()) {
    if (copy === null || (await sha256OfFile(copy.path)) === recorded[index]?.sha256) continue;
    throw new StationError('APPROVAL_HASH_MISMATCH', tell('APPROVED_DOCUMENT_OTHER'));
  }
}
