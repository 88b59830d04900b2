/**
 * `Content-Disposition: attachment` with the name twice (RFC 6266, 4.3): an ASCII form for old clients, and the exact
 * one in UTF-8 by RFC 8187. Whatever the stored name holds, the header is valid.
 */
export function contentDisposition(fileName: string): string {
  const wellFormed = fileName.toWellFormed();
  const ascii = wellFormed
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[^\x20-\x7E]|["\\%/;]/g, '_');
  const encoded = encodeURIComponent(wellFormed).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
