import { readManifest, type AsicManifest } from '../../codecs/asic/manifest.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import { readWholeEntry } from '../../codecs/zip/entry-data.ts';
import type { ZipEntry } from '../../codecs/zip/local-headers.ts';
import { WORK, type WorkBudget } from '../work-budget.ts';

export interface ManifestFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly manifest: AsicManifest;
}

/** A thousand references with long names. */
const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
/** Reading one, and comparing its digest with that of the entry. */
const NANOSECONDS_PER_REFERENCE = 20_000;

/**
 * A whole file of META-INF: a signature, a manifest or a timestamp. Each is read and looked through, and a small container
 * can hold hundreds of large ones. Throws ZipError, and WorkExceededError before anything is read.
 */
export function readMetaEntry(
  source: ByteSource,
  entry: ZipEntry,
  maxBytes: number,
  budget: WorkBudget | undefined,
): Promise<Uint8Array> {
  const perByte = WORK.readByte + (entry.isCompressed ? WORK.inflatedByte : 0);
  budget?.charge(Math.min(entry.size, maxBytes) * perByte);
  return readWholeEntry(source, entry, maxBytes);
}

/** An ASiCManifest or ASiCArchiveManifest. Throws ZipError, WorkExceededError, and what readManifest throws. */
export async function readManifestFile(
  source: ByteSource,
  entry: ZipEntry,
  budget: WorkBudget | undefined,
): Promise<ManifestFile> {
  const bytes = await readMetaEntry(source, entry, MAX_MANIFEST_BYTES, budget);
  const manifest = readManifest(bytes, (nodes) => budget?.charge(nodes * WORK.node));
  budget?.charge(manifest.dataObjects.length * NANOSECONDS_PER_REFERENCE);
  return { name: entry.name, bytes, manifest };
}
