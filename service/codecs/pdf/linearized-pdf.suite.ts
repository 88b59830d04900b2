import { stream } from '../../../e2e/documents/pdf/pdf-builder.ts';

const HEADER = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
const ROOM = 8;

/** What the linearization dictionary says; `L` null: the length that the file has. */
export interface LinearizationClaims {
  readonly L?: number | string | null;
  readonly N?: number | string;
  readonly O?: number | string;
  /** Further entries. */
  readonly more?: string;
  /** Between the dictionary and the section that stands first. */
  readonly between?: string;
}

/** The first page of `linearizedPdf`, and the others. */
export const FIRST_PAGE = 4;
export const SECOND_PAGE = 6;

/**
 * A linearized file (ISO 32000-2 annex F) of two pages; objects: 1 catalog, 2 page tree, 3 the dictionary, 4 and 5 the first
 * page, 6 and 7 the second one, 8 the font. All but the second page belongs to the section that stands first.
 */
export function linearizedPdf(claims: LinearizationClaims = {}): Buffer {
  const draft = layOut(claims, 0, 0, 0);
  const length = claims.L ?? draft.bytes.length;
  return layOut({ ...claims, L: length }, draft.first, draft.main, draft.bytes.length).bytes;
}

interface LaidOut {
  readonly bytes: Buffer;
  readonly first: number;
  readonly main: number;
}

function layOut(claims: LinearizationClaims, first: number, main: number, size: number): LaidOut {
  const { L = size, N = 2, O = FIRST_PAGE, more = '', between = '' } = claims;
  const page = (contents: number): string =>
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${contents} 0 R /Resources <</Font <</F1 8 0 R>>>>>>`;
  const text = (words: string): string =>
    stream('', Buffer.from(`BT /F1 24 Tf 72 700 Td (${words}) Tj ET`)).toString('latin1');
  const offsets = new Map<number, number>();
  let out = HEADER;
  const add = (number: number, body: string): void => {
    offsets.set(number, out.length);
    out += `${number} 0 obj\n${body}\nendobj\n`;
  };
  const claimed = (value: number | string | null): string => String(value).padEnd(ROOM);
  add(
    3,
    `<</Linearized 1 /L ${claimed(L)} /H [500 9] /O ${claimed(O)} /E 600 /N ${claimed(N)} /T ${claimed(main)} ${more}>>`,
  );
  out += between;
  const firstAt = out.length;
  // Entries and trailers have the same length whatever stands in them.
  out += firstSection(new Map(), main);
  add(1, '<</Type /Catalog /Pages 2 0 R>>');
  add(2, `<</Type /Pages /Kids [${FIRST_PAGE} 0 R ${SECOND_PAGE} 0 R] /Count 2>>`);
  add(4, page(5));
  add(5, text('Pay 10 EUR'));
  add(8, '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>');
  add(6, page(7));
  add(7, text('Terms of payment'));
  const mainAt = out.length;
  out += `xref\n0 1\n0000000000 65535 f \n6 2\n${entry(offsets, 6)}${entry(offsets, 7)}trailer\n<</Size 9>>\n`;
  out += `startxref\n${claimed(first)}\n%%EOF\n`;
  const rest = out.slice(firstAt + firstSection(new Map(), main).length);
  return {
    bytes: Buffer.from(out.slice(0, firstAt) + firstSection(offsets, main) + rest, 'latin1'),
    first: firstAt,
    main: mainAt,
  };
}

function firstSection(offsets: ReadonlyMap<number, number>, main: number): string {
  const entries = [1, 2, 3, 4, 5].map((number) => entry(offsets, number)).join('');
  const trailer = `<</Size 9 /Root 1 0 R /Prev ${String(main).padEnd(ROOM)}>>`;
  return `xref\n1 5\n${entries}8 1\n${entry(offsets, 8)}trailer\n${trailer}\nstartxref\n0\n%%EOF\n`;
}

function entry(offsets: ReadonlyMap<number, number>, number: number): string {
  return `${String(offsets.get(number) ?? 0).padStart(10, '0')} 00000 n \n`;
}
