import { hash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256Aside } from '../../codecs/x509/sha256-aside.ts';

/** Fetched evidence for as long as it is valid, beyond restarts. What is lost of it is fetched again. */
export interface EvidenceCache {
  /** Null for what is not there, has run out at `now`, or was damaged. */
  get(key: string, now: Date): Promise<Uint8Array | null>;
  /** Keeps it until then, however little room that leaves for what runs out earlier. Rejects with node:fs errors. */
  put(key: string, bytes: Uint8Array, until: Date, now: Date): Promise<void>;
}

interface Entry {
  readonly until: number;
  readonly size: number;
}

const HASH_BYTES = 32;
/** The end of validity (milliseconds, 64 bits), SHA-256 of the content, the content. */
const HEADER_BYTES = 8 + HASH_BYTES;
const SUFFIX = '.evidence';

/**
 * One file for each key. Files are written beside their place and renamed, and carry a hash of their content, so that a
 * crash leaves nothing that is half. All files together stay below `maxBytes`: what has run out goes first, then what
 * runs out soonest. Only one process uses the folder.
 */
export async function openEvidenceCache(directory: string, maxBytes: number): Promise<EvidenceCache> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return new FileEvidenceCache(directory, maxBytes, await readIndex(directory));
}

async function readIndex(directory: string): Promise<Map<string, Entry>> {
  const index = new Map<string, Entry>();
  for (const name of await readdir(directory)) {
    const entry = name.endsWith(SUFFIX) ? await readEntry(path.join(directory, name)) : null;
    if (entry === null) await rm(path.join(directory, name), { force: true, recursive: true });
    else index.set(name, entry);
  }
  return index;
}

async function readEntry(file: string): Promise<Entry | null> {
  const handle = await open(file);
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const { bytesRead } = await handle.read(header, 0, HEADER_BYTES, 0);
    if (bytesRead < HEADER_BYTES) return null;
    return { until: Number(header.readBigUInt64BE(0)), size: (await handle.stat()).size };
  } finally {
    await handle.close();
  }
}

class FileEvidenceCache implements EvidenceCache {
  readonly #directory: string;
  readonly #maxBytes: number;
  readonly #index: Map<string, Entry>;

  constructor(directory: string, maxBytes: number, index: Map<string, Entry>) {
    this.#directory = directory;
    this.#maxBytes = maxBytes;
    this.#index = index;
  }

  async get(key: string, now: Date): Promise<Uint8Array | null> {
    const name = nameOf(key);
    const entry = this.#index.get(name);
    if (entry === undefined || entry.until < now.getTime()) return null;
    const bytes = await readFile(path.join(this.#directory, name)).catch(() => null);
    const content = bytes === null ? null : await contentOf(bytes);
    if (content === null) await this.#drop(name);
    return content;
  }

  async put(key: string, bytes: Uint8Array, until: Date, now: Date): Promise<void> {
    const size = HEADER_BYTES + bytes.length;
    if (until <= now || size > this.#maxBytes) return;
    const name = nameOf(key);
    await this.#drop(name);
    await this.#makeRoom(size, now);
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeBigUInt64BE(BigInt(until.getTime()));
    (await sha256Aside(bytes)).copy(header, 8);
    const target = path.join(this.#directory, name);
    const temporary = `${target}.${randomUUID()}.tmp`;
    try {
      await writeFile(temporary, [header, bytes], { mode: 0o600, flag: 'wx' });
      await rename(temporary, target);
    } catch (fault) {
      await rm(temporary, { force: true });
      throw fault;
    }
    this.#index.set(name, { until: until.getTime(), size });
  }

  async #makeRoom(bytes: number, now: Date): Promise<void> {
    let total = bytes + [...this.#index.values()].reduce((sum, { size }) => sum + size, 0);
    const bySoonestEnd = [...this.#index].sort(([, left], [, right]) => left.until - right.until);
    for (const [name, { until, size }] of bySoonestEnd) {
      if (total <= this.#maxBytes && until >= now.getTime()) return;
      await this.#drop(name);
      total -= size;
    }
  }

  async #drop(name: string): Promise<void> {
    if (this.#index.delete(name)) await rm(path.join(this.#directory, name), { force: true });
  }
}

function nameOf(key: string): string {
  return `${hash('sha256', key, 'hex')}${SUFFIX}`;
}

/** Null where the hash does not agree. */
async function contentOf(bytes: Buffer): Promise<Uint8Array | null> {
  const content = new Uint8Array(bytes.subarray(HEADER_BYTES));
  return (await sha256Aside(content)).equals(bytes.subarray(8, HEADER_BYTES)) ? content : null;
}
