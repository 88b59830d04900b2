import { currentContext } from '../telemetry/trace-context.ts';

/** Log lines of this request carry the signature's id from here on. */
export function noteSignature(id: string): void {
  const context = currentContext();
  if (context !== undefined) context.signatureId = id;
}
