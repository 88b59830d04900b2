import { describe, expect, it } from 'vitest';
import { derInteger, derOid, derSequence, derValue } from '../../codecs/asn1/der-writer.ts';
import type { NewExtension } from '../../codecs/x509/certificate-builder.ts';
import { authority, evaluate, issue, type Issued } from './issued-certificates.suite.ts';
import { caUsage, isCa, usage, withExtensions } from './path-cases.suite.ts';

/** What a configured anchor says of policies holds below it (RFC 5937 clause 3.2), as its names and path length do. */

const ANY = '2.5.29.32.0';
const [ONE, TWO] = ['1.2.3.1', '1.2.3.2'];
const critical = (oid: string, value: Uint8Array): NewExtension => ({ oid, critical: true, value });
/** PolicyConstraints: how many certificates may follow before a policy is required, or mapping is forbidden. */
const constraints = (explicit: number | null, mapping: number | null = null): NewExtension =>
  critical(
    '2.5.29.36',
    derSequence(
      ...(explicit === null ? [] : [derValue(0x80, Uint8Array.of(explicit))]),
      ...(mapping === null ? [] : [derValue(0x81, Uint8Array.of(mapping))]),
    ),
  );
const noAny = (skipped = 0): NewExtension => critical('2.5.29.54', derInteger(skipped));
const policies = (...oids: string[]): NewExtension => ({
  ...{ oid: '2.5.29.32', critical: false },
  value: derSequence(...oids.map((oid) => derSequence(derOid(oid)))),
});
const mapped = (from: string, to: string): NewExtension =>
  critical('2.5.29.33', derSequence(derSequence(derOid(from), derOid(to))));

type Extensions = readonly NewExtension[];
/** The extensions of an anchor, of the authorities below it, and of the signer. */
type Case = readonly [what: string, anchor: Extensions, below: readonly Extensions[], leaf: Extensions];

const FORGED: readonly Case[] = [
  ['no policy where one is required', [constraints(0)], [], []],
  ['no policy below an authority that has one', [constraints(0)], [[policies(ONE)]], []],
  ['no policy above the signer’s', [constraints(0)], [[]], [policies(ONE)]],
  ['required from the second one on', [constraints(1)], [[]], []],
  ['required from the third one on', [constraints(2)], [[], []], []],
  ['required later by the authority below', [constraints(0)], [[constraints(9)]], []],
  ['another policy than the anchor’s', [constraints(0), policies(ONE)], [], [policies(TWO)]],
  ['another policy two below', [constraints(0), policies(ONE)], [[policies(ANY)]], [policies(TWO)]],
  ['any policy where none stands for all', [constraints(0), noAny()], [], [policies(ANY)]],
  ['any policy in between', [constraints(0), noAny()], [[policies(ANY)]], [policies(ONE)]],
  ['any policy after as many as it may stand in', [constraints(0), noAny(1)], [[policies(ANY)]], [policies(ANY)]],
  ['mapped though it must not', [constraints(0, 0)], [[policies(ONE), mapped(ONE, TWO)]], [policies(TWO)]],
  [
    'mapped to a policy the anchor has',
    [constraints(0, 0), policies(TWO)],
    [[policies(ONE), mapped(ONE, TWO)]],
    [policies(TWO)],
  ],
  [
    'mapped after as many as may',
    [constraints(0, 1)],
    [[policies(ONE)], [policies(ONE), mapped(ONE, TWO)]],
    [policies(TWO)],
  ],
  [
    'required below, of another kind than the anchor’s',
    [policies(ONE)],
    [[constraints(0), policies(TWO)]],
    [policies(TWO)],
  ],
];

const LAWFUL: readonly Case[] = [
  ['no policy where none is required', [], [], []],
  ['none, where the anchor has one', [policies(ONE)], [[]], []],
  ['another one, where the anchor does not insist', [policies(ONE)], [[]], [policies(TWO)]],
  ['one where one is required', [constraints(0)], [[policies(ONE)]], [policies(ONE)]],
  ['the anchor’s', [constraints(0), policies(ONE)], [[policies(ONE)]], [policies(ONE, TWO)]],
  ['any policy of an authority', [constraints(0), policies(ONE)], [[policies(ANY)]], [policies(ONE)]],
  ['one of an anchor for any', [constraints(0), policies(ANY)], [[policies(TWO)]], [policies(TWO)]],
  ['required further down than the path goes', [constraints(4)], [[], []], []],
  ['any policy where it still may stand', [constraints(0), noAny(1)], [[policies(ANY)]], [policies(ONE)]],
  ['mapped where it may be', [constraints(0, 1)], [[policies(ONE), mapped(ONE, TWO)]], [policies(TWO)]],
];

function judge([, anchorHas, below, leafHas]: Case) {
  const anchor = authority('Anchor', null, null, withExtensions(isCa, caUsage, ...anchorHas));
  const between: Issued[] = [];
  for (const [index, has] of below.entries()) {
    between.push(
      authority(`Below ${String(index)}`, between.at(-1) ?? anchor, null, withExtensions(isCa, caUsage, ...has)),
    );
  }
  const leaf = issue('Leaf', between.at(-1) ?? anchor, withExtensions(usage, ...leafHas));
  const twin = authority('Anchor', null, null, { keys: anchor });
  return [evaluate(leaf, [anchor], between), evaluate(leaf, [anchor], [...between, twin])];
}

describe('policies that an anchor asks for', () => {
  it.each(FORGED)('are not met: %s', (...one) => {
    for (const result of judge(one)) {
      expect(result.isValid).toBe(false);
      expect(result.reasonCodes).toContain('CERT_POLICY_INVALID');
    }
  });

  it.each(LAWFUL)('are met: %s', (...one) => {
    for (const result of judge(one)) expect(result.reasonCodes[0]).toBe('CERT_VALID');
  });
});
