import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf, stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../byte-source.ts';
import { walkFormFields } from './form-fields.ts';
import { IncrementalUpdate } from './incremental-update.ts';
import { walkPages } from './page-tree.ts';
import { openPdf } from './pdf-document.ts';
import { PdfReference, PdfStream } from './pdf-objects.ts';
import { expansionLimit } from './stream-data.ts';
import { processorMilliseconds } from '../../telemetry/processor-time.suite.ts';

const LIMIT = expect.objectContaining({ code: 'PDF_LIMIT_EXCEEDED' }) as Error;
const MIB = 1024 * 1024;

/** Runs what must be refused and gives the processor time it took, in milliseconds. */
function timeToRefuse(run: () => unknown): number {
  const started = process.cpuUsage();
  expect(run).toThrow(LIMIT);
  return processorMilliseconds(started);
}

describe('documents made to exhaust their reader', () => {
  it('refuses one stream that expands too far', () => {
    const bomb = stream('/Filter /FlateDecode', deflateSync(Buffer.alloc(64 * MIB)));
    const document = openPdf(bytesSource(buildPdf({ pieces: onePage({ extra: { 6: bomb } }) })));
    const object = document.resolve(new PdfReference(6, 0));
    expect(object).toBeInstanceOf(PdfStream);
    expect(timeToRefuse(() => object instanceof PdfStream && document.decodeStream(object))).toBeLessThan(10_000);
  });

  it.each([
    [1000, 16],
    [400_000, 80_000_000 / MIB],
    [20_000_000, 128],
  ])('lets %d bytes become %d MiB', (bytes, mebibytes) => {
    expect(expansionLimit(bytes)).toBe(mebibytes * MIB);
  });

  it('counts each search in revisions that have too many objects for an index', () => {
    let pdf: Buffer = buildPdf({ pieces: onePage() });
    for (let revision = 0; revision < 20; revision++) {
      const update = new IncrementalUpdate(openPdf(bytesSource(pdf)));
      for (let more = 0; more < 5100; more++) update.replaceBody(update.reserve(), Buffer.from('1'));
      pdf = Buffer.concat([pdf, update.build().bytes]);
    }
    let work = 0;
    const document = openPdf(bytesSource(pdf), { onWork: (bytes) => (work += bytes) });
    const before = work;
    expect(document.find(1)?.revision).toBe(0);
    expect(work - before).toBe(21 * 20);
  });

  it('refuses many streams that expand too far together', () => {
    const bomb = stream('/Filter /FlateDecode', deflateSync(Buffer.alloc(15 * MIB)));
    const extra = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [10 + index, bomb]));
    const document = openPdf(bytesSource(buildPdf({ pieces: onePage({ extra }) })));
    let decoded = 0;
    const all = (): void => {
      for (const number of Object.keys(extra).map(Number)) {
        const object = document.resolve(new PdfReference(number, 0));
        if (object instanceof PdfStream) decoded += document.decodeStream(object).length;
      }
    };
    expect(timeToRefuse(all)).toBeLessThan(30_000);
    expect(decoded).toBeLessThanOrEqual(256 * MIB);
  });

  it('refuses filter upon filter', () => {
    let data: Buffer = Buffer.alloc(8 * MIB);
    for (let layer = 0; layer < 5; layer++) data = deflateSync(data);
    const filters = '/Filter [/FlateDecode /FlateDecode /FlateDecode /FlateDecode /FlateDecode]';
    const document = openPdf(bytesSource(buildPdf({ pieces: onePage({ extra: { 6: stream(filters, data) } }) })));
    const object = document.resolve(new PdfReference(6, 0));
    expect(timeToRefuse(() => object instanceof PdfStream && document.decodeStream(object))).toBeLessThan(10_000);
  });

  it('refuses objects that lie on top of each other', () => {
    const shared = `<</Type /Page /Parent 2 0 R /Filling [${'1 '.repeat(400_000)}]>>`;
    const count = 1000;
    const numbers = Array.from({ length: count }, (_, index) => 1000 + index);
    const header = numbers.map((number) => `${number} 0`).join(' ');
    const container = stream(
      `/Type /ObjStm /N ${count} /First ${header.length + 1} /Filter /FlateDecode`,
      deflateSync(Buffer.from(`${header} ${shared}`)),
    );
    const bytes = packedElsewhere(container, numbers);
    const walk = (): unknown => [...walkPages(openPdf(bytesSource(bytes)))].length;
    expect(timeToRefuse(walk)).toBeLessThan(50_000);
  });

  it('refuses a page tree that is a lattice, before its paths multiply', () => {
    const extra: Record<number, string> = {};
    for (let level = 0; level < 60; level++) {
      extra[100 + level] = `<</Type /Pages /Kids [${101 + level} 0 R ${101 + level} 0 R] /Count 2>>`;
    }
    extra[160] = '<</Type /Page>>';
    const pieces = { ...onePage({ extra }), 2: '<</Type /Pages /Kids [100 0 R] /Count 1>>' };
    expect(() => [...walkPages(openPdf(bytesSource(buildPdf({ pieces }))))]).toThrow(
      expect.objectContaining({ code: 'PDF_STRUCTURE_INVALID' }),
    );
  });

  it('reads a hidden cross-reference stream once, however many tables name it', () => {
    const bytes = namedByTables(400, stream('/Type /XRef /Size 0 /W [1 1 1]', Buffer.alloc(100_000, 32)));
    let read = 0;
    const source = bytesSource(bytes);
    const counted = {
      ...{ size: source.size },
      read: (offset: number, length: number): Uint8Array => {
        read += length;
        return source.read(offset, length);
      },
    };
    expect(openPdf(counted).revisions).toHaveLength(401);
    expect(read).toBeLessThan(20_000_000);
  });

  it('tells of the work for cross-reference data: entries, trailers, and filters that give nothing', () => {
    const spentFor = (hidden: Buffer): number => {
      let work = 0;
      openPdf(bytesSource(namedByTables(1, hidden)), { onWork: (bytes) => void (work += bytes) });
      return work;
    };
    const nothing = '/Type /XRef /Size 0 /W [1 1 1]';
    const plain = spentFor(stream(nothing, Buffer.alloc(0)));
    const rows = deflateSync(Buffer.alloc(300_000));
    const filters = '/Filter [/FlateDecode /RunLengthDecode]';
    const ended = deflateSync(Buffer.alloc(60_000, 128));
    expect(spentFor(stream('/Type /XRef /Size 100000 /W [1 1 1] /Filter /FlateDecode', rows))).toBeGreaterThan(
      4_000_000,
    );
    expect(spentFor(stream(`${nothing} ${filters}`, ended)) - plain).toBeGreaterThan(60_000);
    expect(spentFor(stream(`${nothing} /Own [${'()'.repeat(10_000)}]`, Buffer.alloc(0))) - plain).toBeGreaterThan(
      2_000_000,
    );
  });

  it('refuses a field tree that is too deep, and walks a lattice of fields once', () => {
    const tree = (width: number): Record<number, string> => {
      const extra: Record<number, string> = {};
      for (let level = 0; level < 150; level++) {
        extra[100 + level] = `<</T (n) /Kids [${`${101 + level} 0 R `.repeat(width)}]>>`;
      }
      return extra;
    };
    const deep = onePage({ catalog: '/AcroForm <</Fields [100 0 R]>>', extra: tree(1) });
    expect(() => [...walkFormFields(openPdf(bytesSource(buildPdf({ pieces: deep }))))]).toThrow(LIMIT);
    const lattice = onePage({ catalog: '/AcroForm <</Fields [200 0 R]>>', extra: tree(5) });
    expect([...walkFormFields(openPdf(bytesSource(buildPdf({ pieces: lattice }))))]).toHaveLength(50);
  });
});

/** Updates that change nothing: the table of each names the same hidden stream, object 900. */
function namedByTables(count: number, hidden: Buffer): Buffer {
  const head = buildPdf({ pieces: { ...onePage(), 900: hidden } });
  const place = head.indexOf('900 0 obj');
  const parts: Buffer[] = [head];
  let [previous, end] = [Number(/startxref\n(\d+)/.exec(head.toString('latin1'))?.[1]), head.length];
  for (let index = 0; index < count; index++) {
    const trailer = `<</Size 901 /Root 1 0 R /Prev ${previous} /XRefStm ${place}>>`;
    const update = Buffer.from(`xref\n0 0\ntrailer\n${trailer}\nstartxref\n${end}\n%%EOF\n`);
    parts.push(update);
    [previous, end] = [end, end + update.length];
  }
  return Buffer.concat(parts);
}

/** A document whose page tree lists `numbers`, all of them in the given object stream (object 900). */
function packedElsewhere(container: Buffer, numbers: readonly number[]): Buffer {
  const kids = numbers.map((number) => `${number} 0 R`).join(' ');
  const head = buildPdf({
    pieces: { ...onePage(), 2: `<</Type /Pages /Kids [${kids}] /Count ${numbers.length}>>`, 900: container },
    version: '1.5',
  });
  const rows = numbers.map((_, index) => {
    const row = Buffer.alloc(5);
    row.writeUInt8(2, 0);
    row.writeUInt16BE(900, 1);
    row.writeUInt16BE(index, 3);
    return row;
  });
  const previous = /startxref\n(\d+)/.exec(head.toString('latin1'))?.[1] ?? '0';
  const size = (numbers.at(-1) ?? 0) + 2;
  const dictionary = `/Type /XRef /Size ${size} /W [1 2 2] /Index [${numbers[0] ?? 0} ${numbers.length}] /Root 1 0 R /Prev ${previous}`;
  const section = Buffer.concat([Buffer.from(`${size - 1} 0 obj\n`), stream(dictionary, Buffer.concat(rows))]);
  return Buffer.concat([head, section, Buffer.from(`\nendobj\nstartxref\n${head.length}\n%%EOF\n`)]);
}
