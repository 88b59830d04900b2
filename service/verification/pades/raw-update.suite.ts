import { latin1 } from './signed-pdf.suite.ts';

/** Updates written by hand, for what no well-behaved writer would do. */
export interface RawUpdate {
  /** Objects in order, `text` between `obj` and `endobj`. */
  readonly objects?: readonly { number: number; generation?: number; text: string; isListed?: boolean }[];
  /** Further table entries: `number`, 20 bytes without the line end. */
  readonly entries?: readonly { number: number; entry: string }[];
  /** Bytes before the objects, between them and the table, between trailer and `startxref`. */
  readonly before?: string;
  readonly between?: string;
  readonly afterTrailer?: string;
  /** Trailer entries beside Root, Size and Prev. */
  readonly trailer?: string;
  readonly root?: string;
  readonly previous?: number | null;
  readonly startxref?: number;
  readonly end?: string;
}

/** The last startxref of a file. */
export function lastStartxref(pdf: Uint8Array): number {
  const text = Buffer.from(pdf).toString('latin1');
  return Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
}

const PLAIN = {
  before: '',
  between: '',
  afterTrailer: '',
  trailer: '',
  root: '1 0 R',
  end: '%%EOF\n',
  objects: [],
  entries: [],
};

/** Appends a classic table with the objects, or whatever was asked for instead. */
export function appendRaw(pdf: Uint8Array, update: RawUpdate): Buffer {
  const { before, between, afterTrailer, trailer, root, end, objects, entries: more } = { ...PLAIN, ...update };
  const entries = new Map(more.map(({ number, entry }) => [number, entry]));
  let text = before;
  for (const { number, generation = 0, text: body, isListed = true } of objects) {
    const offset = String(pdf.length + text.length).padStart(10, '0');
    if (isListed) entries.set(number, `${offset} ${String(generation).padStart(5, '0')} n`);
    text += `${number} ${generation} obj\n${body}\nendobj\n`;
  }
  text += between;
  const start = pdf.length + text.length;
  const rows = [...entries].sort(([a], [b]) => a - b).map(([number, entry]) => `${number} 1\n${entry} \n`);
  const previous = update.previous === undefined ? lastStartxref(pdf) : update.previous;
  const chain = previous === null ? '' : `/Prev ${previous}`;
  text += `xref\n${rows.join('')}trailer\n<</Size 200 /Root ${root} ${chain} ${trailer}>>\n`;
  text += `${afterTrailer}startxref\n${update.startxref ?? start}\n${end}`;
  return Buffer.concat([pdf, latin1(text)]);
}

/** Overwrites the first `from` after `position` by `to`, filled up with spaces: no offset moves. */
export function overwrite(pdf: Uint8Array, from: string | RegExp, to: string, position = 0): Buffer {
  const text = Buffer.from(pdf).toString('latin1');
  const found = typeof from === 'string' ? from : (from.exec(text.slice(position))?.[0] ?? '');
  const at = text.indexOf(found, position);
  if (at < 0 || found === '' || to.length > found.length) throw new Error(`cannot overwrite ${String(from)}`);
  return Buffer.from(text.slice(0, at) + to.padEnd(found.length) + text.slice(at + found.length), 'latin1');
}
