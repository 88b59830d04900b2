import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** How far above a program's files its package.json may lie: sources, bundle and chunks are not equally deep. */
const LEVELS = 4;
const PRODUCT = 'signing-station';

/** What the package.json above `folder` says that is the product's own by its name; nothing where there is none. */
export async function productManifest(folder: string): Promise<Readonly<Record<string, unknown>>> {
  let above = folder;
  for (let level = 0; level < LEVELS; level++) {
    const manifest = await manifestIn(above);
    if (manifest['name'] === PRODUCT) return manifest;
    above = path.dirname(above);
  }
  return {};
}

async function manifestIn(folder: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
}
