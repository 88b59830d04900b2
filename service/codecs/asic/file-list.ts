const NAMESPACE = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * META-INF/manifest.xml as OpenDocument 1.2 part 3 clause 3 has it and readers of ASiC-E with XAdES expect it
 * (EN 319 162-1 4.4.3.1): the container's own type, then each data object with its type. Names stand as they are.
 */
export function buildFileList(
  containerType: string,
  files: readonly { readonly name: string; readonly mediaType: string }[],
): Uint8Array {
  const entries = [{ name: '/', mediaType: containerType }, ...files].map(
    ({ name, mediaType }) =>
      `  <manifest:file-entry manifest:full-path="${escaped(name)}" manifest:media-type="${escaped(mediaType)}"/>\n`,
  );
  const text =
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<manifest:manifest xmlns:manifest="${NAMESPACE}" manifest:version="1.2">\n${entries.join('')}</manifest:manifest>\n`;
  return new TextEncoder().encode(text);
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);
}
