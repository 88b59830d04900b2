import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Session } from 'electron';
import { isAt } from '../windows/permissions.ts';
import { freeName, safeName } from './download-names.ts';

export interface DownloadOptions {
  /** Asked once for each download. */
  readonly folder: () => string;
  readonly onRefused: () => void;
}

/**
 * Saves what the own page downloads into one folder without asking for each file, never over a file that is there. What
 * comes from anywhere else is refused.
 */
export function saveDownloads(target: Session, origin: string, { folder, onRefused }: DownloadOptions): void {
  // Names given out in this run: two downloads of one name may begin before either file exists.
  const given = new Set<string>();
  target.on('will-download', (event, item) => {
    // A blob of the page has its origin behind the scheme.
    if (!isAt(item.getURL().replace(/^blob:/, ''), origin)) {
      event.preventDefault();
      onRefused();
      return;
    }
    const into = folder();
    const at = (name: string): string => path.join(into, name);
    const isTaken = (name: string): boolean => given.has(at(name)) || existsSync(at(name));
    const file = at(freeName(safeName(item.getFilename()), isTaken));
    given.add(file);
    item.setSavePath(file);
    item.once('done', () => given.delete(file));
  });
}
