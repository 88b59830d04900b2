import { clientOf } from '../caller.ts';
import type { RequestBody } from '../operation.ts';
import { createFormReceiver, type ReceivedForm } from './receive-form.ts';
import type { UploadRules } from './upload-rules.ts';

/** What uploads of one operation may take of the memory beside one of the largest kind, which always fits. */
const SHARED_MEMORY_BYTES = 128 * 1024 * 1024;

export interface InMemory {
  /** Tells senders apart that share what answers them. */
  readonly client: string;
  /** The bytes are its: whoever handles the request discards it. */
  readonly form: ReceivedForm;
}

/**
 * The body of a request whose files stay in memory and are gone afterwards. `schema` describes it; `wantedOf` makes of a
 * form what the operation is asked for, and where it throws, the form is discarded.
 */
export function memoryBody<Wanted extends object>(
  rules: UploadRules,
  schema: RequestBody<unknown>['schema'],
  wantedOf: (form: ReceivedForm) => Wanted,
): RequestBody<Wanted & InMemory> {
  const budget = { maxBytes: rules.maxTotalBytes + SHARED_MEMORY_BYTES, usedBytes: 0 };
  const receive = createFormReceiver(rules, { kind: 'memory', budget });
  return {
    mediaType: 'multipart/form-data',
    schema,
    async read(station, request, response, caller) {
      const client = clientOf(station, request, caller);
      const form = await receive(request, response, client);
      try {
        return { ...wantedOf(form), client, form };
      } catch (error) {
        await form.discard();
        throw error;
      }
    },
  };
}
