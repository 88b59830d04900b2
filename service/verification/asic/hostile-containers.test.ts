import { deflateRawSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { entry, makeAsicFiles, mimetype } from './asic-files.suite.ts';
import { fields, rawZip, zip64End, type RawEntry, type RawZip } from './raw-zip.suite.ts';

const files = makeAsicFiles();
afterAll(() => files.remove());

const DATA = Buffer.from('The data object.\n'.repeat(100));
const SIGNATURE = entry('META-INF/signature.p7s', files.signature(DATA));
const MIMETYPE = mimetype('ASiC_S');
const DOCUMENT = entry('document.txt', DATA);

/** A good ASiC-S, apart from what `change` says of its data object and `zip` of the rest. */
function asicS(change: Partial<RawEntry> = {}, zip: RawZip = {}): Buffer {
  return rawZip([MIMETYPE, { ...DOCUMENT, ...change }, SIGNATURE], zip);
}

function named(name: string): Buffer {
  return asicS({ name, header: { name: Buffer.from(name, 'latin1') } });
}

const DEFLATED = deflateRawSync(DATA);
const DESCRIBED = { flags: 8, crc: 0, compressedSize: 0, size: 0 };

function descriptor(isSigned: boolean, isLong: boolean, crc: number, size = DATA.length): Buffer {
  const bytes = isLong ? 8 : 4;
  const values = fields([4, crc], [bytes, DEFLATED.length], [bytes, size]);
  return isSigned ? Buffer.concat([fields([4, 0x08074b50]), values]) : values;
}

const CRC = rawZip([DOCUMENT]).readUInt32LE(14);
const UNIX_LINK = (0o120777 << 16) >>> 0;
const BOMB = Buffer.alloc(2 * 1024 * 1024);
const ZIP64_SIZES = (size: number): Buffer => fields([2, 1], [2, 16], [8, size], [8, size]);

it('good containers are VALID, also with what other writers add to them', async () => {
  const good: Record<string, Buffer> = {
    plain: asicS(),
    deflated: asicS({ isDeflated: true }),
    'deflated with effort bits': asicS({ isDeflated: true, header: { flags: 6 } }),
    'with a folder': rawZip([MIMETYPE, entry('META-INF/', ''), DOCUMENT, SIGNATURE]),
    'with a comment': asicS({}, { end: { comment: Buffer.from('mimetype=application/vnd.etsi.asic-s+zip') } }),
    'with a time extra field': asicS({ header: { extra: fields([2, 0x5455], [2, 1], [1, 0]) } }),
    'with Zip64 everywhere': asicS(
      { header: { size: 0xffffffff, compressedSize: 0xffffffff, extra: ZIP64_SIZES(DATA.length) } },
      { beforeEnd: zip64End, end: { directoryOffset: 0xffffffff, directorySize: 0xffffffff } },
    ),
  };
  for (const isSigned of [true, false]) {
    for (const isLong of [true, false]) {
      const after = descriptor(isSigned, isLong, CRC);
      const described = { isDeflated: true, header: { flags: 8 }, local: DESCRIBED, after };
      good[`descriptor ${isSigned} ${isLong}`] = asicS(described);
    }
  }
  for (const [name, container] of Object.entries(good)) {
    const { overallStatus, detail } = await files.verify('ASiC_S', container);
    expect({ name, overallStatus, detail }).toEqual({ name, overallStatus: 'VALID', detail: null });
  }
});

const swappedOffsets = (): Buffer => {
  const twin = entry('document.txt', Buffer.from('Another one.'));
  const first = rawZip([MIMETYPE]).readUInt32LE(0) === 0 ? 0 : 30 + 8 + MIMETYPE.data.length;
  return rawZip([MIMETYPE, DOCUMENT, SIGNATURE, { ...twin, directory: { offset: first } }]);
};
const secondZipInComment = (): Buffer => asicS({}, { end: { comment: rawZip([entry('other.txt', 'other')]) } });
const withoutEnd = (bytes: Buffer): Buffer => bytes.subarray(0, -1);

/** What is wrong, the container, and the one rule it breaks. */
const HOSTILE: readonly (readonly [what: string, make: () => Buffer, rule: string, reason?: ReasonCode])[] = [
  ['not a ZIP file', () => Buffer.from('%PDF-1.7'), 'ZIP_END_INVALID'],
  ['nothing at all', () => Buffer.alloc(0), 'ZIP_END_INVALID'],
  ['an end record cut short', () => withoutEnd(asicS()), 'ZIP_END_INVALID'],
  ['a byte after the end', () => asicS({}, { after: Buffer.of(0) }), 'ZIP_END_INVALID'],
  ['a second container in the comment', secondZipInComment, 'ZIP_BYTES_UNACCOUNTED'],
  [
    'an end signature in the comment',
    () => asicS({}, { end: { comment: fields([4, 0x06054b50]) } }),
    'ZIP_END_INVALID',
  ],
  [
    'bytes before the first entry',
    () => rawZip([{ ...MIMETYPE, before: Buffer.from('#!/bin/sh\n') }, DOCUMENT, SIGNATURE]),
    'ZIP_BYTES_UNACCOUNTED',
  ],
  ['bytes between entries', () => asicS({ before: Buffer.from('hidden') }), 'ZIP_BYTES_UNACCOUNTED'],
  ['bytes after data', () => asicS({ after: Buffer.from('hidden') }), 'ZIP_BYTES_UNACCOUNTED'],
  ['bytes before the directory', () => asicS({}, { beforeDirectory: Buffer.of(1) }), 'ZIP_BYTES_UNACCOUNTED'],
  ['bytes after the directory', () => asicS({}, { beforeEnd: () => Buffer.of(1) }), 'ZIP_BYTES_UNACCOUNTED'],
  [
    'a directory longer than it says',
    () => asicS({}, { end: { entries: 2, entriesHere: 2 } }),
    'ZIP_DIRECTORY_INVALID',
  ],
  ['fewer entries than it says', () => asicS({}, { end: { entries: 4, entriesHere: 4 } }), 'ZIP_DIRECTORY_INVALID'],
  [
    'an entry hidden from the directory',
    () => rawZip([MIMETYPE, { ...DOCUMENT, before: rawZip([entry('x', 'hidden')]).subarray(0, 37) }, SIGNATURE]),
    'ZIP_BYTES_UNACCOUNTED',
  ],
  [
    'two entries with one header',
    () =>
      rawZip([
        MIMETYPE,
        DOCUMENT,
        { ...entry('copy.txt', DATA), directory: { offset: 38 + MIMETYPE.data.length } },
        SIGNATURE,
      ]),
    'ZIP_ENTRIES_OVERLAP',
  ],
  [
    'an entry that runs into the next',
    () => asicS({ header: { size: DATA.length + 9, compressedSize: DATA.length + 9 } }),
    'ZIP_ENTRIES_OVERLAP',
  ],
  ['an entry beyond the end', () => asicS({ directory: { offset: 0x7fffffff } }), 'ZIP_BYTES_UNACCOUNTED'],
  [
    'another name in the local header',
    () => asicS({ local: { name: Buffer.from('document.exe') } }),
    'ZIP_HEADERS_DIFFER',
  ],
  ['another size in the local header', () => asicS({ local: { size: 5 } }), 'ZIP_HEADERS_DIFFER'],
  ['another compressed size in the local header', () => asicS({ local: { compressedSize: 5 } }), 'ZIP_HEADERS_DIFFER'],
  ['another CRC in the local header', () => asicS({ local: { crc: 1 } }), 'ZIP_HEADERS_DIFFER'],
  ['another method in the local header', () => asicS({ local: { method: 8 } }), 'ZIP_HEADERS_DIFFER'],
  ['other flags in the local header', () => asicS({ local: { flags: 0x800 } }), 'ZIP_HEADERS_DIFFER'],
  [
    'zero sizes without a data descriptor',
    () => asicS({ local: { crc: 0, size: 0, compressedSize: 0 } }),
    'ZIP_HEADERS_DIFFER',
  ],
  [
    'a data descriptor that lies',
    () => asicS({ isDeflated: true, header: { flags: 8 }, local: DESCRIBED, after: descriptor(true, false, CRC, 5) }),
    'ZIP_HEADERS_DIFFER',
  ],
  [
    'a data descriptor of no known shape',
    () => asicS({ isDeflated: true, header: { flags: 8 }, local: DESCRIBED, after: Buffer.alloc(17) }),
    'ZIP_BYTES_UNACCOUNTED',
  ],
  [
    'a missing data descriptor',
    () => asicS({ isDeflated: true, header: { flags: 8 }, local: DESCRIBED }),
    'ZIP_BYTES_UNACCOUNTED',
  ],
  ['a name twice', swappedOffsets, 'ZIP_NAME_DUPLICATED'],
  [
    'names that differ in case',
    () => rawZip([MIMETYPE, DOCUMENT, entry('DOCUMENT.txt', 'x'), SIGNATURE]),
    'ZIP_NAME_DUPLICATED',
  ],
  [
    'names that differ in composition',
    () => rawZip([MIMETYPE, entry('\u00e9', DATA), entry('e\u0301', 'x'), SIGNATURE]),
    'ZIP_NAME_DUPLICATED',
  ],
  [
    'names that differ in a dot at the end',
    () => rawZip([MIMETYPE, DOCUMENT, entry('document.txt.', 'x'), SIGNATURE]),
    'ZIP_NAME_DUPLICATED',
  ],
  [
    'a file that is a folder too',
    () => rawZip([MIMETYPE, DOCUMENT, entry('document.txt/x', 'x'), SIGNATURE]),
    'ZIP_NAME_DUPLICATED',
  ],
  ['a second mimetype', () => rawZip([MIMETYPE, DOCUMENT, entry('MimeType', 'x'), SIGNATURE]), 'ZIP_NAME_DUPLICATED'],
  ['a way up', () => named('../document.txt'), 'ZIP_NAME_INVALID'],
  ['a way up inside', () => named('a/../document.txt'), 'ZIP_NAME_INVALID'],
  ['an absolute name', () => named('/etc/passwd'), 'ZIP_NAME_INVALID'],
  ['a drive', () => named('C:document.txt'), 'ZIP_NAME_INVALID'],
  ['a backslash', () => named('a\\document.txt'), 'ZIP_NAME_INVALID'],
  ['NUL in a name', () => named('document.txt\0.exe'), 'ZIP_NAME_INVALID'],
  ['an empty name', () => named(''), 'ZIP_NAME_INVALID'],
  ['an empty part of a name', () => named('a//b'), 'ZIP_NAME_INVALID'],
  ['an unmarked name beyond ASCII', () => named('dokument-\u00e9'), 'ZIP_NAME_INVALID'],
  [
    'a name that is not UTF-8',
    () => asicS({ header: { name: Buffer.of(0xc3, 0x28), flags: 0x800 } }),
    'ZIP_NAME_INVALID',
  ],
  [
    'META-INF in another case',
    () => rawZip([MIMETYPE, DOCUMENT, SIGNATURE, entry('meta-inf/signature.p7s', 'x')]),
    'ZIP_NAME_INVALID',
  ],
  [
    'another name in an extra field',
    () =>
      asicS({ header: { extra: Buffer.concat([fields([2, 0x7075], [2, 10], [1, 1], [4, 0]), Buffer.from('a.exe')]) } }),
    'ZIP_EXTRA_FIELD_INVALID',
  ],
  [
    'an extra field that goes beyond its header',
    () => asicS({ header: { extra: fields([2, 0x5455], [2, 9], [1, 0]) } }),
    'ZIP_EXTRA_FIELD_INVALID',
  ],
  ['a symbolic link', () => asicS({ directory: { externalAttributes: UNIX_LINK } }), 'ZIP_LINK_FORBIDDEN'],
  ['encryption', () => asicS({ header: { flags: 1 } }), 'ZIP_ENCRYPTED'],
  ['strong encryption', () => asicS({ header: { flags: 0x41 } }), 'ZIP_ENCRYPTED'],
  ['masked headers', () => asicS({ header: { flags: 0x2000 } }), 'ZIP_ENCRYPTED'],
  ['patch data', () => asicS({ header: { flags: 0x20 } }), 'ZIP_FLAGS_UNSUPPORTED'],
  ['bzip2', () => asicS({ header: { method: 12 } }), 'ZIP_METHOD_UNSUPPORTED'],
  ['an entry on another disk', () => asicS({ directory: { disk: 1 } }), 'ZIP_MULTI_DISK'],
  ['the last of two disks', () => asicS({}, { end: { disk: 1 } }), 'ZIP_MULTI_DISK'],
  ['entries on other disks', () => asicS({}, { end: { entriesHere: 2 } }), 'ZIP_MULTI_DISK'],
  [
    'a Zip64 locator for two disks',
    () => asicS({}, { beforeEnd: (...at) => zip64End(...at, { disks: 2 }) }),
    'ZIP_MULTI_DISK',
  ],
  [
    'Zip64 and plain counts that differ',
    () => asicS({}, { beforeEnd: (offset, size) => zip64End(offset, size, 2) }),
    'ZIP_ZIP64_INVALID',
  ],
  [
    'a Zip64 locator that points elsewhere',
    () => asicS({}, { beforeEnd: (...at) => zip64End(...at, { at: 0 }) }),
    'ZIP_ZIP64_INVALID',
  ],
  ['a missing Zip64 end record', () => asicS({}, { end: { directoryOffset: 0xffffffff } }), 'ZIP_ZIP64_INVALID'],
  ['a Zip64 field that nothing points to', () => asicS({ directory: { extra: ZIP64_SIZES(5) } }), 'ZIP_ZIP64_INVALID'],
  ['a Zip64 field that is missing', () => asicS({ directory: { size: 0xffffffff } }), 'ZIP_ZIP64_INVALID'],
  [
    'a Zip64 size beyond all files',
    () => asicS({ directory: { size: 0xffffffff, extra: fields([2, 1], [2, 8], [8, 2 ** 62]) } }),
    'ZIP_ZIP64_INVALID',
  ],
  [
    'Zip64 sizes that differ between headers',
    () =>
      asicS({
        header: { size: 0xffffffff, compressedSize: 0xffffffff, extra: ZIP64_SIZES(DATA.length) },
        local: { extra: ZIP64_SIZES(5) },
      }),
    'ZIP_HEADERS_DIFFER',
  ],
  ['data that is not what the CRC says', () => asicS({ header: { crc: 1 } }), 'ZIP_CRC_MISMATCH'],
  ['stored data with two sizes', () => asicS({ header: { size: 5 } }), 'ZIP_DATA_INVALID'],
  ['more data than the size says', () => asicS({ isDeflated: true, header: { size: 5 } }), 'ZIP_DATA_INVALID'],
  [
    'less data than the size says',
    () => asicS({ isDeflated: true, header: { size: DATA.length + 1 } }),
    'ZIP_DATA_INVALID',
  ],
  [
    'deflated data that is none',
    () => asicS({ isDeflated: true, compressed: Buffer.alloc(50, 0xff) }),
    'ZIP_DATA_INVALID',
  ],
  [
    'deflated data cut short',
    () => asicS({ isDeflated: true, compressed: DEFLATED.subarray(0, -1) }),
    'ZIP_DATA_INVALID',
  ],
  [
    'bytes after the deflated data',
    () => asicS({ isDeflated: true, compressed: Buffer.concat([DEFLATED, Buffer.from('hidden')]) }),
    'ZIP_DATA_INVALID',
  ],
  ['a folder with content', () => rawZip([MIMETYPE, DOCUMENT, SIGNATURE, entry('folder/', 'x')]), 'ZIP_DATA_INVALID'],
  [
    '1,001 entries',
    () =>
      rawZip([
        MIMETYPE,
        DOCUMENT,
        SIGNATURE,
        ...Array.from({ length: 998 }, (_, index) => entry(`META-INF/${index}`, '')),
      ]),
    'ZIP_TOO_MANY_ENTRIES',
    'SIG_LIMIT_EXCEEDED',
  ],
  [
    'a directory full of comments',
    () =>
      rawZip([
        MIMETYPE,
        DOCUMENT,
        SIGNATURE,
        ...Array.from({ length: 70 }, (_, index) => ({
          ...entry(`META-INF/${index}`, ''),
          directory: { comment: Buffer.alloc(65_000) },
        })),
      ]),
    'ZIP_DIRECTORY_TOO_LARGE',
    'SIG_LIMIT_EXCEEDED',
  ],
  ['a bomb', () => asicS({ data: BOMB, isDeflated: true }), 'ZIP_RATIO_EXCEEDED', 'SIG_LIMIT_EXCEEDED'],
  [
    'a total beyond all reason',
    () =>
      rawZip([
        MIMETYPE,
        DOCUMENT,
        SIGNATURE,
        ...Array.from({ length: 600 }, (_, index) => ({
          ...entry(`META-INF/${index}`, Buffer.alloc(20_000)),
          compressed: Buffer.alloc(10_000),
          isDeflated: true,
          header: { size: 1_000_000 },
        })),
      ]),
    'ZIP_TOTAL_EXCEEDED',
    'SIG_LIMIT_EXCEEDED',
  ],
  [
    'a signature file as large as a film',
    () => rawZip([MIMETYPE, DOCUMENT, entry('META-INF/signature.p7s', Buffer.alloc(25 * 1024 * 1024))]),
    'ZIP_ENTRY_TOO_LARGE',
    'SIG_LIMIT_EXCEEDED',
  ],
];

describe('hostile containers are INVALID for the rule they break', () => {
  it.each(HOSTILE.map((row) => ({ what: row[0], row })))(
    '$what',
    async ({ row: [, make, code, reason = 'ASIC_CONTAINER_INVALID'] }) => {
      const { overallStatus, reasonCodes, detail, signatures } = await files.verify('ASiC_S', make());
      const rule = detail?.split(':')[0];
      expect({ rule, overallStatus, reasonCodes, signatures }).toEqual({
        rule: code,
        overallStatus: 'INVALID',
        reasonCodes: [reason],
        signatures: [],
      });
    },
  );
});
