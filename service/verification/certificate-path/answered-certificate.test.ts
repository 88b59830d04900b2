import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import { encodeAlgorithmIdentifier } from '../../codecs/x509/algorithm-identifier.ts';
import type * as builder from '../../codecs/x509/certificate-builder.ts';
import { makeOcsp, type OcspRequest } from './evidence.suite.ts';
import { authority, evaluate, issue, type Circumstances } from './issued-certificates.suite.ts';

const root = authority('Root', null);
const leaf = issue('Leaf', root);
const SHA256 = '2.16.840.1.101.3.4.2.1';
const hashOf = (hash: string, bytes: Uint8Array): Uint8Array => createHash(hash).update(bytes).digest();
const certHash = (digest: Uint8Array, oid = SHA256, critical = false): builder.NewExtension => ({
  ...{ oid: '1.3.36.8.3.13', critical },
  value: der.derSequence(encodeAlgorithmIdentifier(oid, 'null'), der.derOctetString(digest)),
});

describe('an answer that gives the hash of the certificate it is about', () => {
  const other = issue('Leaf', root);
  const answered = (extension: builder.NewExtension, more: Partial<OcspRequest> = {}): Circumstances => ({
    ocspResponses: [makeOcsp({ certificate: leaf, issuer: root, extensions: [extension], ...more })],
  });

  it.each([
    ['that of another certificate', certHash(hashOf('sha256', other.der))],
    ['the same, critical', certHash(hashOf('sha256', other.der), SHA256, true)],
    ['of nothing', certHash(hashOf('sha256', Buffer.alloc(0)))],
    ['that of another one by SHA-1', certHash(hashOf('sha1', other.der), '1.3.14.3.2.26')],
    ['cut off', certHash(hashOf('sha256', leaf.der).subarray(0, 31))],
    ['by another hash than it says', certHash(hashOf('sha512', leaf.der))],
  ])('is not about this one: %s', (_what, extension) => {
    for (const revocationMode of ['Online', 'Offline', 'SoftFail'] as const) {
      const result = evaluate(leaf, [root], [], { ...answered(extension), revocationMode });
      expect(result).toMatchObject({ isValid: false, revocation: { status: 'Unknown' } });
      const revoking = answered(extension, { status: { reason: 'keyCompromise' } });
      expect(evaluate(leaf, [root], [], { ...revoking, revocationMode }).isValid).toBe(false);
    }
  });

  it.each([
    ['right', certHash(hashOf('sha256', leaf.der))],
    ['right and critical', certHash(hashOf('sha256', leaf.der), SHA256, true)],
    ['right by SHA-512', certHash(hashOf('sha512', leaf.der), '2.16.840.1.101.3.4.2.3')],
    ['by a hash that is not known', certHash(hashOf('sha256', other.der), '1.2.3.4')],
  ])('is about it: %s', (_what, extension) => {
    const result = evaluate(leaf, [root], [], { ...answered(extension), revocationMode: 'Online' });
    expect(result).toMatchObject({ isValid: true, revocation: { status: 'Good' } });
    const revoking = answered(extension, { status: { reason: 'superseded' } });
    expect(evaluate(leaf, [root], [], revoking).reasonCodes).toContain('CERT_REVOKED');
  });
});
