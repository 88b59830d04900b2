import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { derInteger, derOid, derSequence, derValue } from '../../codecs/asn1/der-writer.ts';
import { encodeSignatureAlgorithm } from '../../codecs/cms/cms-algorithm.ts';
import { encodeAlgorithmIdentifier } from '../../codecs/x509/algorithm-identifier.ts';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import { encodeName } from '../../codecs/x509/name.ts';
import type { CertificateResult } from '../../contract/http/verification.ts';
import { evaluateCertificate } from './evaluate-certificate.ts';
import { openTrustStore } from './trust-store.ts';

interface Keys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}
interface Issued extends Keys {
  readonly subject: string;
  readonly der: Uint8Array;
}
interface Request {
  readonly keys?: Keys;
  readonly extensions?: readonly builder.NewExtension[];
  readonly changes?: Partial<builder.NewCertificate>;
  readonly hash?: string;
}

const at = new Date('2026-10-01T00:00:00Z');
const ecdsaSha256 = encodeSignatureAlgorithm({ scheme: 'ECDSA', hash: 'SHA-256' });
let serial = 0;

function issue(subject: string, issuer: Issued | null, request: Request = {}): Issued {
  const keys = request.keys ?? generateKeyPairSync('ec', { namedCurve: 'P-256' });
  serial++;
  const der = builder.buildCertificate(
    {
      issuer: encodeName([['CN', issuer?.subject ?? subject]]),
      subject: encodeName([['CN', subject]]),
      serialNumber: Uint8Array.of(1, serial >> 8, serial & 255),
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2027-01-01T00:00:00Z'),
      publicKey: keys.publicKey.export({ format: 'der', type: 'spki' }),
      extensions: request.extensions ?? [builder.keyUsageExtension(['nonRepudiation'])],
      signatureAlgorithm: ecdsaSha256,
      ...request.changes,
    },
    (tbs) => sign(request.hash ?? 'sha256', tbs, issuer?.privateKey ?? keys.privateKey),
  );
  return { ...keys, subject, der };
}

function authority(
  subject: string,
  issuer: Issued | null,
  pathLength: number | null = null,
  request: Request = {},
): Issued {
  const extensions = [builder.basicConstraintsExtension(true, pathLength), builder.keyUsageExtension(['keyCertSign'])];
  return issue(subject, issuer, { extensions, ...request });
}

function evaluate(leaf: Issued, anchors: readonly Issued[], candidates: readonly Issued[] = []): CertificateResult {
  const trustAnchors = anchors.map(({ der }) => der);
  return evaluateCertificate({
    certificate: parseCertificate(leaf.der),
    candidates: candidates.map(({ der }) => parseCertificate(der)),
    store: openTrustStore({ trustAnchors, intermediates: [], crls: [], ocspResponses: [] }),
    at,
    revocationMode: 'Offline',
  }).result;
}

const root = authority('Root', null);

describe('path validation', () => {
  it('counts path lengths, self-issued certificates aside', () => {
    const short = authority('Short', root, 0);
    const below = authority('Below', short);
    expect(evaluate(issue('Leaf', short), [root], [short]).isValid).toBe(true);
    const tooLong = evaluate(issue('Leaf', below), [root], [short, below]);
    expect(tooLong).toMatchObject({ isValid: false });
    expect(tooLong.reasonCodes).toContain('CERT_PATH_LENGTH_EXCEEDED');
    const rolledOver = authority('Short', short);
    expect(evaluate(issue('Leaf', rolledOver), [root], [short, rolledOver]).isValid).toBe(true);
    const strictRoot = authority('Strict root', null, 0);
    const sub = authority('Sub', strictRoot);
    expect(evaluate(issue('Leaf', sub), [strictRoot], [sub]).reasonCodes).toContain('CERT_PATH_LENGTH_EXCEEDED');
  });

  it('trusts by name and key: not by name alone', () => {
    const impostor = authority('Root', null);
    const leaf = issue('Leaf', impostor);
    expect(evaluate(leaf, [root]).reasonCodes).toEqual(['CERT_SIGNATURE_INVALID']);
    expect(evaluate(leaf, [root], [impostor]).isValid).toBe(false);
    expect(evaluate(leaf, [root, impostor]).isValid).toBe(true);
  });

  it('takes a self-signed leaf only when it is an anchor itself', () => {
    const lone = issue('Lone', null);
    expect(evaluate(lone, [root], [lone]).reasonCodes).toEqual(['CERT_UNTRUSTED']);
    expect(evaluate(lone, [lone])).toMatchObject({ isValid: true, revocation: { status: 'NotChecked' } });
  });

  it('leaves loops and finds the way around them', () => {
    const [a, b] = [authority('A', null), authority('B', null)];
    const aByB = authority('A', b, null, { keys: a });
    const bByA = authority('B', a, null, { keys: b });
    const leaf = issue('Leaf', a);
    expect(evaluate(leaf, [root], [aByB, bByA]).isValid).toBe(false);
    const aByRoot = authority('A', root, null, { keys: a });
    expect(evaluate(leaf, [root], [aByB, bByA, aByRoot]).isValid).toBe(true);
  });

  it('stops at ten certificates and in any maze of cross certificates within two seconds', () => {
    const chain = [root];
    for (let level = 0; level < 12; level++) chain.push(authority(`Level ${String(level)}`, chain.at(-1) ?? root));
    const deep = issue('Leaf', chain.at(-1) ?? root);
    expect(evaluate(deep, [root], chain.slice(1)).reasonCodes).toEqual(['CERT_CHAIN_INCOMPLETE']);
    expect(evaluate(issue('Leaf', chain[8] ?? root), [root], chain.slice(1)).isValid).toBe(true);
    const nodes = Array.from({ length: 12 }, (_, index) => authority(`Node ${String(index)}`, null));
    const maze = nodes.flatMap((from) => nodes.map((to) => authority(from.subject, to, null, { keys: from })));
    const started = performance.now();
    expect(evaluate(issue('Leaf', nodes[0] ?? root), [root], maze).isValid).toBe(false);
    expect(performance.now() - started).toBeLessThan(2500);
  });

  it('refuses weak hashes and keys anywhere below and in the anchor', () => {
    const sha1 = {
      hash: 'sha1',
      changes: { signatureAlgorithm: encodeAlgorithmIdentifier('1.2.840.10045.4.1', 'absent') },
    };
    expect(evaluate(issue('Leaf', root, sha1), [root]).reasonCodes).toContain('CERT_ALGORITHM_WEAK');
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
    expect(evaluate(issue('Leaf', root, { keys: weak }), [root]).reasonCodes).toContain('CERT_ALGORITHM_WEAK');
    const smallExponent = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 });
    expect(evaluate(issue('Leaf', root, { keys: smallExponent }), [root]).reasonCodes).toContain('CERT_ALGORITHM_WEAK');
  });

  it('wants the anchor itself to be in date', () => {
    const changes = { notAfter: new Date('2026-02-01T00:00:00Z') };
    const old = authority('Old root', null, null, { changes });
    expect(evaluate(issue('Leaf', old), [old]).reasonCodes).toContain('CERT_EXPIRED');
  });

  it('wants a key for signatures and a purpose that fits', () => {
    const usage = (...usages: Parameters<typeof builder.keyUsageExtension>[0]): Request => ({
      extensions: [builder.keyUsageExtension(usages)],
    });
    expect(evaluate(issue('Leaf', root, usage('keyEncipherment')), [root]).reasonCodes).toContain(
      'CERT_KEY_USAGE_INVALID',
    );
    expect(evaluate(issue('Leaf', root, usage('digitalSignature')), [root]).isValid).toBe(true);
    const purpose = (...oids: string[]): Request => ({ extensions: [builder.extendedKeyUsageExtension(oids)] });
    const [server, documents] = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.36'];
    const wrong = evaluate(issue('Leaf', root, purpose(server)), [root]);
    expect(wrong.reasonCodes).toContain('CERT_EXTENDED_KEY_USAGE_INVALID');
    expect(evaluate(issue('Leaf', root, purpose(server, documents)), [root]).isValid).toBe(true);
  });

  it('calls a malformed extension by its name, in leaf and authority', () => {
    const malformed = { oid: '2.5.29.15', critical: true, value: derInteger(1) };
    expect(evaluate(issue('Leaf', root, { extensions: [malformed] }), [root]).reasonCodes).toContain('CERT_MALFORMED');
    const badNames = { oid: '2.5.29.30', critical: true, value: derSequence() };
    const sub = authority('Sub', root, null, { extensions: [builder.basicConstraintsExtension(true), badNames] });
    expect(evaluate(issue('Leaf', sub), [root], [sub]).reasonCodes).toContain('CERT_MALFORMED');
  });

  it('does not mind a key algorithm it does not know, but never trusts it', () => {
    const publicKey = derSequence(derSequence(derOid('1.2.3.4')), derValue(3, Uint8Array.of(0, 1)));
    const sub = authority('Odd', root, null, { changes: { publicKey } });
    const odd = evaluate(issue('Leaf', { ...sub, privateKey: root.privateKey }), [root], [sub]);
    expect(odd).toMatchObject({ isValid: false, reasonCodes: ['CERT_SIGNATURE_INVALID'] });
  });

  it('describes the chain', () => {
    const result = evaluate(issue('Leaf', root), [root]);
    expect(result.chainStatus).toEqual(['CN=Leaf: OK', 'CN=Root: OK']);
    expect(result.thumbprint).toMatch(/^[0-9A-F]{40}$/);
    expect(result).toMatchObject({ subject: 'CN=Leaf', issuer: 'CN=Root', notAfter: '2027-01-01T00:00:00.000Z' });
  });
});
