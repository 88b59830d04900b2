import type { FailureArea } from '../../service/contract/vocabulary/failures.ts';
import type { SignatureView } from '../../service/contract/http/signatures.ts';
import type { SignatureStatus } from '../../service/contract/vocabulary/states.ts';

interface Ending {
  readonly steps: readonly SignatureStatus[];
  readonly fields?: Partial<SignatureView>;
}

const failed = (failureArea: FailureArea, errorMessage: string): Ending => ({
  steps: ['Processing', 'Failed'],
  fields: { errorCode: 'SIGNING_OPERATION_FAILED', errorMessage, failureArea },
});

/** What becomes of a document, by a word in its name. */
export function endingFor(name: string, profile: string): Ending {
  if (profile !== 'B') {
    const errorMessage = `Profile ${profile} needs a timestamp authority, and Timestamping:Url is not set.`;
    return {
      steps: ['Processing', 'Failed'],
      fields: { errorCode: 'TIMESTAMP_AUTHORITY_UNAVAILABLE', errorMessage, failureArea: 'timestamp' },
    };
  }
  if (name.includes('pin')) {
    const errorMessage = 'The PIN stored for this card is wrong. It was tried once and will not be tried again.';
    return failed('pin', errorMessage);
  }
  if (name.includes('broken')) return failed('document', 'The PDF is damaged and is not repaired.');
  if (name.includes('crowded'))
    return failed('options', 'The page has no free place large enough for a legible stamp.');
  if (name.includes('retry')) return { steps: ['Processing', 'RetryScheduled', 'Queued', 'Processing', 'Completed'] };
  if (name.includes('slow')) return { steps: ['Processing'] };
  return name.includes('hold') ? { steps: [] } : { steps: ['Processing', 'Completed'] };
}
