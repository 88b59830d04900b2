/** PDFDocEncoding where it differs from Latin-1, ISO 32000-2 annex D.2. */
const DOC_ENCODING_SPECIAL: Readonly<Record<number, string>> = Object.fromEntries(
  [
    [0x18, '\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc'],
    [0x80, '\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018'],
    [0x90, '\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e\ufffd\u20ac'],
  ].flatMap(([start, text]) => Array.from(String(text), (character, index) => [Number(start) + index, character])),
);

/** A text string (clause 7.9.2.2) as text: UTF-16BE or UTF-8 by its mark, otherwise PDFDocEncoding. */
export function decodeTextString(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder().decode(bytes.subarray(3));
  let text = '';
  for (const code of bytes) text += DOC_ENCODING_SPECIAL[code] ?? String.fromCharCode(code);
  return text;
}

/** The shortest text string for `text`: one byte a character where Latin-1 and PDFDocEncoding agree, else UTF-16BE. */
export function encodeTextString(text: string): Uint8Array {
  if (/^[\t\n\r\x20-\x7e\xa1-\xac\xae-\xff]*$/.test(text)) return Buffer.from(text, 'latin1');
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return bytes.swap16();
}
