import type { FailureArea } from '../../service/contract/vocabulary/failures.ts';
import { recorded, type Told } from '../../service/contract/vocabulary/sentence.ts';
import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import type { SignatureView } from '../../service/contract/http/signatures.ts';
import type { SignatureStatus } from '../../service/contract/vocabulary/states.ts';

interface Ending {
  readonly steps: readonly SignatureStatus[];
  readonly fields?: Partial<SignatureView>;
}

const failed = (failureArea: FailureArea, said: Told): Ending => ({
  steps: ['Processing', 'Failed'],
  fields: { errorCode: 'SIGNING_OPERATION_FAILED', ...recorded(said), failureArea },
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
    return failed('pin', tell('DEVICE_PIN_WRONG', { ckr: 'CKR_PIN_INCORRECT' }));
  }
  if (name.includes('broken')) return failed('document', tell('PDF_STRUCTURE_INVALID', { detail: 'no object 4' }));
  if (name.includes('crowded')) return failed('options', tell('PDF_NO_ROOM_FOR_STAMP', { detail: 'page 1' }));
  if (name.includes('retry')) return { steps: ['Processing', 'RetryScheduled', 'Queued', 'Processing', 'Completed'] };
  if (name.includes('slow')) return { steps: ['Processing'] };
  return name.includes('hold') ? { steps: [] } : { steps: ['Processing', 'Completed'] };
}
