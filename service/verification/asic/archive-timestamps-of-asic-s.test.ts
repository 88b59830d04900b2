import { expect, it } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import { content } from '../cades/cms-forgery.suite.ts';
import { issue } from '../certificate-path/issued-certificates.suite.ts';
import * as kit from '../timestamps/cms-signatures.suite.ts';
import { root, valid } from '../timestamps/timestamping.suite.ts';
import { entry, mimetype } from './asic-files.suite.ts';
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
