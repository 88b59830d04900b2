import type { SignatureRequest, StoredFile } from './records.ts';

/** A request with the files that a person looks at before approving it. */
export interface ApprovableRequest {
  readonly request: SignatureRequest;
  readonly input: Pick<StoredFile, 'sha256'>;
  readonly additionalInputs: readonly Pick<StoredFile, 'sha256'>[];
  readonly appearance: Pick<StoredFile, 'sha256'> | null;
}

/**
 * What an approval is bound to, as one text: the bytes and everything that is to be done with them. Whatever of it were
 * another thing when the device is about to sign would be something that nobody has approved.
 */
export function approvalTerms({ request, input, additionalInputs, appearance }: ApprovableRequest): string {
  const { id, signingProvider, certificateThumbprint, format, profile, packaging } = request;
  const { operation, targetSignature, containerSignature, signatureField, certification } = request;
  const { visibleSignature, signatureNote, appearancePageNumber, stampOptions } = request;
  return JSON.stringify({
    id,
    inputs: [input, ...additionalInputs].map(({ sha256 }) => sha256),
    appearance: appearance?.sha256 ?? null,
    ...{ signingProvider, certificateThumbprint, format, profile, packaging },
    ...{ operation, targetSignature, containerSignature, signatureField, certification },
    ...{ visibleSignature, signatureNote, appearancePageNumber },
    // Left out where nothing was asked, so that what was approved before there was such a choice stays approved.
    ...(stampOptions !== null && { stampOptions }),
  });
}

/** Whether the request may be signed at `now`, as far as a person has to agree to that. */
export function isApproved(details: ApprovableRequest, now: Date): boolean {
  const { approvalRule, approvedTerms, approvedUntil } = details.request;
  if (approvalRule === null) return true;
  return approvedTerms === approvalTerms(details) && approvedUntil !== null && now < approvedUntil;
}
