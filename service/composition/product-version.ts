import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The product's version by its package.json; 0.0.0 where there is none. */
export async function productVersion(): Promise<string> {
  const file = path.join(import.meta.dirname, '..', 'package.json');
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null && 'version' in parsed && typeof parsed.version === 'string'
    ? parsed.version
    : '0.0.0';
}
