import { afterAll, describe, expect, it } from 'vitest';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { entry, makeAsicFiles, manifest, mimetype, reference } from './asic-files.suite.ts';
import { rawZip, type RawEntry } from './raw-zip.suite.ts';

const files = makeAsicFiles();
afterAll(() => files.remove());

const A = Buffer.from('The first data object.');
const B = Buffer.from('The second one.');
const SIGNATURE = 'META-INF/signature.p7s';
const MANIFEST = 'META-INF/ASiCManifest.xml';

function signed(content: Uint8Array, name = SIGNATURE): RawEntry {
  return entry(name, files.signature(content));
}

function asicE(manifestBytes: Uint8Array, dataObjects: readonly RawEntry[], more: readonly RawEntry[] = []): Buffer {
  const meta = [entry(MANIFEST, manifestBytes), signed(manifestBytes)];
  return rawZip([mimetype('ASiC_E'), ...dataObjects, ...meta, ...more]);
}

/** Of a Vietnamese, a Thai and a Tibetan word. */
const LONG = `${'folder of files/'.repeat(50)}${'tie\u0302\u0301ng \u0e17\u0e35\u0e48 \u0f40\u0fb1\u0f72\u0f7e '.repeat(20)}.txt`;
const BOTH = manifest(reference('a.txt', A) + reference('folder/b.txt', B));
const OBJECTS = [entry('a.txt', A), entry('folder/b.txt', B)];
const S = [mimetype('ASiC_S'), entry('a.txt', A), signed(A)];
type Case = readonly [string, Buffer, 'INVALID' | 'INDETERMINATE', ReasonCode];

describe('ASiC-E', () => {
  const text = BOTH.toString();
  const changed = (from: string | RegExp, to: string): Buffer => Buffer.from(text.replace(from, to));
  const over = (change: Buffer): Buffer => asicE(change, OBJECTS);
  const sha1 = reference('a.txt', A, 'sha1', 'http://www.w3.org/2000/09/xmldsig#sha1') + reference('folder/b.txt', B);
  const unknown = reference('a.txt', A, 'sha256', 'urn:my-own-hash') + reference('folder/b.txt', B);
  const extension = (critical: string): string =>
    `$&<a:ASiCManifestExtensions><a:Extension ${critical}><x xmlns="urn:x"/></a:Extension></a:ASiCManifestExtensions>`;
  const onlyA = manifest(reference('a.txt', A), 'META-INF/signature2.p7s');
  const partial = [entry('META-INF/ASiCManifest2.xml', onlyA), signed(onlyA, 'META-INF/signature2.p7s')];
  const wrong = manifest(reference('a.txt', B) + reference('folder/b.txt', B), 'META-INF/signature2.p7s');
  const spoilt = [entry('META-INF/ASiCManifest2.xml', wrong), signed(wrong, 'META-INF/signature2.p7s')];

  it.each([
    ['two data objects', asicE(BOTH, OBJECTS)],
    [
      'escapes in URIs, decoded once',
      asicE(manifest(reference('100%2525%20%2B+.txt', A)), [entry('100%25 ++.txt', A)]),
    ],
    [
      'an extension that need not be understood',
      over(
        changed(
          '</a:DataObjectReference></a:ASiCManifest>',
          extension('Critical="false"').replace('$&', '</a:DataObjectReference>') + '</a:ASiCManifest>',
        ),
      ),
    ],
    [
      'attributes as writers give them, and a folder',
      asicE(
        BOTH,
        OBJECTS.map((object) => ({ ...object, directory: { externalAttributes: 0xa7 } })),
        [{ ...entry('META-INF/', ''), directory: { externalAttributes: 0x10 } }],
      ),
    ],
    [
      'a long name in many folders, and letters of many marks',
      asicE(manifest(reference(encodeURIComponent(LONG), A)), [{ ...entry(LONG, A), header: { flags: 0x800 } }]),
    ],
    ['another file in META-INF', asicE(BOTH, OBJECTS, [entry('META-INF/manifest.xml', '<x/>')])],
  ])('%s: VALID', async (_what, container) => {
    const report = await files.verify('ASiC_E', container);
    expect({ status: report.overallStatus, detail: report.detail }).toEqual({ status: 'VALID', detail: null });
    expect(report.signatures).toMatchObject([{ name: SIGNATURE, coversWholeDocument: true, profileReached: 'B' }]);
  });

  const cases: readonly Case[] = [
    ['ASiC-S in its place', rawZip(S), 'INVALID', 'ASIC_MIMETYPE_INVALID'],
    [
      'a changed data object',
      asicE(BOTH, [entry('a.txt', B), entry('folder/b.txt', B)]),
      'INVALID',
      'SIG_DIGEST_MISMATCH',
    ],
    [
      'a changed manifest',
      rawZip([mimetype('ASiC_E'), ...OBJECTS, entry(MANIFEST, changed('a.txt', 'a.tx')), signed(BOTH)]),
      'INVALID',
      'SIG_DIGEST_MISMATCH',
    ],
    [
      'swapped data objects',
      asicE(BOTH, [entry('a.txt', B), entry('folder/b.txt', A)]),
      'INVALID',
      'SIG_DIGEST_MISMATCH',
    ],
    ['a missing data object', asicE(BOTH, OBJECTS.slice(0, 1)), 'INDETERMINATE', 'ASIC_DATA_OBJECT_MISSING'],
    [
      'an unsigned data object',
      asicE(BOTH, [...OBJECTS, entry('c.txt', 'c')]),
      'INDETERMINATE',
      'ASIC_DATA_OBJECT_UNSIGNED',
    ],
    [
      'no data object',
      asicE(manifest(reference('META-INF/x', A)), [entry('META-INF/x', A)]),
      'INDETERMINATE',
      'ASIC_DATA_OBJECT_MISSING',
    ],
    ['no manifest', rawZip([mimetype('ASiC_E'), ...OBJECTS, signed(A)]), 'INVALID', 'ASIC_MANIFEST_INVALID'],
    ['no signature at all', rawZip([mimetype('ASiC_E'), ...OBJECTS]), 'INDETERMINATE', 'SIG_NOT_FOUND'],
    [
      'a manifest without its signature',
      rawZip([mimetype('ASiC_E'), ...OBJECTS, entry(MANIFEST, BOTH)]),
      'INVALID',
      'ASIC_MANIFEST_INVALID',
    ],
    [
      'a signature that no manifest names',
      asicE(BOTH, OBJECTS, [signed(A, 'META-INF/signature9.p7s')]),
      'INVALID',
      'ASIC_MANIFEST_INVALID',
    ],
    [
      'the signature outside META-INF',
      rawZip([
        mimetype('ASiC_E'),
        ...OBJECTS,
        entry(MANIFEST, changed(SIGNATURE, 'signature.p7s')),
        signed(BOTH, 'signature.p7s'),
      ]),
      'INVALID',
      'ASIC_MANIFEST_INVALID',
    ],
    [
      'the signature over a data object',
      rawZip([mimetype('ASiC_E'), ...OBJECTS, entry(MANIFEST, BOTH), signed(A)]),
      'INVALID',
      'SIG_DIGEST_MISMATCH',
    ],
    ['SHA-1 in the manifest', over(manifest(sha1)), 'INDETERMINATE', 'SIG_ALGORITHM_WEAK'],
    ['an unknown digest', over(manifest(unknown)), 'INDETERMINATE', 'SIG_ALGORITHM_UNSUPPORTED'],
    ['a second manifest that does not hold', asicE(BOTH, OBJECTS, spoilt), 'INVALID', 'SIG_DIGEST_MISMATCH'],
    ['a second signature over a part', asicE(BOTH, OBJECTS, partial), 'INDETERMINATE', 'SIG_COVERAGE_INCOMPLETE'],
    [
      'XAdES without a signature too',
      asicE(BOTH, OBJECTS, [entry('META-INF/signatures.xml', '<x/>')]),
      'INDETERMINATE',
      'SIG_NOT_FOUND',
    ],
    [
      'XAdES without a signature',
      rawZip([mimetype('ASiC_E'), ...OBJECTS, entry('META-INF/signatures.xml', '<x/>')]),
      'INDETERMINATE',
      'SIG_NOT_FOUND',
    ],
    [
      'an escape decoded twice',
      asicE(manifest(reference('a%2520b', A)), [entry('a b', A)]),
      'INDETERMINATE',
      'ASIC_DATA_OBJECT_MISSING',
    ],
    [
      'a plus sign taken for a space',
      asicE(manifest(reference('a+b', A)), [entry('a b', A)]),
      'INDETERMINATE',
      'ASIC_DATA_OBJECT_MISSING',
    ],
    [
      'a URI with a fragment',
      over(changed('URI="a.txt"', 'URI="a.txt#x"')),
      'INDETERMINATE',
      'ASIC_DATA_OBJECT_MISSING',
    ],
    ['a URI that is no UTF-8', over(changed('URI="a.txt"', 'URI="a%ff.txt"')), 'INVALID', 'ASIC_MANIFEST_INVALID'],
    [
      'a reference twice',
      over(manifest(reference('a.txt', A) + reference('%61.txt', A) + reference('folder/b.txt', B))),
      'INVALID',
      'ASIC_MANIFEST_INVALID',
    ],
    ['no references', over(manifest('')), 'INVALID', 'ASIC_MANIFEST_INVALID'],
    [
      'a critical extension',
      over(changed(/(?=<\/a:ASiCManifest>)/, extension('Critical="true"'))),
      'INVALID',
      'ASIC_MANIFEST_INVALID',
    ],
    [
      'a comment in a digest',
      over(changed('<d:DigestValue>', '<d:DigestValue><!-- -->')),
      'INVALID',
      'ASIC_MANIFEST_INVALID',
    ],
    ['a digest cut short', over(changed(/(<d:DigestValue>).{4}/, '$1')), 'INVALID', 'ASIC_MANIFEST_INVALID'],
    [
      'a DOCTYPE',
      over(Buffer.concat([Buffer.from('<!DOCTYPE x [<!ENTITY y "z">]>'), BOTH])),
      'INVALID',
      'ASIC_MANIFEST_INVALID',
    ],
    ['another namespace', over(changed('02918/v1.2.1', '2918/v1.1.1')), 'INVALID', 'ASIC_MANIFEST_INVALID'],
    ['a manifest that is no XML', over(Buffer.from('a.txt')), 'INVALID', 'ASIC_MANIFEST_INVALID'],
    [
      'two signatures named',
      over(changed('<a:DataObjectReference', '<a:SigReference URI="x"/>$&')),
      'INVALID',
      'ASIC_MANIFEST_INVALID',
    ],
  ];
  it.each(cases)('%s is not VALID', async (_what, container, status, reason) => {
    const report = await files.verify('ASiC_E', container);
    expect({ status: report.overallStatus, detail: report.detail }).toMatchObject({ status });
    expect(report.reasonCodes).toContain(reason);
    expect(report.reasonCodes).not.toContain('SIG_VALID');
  });

  it('is intact only where every file was seen to be what was signed', async () => {
    const intact = async (container: Buffer): Promise<boolean> =>
      (await files.verify('ASiC_E', container)).signature.cryptoValid;
    expect(await intact(asicE(BOTH, OBJECTS))).toBe(true);
    expect(await intact(over(manifest(sha1)))).toBe(true);
    expect(await intact(asicE(BOTH, OBJECTS.slice(0, 1)))).toBe(false);
    expect(await intact(over(manifest(unknown)))).toBe(false);
  });

  it('a signature over a part says so, and leaves the other one as it is', async () => {
    const report = await files.verify('ASiC_E', asicE(BOTH, OBJECTS, partial));
    expect(report.signatures).toMatchObject([
      { name: SIGNATURE, status: 'VALID', coversWholeDocument: true },
      { name: 'META-INF/signature2.p7s', status: 'INDETERMINATE', coversWholeDocument: false },
    ]);
  });

  it('what a timestamp is over counts as unsigned', async () => {
    const stamped = manifest(reference('c.txt', 'c'), 'META-INF/timestamp.tst');
    const more = [entry('META-INF/ASiCManifestT.xml', stamped), entry('META-INF/timestamp.tst', 'token')];
    const good = await files.verify('ASiC_E', asicE(BOTH, OBJECTS, [...more]));
    expect(good.signatures).toMatchObject([{ status: 'VALID' }]);
    // What the timestamp is over is not there: that is said of the container.
    expect(good.overallStatus).toBe('INDETERMINATE');
    expect(good.reasonCodes).toEqual(expect.arrayContaining(['TIMESTAMP_PRESENT', 'TIMESTAMP_INVALID']));
    const unsigned = await files.verify('ASiC_E', asicE(BOTH, [...OBJECTS, entry('c.txt', 'c')], more));
    expect(unsigned.reasonCodes).toContain('ASIC_DATA_OBJECT_UNSIGNED');
  });
});

describe('any one byte changed', () => {
  /** Version, time and attributes of a header, which say nothing of the data. */
  const freeBytes = (container: Buffer): Set<number> => {
    const free = new Set<number>();
    for (const [signature, start, ranges] of [
      [
        'PK\x03\x04',
        0,
        [
          [4, 6],
          [10, 14],
        ],
      ],
      [
        'PK\x01\x02',
        0,
        [
          [4, 8],
          [12, 16],
          [36, 38],
          [38, 42],
        ],
      ],
    ] as const) {
      for (
        let at = container.indexOf(signature, start, 'latin1');
        at !== -1;
        at = container.indexOf(signature, at + 1, 'latin1')
      ) {
        for (const [from, to] of ranges) for (let offset = from; offset < to; offset++) free.add(at + offset);
      }
    }
    return free;
  };

  it.each([
    ['ASiC_S', rawZip(S)],
    ['ASiC_E', asicE(BOTH, [OBJECTS[0] ?? entry('', ''), { ...entry('folder/b.txt', B), isDeflated: true }])],
  ] as const)('in a small %s is found or harmless', async (format, container) => {
    const free = freeBytes(container);
    const unnoticed: number[] = [];
    for (let position = 0; position < container.length; position++) {
      const changed = container.with(position, (container[position] ?? 0) ^ (1 << (position % 8)));
      const report = await files.verify(format, changed);
      if (report.overallStatus === 'VALID' && !free.has(position)) unnoticed.push(position);
    }
    expect(unnoticed).toEqual([]);
  });
});
