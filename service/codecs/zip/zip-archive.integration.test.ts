import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bytesSource, type ByteSource } from '../byte-source.ts';
import { readEntry, readWholeEntry } from './entry-data.ts';
import { openZip } from './zip-archive.ts';
import { buildZipFrame } from './zip-writer.ts';

const FILES: Readonly<Record<string, Buffer>> = {
  'text.txt': Buffer.from('A line of text.\n'.repeat(20_000)),
  'ž/č 📄.bin': Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7919) % 251)),
  empty: Buffer.alloc(0),
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zip-archive-'));
  mkdirSync(join(folder, 'ž'));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string, ...parameters: readonly string[]): Buffer {
  return execFileSync(command, parameters, {
    cwd: folder,

    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 24,
  });
}

const PYTHON = `
import sys,zipfile,io
class Pipe(io.RawIOBase):
  def writable(self): return True
  def write(self,b): return sys.stdout.buffer.write(b)
out=Pipe() if sys.argv[1]=='pipe' else open('by-python.zip','wb')
with zipfile.ZipFile(out,'w',getattr(zipfile,sys.argv[2])) as z:
  for n in sys.argv[4:]:
    with z.open(n,'w',force_zip64=sys.argv[3]=='zip64') as e: e.write(open(n,'rb').read())
if sys.argv[1]!='pipe': out.close(); sys.stdout.buffer.write(open('by-python.zip','rb').read())
`;
const python = (...how: readonly string[]): Buffer => run('python3', '-c', PYTHON, ...how, ...Object.keys(FILES));

/** Info-ZIP writes UTF-8 without the mark for it, which is refused: readers take such a name for different ones. */
const ASCII = ['text.txt', 'empty'];

/** Files of other writers: seekable or piped (data descriptors), stored or deflated, Zip64 forced. */
const FOREIGN: readonly (readonly [string, () => Buffer])[] = [
  ['python, file, deflated', () => python('file', 'ZIP_DEFLATED', '-')],
  ['python, file, stored', () => python('file', 'ZIP_STORED', '-')],
  ['python, file, Zip64', () => python('file', 'ZIP_DEFLATED', 'zip64')],
  ['python, pipe, deflated', () => python('pipe', 'ZIP_DEFLATED', '-')],
  ['python, pipe, stored', () => python('pipe', 'ZIP_STORED', '-')],
  ['python, pipe, Zip64', () => python('pipe', 'ZIP_DEFLATED', 'zip64')],
  ['Info-ZIP, file', () => (run('zip', '-q', 'by-zip.zip', ...ASCII), readFileSync(join(folder, 'by-zip.zip')))],
  ['Info-ZIP, pipe', () => run('zip', '-q', '-fd', '-', ...ASCII)],
  [
    'Info-ZIP, Zip64',
    () => (run('zip', '-q', '-fz', 'by-zip64.zip', ...ASCII), readFileSync(join(folder, 'by-zip64.zip'))),
  ],
];

it.each(FOREIGN)('reads what %s writes', async (what, make) => {
  const source = bytesSource(make());
  const { entries } = openZip(source);
  expect(entries.map(({ name }) => name)).toEqual(what.startsWith('Info-ZIP') ? ASCII : Object.keys(FILES));
  for (const entry of entries) {
    expect(Buffer.compare(await readWholeEntry(source, entry, 1 << 20), FILES[entry.name] ?? Buffer.of(1))).toBe(0);
  }
});

const GIB = 1024 ** 3;
const LARGE = [
  { name: 'large', size: 5 * GIB, crc32: 0 },
  { name: 'limit', size: 0xffffffff, crc32: 0 },
  { name: 'small', size: 3, crc32: crc32(Buffer.from('abc')) },
];

/** What the writer frames, with zeros for the data of the large entries; nothing of them is in memory. */
function largeSource(): ByteSource {
  const { localHeaders, directory } = buildZipFrame(LARGE, new Date('2026-03-04T05:06:07Z'));
  const pieces: { start: number; bytes: Uint8Array }[] = [];
  let offset = 0;
  for (const [index, header] of localHeaders.entries()) {
    pieces.push({ start: offset, bytes: header });
    offset += header.length + (LARGE[index]?.size ?? 0);
  }
  pieces.push({ start: offset - 3, bytes: Buffer.from('abc') }, { start: offset, bytes: directory });
  const size = offset + directory.length;
  return {
    size,
    read: (from, length) => {
      const result = new Uint8Array(Math.max(0, Math.min(length, size - from)));
      for (const { start, bytes } of pieces) {
        const inside = bytes.subarray(Math.max(0, from - start), Math.max(0, from + result.length - start));
        if (start + bytes.length > from && inside.length > 0) result.set(inside, Math.max(0, start - from));
      }
      return result;
    },
  };
}

it('frames entries beyond 4 GiB with Zip64 where it is needed, and finds them again', async () => {
  const source = largeSource();
  const { entries } = openZip(source);
  expect(entries.map(({ name, size, compressedSize }) => ({ name, size, compressedSize }))).toEqual(
    LARGE.map(({ name, size }) => ({ name, size, compressedSize: size })),
  );
  expect(entries.map(({ hasLocalExtraField }) => hasLocalExtraField)).toEqual([true, true, false]);
  const [, , small] = entries;
  if (small === undefined) throw new Error('The small entry is missing');
  expect(Buffer.from(await readWholeEntry(source, small, 3)).toString()).toBe('abc');
});

it('gives not a byte more than the declared size, and stops reading when its reader does', async () => {
  const bytes = readFileSync(join(folder, 'text.txt'));
  const frame = buildZipFrame([{ name: 'a', size: bytes.length, crc32: crc32(bytes) }], new Date());
  const whole = Buffer.concat([...frame.localHeaders, bytes, frame.directory]);
  let reads = 0;
  const source = {
    size: whole.length,
    read: (from: number, length: number) => (reads++, whole.subarray(from, from + length)),
  };
  const [entry] = openZip(source).entries;
  if (entry === undefined) throw new Error('The entry is missing');
  reads = 0;
  for await (const chunk of readEntry(source, entry)) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  expect(reads).toBe(1);
});
