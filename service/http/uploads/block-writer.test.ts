import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BlockWriter, writeBlock, type BlockFile } from './block-writer.ts';

const MIB = 1024 * 1024;
const FULL = new Error('ENOSPC');

/** A file that takes what comes, and what is asked of it. */
function fileOf(more: Partial<Record<keyof BlockFile, () => Promise<unknown>>> = {}) {
  const asked: string[] = [];
  const file = {
    writev: async (block: readonly Buffer[]) => {
      asked.push('write');
      await more.writev?.();
      return { bytesWritten: block.reduce((sum, { length }) => sum + length, 0) };
    },
    datasync: async () => {
      asked.push('sync');
      await more.datasync?.();
    },
    close: () => Promise.resolve(void asked.push('close')),
  };
  return { asked, writer: new BlockWriter('', () => Promise.resolve(file as unknown as BlockFile)) };
}

it('writes blocks one after the other, and gives their memory back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'block-writer-'));
  try {
    const path = join(folder, 'file');
    const writer = new BlockWriter(path);
    expect(writer.isBegun).toBe(false);
    const blocks = ['first ', 'second ', 'third'].map((text) =>
      Buffer.from(new TextEncoder().encode(text).slice().buffer),
    );
    for (const block of blocks) await writer.write([block], block.length);
    expect(writer.isBegun).toBe(true);
    await writer.close();
    expect(readFileSync(path, 'utf8')).toBe('first second third');
    expect(blocks.map(({ length }) => length)).toEqual([0, 0, 0]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('goes on while a block is written, and waits before the one after it', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const { asked, writer } = fileOf({ writev: () => promise });
  await writer.write([Buffer.alloc(1)], 1);
  const second = writer.write([Buffer.alloc(1)], 1);
  await new Promise(setImmediate);
  expect(asked).toEqual(['write']);
  resolve(undefined);
  await second;
  await writer.close();
  expect(asked).toEqual(['write', 'write', 'close']);
});

it('sends what was written on to the disk from time to time, beside the next blocks', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const { asked, writer } = fileOf({ datasync: () => promise });
  for (let block = 0; block < 3; block++) await writer.write([Buffer.alloc(40 * MIB)], 40 * MIB);
  await new Promise(setImmediate);
  expect(asked).toEqual(['write', 'write', 'sync', 'write']);
  resolve(undefined);
  await writer.close();
  expect(asked.at(-1)).toBe('close');
});

it.each(['writev', 'datasync'] as const)(
  'tells of a failed %s, at the latest when it is closed, and closes',
  async (step) => {
    const { asked, writer } = fileOf({ [step]: () => Promise.reject(FULL) });
    await writer.write([Buffer.alloc(64 * MIB)], 64 * MIB);
    await expect(writer.close()).rejects.toBe(FULL);
    expect(asked.at(-1)).toBe('close');
  },
);

it('tells of a block that failed before it takes the next one', async () => {
  const { writer } = fileOf({ writev: () => Promise.reject(FULL) });
  await writer.write([Buffer.alloc(1)], 1);
  await expect(writer.write([Buffer.alloc(1)], 1)).rejects.toBe(FULL);
});

it('offers again what the system did not take', async () => {
  const taken: Buffer[] = [];
  const take = (bytes: Buffer, most: number): { bytesWritten: number } => {
    taken.push(Buffer.from(bytes.subarray(0, most)));
    return { bytesWritten: Math.min(most, bytes.length) };
  };
  const file = {
    writev: (block: readonly Buffer[]) => Promise.resolve(take(Buffer.concat(block), 5)),
    write: (bytes: Buffer, offset: number, length: number) =>
      Promise.resolve(take(bytes.subarray(offset, offset + length), 3)),
  };
  await writeBlock(file as never, [Buffer.from('abcd'), Buffer.from('efgh'), Buffer.from('ijk')], 11);
  expect(Buffer.concat(taken).toString()).toBe('abcdefghijk');
  expect(taken).toHaveLength(3);
});
