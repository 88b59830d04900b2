import { ASIC_MEDIA_TYPES, META_INF, MIMETYPE_ENTRY, type AsicFormat } from '../../codecs/asic/asic-container.ts';
import type { ByteSource } from '../../codecs/byte-source.ts';
import { readWholeEntry } from '../../codecs/zip/entry-data.ts';
import type { ZipEntry } from '../../codecs/zip/local-headers.ts';
import { openZip, type ZipArchive } from '../../codecs/zip/zip-archive.ts';
import { FLAG_DATA_DESCRIPTOR } from '../../codecs/zip/zip-records.ts';
import { type Fault, indeterminate } from '../fault.ts';
import { isNamedAsDescribing } from './describing-files.ts';

/** More than a media type of EN 319 162-1 can be. */
const MAX_MIMETYPE_BYTES = 256;
const COMMENT_PREFIX = 'mimetype=';

/** The files of a container by what they are for; folders are left out. */
export interface AsicEntries {
  /** Everything outside META-INF but `mimetype`. */
  readonly dataObjects: readonly ZipEntry[];
  readonly signatures: readonly ZipEntry[];
  readonly manifests: readonly ZipEntry[];
  /** EN 319 162-1 A.7: over each is a timestamp, which covers what it lists. */
  readonly archiveManifests: readonly ZipEntry[];
  readonly xadesSignatures: readonly ZipEntry[];
  readonly timestamps: readonly ZipEntry[];
  /** Folders, and files of META-INF that have no role here. */
  readonly others: readonly ZipEntry[];
  /** Of these the files that do not belong into META-INF: whoever unpacks the container finds a document in them. */
  readonly strangers: readonly ZipEntry[];
  /** All files by exact name, `mimetype` among them: a manifest may list it. */
  readonly byName: ReadonlyMap<string, ZipEntry>;
  /** What is wrong with how the container names its kind; nothing that was signed depends on it. */
  readonly faults: readonly Fault[];
}

/**
 * Opens a container of the asked format: the ZIP rules of openZip, `mimetype` as EN 319 162-1 A.1 wants it, and the
 * roles that 4.3.3.2 and 4.4.3.2 give to names. Names of META-INF are taken without regard to case, so that no other
 * reader finds a signature that this one passed over. Throws ZipError.
 */
export async function readAsicEntries(format: AsicFormat, source: ByteSource): Promise<AsicEntries> {
  const archive = openZip(source);
  const files = archive.entries.filter(({ isFolder }) => !isFolder);
  const isMeta = ({ name }: ZipEntry): boolean => name.startsWith(META_INF);
  const metaFiles = (pattern: RegExp): ZipEntry[] => files.filter((entry) => isMeta(entry) && pattern.test(entry.name));
  const roles = {
    dataObjects: files.filter((entry) => !isMeta(entry) && entry.name !== MIMETYPE_ENTRY),
    signatures: metaFiles(/\.p7[sm]$/iu),
    manifests: metaFiles(/ASiCManifest[^/]*\.xml$/iu),
    archiveManifests: metaFiles(/ASiCArchiveManifest[^/]*\.xml$/iu),
    xadesSignatures: metaFiles(/signatures[^/]*\.xml$/iu),
    timestamps: metaFiles(/\.tst$/iu),
  };
  const known = new Set(Object.values(roles).flat());
  const others = archive.entries.filter((entry) => !known.has(entry) && entry.name !== MIMETYPE_ENTRY);
  return {
    ...roles,
    others,
    strangers: others.filter((entry) => !entry.isFolder && !isNamedAsDescribing(entry)),
    byName: new Map(files.map((entry) => [entry.name, entry])),
    faults: [...(await judgeMimetype(archive, format, source)), ...judgeComment(archive, format)],
  };
}

/**
 * A file that was packed again by a common archiver has its mimetype somewhere else or compressed: its kind can no longer
 * be told by its first bytes (EN 319 162-1 A.1), and that is all.
 */
async function judgeMimetype({ entries }: ZipArchive, format: AsicFormat, source: ByteSource): Promise<Fault[]> {
  const entry = entries.find(({ name }) => name === MIMETYPE_ENTRY);
  if (entry === undefined) return [mimetypeFault('There is no mimetype.')];
  const faults: Fault[] = [];
  if (entry !== entries[0]) faults.push(mimetypeFault('The first entry is not the mimetype.'));
  const hasExtraField = entry.hasLocalExtraField || entry.hasDirectoryExtraField;
  if (entry.isCompressed || hasExtraField || (entry.flags & FLAG_DATA_DESCRIPTOR) !== 0) {
    faults.push(mimetypeFault('The mimetype is compressed, or its header has more than it may have.'));
  }
  const content = await readWholeEntry(source, entry, MAX_MIMETYPE_BYTES);
  if (new TextDecoder('utf-8', { ignoreBOM: true }).decode(content) !== ASIC_MEDIA_TYPES[format]) {
    faults.push(mimetypeFault(`The mimetype is not that of ${format}.`));
  }
  return faults;
}

/** EN 319 162-1 A.1: the comment may name the media type too; it must not name another. */
function judgeComment({ comment }: ZipArchive, format: AsicFormat): Fault[] {
  const text = new TextDecoder().decode(comment);
  const isOther =
    text.startsWith(COMMENT_PREFIX) && text.slice(COMMENT_PREFIX.length).trim() !== ASIC_MEDIA_TYPES[format];
  return isOther ? [mimetypeFault(`The container's comment names another media type than ${format}.`)] : [];
}

function mimetypeFault(detail: string): Fault {
  return indeterminate('ASIC_MIMETYPE_INVALID', detail);
}
