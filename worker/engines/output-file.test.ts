import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDocument, writeOutputFile } from './output-file.ts';

const MIB = 1024 * 1024;
const BYTES = randomBytes(3 * MIB + 5);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'output-file-'));
  writeFileSync(join(folder, 'input'), BYTES);
});
afterEach(() => rmSync(folder, { recursive: true }));

const document = (size = BYTES.length) => ({ path: join(folder, 'input'), size, originalFileName: 'input' });

async function readOn(pieces: AsyncGenerator<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const piece of pieces) size += piece.length;
  return size;
}

describe('a large document', () => {
  it('is read piece by piece, each of which stays whole until the next one is asked for', async () => {
    const hash = createHash('sha256');
    const sizes: number[] = [];
    for await (const piece of readDocument(document())) {
      // The next piece is being read meanwhile.
      await new Promise((elapsed) => setTimeout(elapsed, 20));
      sizes.push(piece.length);
      hash.update(piece);
    }
    expect(sizes).toEqual([MIB, MIB, MIB, 5]);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(BYTES).digest('hex'));
  });

  it.each([
    ['shorter', BYTES.length + 1],
    ['longer', BYTES.length - 1],
  ])('is refused when it is %s than it was', async (_name, size) => {
    await expect(readOn(readDocument(document(size)))).rejects.toMatchObject({
      code: 'SIGNING_OPERATION_FAILED',
      kind: 'permanent',
    });
  });

  it('is refused when it is cut off while it is read', async () => {
    const reading = readDocument(document());
    await reading.next();
    truncateSync(join(folder, 'input'), MIB);
    await expect(readOn(reading)).rejects.toMatchObject({ code: 'SIGNING_OPERATION_FAILED' });
  });

  it('is let go of where nobody reads on', async () => {
    for await (const piece of readDocument(document())) {
      expect(piece).toHaveLength(MIB);
      break;
    }
  });

  it('is written as it comes, with its size and digest', async () => {
    const path = join(folder, 'output');
    const written = await writeOutputFile(path, [
      Buffer.from('before'),
      readDocument(document()),
      Buffer.from('after'),
    ]);
    const expected = Buffer.concat([Buffer.from('before'), BYTES, Buffer.from('after')]);
    expect(readFileSync(path).equals(expected)).toBe(true);
    expect(written).toEqual({
      size: expected.length,
      sha256: createHash('sha256').update(expected).digest('hex'),
    });
  });
});
