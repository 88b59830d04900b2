import type { Readable } from 'node:stream';
import { eventOf } from '../domain/audit-events.ts';
import type { StoredFile } from '../domain/records.ts';
import type { RequestKind } from '../contract/vocabulary/request-kinds.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import type { BytePart } from './downloads.ts';
import { requireRequest } from './get-signature.ts';
import type { Caller, UseCasePorts } from './ports.ts';
import { isAsRecorded } from './recorded-bytes.ts';
import { openOutput, requireOutput } from './stored-output.ts';

type Ports = Pick<
  UseCasePorts,
  'persistence' | 'objectStore' | 'logger' | 'clock' | 'newId' | 'downloads' | 'sha256OfFile'
>;

export interface SignedContent {
  readonly output: StoredFile;
  /** The whole (null) or a part. Throws SIGNATURE_OUTPUT_NOT_FOUND when the bytes are missing or are not the signed ones. */
  read(part: BytePart | null): Promise<Readable>;
}

/**
 * The signed output of a completed request. Throws SIGNATURE_INPUT_NOT_FOUND or SIGNATURE_OUTPUT_NOT_FOUND.
 * Every download is audited, by its first read; before that the file is checked against its recorded hash.
 */
export async function openContent(
  ports: Ports,
  caller: Caller,
  id: string,
  kind: RequestKind = 'Signature',
): Promise<SignedContent> {
  const output = requireOutput(await requireRequest(ports, caller, id, kind));
  return {
    output,
    async read(part) {
      if (ports.downloads.begins(caller, id, part)) {
        try {
          await checkHash(ports, output, id);
          await recordDownload(ports, caller, id, output, part);
        } catch (error) {
          ports.downloads.forget(caller, id);
          throw error;
        }
      }
      return openOutput(ports, output, (key) => ports.objectStore.read(key, part ?? undefined));
    },
  };
}

/** A file that is no longer the one that was signed is not given out as if it were. */
async function checkHash(ports: Ports, output: StoredFile, signatureId: string): Promise<void> {
  const copy = await openOutput(ports, output, (key) => ports.objectStore.localCopy(key));
  try {
    if (await isAsRecorded(ports, copy, output)) return;
  } finally {
    await copy.release();
  }
  ports.logger.error('A signed file is not the one that was recorded: its hash differs.', { signatureId });
  throw new StationError('SIGNATURE_OUTPUT_NOT_FOUND', tell('OUTPUT_NOT_SIGNED_ONE'));
}

/** Writes the audit event of a file that is given out, whole (null) or in part. */
export async function recordDownload(
  ports: Pick<Ports, 'persistence' | 'newId' | 'clock'>,
  caller: Caller,
  signatureId: string,
  output: StoredFile,
  part: BytePart | null,
): Promise<void> {
  const subject = { ...caller, entityType: 'SignatureRequest', entityId: signatureId };
  const { sha256, size } = output;
  const metadata = { sha256, size, ...(part === null ? {} : { firstPart: `${part.start}-${part.end}` }) };
  await ports.persistence.appendAudit(eventOf(ports, subject, 'SignatureDownloaded', metadata));
}
