import { describe, expect, it } from 'vitest';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import * as kit from './signed-xml.suite.ts';

const { verify, signedInvoice, signers } = kit;
const { notBefore, notAfter } = parseCertificate(signers.ec.certificate);
const at = (text: string): string =>
  signedInvoice({
    signedProperties: `<xades:SignedSignatureProperties><xades:SigningTime>${text}</xades:SigningTime>${kit.signingCertificateV2(signers.ec.certificate)}</xades:SignedSignatureProperties>`,
  });
const shifted = (milliseconds: number): string => new Date(notBefore.getTime() + milliseconds).toISOString();
/** The same instant as somebody in another time zone writes it. */
const inZone = (milliseconds: number, hours: number): string => {
  const local = new Date(notBefore.getTime() + milliseconds + hours * 3_600_000).toISOString().slice(0, 19);
  return `${local}${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
};

const DAY = 86_400_000;
const BEFORE = [
  ...[1, 999, 1000, 60_000, 3_600_000, DAY, 30 * DAY, 365 * DAY, 3650 * DAY, 18_000 * DAY].map((one) => shifted(-one)),
  ...[-12, -8, -1, 1, 2, 5, 9, 14].map((hours) => inZone(-1000, hours)),
  ...['1970-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '1999-12-31T23:59:59.999Z'],
];

describe('a signing time', () => {
  it.each(BEFORE)('%s, before the certificate, is not VALID', (text) => {
    kit.expectRefused(at(text), 'SIG_SIGNING_TIME_IMPLAUSIBLE');
    expect(verify(at(text))).toMatchObject({
      signature: { cryptoValid: true },
      signatures: [{ profileReached: 'B' }],
    });
  });

  it.each([shifted(0), shifted(1000), shifted(DAY), ...[-12, -1, 3, 14].map((hours) => inZone(0, hours))])(
    '%s, not before the certificate, is lawful',
    (text) => {
      expect(verify(at(text)).overallStatus).toBe('VALID');
    },
  );

  it('after the certificate is not VALID either', () => {
    for (const milliseconds of [1000, DAY, 3650 * DAY]) {
      kit.expectRefused(at(new Date(notAfter.getTime() + milliseconds).toISOString()), 'SIG_SIGNING_TIME_IMPLAUSIBLE');
    }
    expect(verify(at(notAfter.toISOString())).overallStatus).toBe('VALID');
  });
});
