import { isAscii, isUtf8 } from 'node:buffer';
import { XmlError } from './xml-error.ts';

/** Encodings that are read; every other one is refused, since only bytes that were scanned may reach the parser. */
export type XmlEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-8859-1';

export interface XmlText {
  readonly encoding: XmlEncoding;
  /** Bytes of the byte order mark at the start of the file: 0, 2 or 3. */
  readonly markBytes: number;
  /** The document without its byte order mark, in UTF-8; a view of the input where that is UTF-8 already. */
  readonly utf8: Uint8Array;
  /** Length of the XML declaration at the start of `utf8`; 0 without one. */
  readonly declarationBytes: number;
}

type Family = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Longest XML declaration that is looked for, in characters; a longer one is refused. */
const MAX_DECLARATION = 256;
const SPACE = '[ \\t\\r\\n]';
const DECLARATION = new RegExp(
  `^<\\?xml${SPACE}+version${SPACE}*=${SPACE}*(?:"1\\.0"|'1\\.0')` +
    `(?:${SPACE}+encoding${SPACE}*=${SPACE}*(?:"([A-Za-z][\\w.-]*)"|'([A-Za-z][\\w.-]*)'))?` +
    `(?:${SPACE}+standalone${SPACE}*=${SPACE}*(?:"(?:yes|no)"|'(?:yes|no)'))?${SPACE}*\\?>`,
);

/** What a declaration may say for each family of encodings; null is a declaration that names none. */
const DECLARED: Readonly<Record<Family, readonly (string | null)[]>> = {
  'utf-8': [null, 'utf-8', 'us-ascii', 'iso-8859-1'],
  'utf-16le': [null, 'utf-16', 'utf-16le'],
  'utf-16be': [null, 'utf-16', 'utf-16be'],
};

/**
 * Finds the encoding of an XML entity (XML 1.0 appendix F and 4.3.3) and gives its text in UTF-8.
 * Throws XmlError: XML_ENCODING_UNSUPPORTED for other encodings, for bytes that are not of the encoding, and for a
 * declaration that contradicts them; XML_STRUCTURE_INVALID for a broken declaration or a version other than 1.0.
 */
export function readXmlText(bytes: Uint8Array): XmlText {
  const { family, markBytes } = detect(bytes);
  const body = bytes.subarray(markBytes);
  if (family !== 'utf-8') {
    const utf8 = fromUtf16(body, family);
    const { declarationBytes } = readDeclaration(utf8, family);
    return { encoding: family, markBytes, utf8, declarationBytes };
  }
  if (detect(body).markBytes === 3) throw new XmlError('XML_STRUCTURE_INVALID', 'a second byte order mark');
  const { declared, declarationBytes } = readDeclaration(body, family);
  if (declared === 'iso-8859-1' && markBytes === 0) {
    const utf8 = isAscii(body) ? body : Buffer.from(asBuffer(body).toString('latin1'), 'utf8');
    return { encoding: 'iso-8859-1', markBytes, utf8, declarationBytes };
  }
  const fits = declared === 'us-ascii' ? isAscii(body) : declared !== 'iso-8859-1' && isUtf8(body);
  if (!fits) throw unsupported('the bytes are not of the encoding that the document declares');
  return { encoding: 'utf-8', markBytes, utf8: body, declarationBytes };
}

/** Where in the original bytes the character at this offset of `utf8` stands. */
export function originalOffset(text: XmlText, utf8Offset: number): number {
  if (text.encoding === 'utf-8') return text.markBytes + utf8Offset;
  const units = asBuffer(text.utf8.subarray(0, utf8Offset)).toString('utf8').length;
  return text.markBytes + units * (text.encoding === 'iso-8859-1' ? 1 : 2);
}

/** Markup in the encoding of a document; it must be representable in it, as ASCII and the document's own names are. */
export function encodeMarkup(markup: string, encoding: XmlEncoding): Uint8Array {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(markup, 'utf8');
    case 'iso-8859-1':
      return Buffer.from(markup, 'latin1');
    case 'utf-16le':
      return Buffer.from(markup, 'utf16le');
    case 'utf-16be':
      return Buffer.from(markup, 'utf16le').swap16();
  }
}

/** First bytes that give an encoding away, as hex; the first match counts. Null is an encoding that is not read. */
const FIRST_BYTES: readonly (readonly [RegExp, Family | null, markBytes: number])[] = [
  [/^efbbbf/, 'utf-8', 3],
  [/^(fffe0000|0000)/, null, 0],
  [/^fffe/, 'utf-16le', 2],
  [/^feff/, 'utf-16be', 2],
  [/^3c00(?!0000)/, 'utf-16le', 0],
  [/^003c(?!0000)/, 'utf-16be', 0],
  [/^(00|..00|ff)/, null, 0],
];

function detect(bytes: Uint8Array): { family: Family; markBytes: number } {
  const start = asBuffer(bytes).toString('hex', 0, Math.min(4, bytes.length));
  const match = FIRST_BYTES.find(([pattern]) => pattern.test(start));
  if (match === undefined) return { family: 'utf-8', markBytes: 0 };
  const [, family, markBytes] = match;
  if (family === null) throw unsupported('the document is in UTF-32 or another encoding that is not supported');
  return { family, markBytes };
}

/** The encoding that the declaration names, in lower case, null for none; and how long the declaration is. */
function readDeclaration(utf8: Uint8Array, family: Family): { declared: string | null; declarationBytes: number } {
  const start = asBuffer(utf8).toString('latin1', 0, Math.min(MAX_DECLARATION, utf8.length));
  if (!/^<\?xml[ \t\r\n]/.test(start)) return { declared: null, declarationBytes: 0 };
  const match = DECLARATION.exec(start);
  if (match === null)
    throw new XmlError('XML_STRUCTURE_INVALID', 'the XML declaration is broken or not of version 1.0');
  const declared = (match[1] ?? match[2])?.toLowerCase() ?? null;
  if (!DECLARED[family].includes(declared)) {
    throw unsupported('the encoding that the document declares is not supported or not its own');
  }
  return { declared, declarationBytes: match[0].length };
}

function fromUtf16(body: Uint8Array, family: Exclude<Family, 'utf-8'>): Uint8Array {
  try {
    const text = new TextDecoder(family, { fatal: true, ignoreBOM: true }).decode(body);
    return Buffer.from(text, 'utf8');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw unsupported('the document is not valid UTF-16');
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function unsupported(message: string): XmlError {
  return new XmlError('XML_ENCODING_UNSUPPORTED', message);
}
