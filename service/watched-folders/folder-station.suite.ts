import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { StationError } from '../domain/station-error.ts';
import { nodeSystem, type FolderSystem } from './folder-system.ts';
import { FolderWatch, type FolderWatchOptions } from './folder-watch.ts';
import type { FolderIntake, FolderRequest } from './intake.ts';

const SYSTEM = nodeSystem(false);

interface Accepted {
  readonly name: string;
  readonly content: string;
  request: FolderRequest;
}

/** A station's intake in memory, which outlives the watches of a test as the database outlives a process. */
export class StandInIntake implements FolderIntake {
  readonly accepted = new Map<string, Accepted>();
  readonly #open = new Set<string>();
  readonly #listeners = new Set<(id: string) => void>();
  /** Refuses documents by their content; null accepts. */
  refuse: (content: string) => StationError | null = () => null;
  /** How a request ends; null: not yet. */
  end: (content: string) => FolderRequest['status'] | null = () => 'Completed';
  missing: StationError | null = null;
  most = 0;

  obstacle(): Promise<StationError | null> {
    return Promise.resolve(this.missing);
  }

  find(key: string): Promise<FolderRequest | undefined> {
    const found = this.accepted.get(key);
    if (found === undefined) return Promise.resolve(undefined);
    const status = this.end(found.content);
    if (status !== null) found.request = { ...found.request, status };
    if (status !== null) this.#open.delete(key);
    return Promise.resolve(found.request);
  }

  accept({ file, name }: { readonly file: string; readonly name: string }, key: string): Promise<{ id: string }> {
    const content = readFileSync(file, 'utf8');
    const refusal = this.refuse(content);
    if (refusal !== null) return Promise.reject(refusal);
    const id = this.accepted.get(key)?.request.id ?? `request-${String(this.accepted.size + 1)}`;
    const request = { id, status: 'Queued', errorCode: null, errorMessage: null, failureArea: null } as const;
    if (!this.accepted.has(key)) this.accepted.set(key, { name, content, request });
    this.#open.add(key);
    this.most = Math.max(this.most, this.#open.size);
    return Promise.resolve({ id });
  }

  output(id: string): Promise<{ name: string; content: Readable }> {
    const found = [...this.accepted.values()].find(({ request }) => request.id === id);
    if (found === undefined) return Promise.reject(new Error('There is no such request.'));
    const name = found.name.replace(/(\.[^.]*)?$/, '-signed$1');
    return Promise.resolve({ name, content: Readable.from([Buffer.from(`signed ${id} ${found.content}`)]) });
  }

  subscribe(listener: (id: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(): void {
    for (const { request } of this.accepted.values()) for (const listener of this.#listeners) listener(request.id);
  }
}

/** The four folders of a watch, with what is needed to start it again and again. */
export class FolderStation {
  readonly root = mkdtempSync(path.join(tmpdir(), 'watched-'));
  readonly intake = new StandInIntake();
  readonly logged: { readonly message: string; readonly fields: unknown }[] = [];
  #ids = 0;

  constructor() {
    for (const name of ['in', 'out', 'done', 'failed', 'uploads']) mkdirSync(this.at(name));
  }

  at(...parts: string[]): string {
    return path.join(this.root, ...parts);
  }

  drop(name: string, content = name): void {
    const file = this.at('in', ...name.split('/'));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  watch(system: FolderSystem = SYSTEM, changes: Partial<FolderWatchOptions> = {}): FolderWatch {
    const log = (message: string, fields?: unknown): void => void this.logged.push({ message, fields });
    return new FolderWatch({
      name: 'test',
      station: 'one',
      places: { in: this.at('in'), out: this.at('out'), done: this.at('done'), failed: this.at('failed') },
      system,
      intake: this.intake,
      uploadDirectory: this.at('uploads'),
      uploadName: () => `${this.#id()}.upload`,
      maxBytes: 1_000,
      clock: () => new Date('2026-01-02T03:04:05Z'),
      quietMilliseconds: 0,
      intervalMilliseconds: 1,
      maxInFlight: 8,
      newId: () => this.#id(),
      logger: { debug: log, info: log, warn: log, error: log },
      ...changes,
    });
  }

  /** Every file below a folder, by its path there; nothing hidden unless `all`. */
  files(name: string, all = false): string[] {
    return readdirSync(this.at(name), { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.relative(this.at(name), path.join(entry.parentPath, entry.name)))
      .filter((file) => all || !file.split(path.sep).some((part) => part.startsWith('.')))
      .sort();
  }

  read(...parts: string[]): string {
    return readFileSync(this.at(...parts), 'utf8');
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  #id(): string {
    this.#ids += 1;
    return `id-${String(this.#ids).padStart(6, '0')}`;
  }
}
