import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { wordPdf } from './word-pdf.ts';
import { buildPdf, stream, type BuildOptions, type Pieces } from './pdf-builder.ts';

/*
 * Test PDFs of every kind, made when needed and never kept in the repository. `smallPdfs` needs no tools and gives
 * readable documents, `certifiedPdfs` ones whose dictionaries restrict signing, `brokenPdfs` ones that must be
 * refused; `toolPdfs` and `encryptedPdfs` need qpdf, `printedPdf` Chromium; `writeManyObjects` and
 * `writeBigImages` write large files piece by piece.
 */

const TEXT = (words: string): Buffer => stream('', Buffer.from(`BT /F1 24 Tf 72 700 Td (${words}) Tj ET`));

interface PageOptions {
  readonly catalog?: string;
  readonly page?: string;
  readonly extra?: Pieces;
}

/** One page: 1 catalog, 2 page tree, 3 page, 4 content, 5 font. */
export function onePage({ catalog = '', page = '', extra = {} }: PageOptions = {}): Pieces {
  return {
    1: `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
    2: '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595.28 841.89]>>',
    3: `<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>> ${page}>>`,
    4: TEXT('Pay 10 EUR'),
    5: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    ...extra,
  };
}

const TEXT_FIELD = '<</Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ann) /Rect [18 18 200 60] /P 3 0 R /F 4>>';
const GROUP = '<</T (Service2) /Kids [9 0 R 10 0 R]>>';
const CHILD =
  '<</Type /Annot /Subtype /Widget /FT /Tx /T (Service3.x) /Parent 8 0 R /Rect [18 100 200 130] /P 3 0 R /F 4>>';
const UNNAMED = '<</Type /Annot /Subtype /Widget /FT /Tx /Parent 8 0 R /Rect [18 140 200 170] /P 3 0 R /F 4>>';
const FIELDS: Pieces = { 6: '<</Type /Annots>>', 7: TEXT_FIELD, 8: GROUP, 9: CHILD, 10: UNNAMED };

/** Readable documents that any signer must cope with; built without tools. */
export function smallPdfs(): Record<string, Buffer> {
  const font = '/DR <</Font <</F1 5 0 R>>>> /DA (/F1 10 Tf 0 g)';
  const annotations = '[7 0 R 9 0 R 10 0 R]';
  const kinds: Record<string, BuildOptions> = {
    classic: { pieces: onePage() },
    'classic-with-info-and-id': {
      pieces: onePage({ extra: { 6: '<</Title (Test) /Producer <FEFF0041>>>' } }),
      trailer: '/Root 1 0 R /Info 6 0 R /ID [<00112233445566778899AABBCCDDEEFF> <00112233445566778899AABBCCDDEEFF>]',
    },
    'no-trailing-line-end': { pieces: onePage(), tail: '' },
    'trailing-white-space': { pieces: onePage(), tail: '\r\n\n  \n' },
    'version-1.3': { pieces: onePage(), version: '1.3' },
    'version-2.0': { pieces: onePage(), version: '2.0' },
    'non-zero-generations': {
      pieces: {
        ...onePage({ catalog: '/AcroForm 6 3 R', extra: { 6: '<</Fields []>>' } }),
        1: '<</Type /Catalog /Pages 2 2 R /AcroForm 6 3 R>>',
        2: '<</Type /Pages /Kids [3 1 R] /Count 1 /MediaBox [0 0 595 842]>>',
        3: '<</Type /Page /Parent 2 2 R /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>>',
      },
      generations: { 1: 4, 2: 2, 3: 1, 6: 3 },
      trailer: '/Root 1 4 R',
    },
    'xref-stream': { pieces: onePage(), kind: 'stream', packed: [1, 2, 3, 5], version: '1.5' },
    hybrid: {
      pieces: onePage({ extra: { 6: '<</Hidden true>>' }, catalog: '/PieceInfo 6 0 R' }),
      kind: 'hybrid',
      packed: [6],
      version: '1.5',
    },
    'form-direct': {
      pieces: onePage({
        catalog: `/AcroForm <</Fields [7 0 R 8 0 R] ${font}>>`,
        page: `/Annots ${annotations}`,
        extra: FIELDS,
      }),
    },
    'form-indirect': {
      pieces: onePage({
        catalog: '/AcroForm 11 0 R',
        page: `/Annots ${annotations}`,
        extra: { ...FIELDS, 11: `<</Fields [7 0 R 8 0 R] ${font}>>` },
      }),
    },
    'form-indirect-fields-and-annotations': {
      pieces: onePage({
        catalog: '/AcroForm 11 0 R',
        page: '/Annots 13 0 R',
        extra: { ...FIELDS, 11: `<</Fields 12 0 R ${font} /SigFlags 0>>`, 12: '[7 0 R 8 0 R]', 13: annotations },
      }),
    },
    'form-in-object-stream': {
      pieces: onePage({
        catalog: '/AcroForm 11 0 R',
        page: '/Annots 13 0 R',
        extra: { ...FIELDS, 11: `<</Fields 12 0 R ${font}>>`, 12: '[7 0 R 8 0 R]', 13: annotations },
      }),
      kind: 'stream',
      packed: [1, 2, 3, 7, 8, 9, 10, 11, 12, 13],
      version: '1.6',
    },
    'empty-signature-field': {
      pieces: onePage({
        catalog: '/AcroForm <</Fields [6 0 R] /SigFlags 1>>',
        page: '/Annots [6 0 R]',
        extra: {
          6: '<</Type /Annot /Subtype /Widget /FT /Sig /T (Service1) /Rect [300 300 400 350] /P 3 0 R /F 4 /Lock <</Type /SigFieldLock /Action /All>>>>',
        },
      }),
    },
    'odd-names-and-strings': {
      pieces: onePage({
        catalog:
          '/AcroForm <</Fields [6 0 R 7 0 R]>> /Odd#20Name#2F (a\\(b\\)\\\\ \\101\\\r\nc) /Tiny .0000001 /Neg -4. /Lone ()',
        page: '/Annots [6 0 R]',
        extra: {
          6: '<</Type /Annot /Subtype /Widget /FT /Tx /T <FEFF005300650072007600690063006500310020AC> /Rect [10 10 20 20] /P 3 0 R /F 4>>',
          7: '<</FT /Tx /T <FEFF00530065007200760069006300650031>>>',
        },
      }),
    },
    'usage-rights': {
      pieces: onePage({
        catalog: '/Perms <</UR3 6 0 R>>',
        extra: {
          6: `<</Type /Sig /Filter /Adobe.PPKLite /Reference [<</Type /SigRef /TransformMethod /UR3>>] /Contents <00>>>`,
        },
      }),
    },
    'rotated-90': { pieces: onePage({ page: '/Rotate 90' }) },
    'rotated-180': { pieces: onePage({ page: '/Rotate -180' }) },
    'rotated-270': { pieces: onePage({ page: '/Rotate 270 /CropBox [50 60 400 700]' }) },
    'tiny-page': { pieces: onePage({ page: '/MediaBox [0 0 144 90]' }) },
    'nested-page-tree': { pieces: nestedPages(60) },
  };
  const built = Object.fromEntries(Object.entries(kinds).map(([name, options]) => [name, buildPdf(options)]));
  return { ...built, 'word-hybrid': wordPdf(false), 'hybrid-with-one-end': wordPdf(true) };
}

/** `depth` levels, each with one page and one further level. */
function nestedPages(depth: number): Pieces {
  const pieces: Record<number, string | Uint8Array> = onePage();
  pieces[2] = `<</Type /Pages /Kids [3 0 R 100 0 R] /Count ${depth + 1} /MediaBox [0 0 300 300]>>`;
  for (let level = 0; level < depth; level++) {
    const node = 100 + level * 2;
    const parent = level === 0 ? 2 : node - 2;
    const next = level === depth - 1 ? '' : `${node + 2} 0 R`;
    pieces[node] = `<</Type /Pages /Parent ${parent} 0 R /Kids [${node + 1} 0 R ${next}] /Count ${depth - level}>>`;
    pieces[node + 1] = `<</Type /Page /Parent ${node} 0 R>>`;
  }
  return pieces;
}

/** What an earlier signature permits, by name; signed only by form (the /Contents are no real signature). */
export function certifiedPdfs(): Record<
  'docmdp-1' | 'docmdp-2' | 'docmdp-3' | 'lock-all' | 'lock-p1' | 'fieldmdp-all' | 'fieldmdp-include' | 'lock-exclude',
  Buffer
> {
  const docMdp = (level: number): string =>
    `/Reference [<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</Type /TransformParams /P ${level} /V /1.2>>>>]`;
  const fieldMdp = (rule: string): string =>
    `/Reference [<</Type /SigRef /TransformMethod /FieldMDP /TransformParams <</Type /TransformParams ${rule} /V /1.2>>>>]`;
  return {
    'docmdp-1': signedByForm(docMdp(1), '', true),
    'docmdp-2': signedByForm(docMdp(2), '', true),
    'docmdp-3': signedByForm(docMdp(3), '', true),
    'lock-all': signedByForm('', '/Lock <</Type /SigFieldLock /Action /All>>', false),
    'lock-p1': signedByForm('', '/Lock <</Type /SigFieldLock /Action /Include /Fields [(x)] /P 1>>', false),
    'lock-exclude': signedByForm('', '/Lock <</Type /SigFieldLock /Action /Exclude /Fields [(x)]>>', false),
    'fieldmdp-all': signedByForm(fieldMdp('/Action /All'), '', false),
    'fieldmdp-include': signedByForm(fieldMdp('/Action /Include /Fields [(Service1)]'), '', false),
  };
}

function signedByForm(signature: string, field: string, isCertified: boolean): Buffer {
  return buildPdf({
    pieces: onePage({
      catalog: `/AcroForm <</Fields [6 0 R] /SigFlags 3>> ${isCertified ? '/Perms <</DocMDP 7 0 R>>' : ''}`,
      page: '/Annots [6 0 R]',
      extra: {
        6: `<</Type /Annot /Subtype /Widget /FT /Sig /T (Approval) /Rect [0 0 0 0] /P 3 0 R /F 132 /V 7 0 R ${field}>>`,
        7: `<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached ${signature} /ByteRange [0 1 2 3] /Contents <3000>>>`,
      },
    }),
  });
}

/** Documents that must be refused, with the code the reader gives. */
export function brokenPdfs(): Record<string, { readonly bytes: Buffer; readonly code: string }> {
  const { classic, 'xref-stream': withStream } = smallPdfs();
  if (classic === undefined || withStream === undefined) throw new Error('missing kind');
  const text = classic.toString('latin1');
  const start = text.lastIndexOf('startxref');
  const edit = (from: string | RegExp, to: string): Buffer => Buffer.from(text.replace(from, to), 'latin1');
  const table = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  const structure = (bytes: Buffer): { bytes: Buffer; code: string } => ({ bytes, code: 'PDF_STRUCTURE_INVALID' });
  return {
    empty: { bytes: Buffer.alloc(0), code: 'PDF_HEADER_MISSING' },
    'not-a-pdf': { bytes: Buffer.from('PK\u0003\u0004 no pdf'), code: 'PDF_HEADER_MISSING' },
    'truncated-half': structure(classic.subarray(0, classic.length / 2)),
    'truncated-end': structure(classic.subarray(0, classic.length - 4)),
    'no-startxref': structure(Buffer.from(text.slice(0, start), 'latin1')),
    'wrong-startxref': structure(edit(`startxref\n${table}`, `startxref\n${table + 3}`)),
    'startxref-beyond-end': structure(edit(`startxref\n${table}`, 'startxref\n99999999')),
    'startxref-zero': structure(edit(`startxref\n${table}`, 'startxref\n0')),
    'shifted-objects': structure(edit('%PDF-1.7\n', '%PDF-1.7\n%x\n')),
    'xref-entry-damaged': structure(edit(/(\d{10}) 00000 n/, '$1 00000 q')),
    'prev-loop': structure(edit('/Root 1 0 R', `/Root 1 0 R /Prev ${table}`)),
    'prev-outside': structure(edit('/Root 1 0 R', '/Root 1 0 R /Prev 7777777')),
    'no-root': structure(edit('/Root 1 0 R', '/Roof 1 0 R')),
    'xref-stream-damaged': structure(damageXrefStream(withStream)),
    'bytes-before-header': {
      bytes: Buffer.concat([Buffer.from('GET / HTTP\n'), classic]),
      code: 'PDF_BYTES_UNACCOUNTED',
    },
    'bytes-after-end': { bytes: Buffer.concat([classic, Buffer.from('<html>')]), code: 'PDF_BYTES_UNACCOUNTED' },
    'encrypt-entry': { bytes: edit('/Root 1 0 R', '/Root 1 0 R /Encrypt 5 0 R'), code: 'PDF_ENCRYPTED' },
    'page-tree-loop': structure(buildPdf({ pieces: { ...onePage(), 3: '<</Type /Pages /Kids [2 0 R] /Count 1>>' } })),
    'field-loop': structure(
      buildPdf({
        pieces: onePage({
          catalog: '/AcroForm <</Fields [6 0 R]>>',
          extra: { 6: '<</T (a) /Kids [7 0 R]>>', 7: '<</T (b) /Kids [6 0 R]>>' },
        }),
      }),
    ),
    'nested-arrays': {
      bytes: buildPdf({
        pieces: { ...onePage(), 1: `<</Type /Catalog /Deep ${'['.repeat(5000)}${']'.repeat(5000)}>>` },
      }),
      code: 'PDF_LIMIT_EXCEEDED',
    },
  };
}

function damageXrefStream(bytes: Buffer): Buffer {
  const result = Buffer.from(bytes);
  const at = result.indexOf('stream\n', result.lastIndexOf('/XRef')) + 7;
  result.fill(0x55, at, at + 8);
  return result;
}

/** A document made by pdf-lib: three pages, two form fields. */
export async function pdfLibPdf(useObjectStreams: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (let page = 1; page <= 3; page++) document.addPage([595, 842]).drawText(`Page ${page}`, { x: 72, y: 700 });
  const form = document.getForm();
  form.createTextField('person.name').addToPage(document.getPage(0), { x: 72, y: 500 });
  form.createCheckBox('person.agreed').addToPage(document.getPage(0), { x: 72, y: 400 });
  return document.save({ useObjectStreams });
}

/** By name: what follows qpdf's `--encrypt`, the user password first. All that the empty user password opens. */
const ENCRYPTIONS: Readonly<Record<string, readonly string[]>> = {
  'rc4-40': ['', 'x', '40'],
  'rc4-128': ['', 'x', '128', '--use-aes=n'],
  'rc4-128-crypt-filter': ['', 'x', '128', '--use-aes=n', '--force-V4'],
  'aes-128': ['', '', '128', '--use-aes=y'],
  'aes-128-cleartext-metadata': ['', 'x', '128', '--use-aes=y', '--cleartext-metadata'],
  'aes-256-r5': ['', 'x', '256', '--force-R5'],
  'aes-256': ['', 'x', '256'],
  'aes-256-cleartext-metadata': ['', 'x', '256', '--cleartext-metadata'],
  'aes-256-restricted': ['', 'x', '256', '--print=none', '--extract=n', '--assemble=n'],
};

/** Encrypted so that nobody may sign, or nobody can read without a password. */
const LOCKS: Readonly<Record<string, readonly string[]>> = {
  'password-rc4-128': ['u', 'x', '128', '--use-aes=n'],
  'password-aes-256': ['u', 'x', '256'],
  'no-changes-rc4-40': ['', 'x', '40', '--modify=n', '--annotate=n'],
  'no-changes': ['', 'x', '256', '--modify=none'],
  'existing-fields-only': ['', 'x', '128', '--use-aes=y', '--modify=form'],
  'annotations-only': ['', 'x', '256', '--modify=annotate'],
};

const METADATA = Buffer.from('<x:xmpmeta xmlns:x="adobe:ns:meta/">Contract</x:xmpmeta>');

/** A form, document information and metadata, so that there is something of every kind to encrypt. */
function pdfToEncrypt(): Buffer {
  return buildPdf({
    pieces: onePage({
      catalog: '/AcroForm 11 0 R /Metadata 13 0 R',
      page: '/Annots [7 0 R 9 0 R 10 0 R]',
      extra: {
        ...FIELDS,
        11: '<</Fields [7 0 R 8 0 R] /DR <</Font <</F1 5 0 R>>>> /DA (/F1 10 Tf 0 g)>>',
        12: '<</Title (Contract) /Subject ()>>',
        13: stream('/Type /Metadata /Subtype /XML', METADATA),
      },
    }),
    trailer: '/Root 1 0 R /Info 12 0 R',
  });
}

/**
 * Encrypted by qpdf in `folder`; gives paths by kind. `encrypted-*` open with the empty user password and may be
 * signed, each with object streams and without; `locked-*` must be refused.
 */
export function encryptedPdfs(folder: string): Record<string, string> {
  const input = join(folder, 'to-encrypt.pdf');
  writeFileSync(input, pdfToEncrypt());
  const paths: Record<string, string> = {};
  const make = (name: string, choice: readonly string[], more: readonly string[]): void => {
    paths[name] = join(folder, `${name}.pdf`);
    run('qpdf', [input, '--allow-weak-crypto', ...more, '--encrypt', ...choice, '--', paths[name]]);
  };
  for (const [name, choice] of Object.entries(ENCRYPTIONS)) {
    make(`encrypted-${name}`, choice, []);
    make(`encrypted-${name}-object-streams`, choice, ['--object-streams=generate']);
  }
  make('encrypted-aes-256-linearized', ['', 'x', '256'], ['--linearize', '--object-streams=generate']);
  make('encrypted-rc4-128-linearized', ['', 'x', '128', '--use-aes=n'], ['--linearize']);
  for (const [name, choice] of Object.entries(LOCKS)) make(`locked-${name}`, choice, []);
  return paths;
}

/** Made by qpdf from `smallPdfs` in `folder`; gives paths by kind. */
export function toolPdfs(folder: string): Record<string, string> {
  const variants: Record<string, readonly string[]> = {
    'qpdf-object-streams': ['--object-streams=generate'],
    'qpdf-linearized': ['--linearize'],
    'qpdf-linearized-object-streams': ['--linearize', '--object-streams=generate'],
    'qpdf-uncompressed': ['--qdf', '--object-streams=disable'],
  };
  const input = join(folder, 'input.pdf');
  writeFileSync(input, smallPdfs()['form-indirect'] ?? '');
  const paths: Record<string, string> = {};
  for (const [kind, options] of Object.entries(variants)) {
    const path = join(folder, `${kind}.pdf`);
    run('qpdf', [input, ...options, path]);
    paths[kind] = path;
  }
  return paths;
}

/** A web page printed by Chromium. */
export function printedPdf(folder: string, chromium = '/usr/bin/chromium'): string {
  const page = join(folder, 'page.html');
  const path = join(folder, 'printed.pdf');
  writeFileSync(page, '<html lang="en"><title>Invoice</title><h1>Invoice</h1><p>Pay 10 EUR</p></html>');
  run(chromium, [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    `--user-data-dir=${join(folder, 'profile')}`,
    `--print-to-pdf=${path}`,
    page,
  ]);
  return path;
}

function run(command: string, parameters: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, parameters, { encoding: 'utf8', timeout: 300_000 });
  if (error !== undefined || status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`);
}

/** A file of `objects` small objects and about `bytes` bytes with a classic table. */
export function writeManyObjects(path: string, objects: number, bytes: number): void {
  const filling = 'x'.repeat(Math.max(0, Math.floor(bytes / objects) - 60));
  writeLarge(path, onePage(), objects, (number) => `<</N ${number} /S (${filling})>>`);
}

/** A file with `images` uncompressed image streams of `bytesEach`. */
export function writeBigImages(path: string, images: number, bytesEach: number): void {
  const data = Buffer.alloc(bytesEach, 0x7f);
  writeLarge(path, onePage(), images, () =>
    stream(`/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8`, data),
  );
}

function writeLarge(path: string, first: Pieces, more: number, piece: (number: number) => string | Uint8Array): void {
  const file = openSync(path, 'w');
  let position = 0;
  let pending: Buffer[] = [];
  const offsets: number[] = [];
  const flush = (): void => {
    writeSync(file, Buffer.concat(pending));
    pending = [];
  };
  const add = (bytes: string | Uint8Array): void => {
    const chunk = Buffer.from(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    pending.push(chunk);
    position += chunk.length;
    if (pending.length > 10_000 || chunk.length > 100_000) flush();
  };
  add('%PDF-1.7\n');
  const base = Object.keys(first).length;
  for (let number = 1; number <= base + more; number++) {
    offsets[number] = position;
    add(`${number} 0 obj\n`);
    add(first[number] ?? piece(number));
    add('\nendobj\n');
  }
  const start = position;
  add(`xref\n0 ${base + more + 1}\n0000000000 65535 f \n`);
  for (let number = 1; number <= base + more; number++) add(`${String(offsets[number]).padStart(10, '0')} 00000 n \n`);
  add(`trailer\n<</Size ${base + more + 1} /Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  flush();
  closeSync(file);
}
