import type { ByteSource } from '../../codecs/byte-source.ts';
import { startHash, type HashName } from '../../codecs/x509/hash-algorithm.ts';
import { readEntry } from '../../codecs/zip/entry-data.ts';
import type { ZipEntry } from '../../codecs/zip/local-headers.ts';
import { WORK, type WorkBudget } from '../work-budget.ts';

export type EntryDigests = ReadonlyMap<HashName, Uint8Array>;

/**
 * Reads an entry once, whatever it is asked for; its CRC-32 and size are checked on the way. Throws ZipError, and
 * WorkExceededError before anything is read.
 */
export async function digestEntry(
  source: ByteSource,
  entry: ZipEntry,
  names: ReadonlySet<HashName>,
  budget?: WorkBudget,
): Promise<EntryDigests> {
  budget?.charge(entry.size * (WORK.digestedByte * names.size + (entry.isCompressed ? WORK.inflatedByte : 0)));
  const hashes = new Map([...names].map((name) => [name, startHash(name)]));
  for await (const chunk of readEntry(source, entry)) {
    for (const hash of hashes.values()) hash.update(chunk);
  }
  return new Map([...hashes].map(([name, hash]) => [name, hash.digest()]));
}

/** One digest of an entry, as `digestEntry` takes it. Throws ZipError. */
export async function digestOfEntry(source: ByteSource, entry: ZipEntry, hash: HashName): Promise<Uint8Array> {
  const state = startHash(hash);
  for await (const chunk of readEntry(source, entry)) state.update(chunk);
  return state.digest();
}
