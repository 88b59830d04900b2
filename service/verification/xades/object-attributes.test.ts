import { describe, expect, it } from 'vitest';
import * as kit from './signed-xml.suite.ts';

/** A reference to a child of ds:Object signs nothing of the object: what stands there of the child is anybody's word. */

const enveloping = (attributes: string, properties = ''): string => {
  const objects = '<ds:Object Id="O"><order Id="D"><sum>1000</sum></order></ds:Object>';
  const references = [kit.reference('#D', [kit.transform(kit.EXC_C14N)], '', 'R')];
  const { certificate } = kit.signers.ec;
  const signedProperties = `<xades:SignedSignatureProperties>${kit.SIGNING_TIME}${kit.signingCertificateV2(certificate)}</xades:SignedSignatureProperties>${properties}`;
  const signed = kit.sign(kit.signatureTemplate({ objects, references, signedProperties }));
  return signed.replace('<ds:Object Id="O">', `<ds:Object Id="O"${attributes}>`);
};
const described = (type: string): string =>
  `<xades:SignedDataObjectProperties><xades:DataObjectFormat ObjectReference="#R"><xades:MimeType>${type}</xades:MimeType></xades:DataObjectFormat></xades:SignedDataObjectProperties>`;

describe('what an object says of its signed child', () => {
  it.each([
    ' MimeType="application/pdf"',
    ' MimeType="text/html"',
    ' Encoding="http://www.w3.org/2000/09/xmldsig#base64"',
    ' MimeType="text/xml" Encoding="http://www.w3.org/2000/09/xmldsig#base64"',
    ' note="approved by the board"',
    ' xmlns:n="urn:n" n:MimeType="text/xml"',
    ' xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="https://other.example"',
    ' xml:base="https://other.example/"',
    ' xml:lang="de"',
  ])('is not signed:%s', (attributes) => {
    kit.expectRefused(enveloping(attributes), 'SIG_COVERAGE_INCOMPLETE');
    expect(kit.verify(enveloping(attributes))).toMatchObject({ signature: { cryptoValid: true } });
  });

  it.each(['', ' MimeType="text/xml"', ' MimeType="application/xml" Encoding=""', ' Encoding="UTF-8"', ' xml:id="X"'])(
    'is so whoever says it:%s',
    (attributes) => {
      expect(kit.verify(enveloping(attributes)).overallStatus).toBe('VALID');
    },
  );

  it('may be what the signer says of it', () => {
    const attributes = ' MimeType="image/svg+xml"';
    expect(kit.verify(enveloping(attributes, described('image/svg+xml'))).overallStatus).toBe('VALID');
    kit.expectRefused(enveloping(attributes, described('text/plain')), 'SIG_COVERAGE_INCOMPLETE');
  });

  it('is signed with the object', () => {
    const objects = '<ds:Object Id="O" MimeType="text/html" note="x"><order Id="D"/></ds:Object>';
    const references = [kit.reference('#O', [kit.transform(kit.EXC_C14N)], '', 'R')];
    const signed = kit.sign(kit.signatureTemplate({ objects, references }));
    expect(kit.verify(signed).overallStatus).toBe('VALID');
    kit.expectRefused(signed.replace('text/html', 'text/xml'), 'SIG_DIGEST_MISMATCH');
  });
});
