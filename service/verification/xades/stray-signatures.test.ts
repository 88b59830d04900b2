import { describe, expect, it } from 'vitest';
import { DS, TRANSFORM } from '../../codecs/xmldsig/algorithms.ts';
import * as kit from './signed-xml.suite.ts';

const { verify, signedInvoice, signatureTemplate, sign, base64, signers, transform, reference } = kit;

/** What somebody who looks for a signature by its name would find instead of the real one. */
const STRAY = {
  'a signature': signedInvoice({ id: 'F' }).replace(/^.*?(<ds:Signature .*<\/ds:Signature>).*$/s, '$1'),
  'an empty signature': `<ds:Signature xmlns:ds="${DS}"></ds:Signature>`,
  'a signature of another prefix': `<x:Signature xmlns:x="${DS}"></x:Signature>`,
  'an object': '<ds:Object><ds:X509SubjectName>Pay 9999 to Mallory</ds:X509SubjectName></ds:Object>',
  'a signed info': '<ds:SignedInfo></ds:SignedInfo>',
  'a signature value': '<ds:SignatureValue>AAAA</ds:SignatureValue>',
  'a manifest': `<ds:Manifest>${reference('', []).replace(kit.EMPTY_DIGEST, kit.ANY_DIGEST)}</ds:Manifest>`,
  'signature properties': '<ds:SignatureProperties></ds:SignatureProperties>',
} as const;

const key = (content: string): string =>
  kit.x509Data(signers.ec.certificate).replace('</ds:KeyInfo>', `${content}</ds:KeyInfo>`);
const unsigned = (content: string): string =>
  `<xades:UnsignedProperties><xades:UnsignedSignatureProperties>${content}</xades:UnsignedSignatureProperties></xades:UnsignedProperties>`;
const ofData = (content: string): string =>
  `<xades:UnsignedProperties><xades:UnsignedDataObjectProperties>${content}</xades:UnsignedDataObjectProperties></xades:UnsignedProperties>`;
const named = (name: string, content: string): string => `<${name}>${content}</${name}>`;

const IN_KEY = ['ds:X509Data', 'ds:KeyValue', 'ds:KeyName', 'ds:SPKIData', 'ds:PGPData', 'ds:MgmtData'];
const IN_PROPERTIES = ['CertificateValues', 'RevocationValues', 'SignatureTimeStamp', 'ArchiveTimeStamp', 'Other'];
/** Every part of a signature that nothing signs. */
const PLACES: Readonly<Record<string, (stray: string) => Partial<kit.SignatureParts>>> = {
  KeyInfo: (stray) => ({ keyInfo: key(stray) }),
  ...Object.fromEntries(IN_KEY.map((name) => [name, (stray: string) => ({ keyInfo: key(named(name, stray)) })])),
  'RSAKeyValue in KeyValue': (stray) => ({ keyInfo: key(named('ds:KeyValue', named('ds:RSAKeyValue', stray))) }),
  'unsigned properties': (stray) => ({ unsignedProperties: unsigned(stray) }),
  'unsigned properties of data': (stray) => ({ unsignedProperties: ofData(stray) }),
  ...Object.fromEntries(
    IN_PROPERTIES.map((name) => [
      name,
      (stray: string) => ({ unsignedProperties: unsigned(named(`xades:${name}`, stray)) }),
    ]),
  ),
  'a counter-signature of data': (stray) => ({
    unsignedProperties: ofData(named('xades:CounterSignature', named('xades:Other', stray))),
  }),
  'a property in a counter-signature': (stray) => ({
    unsignedProperties: unsigned(named('xades:CounterSignature', named('xades:Other', stray))),
  }),
};

describe('a part of a signature that stands where only evidence may', () => {
  const cases = Object.entries(PLACES).flatMap(([place, parts]) =>
    Object.entries(STRAY).map(([what, stray]) => [what, place, parts(stray)] as const),
  );

  it('is tried in many places', () => {
    expect(cases.length).toBeGreaterThan(100);
  });

  it.each(cases)('%s in %s keeps the signature from being VALID', (_what, _place, parts) => {
    const outcome = verify(signedInvoice(parts));
    expect(outcome.overallStatus).not.toBe('VALID');
    expect(outcome.signatures.filter(({ status }) => status === 'VALID')).toEqual([]);
    expect(outcome.reasonCodes).not.toContain('SIG_VALID');
  });

  it('in a key that is signed is no better', () => {
    const keyInfo = key(STRAY['a signature']).replace('<ds:KeyInfo>', '<ds:KeyInfo Id="K">');
    const references = [kit.WHOLE_DOCUMENT, reference('#K', [transform(kit.EXC_C14N)])];
    kit.expectRefused(signedInvoice({ keyInfo, references }), 'XML_STRUCTURE_INVALID');
  });
});

describe('evidence and keys of other kinds', () => {
  const certificate = `<ds:X509Certificate>${base64(signers.rsa.certificate)}</ds:X509Certificate>`;
  const serial = '<ds:X509IssuerName>CN=CA</ds:X509IssuerName><ds:X509SerialNumber>1</ds:X509SerialNumber>';
  it.each([
    [
      'a key value',
      '<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>AQAB</ds:Modulus><ds:Exponent>AQAB</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>',
    ],
    [
      'a key value of an elliptic curve',
      '<ds:KeyValue><d:ECKeyValue xmlns:d="http://www.w3.org/2009/xmldsig11#"><d:PublicKey>AQAB</d:PublicKey></d:ECKeyValue></ds:KeyValue>',
    ],
    ['a name', '<ds:KeyName>Alice</ds:KeyName>'],
    ['issuer and serial number', `<ds:X509Data><ds:X509IssuerSerial>${serial}</ds:X509IssuerSerial></ds:X509Data>`],
    [
      'a subject and its identifier',
      '<ds:X509Data><ds:X509SubjectName>CN=A</ds:X509SubjectName><ds:X509SKI>AQAB</ds:X509SKI></ds:X509Data>',
    ],
    ['more certificates and a list', `<ds:X509Data>${certificate}<ds:X509CRL>AQAB</ds:X509CRL></ds:X509Data>`],
  ])('in a KeyInfo are lawful: %s', (_name, content) => {
    expect(verify(signedInvoice({ keyInfo: key(content) })).overallStatus).toBe('VALID');
  });

  const digest = `<ds:DigestMethod Algorithm="${kit.SHA256}"/><ds:DigestValue>AAAA</ds:DigestValue>`;
  it.each([
    [
      'references to certificates',
      named(
        'xades:CompleteCertificateRefs',
        named('xades:CertRefs', named('xades:Cert', named('xades:CertDigest', digest))),
      ),
    ],
    [
      'revocation values',
      named(
        'xades:RevocationValues',
        named('xades:OCSPValues', '<xades:EncapsulatedOCSPValue>MAA=</xades:EncapsulatedOCSPValue>'),
      ),
    ],
    [
      'an evidence record',
      '<s:SealingEvidenceRecords xmlns:s="http://uri.etsi.org/19132/v1.1.1#"><e:EvidenceRecord xmlns:e="urn:ietf:params:xml:ns:ers" Version="1.0"><e:ArchiveTimeStampSequence></e:ArchiveTimeStampSequence></e:EvidenceRecord></s:SealingEvidenceRecords>',
    ],
  ])('in the unsigned properties are lawful: %s', (_name, content) => {
    expect(verify(signedInvoice({ unsignedProperties: unsigned(content) })).overallStatus).toBe('VALID');
  });

  it.each([
    [
      'a timestamp with its canonicalization',
      named(
        'xades:SignatureTimeStamp',
        `<ds:CanonicalizationMethod Algorithm="${kit.EXC_C14N}"/><xades:EncapsulatedTimeStamp>MAA=</xades:EncapsulatedTimeStamp>`,
      ),
    ],
    [
      'an archive timestamp of 1.4.1',
      '<a:ArchiveTimeStamp xmlns:a="http://uri.etsi.org/01903/v1.4.1#"><xades:EncapsulatedTimeStamp>MAA=</xades:EncapsulatedTimeStamp></a:ArchiveTimeStamp>',
    ],
  ])('in the unsigned properties are lawful, and what is in them is judged: %s', (_name, content) => {
    const { overallStatus, reasonCodes } = verify(signedInvoice({ unsignedProperties: unsigned(content) }));
    expect(overallStatus).toBe('INDETERMINATE');
    expect(reasonCodes).toContain('TIMESTAMP_INVALID');
    expect(reasonCodes).not.toContain('SIG_COVERAGE_INCOMPLETE');
  });

  it('of a namespace that is not known are not INVALID, and not VALID', () => {
    for (const content of ['<x:Own xmlns:x="urn:x">1</x:Own>', '<Own xmlns="">1</Own>']) {
      kit.expectRefused(signedInvoice({ unsignedProperties: unsigned(content) }), 'SIG_COVERAGE_INCOMPLETE');
      kit.expectRefused(signedInvoice({ unsignedProperties: ofData(content) }), 'SIG_COVERAGE_INCOMPLETE');
      kit.expectRefused(signedInvoice({ keyInfo: key(content) }), 'SIG_COVERAGE_INCOMPLETE');
    }
  });

  it('of a namespace that is not known are part of what is signed where the key is signed', () => {
    const keyInfo = key('<x:Own xmlns:x="urn:x">1</x:Own>').replace('<ds:KeyInfo>', '<ds:KeyInfo Id="K">');
    const references = [kit.WHOLE_DOCUMENT, reference('#K', [transform(kit.EXC_C14N)])];
    const signed = sign(kit.INVOICE.replace(kit.HERE, signatureTemplate({ keyInfo, references })));
    expect(verify(signed).overallStatus).toBe('VALID');
    kit.expectRefused(signed.replace('urn:x">1<', 'urn:x">2<'), 'SIG_DIGEST_MISMATCH');
  });

  it('do not bring in transforms of their own', () => {
    const method = `<ds:RetrievalMethod URI="#K"><ds:Transforms>${transform(TRANSFORM.xslt)}</ds:Transforms></ds:RetrievalMethod>`;
    kit.expectRefused(signedInvoice({ keyInfo: key(method) }), 'XML_KEY_INFO_UNSUPPORTED');
  });
});
