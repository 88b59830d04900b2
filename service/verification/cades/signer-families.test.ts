import { describe, expect, it } from 'vitest';
import * as der from '../../codecs/asn1/der-writer.ts';
import * as oids from '../../codecs/cms/object-identifiers.ts';
import { encodeAttribute } from '../../codecs/cms/signed-attributes.ts';
import { parseCertificate } from '../../codecs/x509/certificate.ts';
import * as kit from './cms-forgery.suite.ts';
import { verifyCms, type CmsVerificationResult } from './verify-cms.ts';

const { signers, forge } = kit;
const DAY = 86_400_000;

function verify(signedData: Uint8Array, at: Date = kit.NOW): CmsVerificationResult {
  return verifyCms({ signedData, digestContent: null, pades: false, trust: kit.trust, at, revocationMode: 'Offline' });
}

function withAttributes(signer: kit.TestSigner, add: readonly Uint8Array[], drop: string | null = null): Uint8Array {
  const parts = kit.attributeParts(kit.attributesOf(signer)).filter(({ oid }) => oid !== drop);
  return forge(signer, { signedAttributes: der.derSetOf([...parts.map(({ encoded }) => encoded), ...add]) });
}

describe('the time that a signer claims', () => {
  const { notBefore, notAfter } = parseCertificate(signers.rsa.certificate);
  const claiming = (time: Date, signer: kit.TestSigner = signers.rsa): CmsVerificationResult =>
    verify(forge(signer, { signedAttributes: kit.attributesOf(signer, { signingTime: time }) }));
  const before = [1_000, 60_000, 3_600_000, DAY, 30 * DAY, 365 * DAY, 5_000 * DAY].map(
    (gap) => notBefore.getTime() - gap,
  );
  const after = [1_000, 60_000, 3_600_000, DAY, 30 * DAY, 365 * DAY, 5_000 * DAY].map(
    (gap) => notAfter.getTime() + gap,
  );
  it.each([...before, ...after].map((time) => new Date(time)))('%s is not VALID, though intact', (time) => {
    for (const signer of Object.values(signers)) {
      const result = claiming(time, signer);
      expect(result).toMatchObject({ status: 'INDETERMINATE', findings: [{ signature: { cryptoValid: true } }] });
      expect(result.reasonCodes).toContain('SIG_SIGNING_TIME_IMPLAUSIBLE');
      expect(result.findings[0]?.profileReached).toBe('B');
    }
  });
  it.each([notBefore, new Date(notBefore.getTime() + 1_000), kit.NOW, new Date(notAfter.getTime() - 1_000), notAfter])(
    '%s may be VALID',
    (time) => expect(claiming(time).status).toBe('VALID'),
  );
  it.each(Object.entries(signers))('none at all is no baseline profile: %s', (_, signer) => {
    const result = verify(withAttributes(signer, [], oids.OID_ID_SIGNING_TIME));
    expect(result.status).toBe('VALID');
    expect(result.findings[0]).toMatchObject({ profileReached: null, claimedSigningTime: null });
  });
});

describe('attributes that are there twice', () => {
  const mayRepeat = oids.OID_ID_AA_CONTENT_TIME_STAMP;
  const attribute = (oid: string, n: number): Uint8Array => encodeAttribute(oid, [der.derSequence(der.derInteger(n))]);
  it.each([2, 3, 10])('content timestamps: %d are lawful', (count) => {
    const stamps = Array.from({ length: count }, (_, n) => attribute(mayRepeat, n + 1));
    expect(verify(withAttributes(signers.ec, stamps)).status).toBe('VALID');
  });
  const others = ['2.15', '2.16', '2.17', '2.18', '2.4', '2.10', '2.5', '2.2'].map(
    (arc) => `1.2.840.113549.1.9.16.${arc}`,
  );
  const unknown = ['1.2.3.4', '2.5.4.3', '1.3.6.1.4.1.311.2.1.12', '0.4.0.1733.2.1', '0.4.0.19122.1.1'];
  it.each([...others, ...unknown])('%s is not VALID, though intact', (oid) => {
    expect(verify(withAttributes(signers.ec, [attribute(oid, 1)])).status).toBe('VALID');
    const result = verify(withAttributes(signers.ec, [attribute(oid, 1), attribute(oid, 2)]));
    expect(result).toMatchObject({ status: 'INDETERMINATE', findings: [{ signature: { cryptoValid: true } }] });
    expect(result.reasonCodes).toContain('SIG_SIGNED_ATTRIBUTES_MALFORMED');
  });
  it.each([oids.OID_ID_CONTENT_TYPE, oids.OID_ID_MESSAGE_DIGEST])('%s is broken', (oid) => {
    const [again] = kit.attributeParts(kit.attributesOf(signers.ec)).filter((part) => part.oid === oid);
    const result = verify(withAttributes(signers.ec, [again?.encoded ?? new Uint8Array()]));
    expect(result).toMatchObject({ status: 'INVALID', findings: [{ signature: { cryptoValid: false } }] });
  });
});

describe('counter-signatures', () => {
  const counter = encodeAttribute(oids.OID_ID_COUNTERSIGNATURE, [der.derSequence(der.derInteger(1))]);
  it.each(Object.entries(signers))('are named and change nothing: %s', (_, signer) => {
    const result = verify(forge(signer, { unsignedAttributes: [counter] }));
    expect(result.status).toBe('VALID');
    expect(result.reasonCodes).toContain('COUNTER_SIGNATURE_PRESENT');
    expect(result.findings[0]?.detail).toContain('counter-signature');
    const changed = verify(forge(signer, { unsignedAttributes: [counter], eContent: Buffer.from('another') }));
    expect(changed.status).toBe('INVALID');
  });
});

describe('timestamps of the signature', () => {
  const broken = [der.derSequence(), der.derOctetString(Buffer.of(1)), forge(signers.rsa), forge(signers.ec)];
  it.each(broken)('that are none keep it from being VALID (%#)', (token) => {
    const unsignedAttributes = [encodeAttribute(oids.OID_ID_AA_SIGNATURE_TIME_STAMP_TOKEN, [token])];
    for (const signer of Object.values(signers)) {
      const result = verify(forge(signer, { unsignedAttributes }));
      expect(result).toMatchObject({ status: 'INDETERMINATE', findings: [{ signature: { cryptoValid: true } }] });
      expect(result.reasonCodes).toContain('TIMESTAMP_INVALID');
    }
  });
});

describe('a signature that does not bind its certificate', () => {
  it.each(Object.entries(signers))('is intact and INDETERMINATE, in these words: %s', (_, signer) => {
    const { findings, status } = verify(withAttributes(signer, [], oids.OID_ID_AA_SIGNING_CERTIFICATE_V2));
    expect(status).toBe('INDETERMINATE');
    expect(findings[0]).toMatchObject({
      signature: { cryptoValid: true, reasonCodes: ['SIG_SIGNING_CERTIFICATE_MISSING'] },
      profileReached: null,
      detail: 'The signature is intact and from a trusted certificate; the certificate is not bound by the signature.',
    });
  });
});

describe('algorithm identifiers', () => {
  it('of ECDSA with NULL parameters say the same as without', () => {
    const signatureAlgorithm = der.derSequence(der.derOid('1.2.840.10045.4.3.2'), der.derNull());
    expect(verify(forge(signers.ec, { signatureAlgorithm })).status).toBe('VALID');
  });
  it.each([der.derInteger(1), der.derSequence(), der.derOctetString(Buffer.of(0))])(
    'of ECDSA with others do not',
    (p) => {
      const signatureAlgorithm = der.derSequence(der.derOid('1.2.840.10045.4.3.2'), p);
      expect(verify(forge(signers.ec, { signatureAlgorithm })).status).toBe('INVALID');
    },
  );
});

describe('content of another type', () => {
  const oid = oids.OID_ID_SIGNED_DATA;
  it('is judged as far as its arithmetic goes, and is never VALID', () => {
    const signedAttributes = kit.attributesOf(signers.ec, { contentType: oid });
    const good = verify(forge(signers.ec, { contentType: oid, signedAttributes }));
    expect(good).toMatchObject({ status: 'INDETERMINATE', findings: [{ signature: { cryptoValid: true } }] });
    expect(good.reasonCodes).toContain('SIG_CONTENT_TYPE_UNSUPPORTED');
    const bad = verify(forge(signers.ec, { contentType: oid, signedAttributes, eContent: Buffer.from('x') }));
    expect(bad).toMatchObject({ status: 'INVALID', findings: [{ signature: { cryptoValid: false } }] });
  });
});
