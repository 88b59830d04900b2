import { describe, expect, it } from 'vitest';
import * as der from '../asn1/der-writer.ts';
import { TAG } from '../asn1/tags.ts';
import { HASHES } from '../x509/hash-algorithm.ts';
import { encodeAlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import { parseTstInfo } from './tst-info.ts';

function tstInfoOf(genTime: string, tag: number = TAG.generalizedTime): Uint8Array {
  const imprint = der.derSequence(
    encodeAlgorithmIdentifier(HASHES['SHA-256'].oid, 'absent'),
    der.derOctetString(new Uint8Array(32)),
  );
  const time = der.derValue(tag, Buffer.from(genTime));
  return der.derSequence(der.derInteger(1), der.derOid('1.2.3.4'), imprint, der.derInteger(7), time);
}

describe('the time of a timestamp', () => {
  it.each([
    ['20260102030405Z', '2026-01-02T03:04:05.000Z'],
    ['20260102030400Z', '2026-01-02T03:04:00.000Z'],
    ['20260102030405.1Z', '2026-01-02T03:04:05.100Z'],
    ['20260102030405.123456Z', '2026-01-02T03:04:05.123Z'],
    // Three digits always, as some authorities write them: zeros at the end say nothing else.
    ['20260102030405.120Z', '2026-01-02T03:04:05.120Z'],
    ['20260102030405.100Z', '2026-01-02T03:04:05.100Z'],
    ['20260102030405.000Z', '2026-01-02T03:04:05.000Z'],
    ['20260102030400.0Z', '2026-01-02T03:04:00.000Z'],
    ['20260102030400.000000Z', '2026-01-02T03:04:00.000Z'],
    ['20260102030400.010Z', '2026-01-02T03:04:00.010Z'],
  ])('%s is %s', (text, time) => {
    expect(parseTstInfo(tstInfoOf(text)).genTime.toISOString()).toBe(time);
  });

  it.each([
    ...[
      '20260102030405.Z',
      '20260102030405,120Z',
      '202601020304Z',
      '2026010203Z',
      '20260102030405',
      '20260102030405.120',
    ],
    ...['20260102030405.120+0000', '20260102030405.1200 Z', '20260102030460.000Z', '20260230030405.000Z', '.000Z', ''],
    `20260102030405.${'0'.repeat(40)}Z`,
  ])('%s is none', (text) => {
    expect(() => parseTstInfo(tstInfoOf(text))).toThrow('Not a DER time');
  });

  it('is no UTCTime', () => {
    expect(() => parseTstInfo(tstInfoOf('260102030405Z', TAG.utcTime))).toThrow();
  });
});
