import { noteIds } from '../telemetry/trace-context.ts';

/** Log lines of this request carry the signature's id from here on. */
export function noteSignature(id: string): void {
  noteIds({ signatureId: id });
}
