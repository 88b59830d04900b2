import { closeSync, fdatasync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { folderFault } from '../../files/kept-file.ts';
import { createSharedSyncs } from '../../files/shared-syncs.ts';
import type { AcceptanceMarks, MarkedAcceptance } from '../acceptance-marks.ts';
import { syncFolder } from './durable-folders.ts';
import { syncFault, tellingRefusals, type OnSyncRefused } from './sync-refused.ts';

/** A file takes so many beginnings before the next one is begun; it goes when all of them have ended. */
const MARKS_IN_A_FILE = 1_000;
const FILE = /^(\d+)\.marks$/;

/** One file of marks that this life writes. */
interface MarksFile {
  readonly path: string;
  readonly descriptor: number;
  readonly open: Set<string>;
  begun: number;
  /** Its name is on disk. */
  isNamed: boolean;
}

/**
 * Marks as lines of JSON in files below `folder`, which is made when it is missing and belongs to one process alone: one line
 * for a beginning, on disk before the call resolves, one for an end. An end that a power cut takes away is no harm: whoever
 * looks after what was cut off asks the database. Throws what the system says where the folder cannot be used; what is begun
 * while the disk refuses its sync rejects with what `onSyncRefused` answers.
 */
export function openAcceptanceMarks(
  folder: string,
  onSyncRefused: OnSyncRefused = (refused) => refused,
): AcceptanceMarks {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return new AcceptanceMarksFolder(folder, onSyncRefused);
}

class AcceptanceMarksFolder implements AcceptanceMarks {
  readonly #folder: string;
  readonly #onSyncRefused: OnSyncRefused;
  readonly #syncs = createSharedSyncs();
  readonly #earlier: readonly string[];
  #cutOff: readonly MarkedAcceptance[];
  readonly #fileOf = new Map<string, MarksFile>();
  #current: MarksFile | undefined;
  #next: number;

  constructor(folder: string, onSyncRefused: OnSyncRefused) {
    this.#folder = folder;
    this.#onSyncRefused = onSyncRefused;
    const numbers = readdirSync(folder).flatMap((name) => FILE.exec(name)?.slice(1, 2).map(Number) ?? []);
    this.#earlier = numbers.map((number) => this.#pathOf(number));
    const folderInPlace = folderFault(this.#earlier);
    if (folderInPlace !== undefined) throw folderInPlace;
    this.#cutOff = notEnded(this.#earlier.map((path) => readFileSync(path, 'utf8')));
    this.#next = Math.max(0, ...numbers) + 1;
  }

  async begin(acceptance: MarkedAcceptance): Promise<void> {
    const { signatureId } = acceptance;
    const file = (this.#current ??= this.#newFile());
    writeLine(file, acceptance);
    file.begun += 1;
    file.open.add(signatureId);
    this.#fileOf.set(signatureId, file);
    if (file.begun >= MARKS_IN_A_FILE) this.#current = undefined;
    await tellingRefusals(this.#onSyncRefused, async () => {
      const synced = this.#syncs(file.path, () => syncData(file.descriptor));
      await Promise.all([synced, file.isNamed ? undefined : this.#name(file)]);
    });
  }

  end(signatureId: string): void {
    const file = this.#fileOf.get(signatureId);
    if (file === undefined) return;
    this.#fileOf.delete(signatureId);
    file.open.delete(signatureId);
    if (file === this.#current || file.open.size > 0) {
      // What cannot be written is looked after by the next life, which asks the database.
      tryTo(() => writeLine(file, { ended: signatureId }));
    } else {
      this.#drop(file);
    }
  }

  cutOff(): readonly MarkedAcceptance[] {
    return this.#cutOff;
  }

  async forgetCutOff(): Promise<void> {
    this.#cutOff = [];
    for (const path of this.#earlier) await rm(path, { force: true });
  }

  close(): void {
    const files = new Set([...this.#fileOf.values(), ...(this.#current === undefined ? [] : [this.#current])]);
    this.#current = undefined;
    for (const file of files) {
      if (file.open.size === 0) this.#drop(file);
      else closeSync(file.descriptor);
    }
  }

  #newFile(): MarksFile {
    const path = this.#pathOf(this.#next);
    const descriptor = openSync(path, 'ax', 0o600);
    this.#next += 1;
    return { path, descriptor, open: new Set(), begun: 0, isNamed: false };
  }

  async #name(file: MarksFile): Promise<void> {
    await syncFolder(this.#folder);
    file.isNamed = true;
  }

  #pathOf(number: number): string {
    return join(this.#folder, `${String(number)}.marks`);
  }

  #drop(file: MarksFile): void {
    closeSync(file.descriptor);
    void rm(file.path, { force: true }).catch(() => undefined);
  }
}

function writeLine({ descriptor }: MarksFile, line: object): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
  for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
}

function syncData(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(descriptor, (error) => {
      if (error === null) resolve();
      else reject(syncFault(error));
    });
  });
}

function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // Said by what is written next.
  }
}

/** What was begun in these files and not ended. A line that a crash cut off stood for nothing yet. */
function notEnded(files: readonly string[]): MarkedAcceptance[] {
  const open = new Map<string, MarkedAcceptance>();
  for (const line of files.flatMap((text) => text.split('\n'))) {
    const mark = markOf(line);
    if (mark === undefined) continue;
    if ('ended' in mark) open.delete(mark.ended);
    else open.set(mark.signatureId, mark);
  }
  return [...open.values()];
}

function markOf(line: string): MarkedAcceptance | { readonly ended: string } | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return undefined;
    if ('ended' in value && typeof value.ended === 'string') return { ended: value.ended };
    if (!('tenantId' in value && 'signatureId' in value && 'keys' in value)) return undefined;
    const { tenantId, signatureId, keys } = value;
    if (typeof tenantId !== 'string' || typeof signatureId !== 'string' || !Array.isArray(keys)) return undefined;
    return { tenantId, signatureId, keys: keys.filter((key) => typeof key === 'string') };
  } catch {
    return undefined;
  }
}
