import { StationError } from '../../domain/station-error.ts';
import { ObjectNotFound } from '../object-store.ts';

const NOT_FOUND = new Set(['NotFound', 'NoSuchKey']);
/** Another writer was faster, or is at it (409). */
const CONFLICT = new Set(['PreconditionFailed', 'ConditionalRequestConflict']);

/** Name and HTTP status of what the SDK threw; texts of servers stay out, they may quote keys. */
export function factsOf(fault: unknown): { readonly name: string; readonly status: number | undefined } {
  if (!(fault instanceof Error)) return { name: 'unknown fault', status: undefined };
  const metadata: unknown = '$metadata' in fault ? fault.$metadata : undefined;
  const status =
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata ? metadata.httpStatusCode : 0;
  const code = 'code' in fault && typeof fault.code === 'string' ? fault.code : '';
  const name = /^(Aggregate)?Error$/.test(fault.name) && code !== '' ? code : fault.name;
  return { name, status: typeof status === 'number' && status > 0 ? status : undefined };
}

/** True when the answer was that there is no such object (and not, say, no such bucket). */
export function isMissingObject(fault: unknown): boolean {
  const { name } = factsOf(fault);
  return fault instanceof ObjectNotFound || NOT_FOUND.has(name);
}

/** True when the store refused to write over an object that is there already. */
export function isConflict(fault: unknown): boolean {
  const { name, status } = factsOf(fault);
  return CONFLICT.has(name) || status === 412;
}

/** True when no upload is known by the id given: it was finished or aborted before. */
export function isMissingUpload(fault: unknown): boolean {
  return factsOf(fault).name === 'NoSuchUpload';
}

/**
 * What a fault of the store means: whatever it was (refused, slow, cut off, forbidden, no such bucket), it may pass or be
 * put right while the job waits, so it is transient, and 503 for whoever asked over HTTP.
 */
export function storeFault(fault: unknown): StationError {
  if (fault instanceof StationError) return fault;
  const { name, status } = factsOf(fault);
  const answer = status === undefined ? name : `${name}, HTTP ${String(status)}`;
  return unavailable(`The object store did not do what it was asked for (${answer}).`, fault);
}

/** The transient error with a sentence of its own. */
export function unavailable(message: string, cause?: unknown): StationError {
  return new StationError('SIGNING_OPERATION_FAILED', message, { kind: 'transient', status: 503, cause });
}
