import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { derExplicit, derInteger, derNull, derOid, derSequence, derValue } from '../../codecs/asn1/der-writer.ts';
import { encodeAlgorithmIdentifier } from '../../codecs/x509/algorithm-identifier.ts';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { BASE_NANOSECONDS, WorkBudget } from '../work-budget.ts';
import { authority, evaluate, issue, type Request } from './issued-certificates.suite.ts';

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

  it('stops at ten certificates', () => {
    const chain = [root];
    for (let level = 0; level < 12; level++) chain.push(authority(`Level ${String(level)}`, chain.at(-1) ?? root));
    const deep = issue('Leaf', chain.at(-1) ?? root);
    expect(evaluate(deep, [root], chain.slice(1)).reasonCodes).toEqual(['CERT_CHAIN_INCOMPLETE']);
    expect(evaluate(issue('Leaf', chain[8] ?? root), [root], chain.slice(1)).isValid).toBe(true);
  });

  it('leaves a maze of cross certificates after four hundred steps, and pays for every one', () => {
    const nodes = Array.from({ length: 12 }, (_, index) => authority(`Node ${String(index)}`, null));
    const maze = nodes.flatMap((from) => nodes.map((to) => authority(from.subject, to, null, { keys: from })));
    const budget = new WorkBudget(0);
    budget.charge(BASE_NANOSECONDS - 70_000_000);
    const leaf = issue('Leaf', nodes[0] ?? root);
    const first = evaluate(leaf, [root], maze, { budget }).reasonCodes;
    expect(first).toEqual(['CERT_CHAIN_INCOMPLETE', 'CERT_UNTRUSTED']);
    const later = Array.from({ length: 4 }, () => evaluate(leaf, [root], maze, { budget }).reasonCodes);
    expect(later.at(-1)).toContain('VERIFICATION_WORK_EXCEEDED');
  });

  it('gives thirty signers among 160 authorities of one name and key one budget, whatever is known already', () => {
    const first = authority('Same', null);
    const crowd = Array.from({ length: 160 }, (_, index) =>
      authority('Same', null, null, { keys: index % 2 === 0 ? first : authority('Same', null) }),
    );
    const strangers = Array.from({ length: 30 }, (_, index) => issue(`Leaf ${String(index)}`, first));
    const judgeAll = (): string[] => {
      const budget = new WorkBudget(0);
      budget.charge(BASE_NANOSECONDS - 100_000_000);
      return strangers.map((leaf) => evaluate(leaf, [root], crowd, { budget }).reasonCodes.join());
    };
    const cold = judgeAll();
    expect(cold.at(-1)).toContain('VERIFICATION_WORK_EXCEEDED');
    expect(judgeAll()).toEqual(cold);
    const budget = new WorkBudget(0);
    const anchored = strangers.map((leaf) => evaluate(leaf, [first], crowd, { budget }).isValid);
    expect(new Set(anchored)).toEqual(new Set([true]));
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

  it('calls a certificate weak, and not wrong, whose authority signs by RSA-PSS with a mask of another hash', () => {
    const limit = { hashAlgorithm: 'sha256', mgf1HashAlgorithm: 'sha1' };
    const ca = authority('PSS', null, null, {
      keys: generateKeyPairSync('rsa-pss', { modulusLength: 2048, ...limit }),
      hash: 'sha256',
    });
    const sha = (oid: string): Uint8Array => derSequence(derOid(oid), derNull());
    const parameters = derSequence(
      derExplicit(0, sha('2.16.840.1.101.3.4.2.1')),
      derExplicit(1, derSequence(derOid('1.2.840.113549.1.1.8'), sha('1.3.14.3.2.26'))),
      derExplicit(2, derInteger(32)),
    );
    const signatureAlgorithm = encodeAlgorithmIdentifier('1.2.840.113549.1.1.10', parameters);
    const result = evaluate(issue('Leaf', ca, { changes: { signatureAlgorithm } }), [ca]);
    expect(result).toMatchObject({ isValid: false });
    expect(result.reasonCodes).toContain('CERT_ALGORITHM_WEAK');
    expect(result.reasonCodes).not.toContain('CERT_SIGNATURE_INVALID');
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
