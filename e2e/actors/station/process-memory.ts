import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

const CHUNK_BYTES = 8 * 1_048_576;

/** Every process below `host`, its own id left out. Linux only. */
export function descendantsOf(host: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    const stat = /^\d+$/.test(entry) ? readText(`/proc/${entry}/stat`) : '';
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (stat !== '') parents.set(Number(entry), parent);
  }
  const isBelow = (pid: number): boolean => {
    for (let at = parents.get(pid); at !== undefined && at > 1; at = parents.get(at)) if (at === host) return true;
    return false;
  };
  return [...parents.keys()].filter(isBelow);
}

/** Which of `markers` are in the environment or anywhere in the writable memory of a process. Linux only. */
export async function markersIn(pid: number, markers: readonly string[]): Promise<string[]> {
  const found = new Set(markers.filter((marker) => readText(`/proc/${pid}/environ`).includes(marker)));
  const longest = Math.max(...markers.map((marker) => marker.length));
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const chunk = Buffer.alloc(CHUNK_BYTES + longest);
  try {
    for (const line of readText(`/proc/${pid}/maps`).split('\n')) {
      const [, from = '', to = ''] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
      // Connections that the station closes meanwhile are to be noticed.
      await setImmediate();
      for (let at = Number.parseInt(from, 16); at < Number.parseInt(to, 16); at += CHUNK_BYTES) {
        const length = Math.min(chunk.length, Number.parseInt(to, 16) - at);
        const bytes = chunk.subarray(0, readAt(memory, chunk, length, at));
        // Latin text is held in one byte a character, other text in two.
        for (const marker of markers) {
          if (bytes.includes(marker, 0, 'latin1') || bytes.includes(marker, 0, 'utf16le')) found.add(marker);
        }
      }
    }
  } finally {
    closeSync(memory);
  }
  return [...found].toSorted();
}

/** Bytes read; 0 where the kernel shows nothing (reserved ranges). */
function readAt(file: number, buffer: Buffer, length: number, position: number): number {
  try {
    return readSync(file, buffer, 0, length, position);
  } catch {
    return 0;
  }
}

/** Empty when the process has gone. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
