/** The bytes of base64 with white space anywhere (RFC 2045 6.8). Null where there is none, or something else in it. */
export function readBase64(text: string): Uint8Array | null {
  // The decoder skips white space itself; without it a text of short lines would need many times its size.
  if (!/^\s*[A-Za-z0-9+/][A-Za-z0-9+/\s]*(?:=\s*){0,2}$/.test(text)) return null;
  return new Uint8Array(Buffer.from(text, 'base64'));
}
