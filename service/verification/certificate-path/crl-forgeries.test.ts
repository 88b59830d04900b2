import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import type { NewExtension } from '../../codecs/x509/certificate-builder.ts';
import { encodeName } from '../../codecs/x509/name.ts';
import { makeCrl, type CrlRequest } from './evidence.suite.ts';
import { authority, evaluate, issue, newKeys, type Issued } from './issued-certificates.suite.ts';

/** Lists that leave out a certificate and speak for somebody else, of something else, or of another time. */

const root = authority('Root', null);
const ca = authority('CA', root);
const other = authority('Other CA', root);
const namesake = authority('CA', authority('Strange Root', null));
const leaf = issue('Leaf', ca);
const impostor: Issued = { ...ca, ...newKeys() };
const user: Issued = { ...leaf, subject: 'CA' };

const DELTA = '2.5.29.27';
const SCOPE = '2.5.29.28';
const extension = (oid: string, value: Uint8Array, critical = true): NewExtension => ({ oid, critical, value });
const flag = (number: number): Uint8Array => der.derValue(0x80 + number, Uint8Array.of(0xff));
const scope = (...parts: readonly Uint8Array[]): NewExtension => extension(SCOPE, der.derSequence(...parts));
const uri = (text: string): Uint8Array =>
  der.derExplicit(0, der.derValue(0xa0, der.derValue(0x86, Buffer.from(text, 'latin1'))));
const directory = (name: string): Uint8Array =>
  der.derExplicit(0, der.derValue(0xa0, der.derValue(0xa4, encodeName([['CN', name]]))));
const reasons = (bits: number): Uint8Array => der.derValue(0x83, Uint8Array.of(0, bits));
const day = (number: number): Date => new Date(Date.UTC(2026, 8, number));

/** Changes signed bytes without a new signature: the first `from` becomes `to`. */
function patched(crl: Uint8Array, from: Uint8Array, to: Uint8Array): Uint8Array {
  const bytes = Buffer.from(crl);
  const at = bytes.indexOf(from);
  if (at < 0 || from.length !== to.length) throw new Error('nothing to change');
  bytes.set(to, at);
  return bytes;
}

const statusOf = (crls: readonly Uint8Array[], candidates: readonly Issued[] = [ca]) =>
  evaluate(leaf, [root], candidates, { crls: [...crls] });

type Forgery = [name: string, crl: Uint8Array, candidates: readonly Issued[]];
const by = (changes: Partial<CrlRequest>): Uint8Array => makeCrl({ issuer: ca, ...changes });

const FORGED: readonly (readonly [name: string, crl: Uint8Array, candidates?: readonly Issued[]])[] = [
  ['signed by another key under the name', by({ issuer: impostor })],
  ['of a namesake under another root', by({ issuer: namesake }), [ca, namesake]],
  ['of another authority', by({ issuer: other }), [ca, other]],
  ['of another authority under the name', by({ issuer: other, name: 'CA' }), [ca, other]],
  ['of the root about what it did not issue', by({ issuer: root })],
  ['of the root under the name', by({ issuer: root, name: 'CA' })],
  ['of the certificate itself', by({ issuer: leaf })],
  ['of the certificate itself under the name', by({ issuer: user }), [ca, user]],
  ['with its dates changed', patched(by({ nextUpdate: day(20) }), Buffer.from('260920'), Buffer.from('270920'))],
  ['past its end', by({ thisUpdate: day(1), nextUpdate: day(20) })],
  ['from the future', by({ thisUpdate: day(60), nextUpdate: day(90) })],
  ['from before the certificate', by({ thisUpdate: new Date('2025-01-01T00:00:00Z'), nextUpdate: day(5) })],
  ['for authorities only', by({ extensions: [scope(flag(2))] })],
  ['for attribute certificates only', by({ extensions: [scope(flag(5))] })],
  ['for users only and attribute certificates only', by({ extensions: [scope(flag(1), flag(5))] })],
  ['for users only and authorities only', by({ extensions: [scope(flag(1), flag(2))] })],
  ['of another place', by({ extensions: [scope(uri('http://elsewhere/'))] })],
  ['of a place by the name of another', by({ extensions: [scope(directory('Other CA'))] })],
  ['for some reasons', by({ extensions: [scope(reasons(0x40))] })],
  ['for no reason', by({ extensions: [scope(reasons(0x00))] })],
  ['of a place, not critical', by({ extensions: [extension(SCOPE, der.derSequence(uri('http://x/')), false)] })],
  ['indirect, of another authority', by({ issuer: other, extensions: [scope(flag(4))] }), [ca, other]],
  ['delta without its base', by({ extensions: [extension(DELTA, der.derInteger(3))] })],
  ['delta with a number below its base', by({ number: 2, extensions: [extension(DELTA, der.derInteger(3))] })],
  ['delta, not critical', by({ extensions: [extension(DELTA, der.derInteger(3), false)] })],
  ['delta of nothing readable', by({ extensions: [extension(DELTA, der.derNull())] })],
  ['scope of nothing readable', by({ extensions: [extension(SCOPE, der.derNull())] })],
  ['scope twice', by({ extensions: [scope(flag(1)), scope(flag(2))] })],
  ['number twice', by({ extensions: [extension('2.5.29.20', der.derInteger(8), false)] })],
  ['with something critical that nobody knows', by({ extensions: [extension('1.2.3.4', der.derNull())] })],
  ['cut short', by({}).subarray(0, -1)],
  ['with a byte behind it', Buffer.concat([by({}), Buffer.of(0)])],
  ['by a weak hash', by({ hash: 'sha1' })],
];

const FORGERIES = FORGED.map(([name, crl, candidates = [ca]]): Forgery => [name, crl, candidates]);

describe('a list that cannot speak for the certificate does not call it good', () => {
  it.each<Forgery>(FORGERIES)('%s', (_, crl, candidates) => {
    expect(statusOf([crl], candidates).revocation.status).not.toBe('Good');
  });

  const revoking = by({ entries: [{ certificate: leaf }] });
  it.each<Forgery>(FORGERIES)('nor takes back what another said: %s', (_, crl, candidates) => {
    for (const crls of [
      [crl, revoking],
      [revoking, crl],
    ]) {
      expect(statusOf(crls, candidates)).toMatchObject({ isValid: false, revocation: { status: 'Revoked' } });
    }
  });
});

describe('a list that can does', () => {
  it.each<[string, Uint8Array]>([
    ['plain', by({})],
    ['for users only', by({ extensions: [scope(flag(1))] })],
    ['of the place that is the name of its issuer', by({ extensions: [scope(directory('CA'))] })],
    ['indirect, of its own issuer', by({ extensions: [scope(flag(4))] })],
    ['with something that nobody knows', by({ extensions: [extension('1.2.3.4', der.derNull(), false)] })],
    ['with the number zero', by({ number: 0 })],
    ['with others in it', by({ entries: [{ certificate: ca }] })],
  ])('%s', (_, crl) => {
    expect(statusOf([crl]).revocation.status).toBe('Good');
  });
});
