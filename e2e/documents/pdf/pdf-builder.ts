import { deflateSync } from 'node:zlib';

/** An indirect object by number; a string is everything between `obj` and `endobj`. */
export type Pieces = Readonly<Record<number, string | Uint8Array>>;

export interface BuildOptions {
  readonly version?: string;
  readonly pieces: Pieces;
  /** Object numbers with another generation than 0. */
  readonly generations?: Readonly<Record<number, number>>;
  /** Further trailer entries; `/Root 1 0 R` is the default. */
  readonly trailer?: string;
  /** Objects that go into an object stream (kinds `stream` and `hybrid`). */
  readonly packed?: readonly number[];
  readonly kind?: 'table' | 'stream' | 'hybrid';
  /** What follows `%%EOF`. */
  readonly tail?: string;
}

/** Writes a PDF from scratch in one of the three kinds of cross-reference data. */
export function buildPdf(options: BuildOptions): Buffer {
  const { kind = 'table', pieces, generations = {}, packed = [] } = options;
  const out = new Output(`%PDF-${options.version ?? '1.7'}\n%\xe2\xe3\xcf\xd3\n`);
  const numbers = Object.keys(pieces).map(Number);
  const offsets = new Map<number, number>();
  for (const number of numbers.filter((item) => !packed.includes(item))) {
    offsets.set(number, out.length);
    out
      .add(`${number} ${generations[number] ?? 0} obj\n`)
      .add(pieces[number] ?? 'null')
      .add('\nendobj\n');
  }
  let next = Math.max(...numbers) + 1;
  const container = packed.length > 0 ? next++ : 0;
  if (container > 0) {
    offsets.set(container, out.length);
    out.add(`${container} 0 obj\n`).add(objectStream(packed, pieces)).add('\nendobj\n');
  }
  const trailer = options.trailer ?? '/Root 1 0 R';
  const own = kind === 'table' ? 0 : next++;
  const size = next;
  const streamStart = out.length;
  if (kind !== 'table') {
    offsets.set(own, streamStart);
    const listed = kind === 'hybrid' ? packed : undefined;
    out.add(xrefStream({ own, size, offsets, packed, container, generations, trailer, listed }));
  }
  let start = streamStart;
  if (kind !== 'stream') {
    start = out.length;
    const hidden = kind === 'hybrid' ? ` /XRefStm ${streamStart}` : '';
    out.add(table(size, offsets, generations)).add(`trailer\n<</Size ${size} ${trailer}${hidden}>>\n`);
  }
  return out.add(`startxref\n${start}\n%%EOF${options.tail ?? '\n'}`).bytes();
}

class Output {
  length = 0;
  readonly #chunks: Buffer[] = [];

  constructor(start: string) {
    this.add(start);
  }

  add(piece: string | Uint8Array): this {
    const bytes = Buffer.from(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece);
    this.#chunks.push(bytes);
    this.length += bytes.length;
    return this;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

export function stream(dictionary: string, data: Uint8Array): Buffer {
  const head = Buffer.from(`<<${dictionary} /Length ${data.length}>>\nstream\n`, 'latin1');
  return Buffer.concat([head, data, Buffer.from('\nendstream')]);
}

function objectStream(packed: readonly number[], pieces: Pieces): Buffer {
  let header = '';
  let body = '';
  for (const number of packed) {
    header += `${number} ${body.length} `;
    body += `${String(pieces[number])}\n`;
  }
  const data = deflateSync(Buffer.from(header + body, 'latin1'));
  return stream(`/Type /ObjStm /N ${packed.length} /First ${header.length} /Filter /FlateDecode`, data);
}

function table(
  size: number,
  offsets: ReadonlyMap<number, number>,
  generations: Readonly<Record<number, number>>,
): string {
  let text = `xref\n0 ${size}\n0000000000 65535 f \n`;
  for (let number = 1; number < size; number++) {
    const offset = offsets.get(number);
    text +=
      offset === undefined
        ? '0000000000 00000 f \n'
        : `${String(offset).padStart(10, '0')} ${String(generations[number] ?? 0).padStart(5, '0')} n \n`;
  }
  return text;
}

interface XrefStreamParts {
  readonly own: number;
  readonly size: number;
  readonly offsets: ReadonlyMap<number, number>;
  readonly packed: readonly number[];
  readonly container: number;
  readonly generations: Readonly<Record<number, number>>;
  readonly trailer: string;
  /** Only these objects (a hybrid file's hidden part). */
  readonly listed: readonly number[] | undefined;
}

/** With PNG predictor "up", as most producers write it. */
function xrefStream(parts: XrefStreamParts): Buffer {
  const numbers = parts.listed ?? Array.from({ length: parts.size }, (_, index) => index);
  const rows = numbers.map((number) => {
    const row = Buffer.alloc(7);
    const offset = parts.offsets.get(number);
    const index = parts.packed.indexOf(number);
    row.writeUInt8(offset !== undefined ? 1 : index >= 0 ? 2 : 0, 0);
    row.writeUInt32BE(offset ?? (index >= 0 ? parts.container : 0), 1);
    row.writeUInt16BE(offset !== undefined ? (parts.generations[number] ?? 0) : Math.max(index, 0), 5);
    return row;
  });
  const filtered = rows.map((row, index) =>
    Buffer.from([2, ...row.map((byte, at) => byte - (rows[index - 1]?.[at] ?? 0))]),
  );
  const index = parts.listed === undefined ? '' : `/Index [${numbers.map((number) => `${number} 1`).join(' ')}]`;
  const dictionary = `/Type /XRef /Size ${parts.size} /W [1 4 2] ${index} ${parts.trailer} /Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns 7>>`;
  const body = stream(dictionary, deflateSync(Buffer.concat(filtered)));
  return Buffer.concat([Buffer.from(`${parts.own} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
}
