import { describe, expect, it } from 'vitest';
import { rawZip } from '../../verification/asic/raw-zip.suite.ts';
import { bytesSource } from '../byte-source.ts';
import { readWholeEntry } from './entry-data.ts';
import { openZip } from './zip-archive.ts';
import { rewriteZip } from './zip-rewriter.ts';

const AT = new Date('2026-03-01T10:00:00Z');
const CONTAINER = rawZip([
  { name: 'mimetype', data: Buffer.from('application/x') },
  { name: 'a.txt', data: Buffer.from('a '.repeat(500)), isDeflated: true },
  { name: 'META-INF/signature.p7s', data: Buffer.from('short') },
  { name: 'b.txt', data: Buffer.from('behind it') },
]);

const rewritten = (changes: Omit<Parameters<typeof rewriteZip>[1], 'at'>, container: Uint8Array = CONTAINER): Buffer =>
  Buffer.concat(
    rewriteZip(bytesSource(container), { ...changes, at: AT }).flatMap((part) => {
      return part instanceof Uint8Array ? [part] : [...part].map((chunk) => chunk.slice());
    }),
  );
const contentsOf = async (container: Uint8Array): Promise<[string, string][]> => {
  const source = bytesSource(container);
  const found: [string, string][] = [];
  for (const entry of openZip(source).entries) {
    found.push([entry.name, Buffer.from(await readWholeEntry(source, entry, 10_000)).toString()]);
  }
  return found;
};

describe('a container that is rewritten', () => {
  it('without changes is the same, byte for byte', () => {
    expect(rewritten({}).equals(CONTAINER)).toBe(true);
  });

  it('keeps every byte before the directory where something is added', async () => {
    const bytes = rewritten({ added: new Map([['META-INF/new.xml', Buffer.from('<new/>')]]) });
    const { entries } = openZip(bytesSource(CONTAINER));
    const last = entries.at(-1);
    const end = (last?.dataOffset ?? 0) + (last?.compressedSize ?? 0);
    expect(bytes.subarray(0, end).equals(Buffer.from(CONTAINER).subarray(0, end))).toBe(true);
    expect(await contentsOf(bytes)).toEqual([...(await contentsOf(CONTAINER)), ['META-INF/new.xml', '<new/>']]);
    expect(openZip(bytesSource(bytes)).entries[1]?.isCompressed).toBe(true);
  });

  it('has new content in the place of the old, and what lies behind it moves', async () => {
    const longer = 'longer than before, so that what follows moves';
    const bytes = rewritten({ replaced: new Map([['META-INF/signature.p7s', Buffer.from(longer)]]) });
    const expected = (await contentsOf(CONTAINER)).map(([name, text]) => [name, text === 'short' ? longer : text]);
    expect(await contentsOf(bytes)).toEqual(expected);
  });

  it('keeps its comment', () => {
    const comment = Buffer.from('mimetype=application/x');
    const commented = Buffer.concat([CONTAINER, comment]);
    commented.writeUInt16LE(comment.length, CONTAINER.length - 2);
    const bytes = rewritten({ added: new Map([['c', Buffer.from('c')]]) }, commented);
    expect(Buffer.from(openZip(bytesSource(bytes)).comment).equals(comment)).toBe(true);
  });

  it('takes no name twice, in no spelling', () => {
    expect(() => rewritten({ added: new Map([['A.TXT', Buffer.from('x')]]) })).toThrow('the same name');
  });

  it('is never larger than a reader of it takes', () => {
    const many = new Map(Array.from({ length: 1000 }, (_, index) => [`more-${index}`, new Uint8Array(0)]));
    expect(() => rewritten({ added: many })).toThrow('too many');
  });
});
