import { describe, expect, it } from 'vitest';
import { certifiedPdfs } from '../../../e2e/documents/pdf/restricted-pdfs.ts';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import { pdfaPdfs } from '../../../e2e/documents/pdf/pdfa-pdfs.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../byte-source.ts';
import { signatureFields } from './form-fields.ts';
import { findPage } from './page-tree.ts';
import { openPdf } from './pdf-document.ts';
import { isPdfArray, PdfDictionary, PdfName, PdfReference, PdfStream, PdfString } from './pdf-objects.ts';
import { readSignatureDictionary } from './signature-dictionary.ts';
import { signedChunks } from './signature-digest.ts';
import { preparePdfSignature } from './signature-insertion.ts';
import type { PdfSignatureOptions } from './signature-options.ts';
import { embedSignature, type PreparedPdfSignature } from './signature-placeholder.ts';
import { testStamp } from '../../../e2e/documents/pdf/test-stamp.ts';
import { decodeTextString } from './text-strings.ts';

const OPTIONS: PdfSignatureOptions = {
  kind: 'signature',
  at: new Date('2026-03-04T05:06:07.890Z'),
  contentsBytes: 50,
  reason: null,
  appearancePageNumber: 1,
  appearance: null,
};

function kind(name: string): Buffer {
  const bytes = smallPdfs()[name];
  if (bytes === undefined) throw new Error(`no kind ${name}`);
  return bytes;
}

function prepare(bytes: Uint8Array, options: Partial<PdfSignatureOptions> = {}): PreparedPdfSignature {
  return preparePdfSignature(openPdf(bytesSource(bytes)), { ...OPTIONS, ...options });
}

function sign(bytes: Uint8Array, options: Partial<PdfSignatureOptions> = {}): Buffer {
  return Buffer.concat([bytes, prepare(bytes, options).appended]);
}

describe('the prepared signature', () => {
  it.each(Object.keys(smallPdfs()))('covers everything but /Contents in %s', (name) => {
    const bytes = kind(name);
    const prepared = prepare(bytes);
    const whole = Buffer.concat([bytes, prepared.appended]);
    const { start, end } = prepared.contentsHole;
    expect(prepared.byteRange).toEqual([0, start, end, whole.length - end]);
    expect(whole.subarray(start, end).toString('latin1')).toBe(`<${'0'.repeat(100)}>`);
    const covered = Buffer.concat([...signedChunks(bytesSource(bytes), prepared)]);
    expect(covered.equals(Buffer.concat([whole.subarray(0, start), whole.subarray(end)]))).toBe(true);

    const document = openPdf(bytesSource(whole));
    const field = signatureFields(document).find(({ fullName }) => fullName === prepared.fieldName);
    if (field === undefined) throw new Error('no field');
    const signature = readSignatureDictionary(document, field);
    expect(signature?.byteRange).toEqual(prepared.byteRange);
    expect(signature?.contents).toMatchObject({ start, end });
    expect(signature?.dictionary.get('SubFilter')).toEqual(new PdfName('ETSI.CAdES.detached'));
    const signingTime = signature?.dictionary.get('M');
    expect(signingTime instanceof PdfString && Buffer.from(signingTime.bytes).toString('latin1')).toBe(
      'D:20260304050607Z',
    );
    expect(field.dictionary.get('F')).toBe(132);
    expect(field.dictionary.get('Rect')).toEqual([0, 0, 0, 0]);
    expect(field.dictionary.get('P')).toEqual(findPage(document, 1).reference);
    const annotations = document.get(findPage(document, 1).dictionary, 'Annots');
    expect(isPdfArray(annotations) && annotations.at(-1)).toEqual(field.reference);
    const form = document.dictionary(document.catalog, 'AcroForm');
    expect(form?.get('SigFlags')).toBe(3);
  });

  it('keeps trailer entries and reserves every object number', () => {
    const before = openPdf(bytesSource(kind('classic-with-info-and-id')));
    const after = openPdf(bytesSource(sign(kind('classic-with-info-and-id'))));
    expect(after.trailer.get('Info')).toEqual(before.trailer.get('Info'));
    expect(after.trailer.get('ID')).toEqual(before.trailer.get('ID'));
    expect(after.trailer.get('Prev')).toBe(before.revisions[0]?.startxref);
    expect(after.trailer.get('Size')).toBe(before.endNumber + 3);
  });

  it.each([
    ['classic', 'table'],
    ['hybrid', 'table'],
    ['xref-stream', 'stream'],
  ])('continues %s with a %s', (name, section) => {
    const document = openPdf(bytesSource(sign(kind(name))));
    expect(document.revisions[1]?.sections[0]?.kind).toBe(section);
    expect(document.trailer.get('XRefStm')).toBeNull();
  });

  it('keeps generation numbers', () => {
    const signed = sign(kind('non-zero-generations')).toString('latin1');
    expect(signed).toMatch(/\n3 1 obj\n<<\/Type \/Page\n[^]*\n1 4 obj\n|\n1 4 obj\n[^]*\n3 1 obj\n<<\/Type \/Page\n/);
    expect(openPdf(bytesSource(Buffer.from(signed, 'latin1'))).trailer.get('Root')).toEqual(new PdfReference(1, 4));
  });

  it('writes the reason so that it reads back, in one or two bytes a character', () => {
    for (const reason of ['I agree (fully) \\ yes', 'Müller – 100 €', 'žluťoučký \u{1f4dd}']) {
      const document = openPdf(bytesSource(sign(kind('classic'), { reason })));
      const value = document.resolve(signatureFields(document)[0]?.value ?? null);
      const written = value instanceof PdfDictionary ? value.get('Reason') : null;
      expect(written instanceof PdfString && decodeTextString(written.bytes)).toBe(reason);
    }
  });

  it('names the ESIC extension once, and never in PDF 2.0', () => {
    const extensions = (bytes: Uint8Array): unknown => {
      const document = openPdf(bytesSource(bytes));
      return document.dictionary(document.catalog, 'Extensions')?.entries.get('ESIC');
    };
    const once = sign(kind('classic'));
    expect(extensions(once)).toMatchObject({
      entries: new Map<string, unknown>([
        ['BaseVersion', new PdfName('1.7')],
        ['ExtensionLevel', 2],
      ]),
    });
    expect(extensions(sign(kind('version-2.0')))).toBeUndefined();
    // The second signature leaves the catalog alone.
    expect(openPdf(bytesSource(sign(once))).find(1)).toMatchObject({ revision: 1 });
  });

  it('makes a document timestamp field without a claimed time', () => {
    const document = openPdf(bytesSource(sign(kind('classic'), { kind: 'documentTimestamp' })));
    const value = document.resolve(signatureFields(document)[0]?.value ?? null);
    if (!(value instanceof PdfDictionary)) throw new Error('no signature');
    expect(value.get('Type')).toEqual(new PdfName('DocTimeStamp'));
    expect(value.get('SubFilter')).toEqual(new PdfName('ETSI.RFC3161'));
    expect(value.get('M')).toBeNull();
  });

  it('refuses a page that does not exist', () => {
    expect(() => prepare(kind('classic'), { appearancePageNumber: 2 })).toThrow(
      expect.objectContaining({ code: 'PDF_PAGE_NOT_FOUND' }),
    );
  });
});

describe('field names', () => {
  const named = (...names: string[]): Buffer => {
    const fields = names.map((name, index) => [20 + index, `<</FT /Tx /T (${name})>>`] as const);
    return buildPdf({
      pieces: onePage({
        catalog: `/AcroForm <</Fields [${fields.map(([number]) => `${number} 0 R`).join(' ')}]>>`,
        extra: Object.fromEntries(fields),
      }),
    });
  };

  it.each([
    [[], 'Service1'],
    [['Service1', 'Service2', 'Service4'], 'Service3'],
    [['service1', 'Service10', 'Service.1'], 'Service1'],
    [['a.Service1'], 'Service1'],
  ])('after %j comes %s', (names, expected) => {
    expect(prepare(named(...names)).fieldName).toBe(expected);
  });

  it('minds partial names, names in UTF-16 and earlier signatures', () => {
    expect(prepare(kind('form-direct')).fieldName).toBe('Service1');
    const once = sign(kind('form-direct'));
    expect(prepare(once).fieldName).toBe('Service3');
    expect(prepare(kind('odd-names-and-strings')).fieldName).toBe('Service2');
    expect(prepare(kind('empty-signature-field')).fieldName).toBe('Service2');
  });
});

describe('what earlier signatures forbid', () => {
  const pdfs = certifiedPdfs();

  it.each(['docmdp-1', 'lock-all', 'lock-p1', 'lock-exclude', 'fieldmdp-all'] as const)('%s', (name) => {
    expect(() => prepare(pdfs[name])).toThrow(expect.objectContaining({ code: 'PDF_SIGNING_FORBIDDEN' }));
    expect(prepare(pdfs[name], { kind: 'documentTimestamp' }).fieldName).toBe('Service1');
  });

  it.each([
    ['docmdp-2', 'Service1'],
    ['docmdp-3', 'Service1'],
    ['fieldmdp-include', 'Service2'],
  ] as const)('%s allows %s', (name, fieldName) => {
    expect(prepare(pdfs[name]).fieldName).toBe(fieldName);
  });

  it('names of more fields than a call has arguments', () => {
    const names = Array.from({ length: 130_000 }, (_, index) => `(a${index})`).join(' ');
    const lock = `/Lock <</Action /Include /Fields [${names} (Service1)]>>`;
    const extra = { 6: `<</FT /Sig /T (Approval) /V 7 0 R ${lock}>>`, 7: '<</Type /Sig /Contents <3000>>>' };
    const locked = buildPdf({ pieces: onePage({ catalog: '/AcroForm <</Fields [6 0 R]>>', extra }) });
    expect(prepare(locked).fieldName).toBe('Service2');
  });
});

describe('embedSignature', () => {
  it('fills the hole and nothing else', () => {
    const prepared = prepare(kind('classic'));
    const before = Buffer.from(prepared.appended);
    const after = Buffer.from(embedSignature(prepared, Uint8Array.of(0x30, 0x03, 0xab)));
    const at = prepared.contentsHole.start - prepared.originalSize;
    expect(after.subarray(at, at + 10).toString('latin1')).toBe('<3003ab000');
    before.write('3003ab', at + 1, 'latin1');
    expect(after.equals(before)).toBe(true);
  });

  it('takes exactly what there is room for', () => {
    expect(() => embedSignature(prepare(kind('classic')), new Uint8Array(50))).not.toThrow();
    expect(() => embedSignature(prepare(kind('classic')), new Uint8Array(51))).toThrow(
      expect.objectContaining({ code: 'PDF_CONTENTS_TOO_SMALL' }),
    );
  });
});

type Box = readonly number[];

function overlaps([al = 0, ab = 0, ar = 0, at = 0]: Box, [bl = 0, bb = 0, br = 0, bt = 0]: Box): boolean {
  return al < br && bl < ar && ab < bt && bb < at;
}

function contains([al = 0, ab = 0, ar = 0, at = 0]: Box, [bl = 0, bb = 0, br = 0, bt = 0]: Box): boolean {
  return al <= bl && ab <= bb && ar >= br && at >= bt;
}

describe('the visible stamp', () => {
  const appearance = testStamp({ signerName: 'Ann Müller', at: OPTIONS.at, signatureNote: 'I agree' });

  const rectangleOn = (bytes: Uint8Array, fieldName?: string): number[] => {
    const document = openPdf(bytesSource(bytes));
    const field = signatureFields(document).findLast((item) => fieldName === undefined || item.fullName === fieldName);
    const rectangle = field?.dictionary.get('Rect') ?? null;
    if (!isPdfArray(rectangle)) throw new Error('no rectangle');
    return rectangle.map(Number);
  };

  it('keeps clear of fields and of earlier stamps', () => {
    let bytes = sign(kind('form-direct'), { appearance });
    const first = rectangleOn(bytes, 'Service1');
    bytes = sign(bytes, { appearance });
    const second = rectangleOn(bytes, 'Service3');
    const page = [0, 0, 595.28, 841.89];
    const fields = [
      [18, 18, 200, 60],
      [18, 100, 200, 130],
      [18, 140, 200, 170],
    ];
    for (const stamp of [first, second]) {
      expect(contains(page, stamp)).toBe(true);
      expect(fields.some((field) => overlaps(field, stamp))).toBe(false);
    }
    expect(overlaps(first, second)).toBe(false);
  });

  it('stays inside the crop box and turns with the page', () => {
    const [left = 0, bottom = 0, right = 0, top = 0] = rectangleOn(sign(kind('rotated-270'), { appearance }));
    expect(left >= 50 && bottom >= 60 && right <= 400 && top <= 700).toBe(true);
    expect(right - left).toBeLessThan(top - bottom);
  });

  it('shrinks to fit a small page, and gives up on a full one', () => {
    const [left = 0, , right = 0] = rectangleOn(sign(kind('tiny-page'), { appearance }));
    expect(right - left).toBeLessThan(144);
    const full = buildPdf({
      pieces: onePage({
        catalog: '/AcroForm <</Fields [6 0 R]>>',
        page: '/Annots [6 0 R]',
        extra: { 6: '<</Subtype /Widget /FT /Tx /T (all) /Rect [0 0 600 850]>>' },
      }),
    });
    expect(() => prepare(full, { appearance })).toThrow(expect.objectContaining({ code: 'PDF_NO_ROOM_FOR_STAMP' }));
    expect(prepare(full).fieldName).toBe('Service1');
  });
});

describe('an invisible signature in a PDF/A document', () => {
  it.each(Object.entries(pdfaPdfs()))('%s', (name, bytes) => {
    const { appended } = preparePdfSignature(openPdf(bytesSource(bytes)), {
      kind: 'signature',
      at: new Date(0),
      contentsBytes: 20,
      reason: null,
      appearancePageNumber: 1,
      appearance: null,
    });
    const whole = openPdf(bytesSource(Buffer.concat([bytes, appended])));
    const appearances = signatureFields(whole).map(({ dictionary }) => whole.dictionary(dictionary, 'AP'));
    const [appearance = null] = appearances;
    // ISO 19005-1 clause 6.9; later parts exempt a field without an area.
    if (name !== 'PDF/A-1b') expect(appearances).toEqual([null]);
    else {
      const form = appearance === null ? null : whole.get(appearance, 'N');
      expect(form instanceof PdfStream && whole.decodeStream(form).length).toBe(0);
    }
  });
});
