import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** How far above a program's files its package.json may lie: sources, bundle and chunks are not equally deep. */
const LEVELS = 4;
const PRODUCT = 'signing-station';

/**
 * The product's version by the package.json above `folder`, which is the product's own by its name; 0.0.0 where there is
 * none.
 */
export async function productVersion(folder: string = import.meta.dirname): Promise<string> {
  let above = folder;
  for (let level = 0; level < LEVELS; level++) {
    const version = await versionIn(above);
    if (version !== null) return version;
    above = path.dirname(above);
  }
  return '0.0.0';
}

async function versionIn(folder: string): Promise<string | null> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null) return null;
  if (!('name' in parsed && parsed.name === PRODUCT && 'version' in parsed)) return null;
  return typeof parsed.version === 'string' ? parsed.version : null;
}
