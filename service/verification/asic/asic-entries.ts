import { ASIC_MEDIA_TYPES, META_INF, MIMETYPE_ENTRY, type AsicFormat } from '../../codecs/asic/asic-container.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import { readWholeEntry } from '../../codecs/zip/entry-data.ts';
import type { ZipEntry } from '../../codecs/zip/local-headers.ts';
import { openZip, type ZipArchive } from '../../codecs/zip/zip-archive.ts';
import { FLAG_DATA_DESCRIPTOR } from '../../codecs/zip/zip-records.ts';
import { AsicFault } from './asic-fault.ts';

/** More than a media type of EN 319 162-1 can be. */
const MAX_MIMETYPE_BYTES = 256;
const COMMENT_PREFIX = 'mimetype=';

/** The files of a container by what they are for; folders are left out. */
export interface AsicEntries {
  /** Everything outside META-INF but `mimetype`. */
  readonly dataObjects: readonly ZipEntry[];
  readonly signatures: readonly ZipEntry[];
  readonly manifests: readonly ZipEntry[];
  readonly xadesSignatures: readonly ZipEntry[];
  readonly timestamps: readonly ZipEntry[];
  /** All files by exact name. */
  readonly byName: ReadonlyMap<string, ZipEntry>;
}

/**
 * Opens a container of the asked format: the ZIP rules of openZip, `mimetype` as EN 319 162-1 A.1 wants it, and the
 * roles that 4.3.3.2 and 4.4.3.2 give to names. Names of META-INF are taken without regard to case, so that no other
 * reader finds a signature that this one passed over. Throws ZipError and AsicFault.
 */
export async function readAsicEntries(format: AsicFormat, source: ByteSource): Promise<AsicEntries> {
  const archive = openZip(source);
  await requireMimetype(archive, format, source);
  requireComment(archive, format);
  const files = archive.entries.filter(({ isFolder, name }) => !isFolder && name !== MIMETYPE_ENTRY);
  const isMeta = ({ name }: ZipEntry): boolean => name.startsWith(META_INF);
  const metaFiles = (pattern: RegExp): ZipEntry[] => files.filter((entry) => isMeta(entry) && pattern.test(entry.name));
  return {
    dataObjects: files.filter((entry) => !isMeta(entry)),
    signatures: metaFiles(/\.p7[sm]$/iu),
    manifests: metaFiles(/ASiCManifest[^/]*\.xml$/iu),
    xadesSignatures: metaFiles(/signatures[^/]*\.xml$/iu),
    timestamps: metaFiles(/\.tst$/iu),
    byName: new Map(files.map((entry) => [entry.name, entry])),
  };
}

async function requireMimetype({ entries }: ZipArchive, format: AsicFormat, source: ByteSource): Promise<void> {
  const [first] = entries;
  if (first?.name !== MIMETYPE_ENTRY) throw mimetypeFault('The first entry is not the mimetype.');
  const hasExtraField = first.hasLocalExtraField || first.hasDirectoryExtraField;
  if (first.isCompressed || hasExtraField || (first.flags & FLAG_DATA_DESCRIPTOR) !== 0) {
    throw mimetypeFault('The mimetype is compressed, or its header has more than it may have.');
  }
  const content = await readWholeEntry(source, first, MAX_MIMETYPE_BYTES);
  if (new TextDecoder().decode(content) !== ASIC_MEDIA_TYPES[format]) {
    throw mimetypeFault(`The mimetype is not that of ${format}.`);
  }
}

/** EN 319 162-1 A.1: the comment may name the media type too; it must not name another. */
function requireComment({ comment }: ZipArchive, format: AsicFormat): void {
  const text = new TextDecoder().decode(comment);
  if (text.startsWith(COMMENT_PREFIX) && text.slice(COMMENT_PREFIX.length).trim() !== ASIC_MEDIA_TYPES[format]) {
    throw mimetypeFault(`The container's comment names another media type than ${format}.`);
  }
}

function mimetypeFault(message: string): AsicFault {
  return new AsicFault('ASIC_MIMETYPE_INVALID', message);
}
