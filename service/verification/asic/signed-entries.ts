import type { ByteSource } from '../../codecs/byte-source.ts';
import type { HashName } from '../../codecs/x509/hash-algorithm.ts';
import { readStoredAgain, readWholeEntry } from '../../codecs/zip/entry-data.ts';
import type { ZipEntry } from '../../codecs/zip/local-headers.ts';
import { WORK, type WorkBudget } from '../work-budget.ts';
import type { ExternalContent } from '../xades/external-content.ts';
import { digestEntry, type EntryDigests } from './entry-digests.ts';

/** Larger files are digested, but not canonicalized; timestamps over them are known where they are stored as they are. */
export const MAX_WHOLE_BYTES = 32 * 1024 * 1024;
/** And all together no more than this. */
export const MAX_WHOLE_TOTAL = 64 * 1024 * 1024;

/** What a reference asks of an entry. */
export interface EntryRequest {
  readonly entry: ZipEntry;
  /** Null for a hash that is not known. */
  readonly hash: HashName | null;
  /** The content itself has to be held: for transforms, and for timestamps over what is compressed. */
  readonly isWhole: boolean;
}

/** Entries of a container as the files beside a signature. */
export type SignedEntries = ExternalContent;

/** The entry that the URI of a reference names, percent-decoded once; null for what lies elsewhere or nowhere. */
export function entryOfUri(uri: string | null, byName: ReadonlyMap<string, ZipEntry>): ZipEntry | null {
  if (uri === null || uri === '' || uri.startsWith('#')) return null;
  return byName.get(decoded(uri)) ?? byName.get(uri) ?? null;
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    // Names that were never encoded are found as they stand there.
    return uri;
  }
}

/**
 * Reads each entry that is asked for once, with all hashes. Throws ZipError for damaged entries, WorkExceededError.
 */
export async function readSignedEntries(
  source: ByteSource,
  byName: ReadonlyMap<string, ZipEntry>,
  requests: readonly EntryRequest[],
  budget: WorkBudget,
): Promise<SignedEntries> {
  const digests = new Map<ZipEntry, EntryDigests>();
  const contents = new Map<ZipEntry, Uint8Array>();
  let whole = 0;
  for (const [entry, wanted] of groupRequests(requests)) {
    digests.set(entry, await digestEntry(source, entry, wanted.hashes, budget));
    if (wanted.isWhole && entry.size <= MAX_WHOLE_BYTES && whole + entry.size <= MAX_WHOLE_TOTAL) {
      whole += entry.size;
      if (entry.isCompressed) budget.charge(entry.size * WORK.inflatedByte);
      contents.set(entry, await readWholeEntry(source, entry, MAX_WHOLE_BYTES));
    }
  }
  return {
    ...{ guesses: [], originals: [] },
    find: (uri) => {
      const entry = entryOfUri(uri, byName);
      const known = entry === null ? undefined : digests.get(entry);
      if (entry === null || known === undefined) return null;
      return {
        size: entry.size,
        isDigested: true,
        digest: (hash) => known.get(hash) ?? new Uint8Array(),
        pieces: () => piecesOf(contents.get(entry)) ?? readStoredAgain(source, entry),
        read: () => contents.get(entry) ?? null,
      };
    },
  };
}

function piecesOf(whole: Uint8Array | undefined): readonly Uint8Array[] | null {
  return whole === undefined ? null : [whole];
}

interface WantedContent {
  readonly hashes: Set<HashName>;
  isWhole: boolean;
}

function groupRequests(requests: readonly EntryRequest[]): ReadonlyMap<ZipEntry, WantedContent> {
  const groups = new Map<ZipEntry, WantedContent>();
  for (const { entry, hash, isWhole } of requests) {
    const group = groups.get(entry) ?? { hashes: new Set(), isWhole: false };
    if (hash !== null) group.hashes.add(hash);
    group.isWhole ||= isWhole;
    groups.set(entry, group);
  }
  return groups;
}
