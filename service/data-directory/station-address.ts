import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = 'station.url';
const MOST_CHARACTERS = 300;
/** What a program can't connect to, and where it reaches such a station instead. */
const ANY_HOST: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' };

/** Writes down where the station that holds the data directory serves its page: `http://host:port`, without a slash. */
export function noteAddress(root: string, url: string): void {
  writeFileSync(path.join(root, FILE), `${url}\n`, { mode: 0o600 });
}

/** Whoever takes or gives back the lock: what is written there afterwards is of the one who holds it. */
export function forgetAddress(root: string): void {
  try {
    unlinkSync(path.join(root, FILE));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/** The address of the station that holds the data directory, as a program of this machine reaches it; null where none is known. */
export function readAddress(root: string): string | null {
  try {
    const text = readFileSync(path.join(root, FILE), 'utf8');
    if (text.length > MOST_CHARACTERS) return null;
    const url = new URL(text.trim());
    if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.pathname !== '/') return null;
    url.hostname = ANY_HOST[url.hostname] ?? url.hostname;
    return url.origin;
  } catch {
    return null;
  }
}
