import { crc32 } from 'node:zlib';
import { ASIC_MEDIA_TYPES, MIMETYPE_ENTRY, type AsicFormat } from '../../../service/codecs/asic/asic-container.ts';
import { readWholeEntry } from '../../../service/codecs/zip/entry-data.ts';
import { openZip } from '../../../service/codecs/zip/zip-archive.ts';
import { ZipError } from '../../../service/codecs/zip/zip-error.ts';
import { buildZipFrame, type StoredEntry } from '../../../service/codecs/zip/zip-writer.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import { writeOutputFile } from '../output-file.ts';
import { readDataObject, type DataObject } from './data-object.ts';

/** A container about to be written. */
export interface AsicContent {
  readonly format: AsicFormat;
  readonly dataObjects: readonly DataObject[];
  /** Entries of META-INF, by name. */
  readonly metaFiles: ReadonlyMap<string, Uint8Array>;
  readonly at: Date;
}

/**
 * Writes a container: `mimetype` first (EN 319 162-1 A.1), the data objects, META-INF. Everything is stored: documents
 * are mostly compressed in themselves, a stored one is copied as fast as the disk goes, can be found in the container
 * byte by byte, and can never look like a bomb. Throws a permanent StationError when a document changed since it was read.
 */
export async function writeContainer(path: string, content: AsicContent): Promise<{ size: number; sha256: string }> {
  const entries = entriesOf(content);
  const { localHeaders, directory } = buildZipFrame(
    entries.map(({ entry }) => entry),
    content.at,
  );
  const parts = entries.flatMap(({ data }, index) => [localHeaders[index] ?? new Uint8Array(0), data]);
  return writeOutputFile(path, [...parts, directory]);
}

interface PlannedEntry {
  readonly entry: StoredEntry;
  readonly data: Uint8Array | AsyncIterable<Uint8Array>;
}

function entriesOf({ format, dataObjects, metaFiles }: AsicContent): PlannedEntry[] {
  const small = (name: string, data: Uint8Array): PlannedEntry => ({
    entry: { name, size: data.length, crc32: crc32(data) },
    data,
  });
  return [
    small(MIMETYPE_ENTRY, new TextEncoder().encode(ASIC_MEDIA_TYPES[format])),
    ...dataObjects.map((object) => ({
      entry: { name: object.name, size: object.document.size, crc32: object.crc32 },
      data: readDataObject(object),
    })),
    ...[...metaFiles].map(([name, data]) => small(name, data)),
  ];
}

/**
 * Reads a written container with the verifier's own strict reader: its structure, and META-INF byte for byte. The data
 * objects are not read a third time; their digests were taken from the very bytes that were written. Throws a permanent
 * StationError when anything differs from `content`.
 */
export async function checkContainer(path: string, content: AsicContent): Promise<void> {
  const source = openFileSource(path);
  try {
    const { entries } = openZip(source);
    const planned = entriesOf(content);
    const isAsPlanned =
      entries.length === planned.length &&
      planned.every(({ entry: { name, size, crc32: crc } }, index) => {
        const found = entries[index];
        return found?.name === name && found.size === size && found.crc32 === crc && !found.isCompressed;
      });
    if (!isAsPlanned) throw refused('its entries are not those that were written');
    for (const entry of entries) {
      const expected = content.metaFiles.get(entry.name);
      if (expected === undefined) continue;
      const found = await readWholeEntry(source, entry, expected.length);
      if (Buffer.compare(found, expected) !== 0) throw refused(`${entry.name} is not what was written`);
    }
  } catch (error) {
    if (error instanceof ZipError) throw refused(error.message, error);
    throw error;
  } finally {
    source.close();
  }
}

function refused(why: string, cause?: unknown): StationError {
  return new StationError(
    'SIGNING_OPERATION_FAILED',
    `The finished container does not hold (${why}); nothing was stored.`,
    { cause },
  );
}
