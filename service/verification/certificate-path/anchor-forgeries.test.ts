import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { derExplicit, derNull, derSequence } from '../../codecs/asn1/der-writer.ts';
import * as builder from '../../codecs/x509/certificate-builder.ts';
import { encodeName } from '../../codecs/x509/name.ts';
import type { ReasonCode } from '../../contract/vocabulary/reason-codes.ts';
import { authority, evaluate, issue, newKeys, type Issued, type Request } from './issued-certificates.suite.ts';

const isCa = builder.basicConstraintsExtension(true);
const usage = builder.keyUsageExtension(['keyCertSign', 'cRLSign']);
const directoryName = (name: string): Uint8Array => derSequence(derExplicit(4, encodeName([['CN', name]])));
const names = (number: number, name: string): builder.NewExtension => ({
  oid: '2.5.29.30',
  critical: true,
  value: derSequence(derExplicit(number, directoryName(name))),
});

/** What is wrong with the configured anchor, and what a path that ends in it must be told. */
const ANCHORS: readonly (readonly [string, Request, ReasonCode])[] = [
  ['has expired', { changes: { notAfter: new Date('2026-02-01T00:00:00Z') } }, 'CERT_EXPIRED'],
  ['is not valid yet', { changes: { notBefore: new Date('2026-12-01T00:00:00Z') } }, 'CERT_NOT_YET_VALID'],
  ['permits other names', { extensions: [isCa, usage, names(0, 'Else')] }, 'CERT_NAME_CONSTRAINTS_VIOLATED'],
  ['excludes the name', { extensions: [isCa, usage, names(1, 'Leaf')] }, 'CERT_NAME_CONSTRAINTS_VIOLATED'],
  ['is an end entity', { extensions: [builder.keyUsageExtension(['digitalSignature'])] }, 'CERT_KEY_USAGE_INVALID'],
  [
    'says it is no authority',
    { extensions: [usage, builder.basicConstraintsExtension(false)] },
    'CERT_BASIC_CONSTRAINTS_INVALID',
  ],
  ['does not say that it is an authority', { extensions: [usage] }, 'CERT_BASIC_CONSTRAINTS_INVALID'],
  [
    'may not sign certificates',
    { extensions: [isCa, builder.keyUsageExtension(['cRLSign'])] },
    'CERT_KEY_USAGE_INVALID',
  ],
  [
    'has a critical extension nobody knows',
    { extensions: [isCa, usage, { oid: '1.2.3.4', critical: true, value: derNull() }] },
    'CERT_CRITICAL_EXTENSION_UNKNOWN',
  ],
  [
    'has a malformed constraint',
    { extensions: [isCa, usage, { oid: '2.5.29.30', critical: true, value: derSequence() }] },
    'CERT_MALFORMED',
  ],
  ['has a key that is too short', { keys: generateKeyPairSync('ec', { namedCurve: 'P-224' }) }, 'CERT_ALGORITHM_WEAK'],
];

/** Certificates with the anchor's name and key and none of its limits, as a document may bring them. */
const TWINS: readonly (readonly [string, (anchor: Issued) => Issued[]])[] = [
  ['nothing', () => []],
  ['a self-signed twin', (anchor) => [authority('Anchor', null, null, { keys: anchor })]],
  [
    'a twin signed by a stranger of the same name',
    (anchor) => {
      const stranger = authority('Anchor', null);
      return [stranger, authority('Anchor', stranger, null, { keys: anchor })];
    },
  ],
  [
    'a twin under an unknown root',
    (anchor) => {
      const other = authority('Other root', null);
      return [other, authority('Anchor', other, null, { keys: anchor })];
    },
  ],
  ['many twins', (anchor) => Array.from({ length: 5 }, () => authority('Anchor', null, null, { keys: anchor }))],
  ['the anchor and a twin', (anchor) => [anchor, authority('Anchor', null, null, { keys: anchor })]],
];
const VARIANTS = ANCHORS.flatMap(([what, request, code]) =>
  TWINS.map(([twins, make]) => [what, twins, request, code, make] as const),
);

describe('an anchor is the configured certificate', () => {
  it.each(VARIANTS)('that %s; the document brings %s', (_what, _twins, request, code, make) => {
    const anchor = authority('Anchor', null, null, request);
    const leaf = issue('Leaf', anchor);
    const twins = make(anchor);
    const inDocument = evaluate(leaf, [anchor], twins);
    expect(inDocument).toMatchObject({ isValid: false });
    expect(inDocument.reasonCodes).toContain(code);
    const inFolder = evaluate(leaf, [anchor], [], { intermediates: twins.map(({ der }) => der) });
    expect(inFolder).toEqual(inDocument);
    const below = authority('Below', anchor);
    expect(evaluate(issue('Leaf', below), [anchor], [below, ...twins]).reasonCodes).toContain(code);
  });

  it.each(TWINS)('whose path length counts; the document brings %s', (_twins, make) => {
    const anchor = authority('Anchor', null, 0);
    const below = authority('Below', anchor);
    const result = evaluate(issue('Leaf', below), [anchor], [below, ...make(anchor)]);
    expect(result).toMatchObject({ isValid: false });
    expect(result.reasonCodes).toContain('CERT_PATH_LENGTH_EXCEEDED');
    expect(evaluate(issue('Leaf', anchor), [anchor], make(anchor)).isValid).toBe(true);
  });

  it.each(TWINS)('and lawful as it is; the document brings %s', (_twins, make) => {
    const anchor = authority('Anchor', null);
    const below = authority('Below', anchor);
    const result = evaluate(issue('Leaf', below), [anchor], [below, ...make(anchor)]);
    expect(result).toMatchObject({ isValid: true, chainStatus: ['CN=Leaf: OK', 'CN=Below: OK', 'CN=Anchor: OK'] });
  });

  it('that has expired since, for what was signed before', () => {
    const changes = { notAfter: new Date('2026-02-01T00:00:00Z') };
    const anchor = authority('Anchor', null, null, { changes });
    const leaf = issue('Leaf', anchor, { changes });
    expect(evaluate(leaf, [anchor], [], { at: new Date('2026-01-31T00:00:00Z') }).isValid).toBe(true);
    expect(evaluate(leaf, [anchor], [], { at: new Date('2026-02-02T00:00:00Z') }).isValid).toBe(false);
  });

  it('or another configured one, by way of a cross certificate of the same name and key', () => {
    const changes = { notAfter: new Date('2026-02-01T00:00:00Z') };
    const old = authority('Old', null, null, { changes });
    const young = authority('Young', null);
    const cross = authority('Old', young, null, { keys: old });
    const leaf = issue('Leaf', old);
    expect(evaluate(leaf, [old, young], []).reasonCodes).toContain('CERT_EXPIRED');
    expect(evaluate(leaf, [old, young], [cross])).toMatchObject({ isValid: true });
    expect(evaluate(leaf, [old], [cross]).isValid).toBe(false);
    expect(evaluate(leaf, [young], [cross])).toMatchObject({ isValid: true });
    const renewed = authority('Old', null, null, { keys: old });
    expect(evaluate(leaf, [old, renewed])).toMatchObject({ isValid: true });
  });

  it('when it is the signer itself, byte for byte', () => {
    const pinned = issue('Pinned', null);
    expect(evaluate(pinned, [pinned])).toMatchObject({ isValid: true });
    const reissued = issue('Pinned', null, { keys: pinned });
    const bySubordinate = issue('Pinned', authority('Stranger', null), { keys: pinned });
    const changes = { notAfter: new Date('2099-01-01T00:00:00Z') };
    const longer = issue('Pinned', null, { keys: pinned, changes });
    for (const twin of [reissued, bySubordinate, longer]) {
      expect(evaluate(twin, [pinned])).toMatchObject({ isValid: false });
      expect(evaluate(twin, [pinned], [pinned, reissued])).toMatchObject({ isValid: false });
    }
    // What the holder of a pinned key issues to others.
    const victim = issue('Director', pinned);
    expect(evaluate(victim, [pinned]).reasonCodes).toContain('CERT_BASIC_CONSTRAINTS_INVALID');
    const promoted = authority('Pinned', null, null, { keys: pinned });
    expect(evaluate(victim, [pinned], [promoted])).toMatchObject({ isValid: false });
  });

  it('that issued a certificate in its own name to its own key', () => {
    const anchor = authority('Anchor', null);
    const own = issue('Anchor', anchor, { keys: anchor });
    expect(evaluate(own, [anchor])).toMatchObject({ isValid: true });
    expect(evaluate(own, [authority('Anchor', null)]).isValid).toBe(false);
  });

  it('in a store that changes: what was trusted a moment ago is not', () => {
    const keys = newKeys();
    const [one, two] = [authority('Anchor', null, null, { keys }), authority('Anchor', null, 0, { keys })];
    const below = authority('Below', one);
    const leaf = issue('Leaf', below);
    expect(evaluate(leaf, [one], [below, two]).isValid).toBe(true);
    expect(evaluate(leaf, [two], [below, one]).isValid).toBe(false);
    expect(evaluate(leaf, [], [below, one, two]).isValid).toBe(false);
  });
});
