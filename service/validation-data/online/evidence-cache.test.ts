import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEvidenceCache, type EvidenceCache } from './evidence-cache.ts';

const now = new Date('2026-10-01T00:00:00Z');
const later = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);
const bytes = (size: number, value = 7): Uint8Array => new Uint8Array(size).fill(value);

describe('the cache of evidence', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'evidence-cache-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const open = (maxBytes = 100_000): Promise<EvidenceCache> => openEvidenceCache(folder, maxBytes);

  it('keeps things until they run out, and beyond a restart', async () => {
    const cache = await open();
    await cache.put('a', bytes(10), later(2), now);
    await cache.put('a', bytes(11), later(1), now);
    for (const one of [cache, await open()]) {
      expect(await one.get('a', now)).toEqual(bytes(11));
      expect(await one.get('a', later(1.5))).toBeNull();
      expect(await one.get('b', now)).toBeNull();
    }
  });

  it('stays below its size: what runs out first goes first', async () => {
    const cache = await open(1_000);
    await cache.put('long', bytes(300), later(9), now);
    await cache.put('short', bytes(300), later(1), now);
    await cache.put('new', bytes(400), later(5), now);
    await cache.put('too large', bytes(1_000), later(5), now);
    const kept = await Promise.all(['long', 'short', 'new', 'too large'].map((key) => cache.get(key, now)));
    expect(kept.map((one) => one?.length ?? 0)).toEqual([300, 0, 400, 0]);
    expect(readdirSync(folder)).toHaveLength(2);
    await cache.put('much later', bytes(10), later(20), later(10));
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('believes no damaged file and clears away what a crash left', async () => {
    const cache = await open();
    await cache.put('a', bytes(10), later(2), now);
    const [name = ''] = readdirSync(folder);
    const content = readFileSync(join(folder, name));
    content[content.length - 1] = 8;
    writeFileSync(join(folder, name), content);
    writeFileSync(join(folder, `${name}.1.tmp`), 'half');
    writeFileSync(join(folder, 'short.evidence'), 'x');
    const again = await open();
    expect(readdirSync(folder)).toEqual([name]);
    expect(await again.get('a', now)).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });
});
