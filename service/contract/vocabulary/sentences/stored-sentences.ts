/** What is with requests and files that the station has, or has not. */
export const storedSentences = {
  REQUEST_UNKNOWN: () => 'There is no signature request with this id.',
  REQUEST_WITHOUT_DOCUMENT: ({ number }: { number: number }) => `The request has no document ${number}.`,
  DOCUMENT_DELETED: () => 'The document was deleted after its retention period.',
  DOCUMENT_MISSING: () => 'The document is missing from the storage.',
  DOCUMENT_NOT_ACCEPTED_ONE: () =>
    'The stored document is not the one that was accepted: its SHA-256 differs from the recorded one.',
  DOCUMENT_NOT_RECEIVED_ONE: () => 'The stored document is not what was received; send it again.',
  DOCUMENT_NO_LONGER_STORED: () => 'The document is no longer stored: send it again.',
  INPUT_GONE: () => 'The input document is no longer in the storage.',
  OUTPUT_NOT_YET: ({ status }: { status: string }) => `The request is ${status}; there is no output.`,
  OUTPUT_DELETED: () => 'The signed file was deleted after its retention period.',
  OUTPUT_MISSING: () => 'The signed file is missing from the storage.',
  OUTPUT_NOT_SIGNED_ONE: () =>
    'The stored file is not the one that was signed: its SHA-256 differs from the recorded one.',
  OUTPUT_NOT_SIGNED_ONE_OF: ({ id }: { id: string }) =>
    `The stored file of request ${id} is not the one that was signed: its SHA-256 differs from the recorded one.`,
  OUTPUT_NOT_RECORDED_ONE: () => 'The stored file is not the one that was recorded.',
  STAGED_SIGNATURE_GONE: () => 'The signature that was kept is no longer in the storage.',
  NOT_CANCELLABLE: ({ status }: { status: string }) => `The request is ${status} and can no longer be cancelled.`,
  RETRY_COMPLETED: () => 'The request is Completed: there is nothing to do again.',
  RETRY_NOT_FAILED: ({ status }: { status: string }) =>
    `The request is ${status}; only what has failed can be done again.`,
  RETRIED_AND_COMPLETED: ({ id }: { id: string }) => `The request was done again, and ${id} is Completed.`,
  RETRIED_ALREADY: ({ id, status }: { id: string; status: string }) =>
    `The request is being done again: ${id} is ${status}.`,
  RENEWAL_LEVEL_LOWER: ({ present, wanted }: { present: string; wanted: string }) =>
    `The signature is of level ${present}; it is not made ${wanted}.`,
  RENEWAL_DOCUMENT_GONE: () => 'The document that the signature is over is no longer stored: extend both as an upload.',
  RENEWAL_FILE_GONE: () => 'The file is no longer stored.',
  RENEWAL_UNDER_WAY: ({ id }: { id: string }) => `The signature is being renewed: ${id} has not ended.`,
  REQUEST_ARCHIVED: ({ id }: { id: string }) =>
    `The Idempotency-Key was used for ${id}, which ended long ago and has been moved to the archive.`,
  BATCH_UNKNOWN: () => 'There is no batch with this id.',
  BATCH_REQUEST_UNKNOWN: () => 'A request of the batch does not exist.',
  BATCH_WITHOUT_SIGNED: () => 'No document of the batch has a signed file.',
  APPROVAL_REFUSED_BY_PERSON: () => 'A person at the station refused to sign the document.',
  APPROVAL_NOT_IN_TIME: () => 'Nobody at the station approved the document in time (Approvals:ExpireAfter).',
  APPROVAL_NEEDED: () => 'A person at the station has to see and approve the document.',
  APPROVED_DOCUMENT_OTHER: () => 'The stored document is not the one that was approved.',
  APPROVAL_NOT_WAITED_FOR: ({ id, status }: { id: string; status: string }) =>
    `The request ${id} is ${status} and waits for no approval.`,
  APPROVAL_BY_OWN_KEY: () => 'The API key that gave a document in cannot approve it.',
  SHOWN_IS_OTHER: ({ id }: { id: string }) => `What was shown is not what ${id} would sign.`,
  SHOWN_NOT_WHOLE: ({ id }: { id: string }) => `Not all of ${id} was shown before it was approved.`,
  WAIT_TOO_LONG: ({ waitReason }: { waitReason: string }) =>
    `What the document waited for (${waitReason}) did not come in time (Signing:MaxWait).`,
} as const;
