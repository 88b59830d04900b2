import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { entry, manifest, mimetype, reference } from './asic-files.suite.ts';
import { DATA, DOCUMENT, files, MIMETYPE, SIGNATURE } from './hostile-container.suite.ts';
import { rawZip, type RawEntry } from './raw-zip.suite.ts';

/** A file that whoever reads from the beginning finds behind the end of compressed data. */
const SECOND_FILE = rawZip([entry('document2.txt', 'Pay 9999')]).subarray(0, 30 + 13 + 8);

/** Does not belong there, and is said to be unsigned where it hides nothing. */
const STRANGE = 'META-INF/notes.txt';
/** Entries that no signature is over and that have no role in a container. */
const PLACES: Readonly<Record<string, string>> = {
  'a folder': 'folder/',
  'the folder META-INF': 'META-INF/',
  'a folder in META-INF': 'META-INF/folder/',
  'the list of files': 'META-INF/manifest.xml',
  'another file of META-INF': STRANGE,
};
const contentOf = (name: string): Buffer => Buffer.from(name.endsWith('/') ? '' : '<of-no-concern/>');

/** More than is decompressed at once, and no bomb. */
const LARGE = randomBytes(1_200_000);

/** The ways to hide something, each in one entry with right headers otherwise. */
const HIDING: Readonly<Record<string, (content: Buffer) => Partial<RawEntry>>> = {
  'a file behind its data': (content) => ({
    isDeflated: true,
    compressed: Buffer.concat([deflateRawSync(content), SECOND_FILE]),
  }),
  'a byte behind its data': (content) => ({
    isDeflated: true,
    compressed: Buffer.concat([deflateRawSync(content), Buffer.of(0)]),
  }),
  'more than its size says': (content) => ({
    isDeflated: true,
    compressed: deflateRawSync(Buffer.concat([content, SECOND_FILE])),
  }),
  'something that is not compressed': () => ({ isDeflated: true, compressed: SECOND_FILE }),
  'data that is cut off': () => ({ isDeflated: true, compressed: Buffer.alloc(0) }),
  'data of another sum': () => ({ header: { crc: 1 } }),
};

const BOTH = manifest(reference('document.txt', DATA));
const IN_E = [entry('META-INF/ASiCManifest.xml', BOTH), entry('META-INF/signature.p7s', files.signature(BOTH))];

/** A good container of each kind with one entry more. */
const containers = (more: RawEntry): readonly (readonly ['ASiC_S' | 'ASiC_E', Buffer])[] => [
  ['ASiC_S', rawZip([MIMETYPE, more, DOCUMENT, SIGNATURE])],
  ['ASiC_E', rawZip([mimetype('ASiC_E'), DOCUMENT, more, ...IN_E])],
];

describe('what an entry that nobody looks at hides is found', () => {
  const cases = Object.entries(PLACES).flatMap(([place, name]) =>
    Object.entries(HIDING).map(
      ([what, hide]) => [place, what, { ...entry(name, contentOf(name)), ...hide(contentOf(name)) }] as const,
    ),
  );

  const whole = deflateRawSync(LARGE);
  const largeOnes: Readonly<Record<string, Partial<RawEntry>>> = {
    'a file behind its data': { isDeflated: true, compressed: Buffer.concat([whole, SECOND_FILE]) },
    'more than its size says': { isDeflated: true, compressed: deflateRawSync(Buffer.concat([LARGE, SECOND_FILE])) },
    'less than its size says': { isDeflated: true, compressed: deflateRawSync(LARGE.subarray(1)) },
    'data that is cut off': { isDeflated: true, compressed: whole.subarray(0, -9) },
    'data of another sum': { isDeflated: true, header: { crc: 1 } },
  };
  const large = Object.entries(largeOnes).map(
    ([what, hiding]) => ['a large file', what, { ...entry('META-INF/notes.txt', LARGE), ...hiding }] as const,
  );

  it.each([...cases, ...large])('in %s: %s', async (_place, _what, hiding) => {
    for (const [format, container] of containers(hiding)) {
      const { overallStatus, reasonCodes } = await files.verify(format, container);
      expect({ format, overallStatus, reasonCodes }).toEqual({
        format,
        overallStatus: 'INVALID',
        reasonCodes: ['ASIC_CONTAINER_INVALID'],
      });
    }
  });
});

describe('an entry that hides nothing is lawful', () => {
  const ways: Readonly<Record<string, Partial<RawEntry>>> = { stored: {}, compressed: { isDeflated: true } };
  const places = Object.entries(PLACES).filter(([, name]) => name !== STRANGE);
  const cases = places.flatMap(([place, name]) =>
    Object.entries(ways).map(([how, way]) => [place, how, { ...entry(name, contentOf(name)), ...way }] as const),
  );

  it.each(cases)('%s, %s', async (_place, _how, more) => {
    for (const [format, container] of containers(more)) {
      const { overallStatus } = await files.verify(format, container);
      expect({ format, overallStatus }).toEqual({ format, overallStatus: 'VALID' });
    }
  });
});

it('a mark of the byte order before the media type is not part of it', async () => {
  const marked = entry('mimetype', Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), MIMETYPE.data]));
  const { overallStatus, reasonCodes } = await files.verify('ASiC_S', rawZip([marked, DOCUMENT, SIGNATURE]));
  expect(overallStatus).toBe('INDETERMINATE');
  expect(reasonCodes).toContain('ASIC_MIMETYPE_INVALID');
});
