import { describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { entry, manifest, mimetype, reference } from './asic-files.suite.ts';
import { files } from './hostile-container.suite.ts';
import { fields, rawZip, type RawEntry, type RawZip } from './raw-zip.suite.ts';

/** A container under the name of a PDF: readers show what they find in it, whoever signed that. */

const PDF = buildPdf({ pieces: onePage() });
const SHORT = Buffer.from('Hello.');
const OBJECT = Buffer.from('4 0 obj<</Length 0>>stream\n\nendstream');

type Kind = 'ASiC_S' | 'ASiC_E';
interface Container {
  readonly data?: Uint8Array;
  readonly document?: Partial<RawEntry>;
  readonly before?: readonly RawEntry[];
  readonly behind?: readonly RawEntry[];
  readonly zip?: RawZip;
}

function container(kind: Kind, { data = SHORT, document = {}, before = [], behind = [], zip = {} }: Container): Buffer {
  const name = 'contract.pdf';
  const list = manifest(reference(name, data));
  const isSimple = kind === 'ASiC_S';
  const signature = entry('META-INF/signature.p7s', files.signature(isSimple ? data : list));
  const lists = isSimple ? [] : [entry('META-INF/ASiCManifest.xml', list)];
  return rawZip(
    [mimetype(kind), ...before, { ...entry(name, data), ...document }, ...behind, ...lists, signature],
    zip,
  );
}

const note = (data: Uint8Array, more: Partial<RawEntry> = {}): RawEntry => ({
  ...entry('META-INF/notes.txt', data),
  ...more,
});
const extra = (data: Uint8Array): Buffer => Buffer.concat([fields([2, 0x7777], [2, data.length]), data]);

const SHOWN: Readonly<Record<string, Container>> = {
  'a file of META-INF before the data': { before: [note(PDF)] },
  'a file of META-INF behind short data': { behind: [note(PDF)] },
  'a file of META-INF far from the beginning': { behind: [note(Buffer.concat([Buffer.alloc(2000), PDF]))] },
  'a PDF without a header': { before: [note(PDF.subarray(9))] },
  'the list of files': { before: [entry('META-INF/manifest.xml', PDF)] },
  'the name of a folder': { before: [entry('META-INF/4 0 obj<<>>/', '')] },
  'an extra field': { document: { header: { extra: extra(PDF) } } },
  'a header in an extra field, and the rest elsewhere': {
    document: { header: { extra: extra(Buffer.from('%PDF-1.7')) } },
    behind: [note(PDF.subarray(9))],
  },
  'an object behind a PDF that is signed': { data: PDF, behind: [note(OBJECT)] },
  'a trailer behind a PDF that is signed': { data: PDF, behind: [note(Buffer.from('trailer<</Root 4 0 R>>'))] },
  'an object before a PDF that is signed': { data: PDF, before: [note(OBJECT)] },
  'an object in the comment of the archive': { data: PDF, zip: { end: { comment: OBJECT } } },
  'the place of a table in the comment': { data: PDF, zip: { end: { comment: Buffer.from('startxref 1 %%EOF') } } },
  'the beginning of an object right before what is signed': {
    data: Buffer.from('<</Length 0>>stream\n\nendstream'),
    document: { header: { extra: extra(Buffer.from('4 0 obj')) } },
  },
  'an object in an extra field': { data: PDF, document: { header: { extra: extra(OBJECT) } } },
};

/** One that needs no signature. */
const list = (data: Uint8Array, more: Partial<RawEntry> = {}): RawEntry => ({
  ...note(data, more),
  name: 'META-INF/manifest.xml',
});

const LAWFUL: Readonly<Record<string, Container>> = {
  'a PDF that is signed': { data: PDF },
  'a PDF that is signed and compressed': { data: PDF, document: { isDeflated: true } },
  'a PDF and a file of META-INF': { data: PDF, behind: [list(Buffer.from('<a>objects and trailers</a>'))] },
  'a compressed PDF in META-INF': {
    before: [list(Buffer.from(`<a><![CDATA[${OBJECT.toString()} trailer<</Root 4 0 R>>]]></a>`), { isDeflated: true })],
  },
  'words about a PDF': { before: [list(Buffer.from('<a>%PDF-1.7, its objects and its trailer</a>'))] },
};

describe.each<Kind>(['ASiC_S', 'ASiC_E'])('%s', (kind) => {
  it.each(Object.entries(SHOWN))('is not VALID where readers of PDF show %s', async (_, parts) => {
    const { overallStatus, reasonCodes } = await files.verify(kind, container(kind, parts));
    expect(overallStatus).toBe('INDETERMINATE');
    expect(reasonCodes).toContain('SIG_COVERAGE_INCOMPLETE');
  });

  it.each(Object.entries(LAWFUL))('is VALID with %s', async (_, parts) => {
    expect((await files.verify(kind, container(kind, parts))).overallStatus).toBe('VALID');
  });
});
