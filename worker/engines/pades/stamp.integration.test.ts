import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { pdfLibPdf } from '../../../e2e/documents/pdf/tool-pdfs.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import { openPdf } from '../../../service/codecs/pdf/pdf-document.ts';
import { signedChunks } from '../../../service/codecs/pdf/signature-digest.ts';
import { preparePdfSignature } from '../../../service/codecs/pdf/signature-insertion.ts';
import { embedSignature } from '../../../service/codecs/pdf/signature-placeholder.ts';
import { readStampImage } from '../../../service/codecs/pdf/stamp/read-stamp-image.ts';
import { signatureStamp, stampNeedsShaping } from '../../../service/codecs/pdf/stamp/signature-stamp.ts';
import type { StampWish } from '../../../service/codecs/pdf/stamp-wish.ts';
import { cmsOf, makeSigner, verifyWith } from '../../../service/verification/pades/signed-pdf.suite.ts';
import { InstalledFonts } from '../../../service/stamps/installed-fonts.ts';
import { loadStampFonts } from '../../../service/stamps/stamp-fonts.ts';

const fixture = makeSigner();
const folder = mkdtempSync(join(tmpdir(), 'stamp-'));
afterAll(() => {
  fixture.remove();
  rmSync(folder, { recursive: true, force: true });
});

function finished(
  command: string,
  parameters: readonly string[],
): { readonly stdout: Buffer; readonly stderr: Buffer } {
  const { status, stdout, stderr } = spawnSync(command, parameters, { maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`${command}: ${stderr.toString()}`);
  return { stdout, stderr };
}

function run(command: string, parameters: readonly string[]): Buffer {
  return finished(command, parameters).stdout;
}

function saved(pdf: Uint8Array): string {
  const path = join(folder, 'stamped.pdf');
  writeFileSync(path, pdf);
  return path;
}

const AT = new Date('2026-03-04T05:06:07Z');

interface Wish {
  readonly signerName?: string;
  readonly note?: string | null;
  readonly image?: Uint8Array;
  readonly page?: number;
  readonly place?: StampWish;
  /** Where fonts of the machine are. */
  readonly fontFolder?: string;
}

/** Signs visibly with the fonts of the product, and with those of a folder. */
async function sign(pdf: Uint8Array, wish: Wish = {}): Promise<Buffer> {
  const { signerName = 'Ann Test', note = null } = wish;
  const image = wish.image === undefined ? null : await readStampImage(wish.image);
  const loaded = await loadStampFonts(stampNeedsShaping({ signerName, signatureNote: note }));
  const installed = new InstalledFonts(wish.fontFolder === undefined ? [] : [wish.fontFolder]);
  const fonts = await installed.complete(loaded, `${signerName}\n${note ?? ''}`);
  const source = bytesSource(pdf);
  const prepared = preparePdfSignature(openPdf(source), {
    kind: 'signature',
    at: AT,
    contentsBytes: 4096,
    reason: note,
    appearancePageNumber: wish.page ?? 1,
    place: wish.place ?? null,
    appearance: signatureStamp({ signerName, signatureNote: note, at: AT, utcOffsetMinutes: 60, image }, fonts),
  });
  const digest = createHash('sha256');
  for (const chunk of signedChunks(source, prepared)) digest.update(chunk);
  return Buffer.concat([pdf, embedSignature(prepared, cmsOf(fixture.signer)(digest.digest()))]);
}

/** What every reader must find: a sound file, signatures that hold, and our own verdict. */
function expectSound(pdf: Uint8Array, signatures: number): void {
  const path = saved(pdf);
  expect(run('qpdf', ['--check', path]).toString()).toContain('No syntax or stream encoding errors');
  const report = run('pdfsig', ['-nocert', path]).toString();
  expect(report.split('Signature Validation: Signature is Valid.')).toHaveLength(signatures + 1);
  const { overallStatus, detail } = verifyWith(fixture, pdf);
  expect({ overallStatus, detail }).toEqual({ overallStatus: 'VALID', detail: null });
}

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue. */
  readonly pixels: Uint8Array;
}

const DOTS_PER_INCH = 72;

/** By its full name in Debian: other programs are called convert as well. */
const IMAGE_MAGICK = 'convert-im6.q16';

/** The page as poppler or MuPDF shows it, a pixel a point. */
function rendered(pdf: Uint8Array, program: 'pdftoppm' | 'mutool'): Picture {
  const path = saved(pdf);
  const resolution = String(DOTS_PER_INCH);
  const picture =
    program === 'pdftoppm'
      ? run('pdftoppm', ['-cropbox', '-r', resolution, path])
      : run('mutool', ['draw', '-q', '-F', 'ppm', '-r', resolution, '-o', '-', path]);
  const [head = '', width = '0', height = '0'] =
    /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(picture.toString('latin1', 0, 50)) ?? [];
  return { width: Number(width), height: Number(height), pixels: picture.subarray(head.length) };
}

/** Where a color occurs: left, top, right, bottom in pixels. */
function extent(
  { width, height, pixels }: Picture,
  isWanted: (red: number, green: number, blue: number) => boolean,
): number[] {
  const box = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      if (!isWanted(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)) continue;
      box[0] = Math.min(box[0] ?? 0, x);
      box[1] = Math.min(box[1] ?? 0, y);
      box[2] = Math.max(box[2] ?? 0, x);
      box[3] = Math.max(box[3] ?? 0, y);
    }
  }
  return box;
}

const BLANK = { 4: '<</Length 0>>\nstream\n\nendstream' };
const isInk = (red: number, green: number, blue: number): boolean => red + green + blue < 740;
const isBar = (red: number, green: number, blue: number): boolean =>
  Math.abs(red - 31) < 12 && Math.abs(green - 92) < 12 && Math.abs(blue - 153) < 12;

const PAGES = {
  plain: '',
  'turned by 90': '/Rotate 90',
  'turned by 180': '/Rotate 180',
  'turned by 270': '/Rotate 270',
  'of negative origin': '/MediaBox [-300 -400 200 300] /Rotate 90',
  cropped: '/MediaBox [0 0 600 800] /CropBox [100 150 480 600]',
  'cropped and turned': '/MediaBox [-50 -50 600 800] /CropBox [100 150 480 600] /Rotate 270',
};

describe.each(['pdftoppm', 'mutool'] as const)('as %s shows it', (program) => {
  it.each(Object.entries(PAGES))('a stamp on a page %s is upright at its lower left', async (_, entries) => {
    const empty = buildPdf({ pieces: onePage({ page: entries, extra: BLANK }), version: '1.6' });
    const pdf = await sign(empty, { note: 'I agree' });
    const picture = rendered(pdf, program);
    const [left = 0, top = 0, right = 0, bottom = 0] = extent(picture, isInk);
    const width = right - left;
    const height = bottom - top;
    expect(width / height).toBeGreaterThan(2);
    expect(width).toBeGreaterThan(110);
    // The margin is at most 18 points and never less than 4 % of the side.
    expect(left).toBeGreaterThan(10);
    expect(left).toBeLessThan(21);
    expect(picture.height - bottom).toBeGreaterThan(10);
    expect(picture.height - bottom).toBeLessThan(21);
    const bar = extent(picture, isBar);
    expect((bar[2] ?? 0) - left).toBeLessThan(5);
    expect((bar[3] ?? 0) - (bar[1] ?? 0)).toBeGreaterThan(height - 8);
    expectSound(pdf, 1);
  });

  it.each(Object.entries(PAGES))('a stamp at a place on a page %s is exactly there, upright', async (_, entries) => {
    const empty = buildPdf({ pieces: onePage({ page: entries, extra: BLANK }), version: '1.6' });
    const pdf = await sign(empty, { note: 'I agree', place: { page: 'last', x: 90, y: 120, width: 210, height: 75 } });
    const picture = rendered(pdf, program);
    const wanted = [90, picture.height - 195, 299, picture.height - 121];
    const isExact = extent(picture, isInk).map((edge, index) => Math.abs(edge - (wanted[index] ?? 0)) <= 1);
    expect(isExact).toEqual([true, true, true, true]);
    expect(Math.abs((extent(picture, isBar)[0] ?? 0) - 90)).toBeLessThan(4);
    expectSound(pdf, 1);
  });
});

it('shows an image upright and its transparent parts as the page', async () => {
  const path = join(folder, 'arrow.png');
  // Blue above, nothing below.
  run(IMAGE_MAGICK, ['-size', '60x60', 'xc:none', '-fill', '#0000ff', '-draw', 'rectangle 0,0 59,29', `PNG32:${path}`]);
  for (const entries of ['', '/Rotate 90', '/Rotate 270']) {
    const empty = buildPdf({ pieces: onePage({ page: entries, extra: BLANK }), version: '1.6' });
    const pdf = await sign(empty, { image: readFileSync(path) });
    const picture = rendered(pdf, 'pdftoppm');
    const [, top = 0, right = 0, bottom = 0] = extent(picture, (red, _, blue) => blue > 220 && red < 40);
    const stamp = extent(picture, isInk);
    expect((bottom - top) / ((stamp[3] ?? 0) - (stamp[1] ?? 0))).toBeLessThan(0.55);
    expect(top - (stamp[1] ?? 0)).toBeLessThan(12);
    expect(right).toBeLessThan(((stamp[0] ?? 0) + (stamp[2] ?? 0)) / 2);
    expectSound(pdf, 1);
  }
});

it.each(['-interlace none', '-interlace JPEG', '-colorspace Gray', '-colorspace CMYK'])(
  'shows the colors of a JPEG written with %s',
  async (options) => {
    const path = join(folder, 'image.jpg');
    run(IMAGE_MAGICK, ['-size', '50x50', 'xc:#d02020', ...options.split(' '), '-quality', '95', path]);
    const empty = buildPdf({ pieces: onePage({ extra: BLANK }), version: '1.6' });
    const pdf = await sign(empty, { image: readFileSync(path) });
    const isGray = options.includes('Gray');
    const [left = 0, top = 0, right = 0, bottom = 0] = extent(rendered(pdf, 'pdftoppm'), (red, green, blue) => {
      return isGray ? Math.abs(red - green) < 5 && red > 50 && red < 110 : red > 190 && green < 70 && blue < 70;
    });
    expect(Math.min(right - left, bottom - top)).toBeGreaterThan(40);
    expectSound(pdf, 1);
  },
);

describe('text', () => {
  it.each([
    ['Czech', 'Ing. Jiří Žluťoučký', 'Souhlasím s úplným zněním smlouvy'],
    ['Greek', 'Νίκος Παπαδόπουλος', 'Συμφωνώ με τους όρους'],
    ['Cyrillic', 'Ольга Щербакова', 'Согласна с условиями'],
    ['Vietnamese', 'Nguyễn Thị Hồng', 'Tôi đồng ý với hợp đồng'],
    ['Polish and Turkish', 'Łukasz Şahin', 'Zażółć gęślą jaźń, İstanbul'],
    ['marks without letters of their own', 'Zoe\u0304\u0323', 'q\u0303 x\u0301'],
    ['letters the font lacks', '王小明', '同意'],
    ['Hebrew', 'דוד בן גוריון', 'אני מסכים'],
    ['Arabic', 'محمد عبد الحميد', 'موافق'],
    ['signs of PDF', 'A (B) \\ C', ') Tj /F1 <</X>> (% endstream'],
  ])('in %s is read back as written', async (_, signerName, note) => {
    const pdf = await sign(buildPdf({ pieces: onePage() }), { signerName, note });
    const text = run('pdftotext', [saved(pdf), '-'])
      .toString()
      .normalize('NFC')
      .replaceAll(/[\u202a-\u202e]/g, '');
    for (const expected of [signerName, note]) expect(text).toContain(expected.normalize('NFC'));
    expectSound(pdf, 1);
  });

  it.each([
    ['alone', '\u3016\u2a03\u3017', '\u27c2'],
    ['among letters and marks', 'Ann \u3016A\u3017', 'q\u0303 \u27c2 x\u0301 \u2a03 \u0928\u092e'],
    ['among letters from right to left', '\u05d3\u05d5\u05d3 \u3016', '\u0645\u0648 \u27c2 \u0641\u0642'],
  ])('that only a font of the machine has is drawn with it: %s', async (_, signerName, note) => {
    const fontFolder = mkdtempSync(join(folder, 'fonts-'));
    const { resolve } = createRequire(import.meta.url);
    copyFileSync(resolve('dejavu-fonts-ttf/ttf/DejaVuMathTeXGyre.ttf'), join(fontFolder, 'simsun.ttc'));
    const empty = buildPdf({ pieces: onePage({ extra: BLANK }) });
    const pdf = await sign(empty, { signerName, note, fontFolder });
    const { stdout, stderr } = finished('pdftotext', [saved(pdf), '-']);
    // Where it would complain about a font that the drawing names and does not have.
    expect(stderr.toString()).toBe('');
    const text = stdout
      .toString()
      .normalize('NFC')
      .replaceAll(/[\u202a-\u202e]/g, '');
    for (const part of `${signerName} ${note}`.normalize('NFC').split(' ')) expect(text).toContain(part);
    expect(run('pdffonts', [saved(pdf)]).toString()).toMatch(/\+simsun +CID TrueType +Identity-H +yes yes yes/);
    expectSound(pdf, 1);
    const boxes = await sign(empty, { signerName, note });
    for (const program of ['pdftoppm', 'mutool'] as const) {
      expect(Buffer.compare(rendered(pdf, program).pixels, rendered(boxes, program).pixels)).not.toBe(0);
    }
  });

  it('joins Arabic letters', async () => {
    const fonts = await loadStampFonts(true);
    const glyphs = fonts.regular.shape?.('\u0628\u0628\u0628', true) ?? [];
    const { font } = fonts.regular;
    // Final, medial, initial form, from left to right.
    expect(glyphs.map(({ glyph }) => glyph)).toEqual([0xfe90, 0xfe92, 0xfe91].map((form) => font.glyphOf(form)));
  });
});

it('lets ten people sign one page, one after the other', async () => {
  let pdf: Uint8Array = await pdfLibPdf(true);
  for (let count = 1; count <= 10; count++) {
    pdf = await sign(pdf, { signerName: `Person ${count}`, note: `Read and approved. `.repeat(count).trim() });
  }
  expectSound(pdf, 10);
  const text = run('pdftotext', [saved(pdf), '-']).toString();
  for (let count = 1; count <= 10; count++) expect(text).toContain(`Person ${count}\n`);
});
