import { describe, expect, it } from 'vitest';
import { onePage } from '../../../../e2e/documents/pdf/one-page.ts';
import { buildPdf } from '../../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../../byte-source.ts';
import { signatureFields } from '../form-fields.ts';
import { openPdf } from '../pdf-document.ts';
import { dictionaryOf, isPdfArray, PdfString } from '../pdf-objects.ts';
import { preparePdfSignature } from '../signature-insertion.ts';
import type { SignatureAppearance } from '../signature-options.ts';
import { decodeTextString } from '../text-strings.ts';
import { formatStampTime } from './stamp-time.ts';
import { STAMP_WORDS } from './stamp-words.ts';
import { StampLayouter, type StampLayout, type TextRole } from './stamp-layout.ts';
import { TEST_FONTS, testStamp } from '../../../../e2e/documents/pdf/test-stamp.ts';
import { processorMilliseconds } from '../../../telemetry/processor-time.suite.ts';

const AT = new Date('2026-03-04T05:06:07Z');

function stamped(pdf: Uint8Array, appearance: SignatureAppearance): Buffer {
  const options = {
    kind: 'signature',
    at: AT,
    contentsBytes: 20,
    reason: null,
    appearancePageNumber: 1,
    appearance,
  } as const;
  return Buffer.concat([pdf, preparePdfSignature(openPdf(bytesSource(pdf)), options).appended]);
}

function page(entries: string): Buffer {
  return buildPdf({ pieces: onePage({ page: entries }), version: '1.6' });
}

type Box = readonly [number, number, number, number];

/** The places of all signatures, in order. */
function rectangles(pdf: Uint8Array): Box[] {
  return signatureFields(openPdf(bytesSource(pdf))).map(({ dictionary }) => {
    const rectangle = dictionary.get('Rect');
    const [left = 0, bottom = 0, right = 0, top = 0] = isPdfArray(rectangle) ? rectangle.map(Number) : [];
    return [left, bottom, right, top];
  });
}

function inside(box: Box, outer: Box): boolean {
  return box[0] >= outer[0] && box[1] >= outer[1] && box[2] <= outer[2] && box[3] <= outer[3];
}

function overlap(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

function lineBox({ line, role, size, x, y }: StampLayout['lines'][number]): Box {
  const { unitsPerEm } = TEST_FONTS[role === 'name' ? 'bold' : 'regular'].font;
  return [x, y - size * 0.24, x + (line.width / unitsPerEm) * size, y + size * 0.76];
}

const IMAGE = { width: 300, height: 100, orientation: [1, 0, 0, 1, 0, 0], addTo: () => ({}) as never } as const;

describe('the layout', () => {
  const notes = {
    short: 'I agree',
    '500 letters': 'W'.repeat(500),
    '500 line ends': 'a\n'.repeat(250),
    words: 'I agree to the terms. '.repeat(22),
    ideographs: '\u738b'.repeat(500),
  };
  const images = { 'no image': null, 'a wide image': IMAGE, 'a tall image': { ...IMAGE, width: 30, height: 200 } };
  const cases = Object.entries(notes).flatMap(([kind, signatureNote]) =>
    Object.entries(images).map(([picture, image]) => [kind, picture, signatureNote, image] as const),
  );
  it.each(cases)('of a note of %s with %s keeps everything inside and apart', (_, __, signatureNote, image) => {
    const label = 'Digitally signed by';
    const text = { label, signerName: 'Ann Test '.repeat(12), time: formatStampTime(AT, 0), signatureNote };
    const layouter = new StampLayouter(text, image, TEST_FONTS);
    let count = 0;
    for (const scale of [1, 0.72, 0.6]) {
      for (const maxWidth of [300, 215, 100]) {
        const layout = layouter.layout({ maxWidth, maxHeight: 160, scale, mayCutNote: true });
        if (layout === null) continue;
        count++;
        expect(layout.width <= maxWidth + 0.01 && layout.height <= 160.01).toBe(true);
        const boxes = layout.lines.map(lineBox);
        if (layout.image !== null) {
          const { x, y, width, height } = layout.image;
          boxes.push([x, y, x + width, y + height]);
        }
        for (const box of boxes) expect(inside(box, [3 * scale, 0, layout.width, layout.height])).toBe(true);
        boxes.forEach((box, index) => {
          expect(boxes.slice(index + 1).some((other) => overlap(box, other))).toBe(false);
        });
        for (const line of layout.lines) expect(line.size).toBeGreaterThanOrEqual(4.5);
      }
    }
    expect(count).toBeGreaterThan(3);
  });

  it('cuts a note that is too long with an ellipsis, and only then', () => {
    const last = (signatureNote: string): string => {
      const [drawing] = testStamp({ signatureNote }).drawings({ width: 500, height: 700 });
      expect(drawing).toBeDefined();
      const time = formatStampTime(AT, 0);
      const frame = { maxWidth: 300, maxHeight: 150, scale: 0.72, mayCutNote: true };
      const layout = new StampLayouter(
        { label: 'Signed', signerName: 'A', time, signatureNote },
        null,
        TEST_FONTS,
      ).layout(frame);
      return layout?.lines.at(-1)?.line.glyphs.at(-1)?.text ?? '';
    };
    expect(last('a\n'.repeat(250))).toBe('\u2026');
    expect(last('word '.repeat(100).trim())).toBe('d');
  });

  it('shows signer, time and note in this order', () => {
    const frame = { maxWidth: 215, maxHeight: 120, scale: 1, mayCutNote: false };
    const signatureNote = 'yes\nno';
    const text = { label: 'Digitally signed by', signerName: 'Ann', time: formatStampTime(AT, 90), signatureNote };
    const layout = new StampLayouter(text, null, TEST_FONTS).layout(frame);
    const read = layout?.lines.map(({ role, line }): [TextRole, string] => [
      role,
      line.glyphs.map((glyph) => glyph.text).join(''),
    ]);
    expect(read).toEqual([
      ['label', 'Digitally signed by'],
      ['name', 'Ann'],
      ['time', '2026-03-04 06:36:07 UTC+01:30'],
      ['note', 'yes'],
      ['note', 'no'],
    ]);
  });

  it.each(Object.values(STAMP_WORDS).map(({ signedBy }) => signedBy))(
    'keeps "%s" inside of places that are hardly wider, above a name that is short',
    (label) => {
      const layouter = new StampLayouter(
        { label, signerName: 'Li', time: null, signatureNote: null },
        null,
        TEST_FONTS,
      );
      for (const scale of [3, 1, 0.6]) {
        for (const maxWidth of [200, 90, 60, 48]) {
          for (const mayCutNote of [false, true]) {
            const layout = layouter.layout({ maxWidth, maxHeight: 300, scale, mayCutNote, isFilled: true });
            for (const box of layout?.lines.map(lineBox) ?? []) expect(inside(box, [0, 0, maxWidth, 300])).toBe(true);
          }
        }
      }
      expect(layouter.layout({ maxWidth: 60, maxHeight: 60, scale: 0.6, mayCutNote: true })).not.toBeNull();
    },
  );
});

it('writes times with their distance to UTC', () => {
  expect(formatStampTime(AT, 0)).toBe('2026-03-04 05:06:07 UTC+00:00');
  expect(formatStampTime(AT, -330)).toBe('2026-03-03 23:36:07 UTC\u221205:30');
});

describe('the place', () => {
  it('is another one for each of ten stamps', () => {
    let pdf = page('');
    for (let count = 0; count < 10; count++)
      pdf = stamped(pdf, testStamp({ signatureNote: 'I agree to all of this. '.repeat(count) }));
    const boxes = rectangles(pdf);
    expect(boxes).toHaveLength(10);
    boxes.forEach((box, index) => {
      expect(inside(box, [18, 18, 577.28, 823.89])).toBe(true);
      expect(boxes.slice(index + 1).some((other) => overlap(box, other))).toBe(false);
    });
  });

  it.each([
    ['/MediaBox [-300 -400 300 400]', [-300, -400, 300, 400]],
    ['/MediaBox [300 400 -300 -400] /Rotate 90', [-300, -400, 300, 400]],
    ['/MediaBox [1000 2000 1600 2800] /CropBox [1100 2100 1400 2500]', [1100, 2100, 1400, 2500]],
    ['/MediaBox [0 0 600 800] /CropBox [-50 100 9999 500] /Rotate 270', [0, 100, 600, 500]],
    ['/MediaBox [0 0 60 80] /UserUnit 10', [0, 0, 60, 80]],
  ] as const)('on a page with %s is in its visible part', (entries, visible) => {
    const [box = [0, 0, 0, 0]] = rectangles(stamped(page(entries), testStamp()));
    expect(inside(box, visible)).toBe(true);
  });

  it('has the same size on paper whatever the unit of the page', () => {
    const [usual = [0, 0, 0, 0]] = rectangles(stamped(page(''), testStamp()));
    const [scaled = [0, 0, 0, 0]] = rectangles(stamped(page('/MediaBox [0 0 59.5 84.2] /UserUnit 10'), testStamp()));
    expect((scaled[2] - scaled[0]) * 10).toBeCloseTo(usual[2] - usual[0], 0);
    expect((scaled[3] - scaled[1]) * 10).toBeCloseTo(usual[3] - usual[1], 0);
  });

  it('is looked for in limited time on a page full of fields', () => {
    const fields = Array.from({ length: 15_000 }, (_, index) => {
      const corner = `${20 + (index % 500)} ${500 + (index % 300)}`;
      return `<</Subtype /Widget /Rect [${corner} ${20.5 + (index % 500)} ${500.5 + (index % 300)}]>>`;
    });
    const full = page(`/Annots [${fields.join('')}<</Subtype /Widget /Rect [0 0 600 850]>>]`);
    const started = process.cpuUsage();
    expect(() => stamped(full, testStamp())).toThrow(expect.objectContaining({ code: 'PDF_NO_ROOM_FOR_STAMP' }));
    expect(processorMilliseconds(started)).toBeLessThan(25_000);
  });

  it('is exact where a unit of the page is large', () => {
    const [usual = [0, 0, 0, 0]] = rectangles(stamped(page(''), testStamp()));
    const [box = [0, 0, 0, 0]] = rectangles(stamped(page('/MediaBox [0 0 0.6 0.9] /UserUnit 1000'), testStamp()));
    expect(inside(box, [0, 0, 0.6, 0.9])).toBe(true);
    expect((box[2] - box[0]) * 1000).toBeCloseTo(usual[2] - usual[0], 1);
  });

  it('avoids other annotations while there is room elsewhere', () => {
    const link = (box: string): Buffer => page(`/Annots [<</Type /Annot /Subtype /Link /Rect [${box}]>>]`);
    const [beside = [0, 0, 0, 0]] = rectangles(stamped(link('0 0 400 100'), testStamp()));
    expect(overlap(beside, [0, 0, 400, 100])).toBe(false);
    const [upon = [0, 0, 0, 0]] = rectangles(stamped(link('0 0 600 850'), testStamp()));
    expect(upon[0]).toBe(18);
  });

  it('does not exist on a page too small for legible letters', () => {
    expect(() => stamped(page('/MediaBox [0 0 40 30]'), testStamp())).toThrow(
      expect.objectContaining({ code: 'PDF_NO_ROOM_FOR_STAMP' }),
    );
  });
});

describe('transparency', () => {
  const metadata = (part: string, catalog = ''): Buffer => {
    const xmp = `<rdf:Description ${part}/>`;
    const stream = `<</Type /Metadata /Subtype /XML /Length ${xmp.length}>>\nstream\n${xmp}\nendstream`;
    return buildPdf({
      pieces: onePage({ catalog: `/Metadata 6 0 R ${catalog}`, extra: { 6: stream } }),
      version: '1.4',
    });
  };
  const isUsed = (pdf: Buffer): boolean => stamped(pdf, testStamp()).toString('latin1').includes('/ca 0.86');

  it('is left out where the document must not have it', () => {
    expect(isUsed(metadata('pdfaid:part="2"'))).toBe(false);
    expect(isUsed(metadata('pdfaid:part="2"', '/OutputIntents []'))).toBe(false);
    expect(isUsed(metadata('pdfaid:part="2"', '/OutputIntents [<</S /GTS_PDFA1>>]'))).toBe(true);
    expect(isUsed(metadata("pdfaid:part='1'"))).toBe(false);
    expect(isUsed(metadata('xml:lang="en"><pdfaid:part>1</pdfaid:part><x'))).toBe(false);
    expect(isUsed(buildPdf({ pieces: onePage(), version: '1.3' }))).toBe(false);
    expect(isUsed(buildPdf({ pieces: onePage({ catalog: '/Metadata 4 0 R' }), version: '1.7' }))).toBe(true);
  });

  it.each(['1', '2', '3', '4'])('and colours of no device are used in PDF/A-%s', (part) => {
    const drawn = stamped(metadata(`pdfaid:part="${part}"`), testStamp()).toString('latin1');
    expect(drawn).toMatch(/\/DefaultRGB ?\[\/CalRGB/);
    expect(drawn).toMatch(/\/DefaultGray ?\[\/CalGray/);
    expect(stamped(page(''), testStamp()).toString('latin1')).not.toContain('/DefaultRGB');
  });
});

it.each([
  ['en', 'Digitally signed by', 'Signature of Zo\u00eb'],
  ['de', 'Digital signiert von', 'Unterschrift von Zo\u00eb'],
] as const)('tells those who cannot see it what it says: %s', (language, label, name) => {
  const stamp = testStamp({ signerName: 'Zo\u00eb', signatureNote: 'Ano, \u010d', language });
  const [field] = signatureFields(openPdf(bytesSource(stamped(page(''), stamp))));
  const dictionary = field?.dictionary ?? dictionaryOf({});
  const textOf = (key: string): string => {
    const value = dictionary.get(key);
    return value instanceof PdfString ? decodeTextString(value.bytes) : '';
  };
  expect(textOf('Contents')).toBe(`${label} Zo\u00eb\n2026-03-04 05:06:07 UTC+00:00\nAno, \u010d`);
  expect(textOf('TU')).toBe(name);
  expect(dictionary.get('F')).toBe(132);
});
