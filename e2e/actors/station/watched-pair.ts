import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Folders that a station watches and leaves its results in. */
export interface WatchedPair {
  /** Holds the four folders. */
  readonly folder: string;
  /** Settings of a station that watches them with the demo identity, as often as it does by default. */
  readonly settings: Readonly<Record<string, string>>;
  /**
   * Writes so many files aside and has all of them appear in the watched folder by one rename of their folder; without
   * `nameOf` they are `0.pdf`, `1.pdf` and so on.
   */
  drop(document: Uint8Array, count: number, nameOf?: (number: number) => string): void;
  /** Names of finished files below one of the folders, in order. */
  files(name: 'in' | 'out' | 'done' | 'failed'): string[];
  dispose(): void;
}

/**
 * Makes such folders in a place of their own; files lie below `dropped`, as sub-folders are kept. `index` is that of the
 * folder among those of the station.
 */
export function makeWatchedPair(name = 'post', index = 0): WatchedPair {
  const section = `WatchedFolders:${String(index)}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'watched-pair-'));
  const at = (...names: string[]): string => path.join(folder, ...names);
  for (const place of ['in', 'out', 'done', 'failed']) mkdirSync(at(place));
  return {
    folder,
    settings: {
      Environment: 'Testing',
      [`${section}:Name`]: name,
      ...Object.fromEntries(['In', 'Out', 'Done', 'Failed'].map((key) => [`${section}:${key}`, at(key.toLowerCase())])),
      [`${section}:SigningProvider`]: 'Pfx',
    },
    drop(document, count, nameOf = (number) => `${String(number)}.pdf`) {
      mkdirSync(at('aside'));
      for (let number = 0; number < count; number++) writeFileSync(at('aside', nameOf(number)), document);
      renameSync(at('aside'), at('in', 'dropped'));
    },
    files: (place) =>
      readdirSync(at(place), { recursive: true, withFileTypes: true })
        .filter(
          (entry) =>
            entry.isFile() &&
            !/(^|\/)\./.test(path.relative(at(place), entry.parentPath)) &&
            !entry.name.startsWith('.'),
        )
        .map((entry) => path.relative(at(place), path.join(entry.parentPath, entry.name)))
        .sort(),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
