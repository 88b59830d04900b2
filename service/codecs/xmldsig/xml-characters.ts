/** What the parser has to do about a byte; 0 in a table is a byte that stands for itself. */
export const BYTE = {
  /** Not allowed in XML (1.0 clause 2.2), or the NUL after the end of the document. */
  bad: 1,
  /** Might begin U+FFFE or U+FFFF, which are not allowed. */
  mark: 2,
  /**
   * Text and values: something else is meant than what stands there (references, line ends; in values white space), or
   * a canonical form has something else in its place (`>` in text).
   */
  changed: 3,
  /** `<`. */
  markup: 4,
  /** Text: might begin `]]>`, which is not allowed there. */
  bracket: 5,
  /** Values: either kind of quotation mark. */
  quote: 6,
  /** A colon, of which prefixes of names are made: that there is one is remembered. */
  colon: 7,
} as const;

const FIRST_OF_MARK = 0xef;

/** Text between markup. */
export const TEXT_BYTES = table({
  ...{ '&': BYTE.changed, '\r': BYTE.changed, '>': BYTE.changed },
  ...{ '<': BYTE.markup, ']': BYTE.bracket, ':': BYTE.colon },
});
/** Values of attributes. */
export const VALUE_BYTES = table({
  ...{ '&': BYTE.changed, '\r': BYTE.changed, '\t': BYTE.changed, '\n': BYTE.changed },
  ...{ '<': BYTE.markup, '"': BYTE.quote, "'": BYTE.quote, ':': BYTE.colon },
});
/** Comments, CDATA sections and processing instructions. */
export const MARKUP_BYTES = table({ '\r': BYTE.changed, ':': BYTE.colon });
/** 1 for each byte that may stand in a name; which of the characters beyond ASCII may is looked at once for each name. */
export const NAME_BYTES = nameBytes();

function table(special: Readonly<Record<string, number>>): Uint8Array {
  const bytes = new Uint8Array(256);
  bytes.fill(BYTE.bad, 0, 0x20);
  for (const space of '\t\n\r') bytes[space.charCodeAt(0)] = 0;
  bytes[FIRST_OF_MARK] = BYTE.mark;
  for (const [character, what] of Object.entries(special)) bytes[character.charCodeAt(0)] = what;
  return bytes;
}

function nameBytes(): Uint8Array {
  const bytes = new Uint8Array(256).fill(1, 0x80);
  for (let byte = 0; byte < 0x80; byte++) if (/[-.:\w]/.test(String.fromCharCode(byte))) bytes[byte] = 1;
  return bytes;
}

/** Whether the bytes at `at`, the first of which is EF, are U+FFFE or U+FFFF. */
export function isNoCharacter(bytes: Uint8Array, at: number): boolean {
  return bytes[at + 1] === 0xbf && (bytes[at + 2] ?? 0) >= 0xbe;
}

/** XML 1.0 clause 2.2, production Char. */
export function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code <= 0x10ffff);
}

const HASH = 0x23;
const LETTER_X = 0x78;
const ENTITIES: ReadonlyMap<number, number> = new Map(
  Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }).map(([name, character]) => {
    const bytes = Buffer.from(name);
    return [packed(bytes, 0, bytes.length), character.charCodeAt(0)];
  }),
);

/** The character that a reference stands for, by what is between its `&` and `;`; -1 for none of XML's own. */
export function referredCharacter(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[from] !== HASH) return to - from > 4 ? -1 : (ENTITIES.get(packed(bytes, from, to)) ?? -1);
  const isHexadecimal = bytes[from + 1] === LETTER_X;
  const code = numberAt(bytes, from + (isHexadecimal ? 2 : 1), to, isHexadecimal ? 16 : 10);
  return isCharacter(code) ? code : -1;
}

function packed(bytes: Uint8Array, from: number, to: number): number {
  let name = 0;
  for (let at = from; at < to; at++) name = name * 256 + (bytes[at] ?? 0);
  return name;
}

/** -1 for what is no number. */
function numberAt(bytes: Uint8Array, from: number, to: number, base: number): number {
  if (from === to) return -1;
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = HEXADECIMAL_DIGITS.indexOf(String.fromCharCode(bytes[at] ?? 0).toLowerCase());
    if (digit < 0 || digit >= base) return -1;
    number = number * base + digit;
  }
  return number;
}

const HEXADECIMAL_DIGITS = '0123456789abcdef';

/** Where white space that begins at `from`, if any, ends. */
export function afterSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (IS_SPACE[bytes[at] ?? 0] === 1) at++;
  return at;
}

const IS_SPACE = new Uint8Array(256);
for (const space of ' \t\n\r') IS_SPACE[space.charCodeAt(0)] = 1;
