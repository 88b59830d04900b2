import { describe, expect, it } from 'vitest';
import * as der from '../codecs/asn1/der-writer.ts';
import * as builder from '../codecs/x509/certificate-builder.ts';
import { makeCrl } from './certificate-path/evidence.suite.ts';
import { authority, evaluate, issue } from './certificate-path/issued-certificates.suite.ts';
import { CountedBudget, budgetOf } from './counted-work.suite.ts';

/** Lists of names in certificates and CRLs, each of which is compared with each of another list. */

const usage = builder.keyUsageExtension(['keyCertSign', 'cRLSign']);
const extension = (oid: string, value: Uint8Array, critical = false): builder.NewExtension => ({
  ...{ oid, critical, value },
});
const names = (tag: number, count: number, of: string): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => der.derValue(tag, Buffer.from(`${of}${String(index)}.example`)));

const root = authority('Root', null);

describe('constraints of an authority', () => {
  const subtrees = names(0x82, 100, 'a').map((name) => der.derSequence(name));
  const constraints = extension('2.5.29.30', der.derSequence(der.derValue(0xa1, ...subtrees)), true);
  const extensions = [builder.basicConstraintsExtension(true), usage, constraints];
  const constrained = authority('Constrained', root, null, { extensions });
  const leafOf = (count: number) => {
    const alternatives = extension('2.5.29.17', der.derSequence(...names(0x82, count, 'b')));
    return issue('Leaf', constrained, { extensions: [builder.keyUsageExtension(['nonRepudiation']), alternatives] });
  };

  it('are paid for by each name that is compared with them', () => {
    const [few, many] = [1, 200].map((count) => {
      const budget = new CountedBudget(0);
      expect(evaluate(leafOf(count), [root], [constrained], { budget }).isValid).toBe(true);
      return budget.spent;
    });
    expect((many ?? 0) - (few ?? 0)).toBeGreaterThan(199 * 100 * 300);
  });

  it('leave a certificate open where comparing is more than a document may cost', () => {
    const { isValid, reasonCodes } = evaluate(leafOf(200), [root], [constrained], { budget: budgetOf(4_000_000) });
    expect({ isValid, reasonCodes }).toEqual({
      isValid: false,
      reasonCodes: expect.arrayContaining(['VERIFICATION_WORK_EXCEEDED']) as string[],
    });
  });
});

describe('points where CRLs are published', () => {
  const COUNT = 4000;
  const pointOf = (of: string): Uint8Array => der.derValue(0xa0, der.derValue(0xa0, ...names(0x86, COUNT, of)));
  const published = extension('2.5.29.31', der.derSequence(der.derSequence(pointOf('http://a/'))));
  const leaf = issue('Leaf', root, { extensions: [builder.keyUsageExtension(['nonRepudiation']), published] });
  const crlAt = (of: string): Uint8Array =>
    makeCrl({ issuer: root, extensions: [extension('2.5.29.28', der.derSequence(pointOf(of)), true)] });

  it('are paid for by their names and not by pairs of these', () => {
    const spent = (crls: readonly Uint8Array[]): number => {
      const budget = new CountedBudget(0);
      evaluate(leaf, [root], [], { crls, budget });
      return budget.spent;
    };
    const one = spent([crlAt('http://b/')]) - spent([]);
    expect(one).toBeGreaterThan(2 * COUNT * 1000);
    expect(one).toBeLessThan(4 * COUNT * 1000);
  });

  it('are those of the certificate where one name is the same', () => {
    const question = { crls: [crlAt('http://a/')], revocationMode: 'Online' } as const;
    expect(evaluate(leaf, [root], [], question).revocation.status).toBe('Good');
    const other = { ...question, crls: [crlAt('http://b/')] };
    expect(evaluate(leaf, [root], [], other).revocation.status).toBe('Unknown');
  });

  it('are compared in a time that grows with their number', () => {
    const crls = Array.from({ length: 10 }, () => crlAt('http://b/'));
    const before = process.cpuUsage();
    evaluate(leaf, [root], [], { crls });
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
