const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Forms send line ends as CRLF; one such end is one character. */
export function withPlainLineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/**
 * The stamp's note as it is kept: line ends as `\n`, NFC, without direction controls, which could
 * make the printed text read otherwise than it is.
 */
export function normalisedNote(text: string): string {
  return withPlainLineEnds(text).normalize('NFC').replaceAll(BIDI_CONTROLS, '');
}

/** True when nothing but line ends is there that does not print. */
export function isPrintable(text: string): boolean {
  return !/\p{Cc}/u.test(text.replaceAll('\n', ''));
}

/** False when a character was lost, as one sent in another encoding is: a note would be signed in other words. */
export function isWhole(text: string): boolean {
  return !text.includes('\uFFFD');
}

export function codePointCount(text: string): number {
  return Array.from(text).length;
}
