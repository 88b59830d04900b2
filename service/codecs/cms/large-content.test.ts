import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ByteSource } from '../byte-source.ts';
import * as builder from '../x509/certificate-builder.ts';
import { encodeName } from '../x509/name.ts';
import { encodeSignatureAlgorithm } from './cms-algorithm.ts';
import { buildSignedAttributes } from './signed-attributes.ts';
import { buildAroundContent } from './signed-data-builder.ts';
import { openSignedData } from './signed-data-parser.ts';

const algorithm = { scheme: 'EdDSA', hash: 'SHA-512' } as const;
const keys = generateKeyPairSync('ed25519');
const name = encodeName([['CN', 'Large']]);
const signingCertificate = builder.buildCertificate(
  {
    ...{ issuer: name, subject: name, serialNumber: Uint8Array.of(1) },
    ...{ notBefore: new Date('2026-01-01'), notAfter: new Date('2027-01-01') },
    publicKey: keys.publicKey.export({ format: 'der', type: 'spki' }),
    extensions: [builder.basicConstraintsExtension(false)],
    signatureAlgorithm: encodeSignatureAlgorithm(algorithm),
  },
  (tbs) => sign(null, tbs, keys.privateKey),
);

/** The file around a content that is not there: reading any of it fails the test. */
function around(prefix: Uint8Array, contentBytes: number, suffix: Uint8Array): ByteSource {
  const suffixStart = prefix.length + contentBytes;
  const read = (offset: number, length: number): Uint8Array => {
    if (offset < prefix.length) return prefix.subarray(offset, offset + length);
    if (offset < suffixStart) throw new Error('The content was read');
    return suffix.subarray(offset - suffixStart, offset - suffixStart + length);
  };
  return { size: suffixStart + suffix.length, read };
}

describe('lengths of every size', () => {
  const messageDigest = new Uint8Array(64);
  const signedAttributes = buildSignedAttributes({ messageDigest, signingCertificate, algorithm, signingTime: null });
  const signatureValue = new Uint8Array(64);
  const parts = { signedAttributes, algorithm, signingCertificate, signatureValue, certificates: [] };

  it.each([0, 127, 128, 255, 256, 65_535, 65_536, 2 ** 24, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 5 * 2 ** 40])(
    'a content of %d bytes lies between prefix and suffix and is passed over',
    (bytes) => {
      const { prefix, suffix } = buildAroundContent(parts, bytes);
      const source = around(prefix, bytes, suffix);
      const { eContent, signerInfos, encodedBytes } = openSignedData(source, { trailing: 'none' });
      expect(eContent).toMatchObject({ bytes, range: { start: prefix.length, end: prefix.length + bytes } });
      expect([signerInfos.length, encodedBytes]).toEqual([1, source.size]);
    },
  );
});
