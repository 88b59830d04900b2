import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import { encodeName } from '../../codecs/x509/name.ts';
import { makeCrl, makeOcsp, type Listed, type Reason } from './evidence.suite.ts';
import { authority, evaluate, issue, type Circumstances } from './issued-certificates.suite.ts';

/** A CRL that lists one certificate twice: whoever stops at the first entry that he finds reads the milder one. */

const root = authority('Root', null);
const leaf = issue('Leaf', root);
const EARLY = new Date('2026-02-01T00:00:00Z');
const LATE = new Date('2026-09-20T00:00:00Z');
const entry = (reason: Reason, revokedAt: Date, more: Partial<Listed> = {}): Listed => ({
  ...{ certificate: leaf, reason, revokedAt },
  ...more,
});
const judge = (crls: readonly Uint8Array[], more: Circumstances = {}) =>
  evaluate(leaf, [root], [], { crls, revocationMode: 'Online', ...more });
const extension = (oid: string, value: Uint8Array, critical = true) => ({ oid, critical, value });
const indirect = extension('2.5.29.28', der.derSequence(der.derValue(0x84, Uint8Array.of(0xff))));
const ofRoot = extension('2.5.29.29', der.derSequence(der.derExplicit(4, encodeName([['CN', 'Root']]))));
const between = { at: new Date('2026-03-01T00:00:00Z'), now: new Date('2026-10-01T00:00:00Z') };
const fresher = { ocspResponses: [makeOcsp({ certificate: leaf, issuer: root, thisUpdate: new Date('2026-09-30') })] };

/** Two entries, and the circumstances in which the milder one alone would let the certificate pass. */
const PAIRS: readonly (readonly [what: string, one: Listed, other: Listed, circumstances: Circumstances])[] = [
  ...(['keyCompromise', 'superseded', 'unspecified'] as const).flatMap((reason): (typeof PAIRS)[number][] => [
    [`${reason} early, superseded late`, entry(reason, EARLY), entry('superseded', LATE), between],
    [`${reason} early, keyCompromise late`, entry(reason, EARLY), entry('keyCompromise', LATE), between],
    [`${reason} early, held late`, entry(reason, EARLY), entry('certificateHold', LATE), between],
    [`${reason} and held, good later`, entry(reason, EARLY), entry('certificateHold', EARLY), fresher],
    [`${reason} late and held early, good later`, entry(reason, LATE), entry('certificateHold', EARLY), fresher],
    [`${reason} and removed`, entry(reason, EARLY), entry('removeFromCRL', LATE), {}],
  ]),
  ['held early and late', entry('certificateHold', EARLY), entry('certificateHold', LATE), between],
  ['held and removed', entry('certificateHold', EARLY), entry('removeFromCRL', EARLY), {}],
  [
    'not vouched for since early',
    entry('keyCompromise', LATE, { extensions: [extension('2.5.29.24', generalized(EARLY), false)] }),
    entry('superseded', LATE),
    between,
  ],
  [
    'one in a way that is not understood',
    entry('superseded', LATE, { extensions: [extension('1.2.3.4', der.derNull())] }),
    entry('superseded', LATE),
    between,
  ],
];

function generalized(time: Date): Uint8Array {
  return der.derValue(0x18, Buffer.from(time.toISOString().replace(/[-:T]|\.\d+/g, '')));
}

describe('a certificate that a CRL lists twice is not good', () => {
  it.each(PAIRS)('%s', (_what, one, other, circumstances) => {
    const stranger = { certificate: root, reason: 'superseded', revokedAt: EARLY } as const;
    const orders: Listed[][] = [
      [one, other],
      [other, one],
      [one, stranger, other],
      [other, stranger, stranger, one],
    ];
    for (const entries of orders) {
      const [first = one, ...rest] = entries;
      const named = [{ ...first, extensions: [...(first.extensions ?? []), ofRoot] }, ...rest];
      expect(judge([makeCrl({ issuer: root, entries })], circumstances).isValid).toBe(false);
      const ofMany = makeCrl({ issuer: root, entries: named, extensions: [indirect] });
      expect(judge([ofMany], circumstances).isValid).toBe(false);
    }
  });

  it('nor one that a delta CRL lists twice', () => {
    const base = extension('2.5.29.27', der.derInteger(7));
    const complete = makeCrl({ issuer: root });
    for (const reason of ['keyCompromise', 'superseded', 'certificateHold'] as const) {
      const entries = [entry('removeFromCRL', EARLY), entry(reason, EARLY)];
      for (const order of [entries, entries.toReversed()]) {
        const delta = makeCrl({ issuer: root, number: 8, extensions: [base], entries: order });
        expect(judge([complete, delta]).isValid).toBe(false);
      }
    }
  });

  it('and is at a time before both', () => {
    const before = { at: new Date('2026-01-15T00:00:00Z'), now: between.now };
    const entries = [entry('superseded', LATE), entry('keyCompromise', EARLY)];
    expect(judge([makeCrl({ issuer: root, entries })], before).isValid).toBe(true);
    const twice = [entry('superseded', LATE), entry('superseded', LATE)];
    expect(judge([makeCrl({ issuer: root, entries: twice })], between).isValid).toBe(true);
    expect(judge([makeCrl({ issuer: root, entries: twice })]).reasonCodes).toContain('CERT_REVOKED');
  });
});
