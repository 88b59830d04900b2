import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256OfFile } from './sha256-of-file.ts';

const BLOCK_BYTES = 256 * 1024;
const MIB = 1024 * 1024;

describe('the SHA-256 of a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'station-hash-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function fileOf(bytes: Uint8Array): string {
    const file = path.join(folder, 'document');
    writeFileSync(file, bytes);
    return file;
  }

  it.each([0, 1, BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 3 * BLOCK_BYTES + 7])(
    'is that of all its bytes, where there are %i',
    async (size) => {
      const bytes = Buffer.alloc(size, 'every byte counts ');
      expect(await sha256OfFile(fileOf(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
    },
  );

  it('leaves the buffers of a large file behind nowhere', async () => {
    const file = fileOf(new Uint8Array(16 * MIB));
    const before = process.memoryUsage().arrayBuffers;
    await sha256OfFile(file);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MIB);
  });

  it('says what the system says of a file that is not there', async () => {
    await expect(sha256OfFile(path.join(folder, 'document'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
