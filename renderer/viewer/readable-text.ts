/** Characters shown of a text; the rest is said to be there. */
export const MAX_SHOWN_TEXT = 400_000;

export interface ReadableText {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Controls and format characters: bidirectional, invisible, tags; they change what is seen without being seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const LAYOUT = /[\t\n\r]/;

function decode(bytes: Uint8Array): string | null {
  const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
  const name = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * The text of a file with every character that hides, reorders or moves others made visible as its code point, so that
 * what is read is what is signed. Null for what is no text in UTF-8 or UTF-16.
 */
export function readableText(bytes: Uint8Array): ReadableText | null {
  const text = decode(bytes);
  if (text === null || text.includes('\u0000')) return null;
  const shown = text.slice(0, MAX_SHOWN_TEXT).replaceAll(UNSEEN, (character) => {
    if (LAYOUT.test(character)) return character;
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `⟦U+${code}⟧`;
  });
  return { text: shown, isWhole: text.length <= MAX_SHOWN_TEXT };
}

const PICTURES: readonly (readonly [type: string, start: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
];

/** The type of a picture by its first bytes; null for everything else, drawings with scripts among it. */
export function pictureType(bytes: Uint8Array): string | null {
  const found = PICTURES.find(([, start]) => start.every((byte, index) => bytes[index] === byte));
  return found?.[0] ?? null;
}

/** SHA-256 in hexadecimal; null where the browser has none: pages from another machine without TLS. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (subtle === undefined) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
