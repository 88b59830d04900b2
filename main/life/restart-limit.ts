import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** A station that fails this often in the span fails again; somebody has to look. */
const MAX_IN_SPAN = 3;
const SPAN_MILLISECONDS = 10 * 60_000;

const Times = z.array(z.number());

/**
 * Says whether the program may start itself again after its station failed, and remembers that it did in `file`, since
 * the next one is another process. Where nothing can be remembered it may not: it could go on for ever.
 */
export function mayStartAgain(file: string, now: number): boolean {
  const recent = readTimes(file).filter((at) => at <= now && now - at < SPAN_MILLISECONDS);
  if (recent.length >= MAX_IN_SPAN) return false;
  try {
    writeFileSync(file, JSON.stringify([...recent, now]), { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

function readTimes(file: string): readonly number[] {
  try {
    return Times.catch([]).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}
