import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Row } from './row.ts';

const Run = z.object({
  at: z.string(),
  rows: z.array(z.object({ what: z.string(), measured: z.number().nullable() })),
});

/** What the run before measured, by the words of its rows. */
export type LastRun = ReadonlyMap<string, number>;

/** Empty where there was none. Throws where the file is no run. */
export function readLastRun(file: string): LastRun {
  if (!existsSync(file)) return new Map();
  const { rows } = Run.parse(JSON.parse(readFileSync(file, 'utf8')));
  return new Map(rows.flatMap(({ what, measured }) => (measured === null ? [] : [[what, measured]])));
}

export function writeRun(file: string, rows: readonly Row[]): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), rows }, null, 2)}\n`);
}
