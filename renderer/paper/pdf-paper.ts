import type { Block } from './blocks.ts';
import { FontFile } from './font-file.ts';
import { layOut, PAGE, type PlacedLine } from './lay-out.ts';

interface Paper {
  readonly title: string;
  readonly language: string;
  readonly blocks: readonly Block[];
  readonly footOf: (page: number, pages: number) => string;
}

/**
 * The report as a PDF of A4 pages (ISO 32000-1), with the product's own font in it: searchable, and plain enough to be
 * signed by any program. Letters are drawn one by one, from left to right. `fontFile` is DejaVu Sans.
 */
export async function pdfOf(paper: Paper, fontFile: Uint8Array<ArrayBuffer>): Promise<Blob> {
  const font = new FontFile(fontFile);
  const used = new Map<number, number>();
  const glyphsOf = (text: string): number[] =>
    Array.from(text.normalize('NFC'), (character) => {
      const codePoint = character.codePointAt(0) ?? 0;
      const glyph = font.glyphOf(codePoint);
      if (!used.has(glyph)) used.set(glyph, codePoint);
      return glyph;
    });
  const measure = (text: string): number => glyphsOf(text).reduce((sum, glyph) => sum + font.widthOf(glyph), 0);
  const pages = layOut(paper.blocks, measure, paper.footOf);
  const writer = new Writer();
  const contents = [];
  for (const lines of pages) contents.push(await writer.stream(drawn(lines, glyphsOf)));
  const resources = `<</Font <</F ${await addFont(writer, font, used)} 0 R>>>>`;
  const tree = writer.reserve();
  const kids = contents.map((content) => writer.object(`<</Type /Page /Parent ${tree} 0 R /Contents ${content} 0 R>>`));
  const box = `[0 0 ${String(PAGE.width)} ${String(PAGE.height)}]`;
  const list = kids.map((kid) => `${kid} 0 R`).join(' ');
  writer.fill(
    tree,
    `<</Type /Pages /Kids [${list}] /Count ${String(kids.length)} /MediaBox ${box} /Resources ${resources}>>`,
  );
  const title = hexText(paper.title);
  const root = writer.object(
    `<</Type /Catalog /Pages ${tree} 0 R /Lang (${paper.language}) /ViewerPreferences <</DisplayDocTitle true>>>>`,
  );
  return writer.file(root, writer.object(`<</Title ${title} /Producer (Signing Station)>>`));
}

function drawn(lines: readonly PlacedLine[], glyphsOf: (text: string) => readonly number[]): Uint8Array<ArrayBuffer> {
  const operators = lines.map(({ x, y, size, isBold, text }) => {
    const codes = glyphsOf(text).map(hex).join('');
    // The font has one weight here: bold is drawn with an outline.
    const weight = isBold ? `2 Tr ${(size / 32).toFixed(2)} w` : '0 Tr';
    return `BT /F ${String(size)} Tf ${weight} ${x.toFixed(2)} ${y.toFixed(2)} Td <${codes}> Tj ET`;
  });
  return new TextEncoder().encode(operators.join('\n'));
}

async function addFont(writer: Writer, font: FontFile, used: ReadonlyMap<number, number>): Promise<string> {
  const program = font.keeping(used.keys());
  const file = await writer.stream(program, ` /Length1 ${String(program.length)}`);
  const scaled = (units: number): string => String(Math.round((units * 1000) / font.unitsPerEm));
  const descriptor = writer.object(
    `<</Type /FontDescriptor /FontName /DejaVuSans /Flags 4 /ItalicAngle 0 /StemV 80 /FontFile2 ${file} 0 R ` +
      `/FontBBox [${font.box.map(scaled).join(' ')}] /Ascent ${scaled(font.ascent)} /Descent ${scaled(font.descent)} ` +
      `/CapHeight 729>>`,
  );
  const widths = [...used.keys()].map((glyph) => `${String(glyph)} [${font.widthOf(glyph).toFixed(1)}]`).join(' ');
  const descendant = writer.object(
    `<</Type /Font /Subtype /CIDFontType2 /BaseFont /DejaVuSans /CIDToGIDMap /Identity /FontDescriptor ${descriptor} 0 R ` +
      `/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /W [${widths}]>>`,
  );
  const map = await writer.stream(new TextEncoder().encode(unicodeMap(used)));
  return writer.object(
    `<</Type /Font /Subtype /Type0 /BaseFont /DejaVuSans /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] ` +
      `/ToUnicode ${map} 0 R>>`,
  );
}

/** By which the text can be searched and copied (clause 9.10.3). */
function unicodeMap(used: ReadonlyMap<number, number>): string {
  const entries = [...used].map(([glyph, codePoint]) => `<${hex(glyph)}> <${utf16(String.fromCodePoint(codePoint))}>`);
  const blocks = Array.from({ length: Math.ceil(entries.length / 100) }, (_, index) => {
    const block = entries.slice(index * 100, index * 100 + 100);
    return `${String(block.length)} beginbfchar\n${block.join('\n')}\nendbfchar`;
  });
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

const hex = (code: number): string => code.toString(16).padStart(4, '0');

function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index))).join('');
}

const hexText = (text: string): string => `<feff${utf16(text)}>`;

/** Objects one after another, and the table of where each begins. */
class Writer {
  readonly #objects: Uint8Array<ArrayBuffer>[] = [];

  reserve(): string {
    return String(this.#objects.push(new Uint8Array(0)));
  }

  fill(number: string, text: string): void {
    this.#objects[Number(number) - 1] = new TextEncoder().encode(text);
  }

  object(text: string): string {
    const number = this.reserve();
    this.fill(number, text);
    return number;
  }

  async stream(data: Uint8Array<ArrayBuffer>, entries = ''): Promise<string> {
    const number = this.reserve();
    const packed = new Blob([data]).stream().pipeThrough(new CompressionStream('deflate'));
    const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
    const head = `<</Length ${String(bytes.length)} /Filter /FlateDecode${entries}>>\nstream\n`;
    const object = new Blob([head, bytes, '\nendstream']);
    this.#objects[Number(number) - 1] = new Uint8Array(await object.arrayBuffer());
    return number;
  }

  file(root: string, info: string): Blob {
    const parts: (string | Uint8Array<ArrayBuffer>)[] = ['%PDF-1.7\n%', new Uint8Array([0xe2, 0xe3, 0xcf, 0xd3, 10])];
    let place = 15;
    const places = this.#objects.map((object, index) => {
      const begin = place;
      const head = `${String(index + 1)} 0 obj\n`;
      parts.push(head, object, '\nendobj\n');
      place += head.length + object.length + 8;
      return begin;
    });
    const size = String(places.length + 1);
    const table = places.map((begin) => `${String(begin).padStart(10, '0')} 00000 n \n`).join('');
    const trailer = `trailer\n<</Size ${size} /Root ${root} 0 R /Info ${info} 0 R>>\nstartxref\n${String(place)}\n%%EOF\n`;
    return new Blob([...parts, `xref\n0 ${size}\n0000000000 65535 f \n${table}`, trailer], { type: 'application/pdf' });
  }
}
