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

const BOTH = manifest(reference('a.txt', A) + reference('folder/b.txt', B));
const OBJECTS = [entry('a.txt', A), entry('folder/b.txt', B)];
const S = [mimetype('ASiC_S'), entry('a.txt', A), signed(A)];
type Case = readonly [string, Buffer, 'INVALID' | 'INDETERMINATE', ReasonCode];

describe('ASiC-S', () => {
  const cases: readonly Case[] = [
    ['ASiC-E in its place', asicE(BOTH, OBJECTS), 'INDETERMINATE', 'ASIC_MIMETYPE_INVALID'],
    ['no mimetype', rawZip(S.slice(1)), 'INDETERMINATE', 'ASIC_MIMETYPE_INVALID'],
    [
      'mimetype not first',
      rawZip([S[1], S[0], S[2]].filter((item) => item !== undefined)),
      'INDETERMINATE',
      'ASIC_MIMETYPE_INVALID',
    ],
    [
      'a compressed mimetype',
      rawZip([{ ...mimetype('ASiC_S'), isDeflated: true }, ...S.slice(1)]),
      'INDETERMINATE',
      'ASIC_MIMETYPE_INVALID',
    ],
    [
      'a line end in the mimetype',
      rawZip([entry('mimetype', 'application/vnd.etsi.asic-s+zip\n'), ...S.slice(1)]),
      'INDETERMINATE',
      'ASIC_MIMETYPE_INVALID',
    ],
    [
      'an extra field at the mimetype',
      rawZip([{ ...mimetype('ASiC_S'), local: { extra: Buffer.from('UT\x01\0\0', 'latin1') } }, ...S.slice(1)]),
      'INDETERMINATE',
      'ASIC_MIMETYPE_INVALID',
    ],
    [
      'a comment that says otherwise',
      rawZip(S, { end: { comment: Buffer.from('mimetype=application/vnd.etsi.asic-e+zip') } }),
      'INDETERMINATE',
      'ASIC_MIMETYPE_INVALID',
    ],
    [
      'a changed data object',
      rawZip([mimetype('ASiC_S'), entry('a.txt', B), signed(A)]),
      'INVALID',
      'SIG_DIGEST_MISMATCH',
    ],
    ['no data object', rawZip([mimetype('ASiC_S'), signed(A)]), 'INDETERMINATE', 'ASIC_DATA_OBJECT_MISSING'],
    ['a second data object', rawZip([...S, entry('b.txt', B)]), 'INDETERMINATE', 'ASIC_DATA_OBJECT_UNSIGNED'],
    [
      'a data object in a folder',
      rawZip([mimetype('ASiC_S'), entry('folder/a.txt', A), signed(A)]),
      'INDETERMINATE',
      'ASIC_CONTAINER_INVALID',
    ],
    ['no signature', rawZip(S.slice(0, 2)), 'INDETERMINATE', 'SIG_NOT_FOUND'],
    [
      'a signature of another name',
      rawZip([...S.slice(0, 2), signed(A, 'META-INF/signature001.p7s')]),
      'INDETERMINATE',
      'SIG_NOT_FOUND',
    ],
    ['a second signature', rawZip([...S, signed(A, 'META-INF/signature2.p7s')]), 'INVALID', 'ASIC_CONTAINER_INVALID'],
    ['a XAdES twin', rawZip([...S, entry('META-INF/signatures.xml', '<x/>')]), 'INVALID', 'ASIC_CONTAINER_INVALID'],
    [
      'XAdES without a signature',
      rawZip([...S.slice(0, 2), entry('META-INF/signatures.xml', '<x/>')]),
      'INDETERMINATE',
      'SIG_NOT_FOUND',
    ],
    [
      'an attached signature',
      rawZip([...S.slice(0, 2), entry(SIGNATURE, files.signature(A, 'p-256', true))]),
      'INDETERMINATE',
      'SIG_FORMAT_INVALID',
    ],
    [
      'an attached signature over something else',
      rawZip([...S.slice(0, 2), entry(SIGNATURE, files.signature(B, 'p-256', true))]),
      'INVALID',
      'SIG_FORMAT_INVALID',
    ],
    [
      'a signature that is none',
      rawZip([...S.slice(0, 2), entry(SIGNATURE, 'signed, Ann')]),
      'INVALID',
      'SIG_FORMAT_INVALID',
    ],
    [
      'an expired signer',
      rawZip([...S.slice(0, 2), entry(SIGNATURE, files.signature(A, 'expired'))]),
      'INDETERMINATE',
      'CERT_EXPIRED',
    ],
  ];
  it.each(cases)('%s is not VALID', async (_what, container, status, reason) => {
    const report = await files.verify('ASiC_S', container);
    expect(report.overallStatus).toBe(status);
    expect(report.reasonCodes).toContain(reason);
    expect(report.reasonCodes).not.toContain('SIG_VALID');
  });
});

it('ASiC-S with CAdES signs no name: renamed it stays VALID, and every report says so', async () => {
  const renamed = rawZip([mimetype('ASiC_S'), entry('another.txt', A), signed(A)]);
  const report = await files.verify('ASiC_S', renamed);
  expect(report.overallStatus).toBe('VALID');
  expect(report.limitations).toContain('whose name is signed in a container with XAdES only');
});
