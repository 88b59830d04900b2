import { afterAll, describe, expect, it } from 'vitest';
import type { VerificationOutcome } from '../verification.ts';
import { makeToken, otherRoot, makeTsa, root } from '../timestamps/timestamping.suite.ts';
import { entry, makeAsicFiles, manifest, mimetype, reference } from './asic-files.suite.ts';
import { rawZip, type RawEntry } from './raw-zip.suite.ts';

const files = makeAsicFiles();
afterAll(() => files.remove());

const SIGNATURE = 'META-INF/signature.p7s';
const MANIFEST = 'META-INF/ASiCManifest.xml';
const ARCHIVE = 'META-INF/ASiCArchiveManifest.xml';
const TOKEN = 'META-INF/timestamp001.tst';
const HOUR = 3_600_000;
/** After the signer's certificates have ended and before the authority's. */
const LATER = new Date('2033-01-01T00:00:00Z');

const signed = manifest(reference('a.txt', 'a'));
const signature = files.signature(signed);
const stampedAt = new Date(Date.now() + HOUR);

const parts = {
  [SIGNATURE]: signature,
  [MANIFEST]: signed,
  'a.txt': Buffer.from('a'),
};
const all = Object.entries(parts).map(([name, data]) => reference(name, data));

interface Changes {
  readonly references?: readonly string[];
  readonly token?: (archive: Uint8Array) => Uint8Array;
  readonly more?: readonly RawEntry[];
  readonly without?: readonly string[];
  readonly archive?: Uint8Array;
}

const tokenOf = (of: Uint8Array, at = stampedAt): Uint8Array => makeToken({ of, at });

function container({ references = all, token = tokenOf, more = [], without = [], ...rest }: Changes = {}): Buffer {
  const archive = rest.archive ?? manifest(references.join(''), TOKEN);
  const entries = [
    mimetype('ASiC_E'),
    ...Object.entries(parts).map(([name, data]) => entry(name, data)),
    ...[entry(ARCHIVE, archive), entry(TOKEN, token(archive)), ...more],
  ];
  return rawZip(entries.filter(({ name }) => !without.includes(name)));
}

const verify = (bytes: Buffer, anchors = [root.der]): Promise<VerificationOutcome> =>
  files.verify('ASiC_E', bytes, { anchors, at: LATER });

describe('a timestamp over an archive manifest', () => {
  it('proves that what it lists was there, so that the signature outlives its certificate', async () => {
    const report = await verify(container());
    expect(report).toMatchObject({ overallStatus: 'VALID', detail: null });
    const second = `${stampedAt.toISOString().slice(0, 19)}.000Z`;
    expect(report.signatures[0]).toMatchObject({
      timestamps: [{ kind: 'ContainerTimestamp', status: 'VALID', isIntact: true, time: second }],
      bestSignatureTime: second,
    });
  });

  it('proves nothing where its authority is not trusted, or where there is none', async () => {
    for (const bytes of [container(), container({ without: [ARCHIVE, TOKEN] })]) {
      const report = await verify(bytes, [otherRoot.der]);
      expect(report.overallStatus).toBe('INDETERMINATE');
      expect(report.reasonCodes).toContain('CERT_EXPIRED');
    }
  });

  it('protects an older one that it lists', async () => {
    // The older authority's certificate has ended by now.
    const old = makeTsa('Old TSA', root, true, {
      changes: { notBefore: new Date('2020-01-01'), notAfter: new Date('2031-01-01') },
    });
    const first = manifest(all.join(''), 'META-INF/old.tst');
    const oldToken = makeToken({ of: first, at: stampedAt, by: old });
    const older = { 'META-INF/ASiCArchiveManifest1.xml': first, 'META-INF/old.tst': oldToken };
    const more = Object.entries(older).map(([name, data]) => entry(name, data));
    const renewed = Object.entries(older).map(([name, data]) => reference(name, data));
    const later = new Date('2030-06-01T00:00:00Z');
    const token = (archive: Uint8Array): Uint8Array => tokenOf(archive, later);
    const statuses = async (references: readonly string[]): Promise<unknown> => {
      const { signatures } = await verify(container({ references, more, token }));
      return signatures[0]?.timestamps?.map(({ status }) => status).sort();
    };
    expect(await statuses([...all, ...renewed])).toEqual(['VALID', 'VALID']);
    expect(await statuses(all)).toEqual(['INDETERMINATE', 'VALID']);
  });
});

describe('an archive manifest that does not hold', () => {
  const other = Buffer.from('other');
  const cases: readonly [string, Changes][] = [
    ['with a token of other bytes', { token: () => tokenOf(other) }],
    ['with a token that is none', { token: () => other }],
    [
      'with a token whose signature is wrong',
      { token: (of) => makeToken({ of, at: stampedAt, signatureValue: other }) },
    ],
    ['that lists the signature by another digest', { references: [reference(SIGNATURE, other), ...all.slice(1)] }],
    ['that lists a data object by another digest', { references: [...all.slice(0, 2), reference('a.txt', other)] }],
    ['that lists a file that is not there', { references: [...all, reference('b.txt', other)] }],
    [
      'that lists a file by a digest of no known kind',
      { references: [...all.slice(0, 2), reference('a.txt', 'a', 'sha256', 'urn:x')] },
    ],
    ['that does not list the signature', { references: all.slice(1) }],
    [
      'that lists another signature file',
      { references: [reference('META-INF/signature2.p7s', signature), ...all.slice(1)] },
    ],
    ['whose token is not there', { without: [TOKEN] }],
    ['that is no XML', { archive: Buffer.from('<') }],
    ['that lists nothing', { references: [] }],
  ];

  it.each(cases)('%s proves no time', async (_what, changes) => {
    const report = await verify(container(changes));
    expect(report.overallStatus).toBe('INDETERMINATE');
    expect(report.signatures[0]).toMatchObject({ bestSignatureTime: null, signature: { cryptoValid: true } });
    expect(report.reasonCodes).toContain('CERT_EXPIRED');
  });

  it.each(cases)('%s says nothing against the signature while that is good by itself', async (_what, changes) => {
    const { signatures, overallStatus } = await files.verify('ASiC_E', container(changes), { anchors: [root.der] });
    expect(signatures).toMatchObject([{ status: 'VALID' }]);
    expect(overallStatus).not.toBe('INVALID');
  });
});
