import type { Readable } from 'node:stream';
import type { StoredFile } from '../domain/records.ts';
import { requireRequest } from './get-signature.ts';
import type { Caller, UseCasePorts } from './ports.ts';
import { openOutput, requireOutput } from './stored-output.ts';

type Ports = Pick<UseCasePorts, 'persistence' | 'objectStore' | 'logger' | 'clock' | 'newId'>;

export interface SignedContent {
  readonly output: StoredFile;
  /** Bytes `start` to `end`, inclusive. Throws SIGNATURE_OUTPUT_NOT_FOUND when the bytes are missing. */
  read(range: { readonly start: number; readonly end: number }): Promise<Readable>;
}

/**
 * The signed output of a completed request. Throws SIGNATURE_INPUT_NOT_FOUND or SIGNATURE_OUTPUT_NOT_FOUND.
 * A read from the first byte on is a download and is audited; the later parts of one that was resumed are not.
 */
export async function openContent(ports: Ports, caller: Caller, id: string): Promise<SignedContent> {
  const output = requireOutput(await requireRequest(ports, caller, id));
  return {
    output,
    async read(range) {
      const stream = await openOutput(ports, output, (key) => ports.objectStore.read(key, range));
      if (range.start === 0) {
        try {
          await recordDownload(ports, caller, id, output);
        } catch (error) {
          stream.destroy();
          throw error;
        }
      }
      return stream;
    },
  };
}

async function recordDownload(ports: Ports, caller: Caller, signatureId: string, output: StoredFile): Promise<void> {
  await ports.persistence.appendAudit({
    id: ports.newId(),
    tenantId: caller.tenantId,
    entityType: 'SignatureRequest',
    entityId: signatureId,
    eventType: 'SignatureDownloaded',
    actor: caller.actor,
    timestamp: ports.clock(),
    correlationId: caller.correlationId,
    metadata: { sha256: output.sha256, size: output.size },
  });
}
