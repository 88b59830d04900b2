/** What file systems take as a name, in bytes of UTF-8. */
const MAX_NAME_BYTES = 255;

/**
 * The name of a signed output: `base` cut between characters so that it and `suffix` (ASCII, with its dot) fit into
 * 255 bytes of UTF-8. An empty base becomes `document`.
 */
export function outputName(base: string, suffix: string): string {
  const room = new Uint8Array(MAX_NAME_BYTES - suffix.length);
  const { read } = new TextEncoder().encodeInto(base, room);
  return `${base.slice(0, read) || 'document'}${suffix}`;
}

/** The name without its last extension: `contract.v2.docx` gives `contract.v2`; `.profile` stays. */
export function withoutExtension(fileName: string): string {
  return fileName.replace(/(?<=.)\.[^.]*$/u, '');
}
