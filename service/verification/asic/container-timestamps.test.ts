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

it('tells of a token over an archive manifest that it is intact, and of no worth, where a listed file is another', async () => {
  const bytes = container({ references: [...all.slice(0, 2), reference('a.txt', 'b')] });
  const report = await verify(bytes);
  const detail = 'It lists files that are not there as they were when the timestamp was made.';
  const told = { kind: 'ContainerTimestamp', status: 'INVALID', isIntact: true, detail };
  expect(report.timestamps).toMatchObject([told]);
  expect(report.signatures[0]).toMatchObject({ profileReached: 'B', timestamps: [told] });
});

it.each([
  ['is of other bytes than the manifest', () => tokenOf(Buffer.from('other')), 'The timestamp is of other bytes.'],
  ['is no token', () => Buffer.from('other'), 'The timestamp cannot be read.'],
])('leaves a container open whose archive timestamp %s, and the signature as it is', async (_, token, detail) => {
  const at = new Date(Date.now() + 2 * HOUR);
  const report = await files.verify('ASiC_E', container({ token }), { anchors: [root.der], at });
  expect(report).toMatchObject({ overallStatus: 'INDETERMINATE', detail });
  expect(report.reasonCodes[0]).toBe('TIMESTAMP_INVALID');
  expect(report.signatures[0]).toMatchObject({ status: 'VALID', profileReached: 'B' });
});

it('tells of a timestamp that is over no signature, too', async () => {
  const statusOf = async (changes: Changes): Promise<unknown> => (await verify(container(changes))).timestamps;
  const loose = { kind: 'ContainerTimestamp', status: 'VALID', isIntact: true };
  expect(await statusOf({ references: all.slice(1) })).toMatchObject([loose]);
  const other = { references: all.slice(1), token: () => tokenOf(Buffer.from('other')) };
  expect(await statusOf(other)).toMatchObject([{ status: 'INVALID', isIntact: false }]);
});

describe('a container with a timestamp and no signature', () => {
  const DATA_TOKEN = 'META-INF/timestamp.tst';
  const data = Buffer.from('a');
  const dataToken = tokenOf(data);
  const simple = (changes: { readonly token?: Uint8Array; readonly more?: readonly RawEntry[] } = {}): Buffer =>
    rawZip([
      ...[mimetype('ASiC_S'), entry('a.txt', data), entry(DATA_TOKEN, changes.token ?? dataToken)],
      ...(changes.more ?? []),
    ]);
  const judge = (bytes: Buffer, anchors = [root.der], at = LATER): Promise<VerificationOutcome> =>
    files.verify('ASiC_S', bytes, { anchors, at });

  it('is INDETERMINATE, and says what the timestamp is worth', async () => {
    const report = await judge(simple());
    expect(report).toMatchObject({
      overallStatus: 'INDETERMINATE',
      signatures: [],
      timestamps: [{ status: 'VALID', isIntact: true }],
    });
    expect(report.reasonCodes).toContain('SIG_TIMESTAMP_ONLY');
    expect((await judge(simple(), [])).timestamps).toMatchObject([{ status: 'INDETERMINATE', isIntact: true }]);
  });

  it.each([
    ['of other bytes', tokenOf(Buffer.from('b'))],
    ['with another signature value', makeToken({ of: data, at: stampedAt, signatureValue: Buffer.alloc(70, 1) })],
    ['that is none', Buffer.from('no token')],
  ])('is told where its token is one %s', async (_what, token) => {
    const report = await judge(simple({ token }));
    expect(report).toMatchObject({
      overallStatus: 'INDETERMINATE',
      timestamps: [{ status: 'INVALID', isIntact: false }],
    });
    expect(report.reasonCodes).toContain('TIMESTAMP_INVALID');
  });

  it('keeps its timestamp by an archive manifest that lists it, and by no other', async () => {
    const old = makeTsa('Ended TSA', root, true, {
      changes: { notBefore: new Date('2020-01-01'), notAfter: new Date('2031-01-01') },
    });
    const token = makeToken({ of: data, at: stampedAt, by: old });
    const statuses = async (references: readonly string[]): Promise<unknown> => {
      const archive = manifest(references.join(''), TOKEN);
      const more = [entry(ARCHIVE, archive), entry(TOKEN, tokenOf(archive, new Date('2030-06-01T00:00:00Z')))];
      return (await judge(simple({ token, more }))).timestamps?.map(({ status }) => status);
    };
    expect(await statuses([reference('a.txt', data), reference(DATA_TOKEN, token)])).toEqual(['VALID', 'VALID']);
    expect(await statuses([reference('a.txt', data)])).toEqual(['INDETERMINATE', 'VALID']);
    expect(await statuses([reference('a.txt', 'b'), reference(DATA_TOKEN, token)])).toEqual([
      'INDETERMINATE',
      'INVALID',
    ]);
  });

  it('of several files has a manifest for them', async () => {
    const list = manifest(reference('a.txt', data), TOKEN);
    const parts = [mimetype('ASiC_E'), entry('a.txt', data), entry(MANIFEST, list), entry(TOKEN, tokenOf(list))];
    const report = await files.verify('ASiC_E', rawZip(parts), { anchors: [root.der], at: LATER });
    expect(report).toMatchObject({ overallStatus: 'INDETERMINATE', timestamps: [{ status: 'VALID' }] });
    expect(report.reasonCodes).toContain('SIG_TIMESTAMP_ONLY');
    const changed = rawZip(parts.map((part) => (part.name === 'a.txt' ? entry('a.txt', 'b') : part)));
    const broken = await files.verify('ASiC_E', changed, { anchors: [root.der], at: LATER });
    expect(broken).toMatchObject({
      overallStatus: 'INDETERMINATE',
      timestamps: [{ status: 'INVALID', isIntact: true }],
    });
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
