import { expect, it } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import { content } from '../cades/cms-forgery.suite.ts';
import { issue } from '../certificate-path/issued-certificates.suite.ts';
import * as kit from '../timestamps/cms-signatures.suite.ts';
import { makeToken, root, valid } from '../timestamps/timestamping.suite.ts';
import { entry, manifest, mimetype, reference } from './asic-files.suite.ts';
import { rawZip } from './raw-zip.suite.ts';
import { verifyAsic } from './verify-asic.ts';

const signer = issue('Signer', root, { changes: valid('2026-01-01', '2027-01-01') });
const stamped = kit.timestamped(signer, { at: new Date('2026-06-01T00:00:00Z') });
const LATER = new Date('2028-06-01T00:00:00Z');

/** ASiC-S whose signature by SHA-256 has an archive timestamp over the data object by another hash. */
function archived(hash: 'SHA-256' | 'SHA-512', data: Uint8Array = content): Buffer {
  const attribute = kit.archiveTimestamp(stamped, LATER, { request: { hash }, content: data });
  const attributes = [...kit.unsignedOf(stamped), attribute];
  const signature = kit.withUnsigned(stamped, attributes, signer, { eContent: null });
  return rawZip([mimetype('ASiC_S'), entry('a.txt', content), entry('META-INF/signature.p7s', signature)]);
}

const verify = (container: Buffer): ReturnType<typeof verifyAsic> =>
  verifyAsic('ASiC_S', bytesSource(container), {
    ...{ trust: { trustAnchors: [root.der], intermediates: [], crls: [], ocspResponses: [] } },
    ...{ at: kit.NOW, revocationMode: 'Offline' },
  });

it.each(['SHA-256', 'SHA-512'] as const)('judges an archive timestamp whose imprint is by %s', async (hash) => {
  const report = await verify(archived(hash));
  expect(report.signatures[0]).toMatchObject({
    status: 'VALID',
    timestamps: [{ kind: 'SignatureTimestamp' }, { kind: 'ArchiveTimestamp', status: 'VALID', isIntact: true }],
  });
});

it('does not take one that is over another data object', async () => {
  const report = await verify(archived('SHA-512', Buffer.from('another')));
  expect(report.signatures[0]).toMatchObject({
    status: 'INDETERMINATE',
    timestamps: [{ kind: 'SignatureTimestamp' }, { kind: 'ArchiveTimestamp', status: 'INVALID', isIntact: false }],
  });
});

it('takes a timestamp over an archive manifest that lists the signature for one of it, and says of any other that it proves nothing', async () => {
  const signature = kit.withUnsigned(stamped, kit.unsignedOf(stamped), signer, { eContent: null });
  const parts = { 'a.txt': content, 'META-INF/signature.p7s': signature };
  const told = async (listed: readonly string[], data: Uint8Array = content): Promise<unknown> => {
    const references = listed.map((name) => reference(name, name === 'a.txt' ? data : signature));
    const archive = manifest(references.join(''), 'META-INF/timestamp001.tst');
    const token = makeToken({ of: archive, at: LATER });
    const {
      signatures,
      timestamps = [],
      reasonCodes,
    } = await verify(
      rawZip([
        ...[mimetype('ASiC_S'), ...Object.entries(parts).map(([name, bytes]) => entry(name, bytes))],
        ...[entry('META-INF/ASiCArchiveManifest.xml', archive), entry('META-INF/timestamp001.tst', token)],
      ]),
    );
    const ofSignature = (signatures[0]?.timestamps ?? []).map(({ kind, status }) => `${kind} ${status}`);
    return [ofSignature, timestamps.length, reasonCodes.includes('TIMESTAMP_INVALID')];
  };
  const inside = 'SignatureTimestamp VALID';
  expect(await told(Object.keys(parts))).toEqual([[inside, 'ContainerTimestamp VALID'], 2, false]);
  expect(await told(['a.txt'])).toEqual([[inside], 2, false]);
  expect(await told(Object.keys(parts), Buffer.from('b'))).toEqual([[inside, 'ContainerTimestamp INVALID'], 2, true]);
});
