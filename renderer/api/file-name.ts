/**
 * The file name of a Content-Disposition header (RFC 6266): the extended one (RFC 8187, UTF-8) before the plain one. Null
 * when there is none that can be read.
 */
export function fileNameOf(header: string | null): string | null {
  if (header === null) return null;
  const extended = /;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // The plain name is for whoever cannot read the extended one.
    }
  }
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
  const name = plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2];
  return name === undefined || name === '' ? null : name;
}
