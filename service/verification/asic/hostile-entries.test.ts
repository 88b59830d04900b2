import { entry } from './asic-files.suite.ts';
import { fields, rawZip } from './raw-zip.suite.ts';
import {
  DATA,
  SIGNATURE,
  MIMETYPE,
  DOCUMENT,
  asicS,
  named,
  DEFLATED,
  UNIX_FILE,
  UNIX_LINK,
  BOMB,
  describeHostile,
  type HostileContainer,
} from './hostile-container.suite.ts';

const swappedOffsets = (): Buffer => {
  const twin = entry('document.txt', Buffer.from('Another one.'));
  const first = rawZip([MIMETYPE]).readUInt32LE(0) === 0 ? 0 : 30 + 8 + MIMETYPE.data.length;
  return rawZip([MIMETYPE, DOCUMENT, SIGNATURE, { ...twin, directory: { offset: first } }]);
};
const HOSTILE: readonly HostileContainer[] = [
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
  ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'].map(
    (turn): HostileContainer => [
      `a name that is shown otherwise: U+${turn.codePointAt(0)?.toString(16)}`,
      () => asicS({ name: `document${turn}fdp.exe` }),
      'ZIP_NAME_INVALID',
    ],
  ),
  [
    'more marks on one letter than can be put in order',
    () => asicS({ name: `a${'\u0301\u0316'.repeat(400)}`, header: { flags: 0x800 } }),
    'ZIP_NAME_INVALID',
  ],
  [
    'folders in each other without end',
    () => named(`${'a/'.repeat(1000)}b`),
    'ZIP_NAME_TOO_LONG',
    'SIG_LIMIT_EXCEEDED',
  ],
  ['a name longer than any', () => named(`${'. '.repeat(30_000)}x`), 'ZIP_NAME_TOO_LONG', 'SIG_LIMIT_EXCEEDED'],
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
  ...(['header', 'local', 'directory'] as const).flatMap((place) =>
    [UNIX_LINK, (0o040755 << 16) >>> 0, UNIX_FILE].map((attributes): HostileContainer => {
      // A bit map: version made by, internal and external attributes.
      const extra = fields([2, 0x6c78], [2, 9], [1, 7], [2, 0x031e], [2, 0], [4, attributes]);
      const what = `a file that libarchive takes for another kind: ${attributes.toString(8)} in ${place}`;
      return [what, () => asicS({ [place]: { extra } }), 'ZIP_EXTRA_FIELD_UNSUPPORTED'];
    }),
  ),
  ['a symbolic link', () => asicS({ directory: { externalAttributes: UNIX_LINK } }), 'ZIP_LINK_FORBIDDEN'],
  ...[0x08, 0x10, 0x30, UNIX_FILE + 0x10].flatMap((externalAttributes) =>
    [0x0014, 0x031e, 0x0a14].map((madeBy): HostileContainer => {
      const what = `a file that others leave out: attributes ${externalAttributes.toString(16)}, by ${madeBy.toString(16)}`;
      return [what, () => asicS({ directory: { externalAttributes, madeBy } }), 'ZIP_LINK_FORBIDDEN'];
    }),
  ),
  ...[0x0400, 0x0420, UNIX_FILE + 0x0400].flatMap((externalAttributes) =>
    [0x0014, 0x0b14, 0x031e].map((madeBy): HostileContainer => {
      const what = `a file that 7-Zip takes for a link: attributes ${externalAttributes.toString(16)}, by ${madeBy.toString(16)}`;
      return [what, () => asicS({ directory: { externalAttributes, madeBy } }), 'ZIP_LINK_FORBIDDEN'];
    }),
  ),
  ...[0x0800_0000, 0x0c00_0000, 0x89a4_0000].flatMap((externalAttributes) =>
    [0x011e, 0x031e, 0x001e].map((madeBy): HostileContainer => {
      const what = `a file that is a folder on an Amiga: attributes ${externalAttributes.toString(16)}, by ${madeBy.toString(16)}`;
      return [what, () => asicS({ directory: { externalAttributes, madeBy } }), 'ZIP_LINK_FORBIDDEN'];
    }),
  ),
  ...[46, 51, 63, 209, 0x0214].map((needed): HostileContainer => [
    `a file that unzip leaves out: version ${needed} needed`,
    () => asicS({ directory: { needed } }),
    'ZIP_METHOD_UNSUPPORTED',
  ]),
  ['encryption', () => asicS({ header: { flags: 1 } }), 'ZIP_ENCRYPTED'],
  ['strong encryption', () => asicS({ header: { flags: 0x41 } }), 'ZIP_ENCRYPTED'],
  ['masked headers', () => asicS({ header: { flags: 0x2000 } }), 'ZIP_ENCRYPTED'],
  ['patch data', () => asicS({ header: { flags: 0x20 } }), 'ZIP_FLAGS_UNSUPPORTED'],
  ['bzip2', () => asicS({ header: { method: 12 } }), 'ZIP_METHOD_UNSUPPORTED'],
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

describeHostile('containers with names, links or data that harm are refused', HOSTILE);
