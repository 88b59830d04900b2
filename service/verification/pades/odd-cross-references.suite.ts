import { contractPdf } from './contract-pdf.suite.ts';
import { appendRaw, lastStartxref } from './raw-update.suite.ts';
import { latin1 } from './signed-pdf.suite.ts';

/** Changes the text of the last cross-reference section and what follows it; no offset moves. */
export function editLast(pdf: Uint8Array, edit: (text: string) => string): Buffer {
  const start = lastStartxref(pdf);
  const text = Buffer.from(pdf).toString('latin1');
  const edited = edit(text.slice(start));
  if (edited === text.slice(start)) throw new Error('nothing to edit');
  return latin1(text.slice(0, start) + edited);
}

type Edit = (text: string) => string;

const size =
  (write: (size: number) => string): Edit =>
  (text) =>
    text.replace(/\/Size (\d+)/, (_, digits: string) => write(Number(digits)));

function highestListed(text: string): number {
  const headers = [...text.matchAll(/^(\d+) (\d+)$/gm)];
  return Math.max(...headers.map(([, first, count]) => Number(first) + Number(count) - 1));
}

/** Changes the entry before the trailer: of an object that nothing needs. */
const lastEntry =
  (write: (offset: number) => string): Edit =>
  (text) =>
    text.replace(/(\d{10}) 00000 n(?= \ntrailer)/, (_, digits: string) => write(Number(digits)));

function padded(offset: number): string {
  return String(offset).padStart(10, '0');
}

/** Of a classic table; some readers repair each of them, and then search the file for objects. */
export const TABLE_ODDITIES: Readonly<Record<string, Edit>> = {
  'Size one too small': (text) => size(() => `/Size ${highestListed(text)}`)(text),
  'Size far too small': size(() => '/Size 1'),
  'Size zero': size(() => '/Size 0'),
  'Size missing': size(() => '/Sise 9'),
  'Size with a fraction of zero': size((value) => `/Size ${value}.0`),
  'Size with a full stop': size((value) => `/Size ${value}.`),
  'Size with a plus sign': size((value) => `/Size +${value}`),
  'Size negative': size((value) => `/Size -${value}`),
  'Size a string': size((value) => `/Size (${value})`),
  'Size a reference': size(() => '/Size 5 0 R'),
  'Size absurd': size(() => '/Size 4000000000'),
  'Size not exact as a double': size(() => '/Size 9007199254740993'),
  'Size twice, the same': size((value) => `/Size ${value} /Size ${value}`),
  'Size twice': size((value) => `/Size 3 /Size ${value}`),
  'Root twice': (text) => text.replace('/Root 1 0 R', '/Root 60 0 R /Root 1 0 R'),
  'Root twice, once in other letters': (text) => text.replace('/Root 1 0 R', '/R#6fot 60 0 R /Root 1 0 R'),
  'object 0 in use': (text) =>
    text.startsWith('xref\n0')
      ? text.replace('0000000000 65535 f', '0000000009 00000 n')
      : text.replace('xref\n', 'xref\n0 1\n0000000009 00000 n \n'),
  'an object that starts elsewhere': lastEntry((offset) => `${padded(offset + 1)} 00000 n`),
  'an object that starts before': lastEntry((offset) => `${padded(offset - 9)} 00000 n`),
  'an object beyond the file': lastEntry(() => '0009999999 00000 n'),
  'an object of another generation': lastEntry((offset) => `${padded(offset)} 00002 n`),
  'a generation too large': lastEntry((offset) => `${padded(offset)} 65536 n`),
};

/** Of an update, which has something before it. */
export const UPDATE_ODDITIES: Readonly<Record<string, Edit>> = {
  ...TABLE_ODDITIES,
  'Prev with a fraction of zero': (text) => text.replace(/\/Prev (\d+)/, '/Prev $1.0'),
  'Prev with a full stop': (text) => text.replace(/\/Prev (\d+)/, '/Prev $1.'),
  'Prev with a plus sign': (text) => text.replace(/\/Prev (\d+)/, '/Prev +$1'),
  'Prev twice': (text) => text.replace(/\/Prev (\d+)/, '/Prev 9 /Prev $1'),
  'free object 1 as the first entry': (text) => text.replace('xref\n', 'xref\n1 1\n0000000000 65535 f \n'),
};

/** The contract with its table in two subsections, the later numbers first. */
export function unsortedTable(): Buffer {
  return editLast(contractPdf(), (text) => {
    const [, head = '', rows = '', rest = ''] = /^xref\n0 (\d+)\n((?:.{18} \n)+)([^]*)$/.exec(text) ?? [];
    const lines = rows.match(/.{18} \n/g) ?? [];
    const [low, high] = [lines.slice(0, 4).join(''), lines.slice(4).join('')];
    return `xref\n4 ${Number(head) - 4}\n${high}0 4\n${low}${rest}`;
  });
}

/** Two new objects, the higher number listed first. */
export function unsortedUpdate(signed: Uint8Array): Buffer {
  const update = appendRaw(signed, {
    objects: [
      { number: 50, text: 'null' },
      { number: 52, text: 'null' },
    ],
  });
  return editLast(update, (text) => text.replace(/(50 1\n.{18} \n)(52 1\n.{18} \n)/, '$2$1'));
}

/** The page's font, listed in the middle of the number of an object that nothing uses. */
export function entryInsideNumber(): Buffer {
  const pdf = contractPdf({ 15: '<</Type /Font /Subtype /Type1 /BaseFont /Symbol>>' });
  const inside = String(pdf.indexOf('\n15 0 obj') + 2).padStart(10, '0');
  const own = String(pdf.indexOf('\n5 0 obj') + 1).padStart(10, '0');
  return editLast(pdf, (text) => text.replace(own, inside));
}

interface StreamChoice {
  readonly own?: number;
  readonly header?: string;
  readonly widths?: string;
  readonly index?: (rows: readonly Row[]) => string;
  readonly dictionary?: (text: string) => string;
  readonly rows?: (rows: readonly Row[]) => readonly Row[];
  /** What the data hold behind the entries. */
  readonly spare?: string;
}

interface Row {
  readonly number: number;
  readonly kind: number;
  readonly offset: number;
}

/** Appends objects with an uncompressed cross-reference stream, which follows every rule unless `choice` says otherwise. */
export function appendStream(
  before: Uint8Array,
  objects: Readonly<Record<number, string>>,
  previous: number | null,
  choice: StreamChoice = {},
): Buffer {
  let text = '';
  const plain: Row[] = previous === null ? [{ number: 0, kind: 0, offset: 0 }] : [];
  for (const [number, body] of Object.entries(objects)) {
    plain.push({ number: Number(number), kind: 1, offset: before.length + text.length });
    text += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const { own = Math.max(...plain.map(({ number }) => number)) + 1 } = choice;
  const start = before.length + text.length;
  const listed = [...plain, { number: own, kind: 1, offset: start }].sort((a, b) => a.number - b.number);
  const rows = choice.rows?.(listed) ?? listed;
  const entries = rows.map(({ kind, offset }) => Buffer.from([kind, offset >> 16, offset >> 8, offset, 0]));
  const data = Buffer.concat([...entries, latin1(choice.spare ?? '')]);
  const dictionary = streamDictionary(rows, own, previous, { ...choice, length: data.length });
  const head = `${choice.header ?? `${own} 0 obj`}\n${dictionary}\nstream\n`;
  const tail = `\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([before, latin1(text + head), data, latin1(tail)]);
}

function streamDictionary(
  rows: readonly Row[],
  own: number,
  previous: number | null,
  choice: StreamChoice & { length: number },
): string {
  const index = choice.index?.(rows) ?? rows.map(({ number }) => `${number} 1`).join(' ');
  const size = Math.max(own, ...rows.map(({ number }) => number)) + 1;
  const chain = previous === null ? '' : `/Prev ${previous}`;
  const lawful =
    `<</Type /XRef /Size ${size} /Root 1 0 R /W ${choice.widths ?? '[1 3 1]'} /Index [${index}] ${chain} ` +
    `/Length ${choice.length}>>`;
  return choice.dictionary?.(lawful) ?? lawful;
}

const without = (own: number) => (rows: readonly Row[]) => rows.filter(({ number }) => number !== own);

/** Not needed for signing. */
const isUnneeded = ({ number }: Row): boolean => number === 5 || number === 58;

/** Of a cross-reference stream whose document has objects 1 to 5 (and 3 is its page), and that is object 60 by itself. */
export const STREAM_ODDITIES: Readonly<Record<string, StreamChoice>> = {
  'bears the number of the page, which it lists': { header: '3 0 obj' },
  'bears the number of the page, which it does not list': { own: 3, rows: without(3) },
  'bears the number of the contents': { header: '4 0 obj' },
  'bears the number of the catalog': { header: '1 0 obj' },
  'bears a number beyond Size': { header: '900 0 obj' },
  'bears another number than it lists': { header: '59 0 obj' },
  'bears another generation': { header: '60 1 obj' },
  'lists itself elsewhere': { rows: (rows) => rows.map((row) => (row.number === 60 ? { ...row, offset: 9 } : row)) },
  'Index by falling number': {
    index: (rows) => rows.map(({ number }) => `${number} 1`).join(' '),
    rows: (rows) => rows.toReversed(),
  },
  'Index with a fraction': { index: (rows) => rows.map(({ number }) => `${number} 1.0`).join(' ') },
  'W with a fraction': { widths: '[1.0 3 1]' },
  'W with a sign': { widths: '[1 +3 1]' },
  'Length with a fraction': { dictionary: (text) => text.replace(/\/Length (\d+)/, '/Length $1.0') },
  'Size too small': { dictionary: (text) => text.replace(/\/Size \d+/, '/Size 60') },
  'Size with a fraction': { dictionary: (text) => text.replace(/\/Size (\d+)/, '/Size $1.0') },
  'a predictor with a fraction': {
    dictionary: (text) => text.replace('/Root', '/DecodeParms <</Predictor 1.0>> /Root'),
  },
  'parameters beside a list of filters': {
    dictionary: (text) => text.replace('/Root', '/Filter [] /DecodeParms <</Predictor 12 /Columns 5>> /Root'),
  },
  'Root twice': { dictionary: (text) => text.replace('/Root', '/Root 60 0 R /Root') },
  'an entry of type 3': {
    rows: (rows) => rows.map((row) => (isUnneeded(row) ? { ...row, kind: 3 } : row)),
  },
  'an object that starts elsewhere': {
    rows: (rows) => rows.map((row) => (isUnneeded(row) ? { ...row, offset: row.offset + 1 } : row)),
  },
};

/** How writers describe a stream that is lawful. */
export const LAWFUL_STREAMS: Readonly<Record<string, StreamChoice>> = {
  'lists itself': {},
  'does not list itself': { rows: without(60) },
  'lists itself as free': { rows: (rows) => rows.map((row) => (row.number === 60 ? { ...row, kind: 0 } : row)) },
  'has a larger Size': { dictionary: (text) => text.replace(/\/Size \d+/, '/Size 90') },
};
