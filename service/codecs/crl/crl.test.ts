import { describe, expect, it } from 'vitest';
import { Asn1Error } from '../asn1/asn1-error.ts';
import * as der from '../asn1/der-writer.ts';
import { encodeAlgorithmIdentifier } from '../x509/algorithm-identifier.ts';
import { encodeName } from '../x509/name.ts';
import { parseCrl } from './crl.ts';

const algorithm = encodeAlgorithmIdentifier('1.2.840.10045.4.3.2', 'absent');
const revokedAt = new Date('2026-01-02T03:04:05Z');

/** 8-byte serial numbers, so that an entry takes 35 bytes with its reason, as large authorities have them. */
function serialOf(index: number): Uint8Array {
  const serial = Buffer.alloc(8, 0x11);
  serial.writeUInt32BE(index, 4);
  return serial;
}

function entryOf(index: number): Uint8Array {
  const reason = der.derOctetString(Uint8Array.of(0x0a, 1, index % 7));
  const extensions = der.derSequence(der.derSequence(der.derOid('2.5.29.21'), reason));
  return der.derSequence(der.derInteger(serialOf(index)), der.derTime(revokedAt), extensions);
}

function crlOf(entries: readonly Uint8Array[]): Uint8Array {
  const tbs = der.derSequence(
    der.derInteger(1),
    algorithm,
    encodeName([['CN', 'Large CA']]),
    der.derTime(new Date('2026-01-01T00:00:00Z')),
    der.derTime(new Date('2026-02-01T00:00:00Z')),
    ...(entries.length === 0 ? [] : [der.derSequence(der.concatBytes(entries))]),
    der.derExplicit(
      0,
      der.derSequence(der.derSequence(der.derOid('2.5.29.20'), der.derOctetString(der.derInteger(7)))),
    ),
  );
  return der.derSequence(tbs, algorithm, der.derBitString(new Uint8Array(70)));
}

const issuerKey = parseCrl(crlOf([])).issuer.key;

describe('parseCrl', () => {
  it('finds entries and their reasons', () => {
    const crl = parseCrl(crlOf(Array.from({ length: 100 }, (_, index) => entryOf(index))));
    expect(crl.find(serialOf(6), crl.issuer.key)).toEqual({
      revokedAt,
      reason: 'certificateHold',
      invalidSince: null,
      obscurity: null,
    });
    expect(crl.find(serialOf(99), crl.issuer.key)?.reason).toBe('keyCompromise');
    expect(crl.find(serialOf(100), crl.issuer.key)).toBeNull();
    expect(crl.find(serialOf(5).subarray(1), crl.issuer.key)).toBeNull();
    expect(crl.issuer.toString()).toBe('CN=Large CA');
    expect(parseCrl(crlOf([])).find(serialOf(0), issuerKey)).toBeNull();
  });

  it('scans 200,000 entries in one pass', () => {
    const large = crlOf(Array.from({ length: 200_000 }, (_, index) => entryOf(index)));
    expect(large.length).toBeGreaterThan(6_500_000);
    const started = process.cpuUsage();
    expect(parseCrl(large).find(serialOf(200_000), issuerKey)).toBeNull();
    const { user, system } = process.cpuUsage(started);
    // A scan that began anew for each entry would take minutes; a busy machine must not fail this.
    expect((user + system) / 1000).toBeLessThan(10_000);
    expect(parseCrl(large).find(serialOf(199_999), issuerKey)?.revokedAt).toEqual(revokedAt);
  });

  it('refuses a malformed list when it comes to it', () => {
    const bad = crlOf([der.derSequence(der.derOid('1.2.3'), der.derTime(revokedAt)), entryOf(1)]);
    expect(() => parseCrl(bad).find(serialOf(1), issuerKey)).toThrow(Asn1Error);
    const cut = crlOf([entryOf(1).subarray(0, -3)]);
    expect(() => parseCrl(cut).find(serialOf(2), issuerKey)).toThrow(Asn1Error);
  });
});
