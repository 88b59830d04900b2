import type { ByteSource } from '../../codecs/byte-source.ts';
import { readEndRecord } from '../../codecs/zip/end-record.ts';

/** Of office documents in OASIS's format; every file of META-INF with `signatures` in its name is one of theirs (ODF 1.2 part 3, 3.2). */
const OPEN_DOCUMENT = /^application\/vnd\.oasis\.opendocument\./;
/** Books and layouts, whose container has a place for signatures that is called as that of ASiC (EPUB OCF 3.3, 4.2.6.3.5). */
const BOOK = /^application\/(?:epub\+zip|vnd\.adobe\.indesign-idml-package)/;
const SIGNATURES_IN_XML = /^META-INF\/[^/]*signatures[^/]*\.xml$/iu;

const FOR_ANDROID =
  'The file is a program for Android with signatures of its own kind, which this station does not check.';

/** A kind of package by the names of its files or the media type it gives. */
interface PackageKind {
  readonly names: RegExp;
  /** What lies in it besides. */
  readonly beside?: RegExp;
  readonly mediaType?: RegExp;
  readonly words: string;
}

/** Packages whose signatures are no AdES, and what they are in words. */
const PACKAGES: readonly PackageKind[] = [
  {
    // Those of the Office Open XML, and of documents and macros in OpenDocument.
    names: /^_xmlsignatures\/|^META-INF\/(?:document|macro)signatures\.xml$/iu,
    words: 'The file is an office document with signatures of its own kind, which this station does not check.',
  },
  {
    names: SIGNATURES_IN_XML,
    mediaType: OPEN_DOCUMENT,
    words: 'The file is an office document with signatures of its own kind, which this station does not check.',
  },
  {
    names: SIGNATURES_IN_XML,
    mediaType: BOOK,
    words: 'The file is a package with signatures of its own kind, which this station does not check.',
  },
  { names: /^META-INF\/[^/]+\.SF$/iu, beside: /(?:^|\/)AndroidManifest\.xml$/u, words: FOR_ANDROID },
  {
    names: /^META-INF\/[^/]+\.SF$/iu,
    words: 'The file is a program for Java with signatures of its own kind, which this station does not check.',
  },
  {
    // Of NuGet, of programs for Windows, and of ISO/IEC 29500-2 where it is no office document.
    names: /^\.signature\.p7s$|^AppxSignature\.p7x$|^package\/services\/digital-signature\//u,
    words: 'The file is a package with signatures of its own kind, which this station does not check.',
  },
];

/** Whether files that are called as those of an ASiC container are signatures of another kind. */
export function hasSignaturesOfItsKind(names: readonly string[], mediaType: string): boolean {
  const isOffice = names.some((name) => /^META-INF\/(?:document|macro)signatures\.xml$/iu.test(name));
  return isOffice || mediaType.startsWith('application/vnd.oasis.opendocument.') || BOOK.test(mediaType);
}

/** What a ZIP archive that is no ASiC container is in words. */
export function wordsForPackage(names: readonly string[], mediaType: string): string {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  const found = PACKAGES.find(
    (kind) =>
      (kind.mediaType?.test(mediaType) ?? true) && has(kind.names) && (kind.beside === undefined || has(kind.beside)),
  );
  return found?.words ?? 'The file is a ZIP archive without signatures of the kinds that this station checks.';
}

const SIGNING_BLOCK_END = 'APK Sig Block 42';
/** A program of a hundred thousand files has a directory of some ten megabytes. */
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024;
/** Signatures of a container, by names right below META-INF, as they stand in a file. */
export const NAMED_SIGNATURE = /META-INF\/(?:[\w.-]{0,200}signature[\w.-]{0,50}\.(?:p7s|xml)|ASiCManifest)/iu;

/**
 * What an archive with bytes that belong to no entry is in words: programs for Android have their signatures (schemes 2
 * and later) between the entries and the directory. Null for any other, and for one that names signatures of a container:
 * some stray bytes must not make a broken one something else. Throws ZipError.
 */
export function wordsForSigningBlock(document: ByteSource): string | null {
  const { directoryOffset, directorySize } = readEndRecord(document);
  if (directorySize > MAX_DIRECTORY_BYTES || !hasSigningBlockBefore(document, directoryOffset)) return null;
  const directory = Buffer.from(document.read(directoryOffset, directorySize)).toString('latin1');
  return directory.includes('AndroidManifest.xml') && !NAMED_SIGNATURE.test(directory) ? FOR_ANDROID : null;
}

/** A size that counts all behind it, pairs, the size again, and sixteen letters. */
function hasSigningBlockBefore(document: ByteSource, end: number): boolean {
  const tail = 8 + SIGNING_BLOCK_END.length;
  if (end < 8 + tail) return false;
  const last = Buffer.from(document.read(end - tail, tail));
  if (last.toString('latin1', 8) !== SIGNING_BLOCK_END) return false;
  const size = last.readBigUInt64LE(0);
  if (size < BigInt(tail) || size > BigInt(end - 8)) return false;
  return Buffer.from(document.read(end - 8 - Number(size), 8)).readBigUInt64LE(0) === size;
}
