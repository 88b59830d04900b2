import { META_INF, MIMETYPE_ENTRY } from '../../codecs/asic/asic-container.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import { searchSource } from '../../codecs/search-source.ts';
import { readWholeEntry } from '../../codecs/zip/entry-data.ts';
import type { ZipEntry } from '../../codecs/zip/local-headers.ts';
import { openZip } from '../../codecs/zip/zip-archive.ts';
import { ZipError } from '../../codecs/zip/zip-error.ts';
import type { Detection } from './detection.ts';
import { hasSignaturesOfItsKind, NAMED_SIGNATURE, wordsForPackage, wordsForSigningBlock } from './other-packages.ts';

/** Where the first entry of a container that is built as the standard says names its kind (EN 319 162-1 A.1). */
const NAMED_KIND = /^PK[\s\S]{28}mimetypeapplication\/vnd\.(?:etsi\.asic-([se])\+zip|bdoc)/;
const MAX_MIMETYPE_BYTES = 256;

export function isZip(start: string): boolean {
  return start.startsWith('PK\u0003\u0004') || start.startsWith('PK\u0005\u0006');
}

/** Whether a ZIP file is an ASiC container, and which: by its mimetype, otherwise by what lies in META-INF. */
export async function detectContainer(
  document: ByteSource,
  start: string,
): Promise<Pick<Detection, 'kind' | 'explanation'>> {
  try {
    const entries = openZip(document).entries.filter(({ isFolder }) => !isFolder);
    const names = entries.map(({ name }) => name);
    const mediaType = await mediaTypeOf(document, entries);
    const isOther = hasSignaturesOfItsKind(names, mediaType);
    const kind = kindOfMediaType(mediaType) ?? (isOther ? null : kindOfNames(names));
    return kind === null
      ? { kind: 'PlainFile', explanation: wordsForPackage(names, mediaType) }
      : { kind, explanation: null };
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    const named = NAMED_KIND.exec(start);
    if (named !== null) return { kind: named[1] === 's' ? 'ASiC_S' : 'ASiC_E', explanation: null };
    const words = orNull(() => wordsForSigningBlock(document));
    if (words !== null) return { kind: 'PlainFile', explanation: words };
    // The names of entries stand in the file as they are, however much of it is missing.
    if (!searchSource(document, NAMED_SIGNATURE, 300).next().done) return { kind: 'ASiC_E', explanation: null };
    return {
      kind: 'PlainFile',
      explanation: 'The file is a ZIP archive that cannot be read, and names no signatures.',
    };
  }
}

/** An archive whose end cannot be read says nothing of what lies before it. */
function orNull<Found>(read: () => Found): Found | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ZipError) return null;
    throw error;
  }
}

async function mediaTypeOf(document: ByteSource, entries: readonly ZipEntry[]): Promise<string> {
  const entry = entries.find(({ name }) => name === MIMETYPE_ENTRY);
  if (entry === undefined || entry.size > MAX_MIMETYPE_BYTES) return '';
  return Buffer.from(await readWholeEntry(document, entry, MAX_MIMETYPE_BYTES)).toString('latin1');
}

function kindOfMediaType(mediaType: string): 'ASiC_S' | 'ASiC_E' | null {
  if (/^application\/vnd\.etsi\.asic-s\+zip\s*$/.test(mediaType)) return 'ASiC_S';
  return /^application\/vnd\.(?:etsi\.asic-e\+zip|bdoc(?:-[\d.]+)?)\s*$/.test(mediaType) ? 'ASiC_E' : null;
}

function kindOfNames(names: readonly string[]): 'ASiC_S' | 'ASiC_E' | null {
  const meta = names.filter((name) => name.startsWith(META_INF));
  const has = (pattern: RegExp): boolean => meta.some((name) => pattern.test(name));
  if (has(/ASiCManifest[^/]*\.xml$/iu)) return 'ASiC_E';
  if (has(/signatures[^/]*\.xml$/iu)) return names.length - meta.length === 1 ? 'ASiC_S' : 'ASiC_E';
  return has(/\/signature[^/]*\.p7s$/iu) ? 'ASiC_S' : null;
}
