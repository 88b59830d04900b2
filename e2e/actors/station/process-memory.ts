import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';

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

/** The name of the built script that the process runs: `worker`, `token-host`; undefined for what runs none. Linux only. */
export function scriptOf(pid: number): string | undefined {
  return /\/([\w-]+)\.js/.exec(readText(`/proc/${pid}/cmdline`))?.[1];
}

/**
 * The next process below `host` that `isWanted` by its command line and environment, however short its life: the host is
 * stopped when this resolves (`SIGCONT` lets it go on), so that nobody ends the process, which has come to rest. Asks
 * again until there is one. Linux only.
 */
export async function seizedChild(
  host: number,
  isWanted: (commandLine: string, environment: string) => boolean,
): Promise<number> {
  for (;;) {
    const isOne = (pid: number): boolean =>
      isWanted(readText(`/proc/${pid}/cmdline`), readText(`/proc/${pid}/environ`));
    const [found] = descendantsOf(host).filter(isOne);
    if (found !== undefined) {
      process.kill(host, 'SIGSTOP');
      if (isOne(found) && (await comesToRest(found))) return found;
      process.kill(host, 'SIGCONT');
    }
    await setImmediate();
  }
}

/** Whether the process is there still once it has used no processor time for a while: all that it does alone is done. */
async function comesToRest(pid: number): Promise<boolean> {
  for (let [used, quiet] = ['', 0]; quiet < 5;) {
    await setTimeout(100);
    const stat = readText(`/proc/${pid}/stat`);
    if (stat === '' || stat.includes(') Z ')) return false;
    // utime and stime, proc(5).
    const now = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).join();
    quiet = now === used ? quiet + 1 : 0;
    used = now;
  }
  return true;
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
