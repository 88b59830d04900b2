import { describe, expect, it } from 'vitest';
import { XADES, XADES_141 } from '../../codecs/xmldsig/algorithms.ts';
import * as kit from './signed-xml.suite.ts';

/**
 * Words of a signer where no signer puts them and nobody signs them: whoever looks for the signing time or the role by its
 * name finds those of the ds:KeyInfo first, since it stands before the properties.
 */

const named = (name: string, content: string, namespace = XADES): string =>
  `<x:${name} xmlns:x="${namespace}">${content}</x:${name}>`;
const role = named('ClaimedRoles', named('ClaimedRole', 'Chief executive'));
const WORDS: Readonly<Record<string, string>> = {
  'a time': named('SigningTime', '2001-01-01T00:00:00Z'),
  'a role': named('SignerRole', role),
  'a role of version 2': named('SignerRoleV2', role),
  'a claimed role alone': named('ClaimedRole', 'Chief executive'),
  'a place': named('SignatureProductionPlaceV2', named('City', 'Vienna')),
  'a policy': named('SignaturePolicyIdentifier', named('SignaturePolicyImplied', '')),
  'a commitment': named('CommitmentTypeIndication', named('AllSignedDataObjects', '')),
  'a format': named('DataObjectFormat', named('MimeType', 'text/html')),
  'a certificate': named('SigningCertificateV2', ''),
  'a set of signed properties': named('SignedSignatureProperties', named('SigningTime', '2001-01-01T00:00:00Z')),
  'qualifying properties': named('QualifyingProperties', named('SignedProperties', '')),
  'a time in the namespace of 1.4.1': named('SigningTime', '2001-01-01T00:00:00Z', XADES_141),
};

const base = kit.signedInvoice();
const keyInfo = (words: string): string => base.replace('<ds:KeyInfo>', `<ds:KeyInfo>${words}`);
const unsigned = (words: string, holder = 'UnsignedSignatureProperties'): string =>
  base.replace('</xades:SignedProperties>', (end) => {
    const properties = holder === '' ? words : `<xades:${holder}>${words}</xades:${holder}>`;
    return `${end}<xades:UnsignedProperties>${properties}</xades:UnsignedProperties>`;
  });

describe('words of a signer that nobody signed', () => {
  it.each(Object.entries(WORDS))('%s', (_what, words) => {
    for (const document of [
      keyInfo(words),
      base.replace('</ds:KeyInfo>', `${words}</ds:KeyInfo>`),
      base.replace('<ds:X509Data>', `<ds:X509Data>${words}`),
      unsigned(words),
      unsigned(words, ''),
      unsigned(named('CertificateValues', words)),
      unsigned(words, 'UnsignedDataObjectProperties'),
      unsigned(named('UnsignedDataObjectProperty', words), 'UnsignedDataObjectProperties'),
    ]) {
      kit.expectRefused(document, 'SIG_COVERAGE_INCOMPLETE');
      expect(kit.verify(document)).toMatchObject({ signature: { cryptoValid: true } });
    }
  });

  it.each(['CompleteCertificateRefs', 'CertificateValues'])('anything of XAdES in the key: %s', (name) => {
    kit.expectRefused(keyInfo(named(name, '')), 'SIG_COVERAGE_INCOMPLETE');
  });
});

describe('what belongs where it stands says nothing', () => {
  it('as a key that the signature signs', () => {
    const words = WORDS['a role'] ?? '';
    const key = kit.x509Data(kit.signers.ec.certificate).replace('<ds:KeyInfo>', `<ds:KeyInfo Id="K">${words}`);
    const references = [kit.WHOLE_DOCUMENT, kit.reference('#K', [kit.transform(kit.EXC_C14N)])];
    expect(kit.verify(kit.signedInvoice({ keyInfo: key, references })).overallStatus).toBe('VALID');
  });

  it('as properties of a counter-signature', () => {
    const unsignedProperties = `<xades:UnsignedProperties><xades:UnsignedSignatureProperties><xades:CounterSignature>${kit.HERE}</xades:CounterSignature></xades:UnsignedSignatureProperties></xades:UnsignedProperties>`;
    const signed = kit
      .signedInvoice({ unsignedProperties })
      .replace(/<ds:SignatureValue>/, '<ds:SignatureValue Id="V">');
    const references = [kit.reference('#V', [kit.transform(kit.EXC_C14N)], `${kit.DS}CountersignedSignature`)];
    const counter = kit.signatureTemplate({ id: 'C', references });
    const report = kit.verify(kit.sign(signed.replace(kit.HERE, counter)));
    expect(report.reasonCodes).not.toContain('SIG_COVERAGE_INCOMPLETE');
    expect(report).toMatchObject({ signatures: [{ status: 'VALID', counterSignatures: [{}] }] });
  });

  it.each([
    ['names, values and subjects of keys', keyInfo('<ds:KeyName>Alice</ds:KeyName><ds:MgmtData>x</ds:MgmtData>')],
    ['certificates', unsigned(named('CertificateValues', ''))],
    ['references', unsigned(named('CompleteCertificateRefsV2', named('CertRefs', ''), XADES_141))],
    ['evidence of a timestamp', unsigned(named('TimeStampValidationData', '', XADES_141))],
  ])('as %s', (_what, document) => {
    expect(kit.verify(document).overallStatus).toBe('VALID');
  });
});
