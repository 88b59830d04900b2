import { CR, isDigit, isWhitespace, LF } from '../token-reader.ts';
import { InlineImage } from './inline-image.ts';
import { SavedStates, stateRoleOf, type StateRole } from './saved-states.ts';

interface KnownOperator {
  readonly count: number | null;
  readonly role: StateRole;
}

/** Operators (ISO 32000-2 table A.1) by how many operands they take; null: it depends. */
const OPERANDS: ReadonlyMap<string, number | null> = new Map([
  ...each('b,B,b*,B*,BI,BT,BX,EI,EMC,ET,EX,f,F,f*,h,n,q,Q,s,S,T*,W,W*'.split(','), null),
  ...each('sc,scn,SC,SCN'.split(','), null),
  ...each("BMC,cs,CS,Do,g,G,gs,i,j,J,M,MP,ri,sh,Tc,Tj,TJ,TL,Tr,Ts,Tw,Tz,w,'".split(','), 1),
  ...each('BDC,d,d0,DP,l,m,Td,TD,Tf'.split(','), 2),
  ...each('rg,RG,"'.split(','), 3),
  ...each('k,K,re,v,y'.split(','), 4),
  ...each('c,cm,d1,Tm'.split(','), 6),
]);
/** The same by the codes of their letters: operators are most of what contents consist of. */
const BY_CODES: ReadonlyMap<number, KnownOperator> = new Map(
  Array.from(OPERANDS, ([operator, count]) => [
    codesOf(Buffer.from(operator), 0, operator.length),
    { count, role: stateRoleOf(operator) },
  ]),
);
/** Where text is placed up to the end of its object, what shows it, and what begins and ends such an object. */
const PLACING = codesOfEach('Td', 'Tm');
const SHOWING = codesOfEach('Tj', 'TJ', "'", '"');
const AROUND_TEXT = codesOfEach('BT', 'ET');
/** What is no operator in contents, and ends them for some readers; all others that do are longer. */
const DATA_OF_IMAGE = codesOf(Buffer.from('ID'), 0, 2);
const LONG_ENDS: ReadonlySet<string> = new Set(['endstream', 'endobj']);
const VALUES = codesOfEach('true', 'false', 'null');
/** Above it some readers begin anew from below, and others stop. */
const MAX_NUMBER = 2_147_483_647;
const MAX_WORD = 64;
/** Letters of an operator, and of a word that is known by the codes of its letters. */
const MAX_OPERATOR = 3;
const MAX_KNOWN = 5;
const BEGIN_IMAGE = codesOf(Buffer.from('BI'), 0, 2);

const [OPEN_STRING, CLOSE_STRING, SLASH, LESS, GREATER] = [0x28, 0x29, 0x2f, 0x3c, 0x3e];
const [OPEN_LIST, CLOSE_LIST, PERCENT, BACKSLASH] = [0x5b, 0x5d, 0x25, 0x5c];
const [PLUS, MINUS, POINT, LETTER_E] = [0x2b, 0x2d, 0x2e, 0x65];
const REGULAR = new Uint8Array(256).fill(1);
for (let code = 0; code < 256; code++) if (isWhitespace(code)) REGULAR[code] = 0;
for (const character of '()<>[]{}/%') REGULAR[character.charCodeAt(0)] = 0;

function codesOf(bytes: Uint8Array, start: number, end: number): number {
  let codes = 0;
  for (let at = start; at < end; at++) codes = codes * 256 + (bytes[at] ?? 0);
  return codes;
}

function codesOfEach(...operators: string[]): ReadonlySet<number> {
  return new Set(operators.map((operator) => codesOf(Buffer.from(operator), 0, operator.length)));
}

function each(operators: readonly string[], count: number | null): [string, number | null][] {
  return operators.map((operator) => [operator, count]);
}

/**
 * Looks in contents (ISO 32000-2 clause 7.8.2) for what readers take for different things: numbers that are none, words
 * that begin as an operator, operands that are missing or too many, lists, strings and pictures without an end, and ways
 * back to a state that was not saved. One scan
 * goes through all streams of a page, which are one after the other (table 31).
 *
 * It makes no values: contentOperations does, for what is painted, and takes some six times as long; strictOperations refuses
 * more than a page may be refused for. This one reads all that a document draws with whenever one is signed or verified.
 */
export class ContentScan {
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #operands = 0;
  #lists = 0;
  #dictionaries = 0;
  #image: InlineImage | null = null;
  readonly #states = new SavedStates();
  #isOdd = false;
  /** Whether readers differ about where text would be. */
  #isMisplaced = false;
  #endsInComment = false;

  /** Whether readers differ about what was added so far, in that they do not read the same operations. */
  add(bytes: Uint8Array): boolean {
    // Some readers put a blank between two streams, and others the end of a line.
    this.#isOdd ||= this.#endsInComment;
    this.#bytes = bytes;
    this.#at = 0;
    while (!this.#isOdd && this.#at < bytes.length) this.#readToken(bytes[this.#at] ?? 0);
    return this.#isOdd;
  }

  #readToken(code: number): void {
    if (isDigit(code) || code === PLUS || code === MINUS || code === POINT) this.#readNumber();
    else if (REGULAR[code] === 1) this.#readWord();
    else if (isWhitespace(code)) this.#at++;
    else this.#readDelimited(code);
  }

  #readDelimited(code: number): void {
    if (code === SLASH) this.#readName();
    else if (code === OPEN_STRING) this.#readString();
    else if (code === LESS) this.#readHexadecimal();
    else if (code === PERCENT) this.#readComment();
    else this.#readBracket(code);
  }

  #readBracket(code: number): void {
    if (code === GREATER && this.#bytes[this.#at + 1] === GREATER && this.#dictionaries > 0) {
      this.#at += 2;
      if (--this.#dictionaries === 0) this.#addOperand();
      return;
    }
    this.#at++;
    if (code === OPEN_LIST) this.#lists++;
    else if (code === CLOSE_LIST && this.#lists > 0 && --this.#lists === 0) this.#addOperand();
    else this.#isOdd ||= code === CLOSE_STRING;
  }

  #addOperand(): void {
    if (this.#lists === 0 && this.#dictionaries === 0) this.#operands++;
  }

  #readComment(): void {
    const bytes = this.#bytes;
    while (this.#at < bytes.length && bytes[this.#at] !== LF && bytes[this.#at] !== CR) this.#at++;
    this.#endsInComment = this.#at === bytes.length;
  }

  #readName(): void {
    const start = ++this.#at;
    this.#skipRegular();
    if (this.#image !== null) this.#image.addName(this.#textFrom(start));
    this.#addOperand();
  }

  #skipRegular(): void {
    const bytes = this.#bytes;
    while (this.#at < bytes.length && REGULAR[bytes[this.#at] ?? 0] === 1) this.#at++;
  }

  #textFrom(start: number): string {
    return Buffer.from(this.#bytes.subarray(start, Math.min(this.#at, start + MAX_WORD))).toString('latin1');
  }

  /** Clause 7.3.3; exponents and the like are numbers to some readers. */
  #readNumber(): void {
    const bytes = this.#bytes;
    const sign = bytes[this.#at];
    if (sign === PLUS || sign === MINUS) this.#at++;
    const start = this.#at;
    const value = this.#skipDigits();
    let digits = this.#at - start;
    if (bytes[this.#at] === POINT) {
      this.#at++;
      const point = this.#at;
      this.#skipDigits();
      digits += this.#at - point;
    }
    const next = bytes[this.#at];
    this.#isOdd ||= digits === 0 || value > MAX_NUMBER || (next !== undefined && REGULAR[next] === 1);
    this.#image?.addNumber(value);
    this.#addOperand();
  }

  #skipDigits(): number {
    let value = 0;
    for (let code = this.#bytes[this.#at] ?? 0; isDigit(code); code = this.#bytes[++this.#at] ?? 0) {
      value = value * 10 + code - 0x30;
    }
    return value;
  }

  #readWord(): void {
    const start = this.#at;
    this.#skipRegular();
    // No text is made of a word where none is needed: contents may consist of words.
    const codes = this.#at - start <= MAX_KNOWN ? codesOf(this.#bytes, start, this.#at) : 0;
    const known = BY_CODES.get(codes);
    if (this.#image !== null) this.#readImageWord(this.#image, codes, start);
    else if (known !== undefined) this.#takeOperator(codes, known);
    else if (VALUES.has(codes)) this.#addOperand();
    else this.#takeUnknown(codes, start);
  }

  #takeUnknown(codes: number, start: number): void {
    this.#isOdd ||= codes === DATA_OF_IMAGE || this.#isLongEnd(start) || beginsAsOperator(this.#bytes, start, this.#at);
    this.#operands = 0;
  }

  #isLongEnd(start: number): boolean {
    return this.#at - start > MAX_KNOWN && this.#bytes[start] === LETTER_E && LONG_ENDS.has(this.#textFrom(start));
  }

  #takeOperator(codes: number, { count, role }: KnownOperator): void {
    const hasOthers = count !== null && count !== this.#operands;
    this.#operands = 0;
    if (hasOthers && PLACING.has(codes)) this.#isMisplaced = true;
    else this.#isOdd ||= hasOthers;
    this.#isOdd = this.#states.isLostAt(role) || this.#isOdd || this.#isInside();
    if (this.#isMisplaced) this.#takeMisplaced(codes);
    if (codes === BEGIN_IMAGE) this.#image = new InlineImage();
  }

  /** Forms of LibreOffice place a text that they do not have, by `11.05 0 0 Td`: what counts is whether one is shown there. */
  #takeMisplaced(codes: number): void {
    this.#isOdd ||= SHOWING.has(codes);
    if (AROUND_TEXT.has(codes)) this.#isMisplaced = false;
  }

  #isInside(): boolean {
    return this.#lists > 0 || this.#dictionaries > 0;
  }

  /** `ID` before the data of a picture; after them the word `EI` is no operator that is looked at. */
  #readImageWord(image: InlineImage, codes: number, start: number): void {
    if (VALUES.has(codes)) {
      image.addName(this.#textFrom(start));
      this.#addOperand();
      return;
    }
    if (codes !== DATA_OF_IMAGE) {
      this.#isOdd = true;
      return;
    }
    const end = image.endOfData(this.#bytes, this.#at);
    this.#isOdd ||= end === null || this.#isInside();
    this.#at = end ?? this.#bytes.length;
    this.#image = null;
    this.#operands = 0;
  }

  #readHexadecimal(): void {
    if (this.#bytes[this.#at + 1] === LESS) {
      this.#at += 2;
      this.#dictionaries++;
      return;
    }
    const end = this.#bytes.indexOf(GREATER, this.#at);
    this.#isOdd ||= end === -1;
    this.#at = end === -1 ? this.#bytes.length : end + 1;
    this.#addOperand();
  }

  #readString(): void {
    const bytes = this.#bytes;
    let open = 0;
    do {
      const code = bytes[this.#at++];
      if (code === BACKSLASH) this.#at++;
      else if (code === OPEN_STRING) open++;
      else if (code === CLOSE_STRING) open--;
    } while (open > 0 && this.#at < bytes.length);
    this.#isOdd ||= open > 0;
    this.#addOperand();
  }
}

/** PDF.js ends a word where it is no operator any more, and reads the rest as another one. */
function beginsAsOperator(bytes: Uint8Array, start: number, end: number): boolean {
  let codes = 0;
  for (let at = start; at < Math.min(end, start + MAX_OPERATOR); at++) {
    codes = codes * 256 + (bytes[at] ?? 0);
    if (BY_CODES.has(codes)) return true;
  }
  return false;
}
