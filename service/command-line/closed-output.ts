import { fstatSync, readFileSync, statSync } from 'node:fs';

const STDOUT = 1;
const OPENED_FOR_BOTH = 2;

/**
 * Whether what is written to stdout reaches nobody although nobody wrote `> /dev/null`: where it is closed (`>&-`), Node
 * opens that device for reading and writing in its place before any program runs, and a shell for writing alone. Programs
 * that start one without its output do as Node does. Only Linux says how a file is open; false elsewhere.
 */
export function isStdoutClosed(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const flags =
      /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${String(STDOUT)}`, 'latin1'))?.[1] ?? '0';
    const isForBoth = (Number.parseInt(flags, 8) & OPENED_FOR_BOTH) !== 0;
    return isForBoth && fstatSync(STDOUT).rdev === statSync('/dev/null').rdev;
  } catch {
    return false;
  }
}
