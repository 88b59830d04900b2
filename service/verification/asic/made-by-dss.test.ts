import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import { verifyAsic } from './verify-asic.ts';

/** Containers that the European Commission's DSS 6.4 signed with a test PKI, and the time at which it did. */
const read = (name: string): Uint8Array => readFileSync(new URL(`made-by-dss/${name}`, import.meta.url));
const AT = new Date('2026-11-21T05:10:00Z');
const trust = {
  trustAnchors: [read('root.der')],
  intermediates: [],
  crls: ['root.crl', 'intermediate.crl', 'issuing.crl'].map(read),
  ocspResponses: [],
};

it.each([
  ['ASiC_S', 'two-signers.asics', ['META-INF/signature.p7s#0', 'META-INF/signature.p7s#1']],
  ['ASiC_E', 'two-manifests.asice', ['META-INF/signature001.p7s', 'META-INF/signature002.p7s']],
  // The first signature is the station's; DSS added the second and packed the container anew, with ? and # in a URI.
  ['ASiC_E', 'second-signature-added.asice', ['META-INF/signature.p7s', 'META-INF/signature002.p7s']],
] as const)('%s %s is VALID', async (format, name, signatures) => {
  const question = { trust, at: AT, revocationMode: 'Offline' } as const;
  const report = await verifyAsic(format, bytesSource(read(name)), question);
  expect({ status: report.overallStatus, detail: report.detail }).toEqual({ status: 'VALID', detail: null });
  const finding = { status: 'VALID', coversWholeDocument: true, profileReached: 'B' };
  expect(report.signatures).toMatchObject(signatures.map((signature) => ({ ...finding, name: signature })));
});
