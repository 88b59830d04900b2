import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { faultOfName, nameKey } from '../codecs/zip/entry-names.ts';
import { buildZipFrame, type StoredEntry } from '../codecs/zip/zip-writer.ts';
import type { StoredFile } from '../domain/records.ts';
import { tell } from '../contract/vocabulary/sentences/sentences.ts';
import { StationError } from '../domain/station-error.ts';
import type { RequestDetails } from '../persistence/persistence.ts';
import { requireBatch } from './batches.ts';
import { CSV_START, csvLine } from './csv.ts';
import { recordDownload } from './open-content.ts';
import type { Caller, UseCasePorts } from './ports.ts';
import { openOutput } from './stored-output.ts';

type Ports = Pick<UseCasePorts, 'persistence' | 'objectStore' | 'logger' | 'clock' | 'newId'>;

const MANIFEST = 'manifest.csv';
const HEAD = ['Document', 'Signed file', 'Status', 'SHA-256 of the signed file', 'Signer', 'Signed at', 'Id', 'Reason'];

export interface BatchContent {
  /** Of the whole ZIP, in bytes. */
  readonly size: number;
  readonly fileName: string;
  /** Audits each file as downloaded when it is reached. A file that changed since it was looked at breaks the stream. */
  read(): AsyncGenerator<Uint8Array>;
}

interface Part {
  readonly details: RequestDetails;
  /** Null for a document that has no signed file (any more): the manifest says why. */
  readonly output: StoredFile | null;
  readonly entry: StoredEntry | null;
}

/**
 * All signed files of a batch in one ZIP, with a manifest of every document. Each file is read twice, first for its
 * checksums, so that nothing has to be kept in memory or on disk; what is not the file that was signed is not given out.
 * Throws SIGNATURE_INPUT_NOT_FOUND, and SIGNATURE_OUTPUT_NOT_FOUND where nothing is signed or a file is not as recorded.
 */
export async function openBatchContent(ports: Ports, caller: Caller, id: string): Promise<BatchContent> {
  const { batch, members } = await requireBatch(ports, caller, id);
  const parts = await partsOf(ports, members);
  if (parts.every(({ entry }) => entry === null)) {
    throw new StationError('SIGNATURE_OUTPUT_NOT_FOUND', tell('BATCH_WITHOUT_SIGNED'));
  }
  const manifest = Buffer.from(await manifestOf(ports, parts));
  const manifestEntry = { name: MANIFEST, size: manifest.length, crc32: crc32(manifest) };
  const files = parts.flatMap(({ details, output, entry }) =>
    output === null || entry === null ? [] : [{ id: details.request.id, output, entry }],
  );
  const entries = [manifestEntry, ...files.map(({ entry }) => entry)];
  const frame = buildZipFrame(entries, ports.clock());
  const headers = frame.localHeaders.reduce((sum, header) => sum + header.length, 0);
  return {
    size: headers + entries.reduce((sum, entry) => sum + entry.size, 0) + frame.directory.length,
    fileName: `batch-${batch.createdAt.toISOString().slice(0, 10)}.zip`,
    async *read() {
      yield frame.localHeaders[0] ?? new Uint8Array(0);
      yield manifest;
      for (const [index, { id: signatureId, output, entry }] of files.entries()) {
        yield frame.localHeaders[index + 1] ?? new Uint8Array(0);
        await recordDownload(ports, caller, signatureId, output, null);
        yield* unchanged(await openOutput(ports, output, (key) => ports.objectStore.read(key)), entry);
      }
      yield frame.directory;
    },
  };
}

/** The bytes, which must be those that the checksum was taken of. */
async function* unchanged(bytes: AsyncIterable<Uint8Array>, entry: StoredEntry): AsyncGenerator<Uint8Array> {
  let sum = 0;
  let size = 0;
  for await (const chunk of bytes) {
    sum = crc32(chunk, sum);
    size += chunk.length;
    yield chunk;
  }
  if (sum !== entry.crc32 || size !== entry.size) throw new Error('A stored file changed while it was given out.');
}

async function partsOf(ports: Ports, members: readonly RequestDetails[]): Promise<readonly Part[]> {
  const taken = new Set([nameKey(MANIFEST)]);
  const parts: Part[] = [];
  for (const details of members) {
    const { output } = details;
    const isThere = details.request.status === 'Completed' && output?.deletedAt === null;
    if (!isThere) {
      parts.push({ details, output: null, entry: null });
      continue;
    }
    const sums = await checksums(ports, output, details.request.id);
    parts.push({ details, output, entry: { name: freeName(output.originalFileName, taken), ...sums } });
  }
  return parts;
}

async function checksums(ports: Ports, output: StoredFile, signatureId: string): Promise<Omit<StoredEntry, 'name'>> {
  const digest = createHash('sha256');
  let sum = 0;
  let size = 0;
  for await (const chunk of await openOutput(ports, output, (key) => ports.objectStore.read(key))) {
    const bytes = chunk as Uint8Array;
    digest.update(bytes);
    sum = crc32(bytes, sum);
    size += bytes.length;
  }
  if (digest.digest('hex') === output.sha256) return { size, crc32: sum };
  ports.logger.error('A signed file is not the one that was recorded: its hash differs.', { signatureId });
  throw new StationError('SIGNATURE_OUTPUT_NOT_FOUND', tell('OUTPUT_NOT_SIGNED_ONE_OF', { id: signatureId }));
}

/** A name that no machine takes for one that is in use, and that leads nowhere else. */
function freeName(wanted: string, taken: Set<string>): string {
  const base =
    faultOfName(wanted) === null && !wanted.includes('/') ? wanted : wanted.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_');
  const safe = faultOfName(base) === null ? base : `_${base}`;
  const dot = safe.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, ''];
  let name = safe;
  for (let number = 2; taken.has(nameKey(name)); number += 1) name = `${stem} (${number})${ending}`;
  taken.add(nameKey(name));
  return name;
}

async function manifestOf(ports: Ports, parts: readonly Part[]): Promise<string> {
  const records = await ports.persistence.listCertificateRecords();
  const signers = new Map(records.map(({ id, subject }) => [id, subject]));
  const lines = parts.map(({ details: { request, input }, output, entry }) =>
    csvLine([
      input.originalFileName,
      entry?.name ?? null,
      request.status,
      output?.sha256 ?? null,
      (request.certificateId === null ? null : signers.get(request.certificateId)) ?? null,
      request.completedAt?.toISOString() ?? null,
      request.id,
      request.errorCode === null ? null : `${request.errorCode}: ${request.errorMessage ?? ''}`,
    ]),
  );
  return CSV_START + csvLine(HEAD) + lines.join('');
}
