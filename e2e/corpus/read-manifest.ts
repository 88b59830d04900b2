import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ZodType } from 'zod';

/** The lines of a JSONL file below `folder`; none when there is no such file. Throws what zod throws for other lines. */
export function readManifest<Line>(folder: string, name: string, line: ZodType<Line>): readonly Line[] {
  const file = path.join(folder, name);
  if (!existsSync(file)) return [];
  const texts = readFileSync(file, 'utf8').split('\n');
  return texts.filter((text) => text.trim() !== '').map((text) => line.parse(JSON.parse(text)));
}
