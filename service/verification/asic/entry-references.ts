import type { AsicManifest } from '../../codecs/asic/manifest.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import { type Fault, indeterminate, invalid } from '../fault.ts';
import { weakHash } from '../weakness.ts';
import type { WorkBudget } from '../work-budget.ts';
import type { AsicEntries } from './asic-entries.ts';
import { digestEntry, type EntryDigests } from './entry-digests.ts';
import type { ManifestFile } from './meta-entries.ts';

/** Reads each referenced entry once, for all manifests together. Throws ZipError, WorkExceededError. */
export async function digestReferenced(
  source: ByteSource,
  { byName }: AsicEntries,
  manifests: readonly ManifestFile[],
  budget: WorkBudget | undefined,
): Promise<ReadonlyMap<string, EntryDigests>> {
  const wanted = new Map<string, Set<HashName>>();
  for (const { name, hash } of manifests.flatMap(({ manifest }) => manifest.dataObjects)) {
    const hashes = wanted.get(name) ?? new Set();
    if (hash !== null) hashes.add(hash);
    wanted.set(name, hashes);
  }
  const digests = new Map<string, EntryDigests>();
  for (const [name, hashes] of wanted) {
    const entry = byName.get(name);
    if (entry === undefined) continue;
    digests.set(name, await digestEntry(source, entry, hashes, budget));
  }
  return digests;
}

/** What is wrong with the files that a manifest lists; empty where each is there as it was. */
export function judgeReferences({ dataObjects }: AsicManifest, digests: ReadonlyMap<string, EntryDigests>): Fault[] {
  return dataObjects.flatMap(({ name, hash, digestValue }): Fault[] => {
    const found = digests.get(name);
    // Of what is not there nobody can say that it was changed (EN 319 102-1 5.2.7.4).
    if (found === undefined) return [indeterminate('ASIC_DATA_OBJECT_MISSING', 'It is missing.', name)];
    if (hash === null) {
      return [indeterminate('SIG_ALGORITHM_UNSUPPORTED', 'Its digest algorithm is not known.', name)];
    }
    if (Buffer.compare(found.get(hash) ?? new Uint8Array(0), digestValue) !== 0) {
      return [invalid('SIG_DIGEST_MISMATCH', 'It is not what was signed.', name)];
    }
    return weakHash(hash, 'Its digest algorithm is broken.', name);
  });
}
