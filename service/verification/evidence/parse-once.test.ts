import { describe, expect, it } from 'vitest';
import { Asn1Error } from '../../codecs/asn1/asn1-error.ts';
import { issue } from '../certificate-path/issued-certificates.suite.ts';
import { parseRecurringCertificate } from './parse-once.ts';

describe('a certificate that comes along with job after job', () => {
  it('is read once, from bytes of its own', () => {
    const { der } = issue('Signer', null);
    const message = new Uint8Array(der);
    const first = parseRecurringCertificate(message);
    message.fill(0);
    expect(parseRecurringCertificate(new Uint8Array(der))).toBe(first);
    expect(first.der).toEqual(der);
  });

  it('is refused as any other', () => {
    for (let time = 0; time < 2; time++) {
      expect(() => parseRecurringCertificate(new Uint8Array([0x30, 0]))).toThrow(Asn1Error);
    }
  });
});
