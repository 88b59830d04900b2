import { tell } from '../../service/contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../../service/domain/station-error.ts';
import { WorkExceededError } from '../../service/verification/work-budget.ts';
import type { FormatEngine } from './engine.ts';

/**
 * The same engine. Where a document takes more work than one may cost, that is said as what it is: a fault of the document
 * (permanent), which another attempt would only find again.
 */
export function withinWork(engine: FormatEngine): FormatEngine {
  return {
    prepare: (task) =>
      asTold(async () => {
        const prepared = await engine.prepare(task);
        return {
          dataToBeSigned: prepared.dataToBeSigned,
          digest: prepared.digest,
          embed: (signatureValue) => asTold(() => prepared.embed(signatureValue)),
          discard: () => prepared.discard(),
        };
      }),
    extend: (task) =>
      asTold(async () => {
        const extended = await engine.extend(task);
        return { ...extended, requireNothingWorse: (after) => asTold(() => extended.requireNothingWorse(after)) };
      }),
  };
}

async function asTold<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof WorkExceededError)) throw error;
    throw new StationError('SIGNING_OPERATION_FAILED', tell('DOCUMENT_TAKES_TOO_MUCH_WORK'), {
      area: 'document',
      cause: error,
    });
  }
}
