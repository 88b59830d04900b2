import type { PdfDocument } from '../pdf-document.ts';
import { isNamed, PdfStream, type PdfDictionary, type PdfObject } from '../pdf-objects.ts';
import { contentOperations, type Operand } from './content-operations.ts';
import { readEncoding } from './plain-font.ts';

const MAX_CHARACTERS = 70_000;
const windows = new TextDecoder('windows-1252');
const utf16 = new TextDecoder('utf-16be');

/** What readers copy for a code of a font; empty where nobody can tell. */
export type CharacterTexts = (code: number) => string;

/**
 * What the codes of a font say: by /ToUnicode (ISO 32000-2 clause 9.10.3), and without it by the encoding of a simple
 * font. Nothing is asked before the first code is. The function throws PdfError.
 */
export function characterTexts(document: PdfDocument, font: PdfDictionary): CharacterTexts {
  let known: CharacterTexts | null = null;
  return (code) => {
    known ??= readTexts(document, font);
    return known(code);
  };
}

function readTexts(document: PdfDocument, font: PdfDictionary): CharacterTexts {
  const map = document.get(font, 'ToUnicode');
  const mapped = map instanceof PdfStream ? readMap(document.decodeStream(map)) : new Map<number, string>();
  if (isNamed(document.get(font, 'Subtype'), 'Type0')) return (code) => mapped.get(code) ?? '';
  const encoded = encodingOf(document, document.get(font, 'Encoding'));
  return (code) => mapped.get(code) ?? encoded(code) ?? '';
}

function encodingOf(document: PdfDocument, written: PdfObject): (code: number) => string | null {
  return readEncoding(document, written) ?? ((code) => (code < 0x20 ? '' : windows.decode(Uint8Array.of(code))));
}

/** `bfchar` and `bfrange` of a CMap. */
function readMap(bytes: Uint8Array): Map<number, string> {
  const map = new Map<number, string>();
  for (const { operator, operands } of contentOperations(bytes)) {
    if (map.size > MAX_CHARACTERS) break;
    if (operator === 'endbfchar') readPairs(operands, map);
    if (operator === 'endbfrange') readRanges(operands, map);
  }
  return map;
}

function readPairs(operands: readonly Operand[], map: Map<number, string>): void {
  for (let index = 0; index + 1 < operands.length; index += 2) {
    const [code, text] = [operands[index], operands[index + 1]];
    if (code instanceof Uint8Array && text instanceof Uint8Array) map.set(numberOf(code), utf16.decode(text));
  }
}

function readRanges(operands: readonly Operand[], map: Map<number, string>): void {
  for (let index = 0; index + 2 < operands.length; index += 3) {
    const [first, last, target] = operands.slice(index, index + 3);
    if (!(first instanceof Uint8Array) || !(last instanceof Uint8Array)) continue;
    const start = numberOf(first);
    const count = Math.min(numberOf(last) - start + 1, MAX_CHARACTERS - map.size);
    for (let offset = 0; offset < count; offset++) map.set(start + offset, textAt(target ?? null, offset));
  }
}

/** The texts of a range follow each other by their last unit, or stand in a list. */
function textAt(target: Operand, offset: number): string {
  if (target instanceof Uint8Array) {
    if (target.length < 2) return '';
    const bytes = Buffer.from(target);
    bytes.writeUInt16BE((bytes.readUInt16BE(bytes.length - 2) + offset) & 0xffff, bytes.length - 2);
    return utf16.decode(bytes);
  }
  const item: Operand | undefined = Array.isArray(target) ? (target as readonly Operand[])[offset] : undefined;
  return item instanceof Uint8Array ? utf16.decode(item) : '';
}

function numberOf(bytes: Uint8Array): number {
  return bytes.subarray(0, 4).reduce((sum, byte) => sum * 256 + byte, 0);
}
