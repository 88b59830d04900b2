import { readFile, stat } from 'node:fs/promises';
import { TAG } from '../codecs/asn1/tags.ts';

/** The DER values of a file that can be used, and why others, or all of it, cannot. */
export interface FoundInFile {
  readonly items: readonly Uint8Array[];
  readonly faults: readonly string[];
}

interface Known {
  readonly mark: string;
  readonly found: FoundInFile;
}

const MAX_FILE_BYTES = 64 * 1024 * 1024;
const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----/g;
/** What was written so short a time ago may be written again within one tick of the file system's clock. */
const RESTLESS_MILLISECONDS = 2_000;

/**
 * Files of folders that are looked at every few seconds: one that was not written since is not read again, since reading a
 * list of a million certificates takes a quarter of a second in which the process does nothing else.
 */
export class KnownFiles {
  #known = new Map<string, Known>();
  #seen = new Map<string, Known>();

  /**
   * `kind`: what the file is read as; `faultOf`: null for a DER value that is of that kind. Does not reject for anything that
   * lies there.
   */
  async read(file: string, kind: string, faultOf: (der: Uint8Array) => string | null): Promise<FoundInFile> {
    const key = `${kind} ${file}`;
    try {
      const look = await lookAt(file);
      if (!look.isFile) return failed('it is not a file');
      if (look.size > MAX_FILE_BYTES) return failed('it is larger than 64 MiB');
      const known = this.#known.get(key);
      const found = known?.mark === look.mark ? known.found : judged(await readItems(file), faultOf);
      if (Date.now() - look.changedAt > RESTLESS_MILLISECONDS) this.#seen.set(key, { mark: look.mark, found });
      return found;
    } catch (error) {
      if (error instanceof Error && 'code' in error) return failed(`it cannot be read (${codeOf(error)})`);
      throw error;
    }
  }

  /** To be called when all files were looked at: those that were not are gone. */
  forgetOthers(): void {
    this.#known = this.#seen;
    this.#seen = new Map();
  }
}

interface Look {
  readonly isFile: boolean;
  readonly size: bigint;
  /** Another one once the file was written, or another one put in its place. */
  readonly mark: string;
  readonly changedAt: number;
}

async function lookAt(file: string): Promise<Look> {
  const found = await stat(file, { bigint: true });
  const { dev, ino, size, mtimeMs, mtimeNs, ctimeMs, ctimeNs } = found;
  const changedAt = Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs);
  return { isFile: found.isFile(), size, mark: [dev, ino, size, mtimeNs, ctimeNs].join(' '), changedAt };
}

function failed(reason: string): FoundInFile {
  return { items: [], faults: [reason] };
}

function judged(found: readonly Uint8Array[] | string, faultOf: (der: Uint8Array) => string | null): FoundInFile {
  if (typeof found === 'string') return failed(found);
  const reasons = found.map((der) => ({ der, reason: faultOf(der) }));
  return {
    items: reasons.flatMap(({ der, reason }) => (reason === null ? [der] : [])),
    faults: reasons.flatMap(({ reason }) => reason ?? []),
  };
}

/** The DER values of a file, or why there are none. Throws node:fs errors. */
async function readItems(file: string): Promise<Uint8Array[] | string> {
  const bytes = await readFile(file);
  if (!bytes.includes('-----BEGIN ')) {
    // All three kinds are sequences; of text that is none the decoder would only say where it broke off.
    return bytes[0] === TAG.sequence ? [new Uint8Array(bytes)] : 'it is neither DER nor PEM';
  }
  const text = bytes.toString('latin1');
  const blocks = [...text.matchAll(PEM_BLOCK)].map((block) => new Uint8Array(Buffer.from(block[2] ?? '', 'base64')));
  return blocks.length === 0 ? 'its PEM text is not complete' : blocks;
}

/** A system's code says why without naming what is around it. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown fault';
}
