import { expect, it } from 'vitest';
import { entry } from './asic-files.suite.ts';
import { fields, rawZip, zip64End } from './raw-zip.suite.ts';
import {
  files,
  DATA,
  SIGNATURE,
  MIMETYPE,
  DOCUMENT,
  asicS,
  DESCRIBED,
  descriptor,
  CRC,
  ZIP64_SIZES,
  describeHostile,
  type HostileContainer,
} from './hostile-container.suite.ts';

it('good containers are VALID, also with what other writers add to them', async () => {
  const good: Record<string, Buffer> = {
    plain: asicS(),
    deflated: asicS({ isDeflated: true }),
    'deflated with effort bits': asicS({ isDeflated: true, header: { flags: 6 } }),
    'with a folder': rawZip([MIMETYPE, entry('META-INF/', ''), DOCUMENT, SIGNATURE]),
    'with a comment': asicS({}, { end: { comment: Buffer.from('mimetype=application/vnd.etsi.asic-s+zip') } }),
    'with a time extra field': asicS({ header: { extra: fields([2, 0x5455], [2, 1], [1, 0]) } }),
    'with the version that Zip64 needs': asicS({ directory: { needed: 45 } }),
    'with the version that a first ZIP needs, from 7-Zip': asicS({ directory: { needed: 0x030a, madeBy: 0x033f } }),
    'with a folder that keeps its group': rawZip([
      MIMETYPE,
      { ...entry('META-INF/', ''), directory: { externalAttributes: (0o042775 << 16) >>> 0 } },
      DOCUMENT,
      SIGNATURE,
    ]),
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

const secondZipInComment = (): Buffer => asicS({}, { end: { comment: rawZip([entry('other.txt', 'other')]) } });
const withoutEnd = (bytes: Buffer): Buffer => bytes.subarray(0, -1);

const HOSTILE: readonly HostileContainer[] = [
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
];

describeHostile('containers whose records, headers or disks do not agree are refused', HOSTILE);
