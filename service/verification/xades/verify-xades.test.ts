import { constants, generateKeyPairSync, sign as rsaSign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DS, TRANSFORM } from '../../codecs/xmldsig/algorithms.ts';
import { issue } from '../cades/cms-forgery.suite.ts';
import * as kit from './signed-xml.suite.ts';

const { verify, signedInvoice, sign, signatureTemplate, reference, transform, signers, base64 } = kit;
const NOT_SIGNATURE = transform(
  TRANSFORM.xpath,
  `<ds:XPath xmlns:ds="${DS}">not(ancestor-or-self::ds:Signature)</ds:XPath>`,
);
const SUBTRACT = transform(
  TRANSFORM.xpathFilter2,
  `<f:XPath xmlns:f="${TRANSFORM.xpathFilter2}" Filter="subtract">/descendant::ds:Signature</f:XPath>`,
);
const ORIGINAL = Buffer.from('Not XML, just bytes.\r\n');
const OBJECT = (content: string): string => `<ds:Object Id="O">${content}</ds:Object>`;

describe('a XAdES signature is VALID', () => {
  it.each(Object.entries(signers))('enveloped, by %s', (_name, signer) => {
    expect(verify(signedInvoice({ signer }))).toMatchObject({
      overallStatus: 'VALID',
      reasonCodes: ['SIG_VALID', 'CERT_VALID', 'REVOCATION_UNKNOWN', 'REVOCATION_DATA_MISSING'],
      format: 'XAdES',
      signature: { cryptoValid: true, signerSubject: expect.stringMatching(/^CN=Signer \d+$/) as string },
      signatures: [
        {
          ...{ name: 'S', status: 'VALID', coversWholeDocument: true, profileReached: 'B', detail: null },
          claimedSigningTime: '2026-10-01T11:59:00.000Z',
        },
      ],
    });
  });

  it.each([
    ['inclusive', [kit.ENVELOPED]],
    ['inclusive 1.1 with comments', [kit.ENVELOPED, transform('http://www.w3.org/2006/12/xml-c14n11#WithComments')]],
    ['XPath', [NOT_SIGNATURE, transform(kit.EXC_C14N)]],
    ['XPath after enveloped', [kit.ENVELOPED, NOT_SIGNATURE]],
    ['XPath filter', [SUBTRACT, transform(kit.C14N)]],
  ])('enveloped with transforms: %s', (_name, transforms) => {
    for (const canonicalization of [kit.C14N, kit.EXC_C14N]) {
      const whole = reference('', transforms);
      expect(verify(signedInvoice({ references: [whole], canonicalization })).reasonCodes).toContain('SIG_VALID');
    }
  });

  it('by the identifier of the document element, in any spelling', () => {
    for (const spelling of ['Id', 'ID', 'id', 'xml:id']) {
      const document = kit.INVOICE.replace('<invoice ', `<invoice ${spelling}="all" `);
      const references = [reference('#all', [kit.ENVELOPED, transform(kit.EXC_C14N)])];
      const outcome = verify(sign(document.replace(kit.HERE, signatureTemplate({ references }))));
      expect(outcome).toMatchObject({ overallStatus: 'VALID', signatures: [{ coversWholeDocument: true }] });
    }
  });

  it('enveloping: XML, base64, by a child, by a manifest', () => {
    const xml = { objects: OBJECT('<a xmlns="urn:a">1</a>'), references: [reference('#O', [])] };
    const encoded = { objects: OBJECT(base64(ORIGINAL)), references: [reference('#O', [transform(TRANSFORM.base64)])] };
    const inner = { objects: '<ds:Object> <a Id="A">1</a> </ds:Object>', references: [reference('#A', [])] };
    const manifest = `<ds:Object><ds:Manifest Id="M">${reference('#O', [])}</ds:Manifest></ds:Object>`;
    const listed = { objects: OBJECT('x') + manifest, references: [reference('#M', [], `${DS}Manifest`)] };
    for (const parts of [xml, encoded, inner, listed]) {
      expect(verify(sign(signatureTemplate(parts)))).toMatchObject({
        overallStatus: 'VALID',
        signatures: [{ coversWholeDocument: true }],
      });
    }
  });

  it('detached, over bytes or over canonical XML; INVALID with another original, INDETERMINATE without', () => {
    const template = signatureTemplate({ references: [reference('document.bin', [])] });
    const detached = sign(template, signers.ec, ORIGINAL);
    expect(verify(detached, ORIGINAL)).toMatchObject({ overallStatus: 'VALID', signatures: [{ status: 'VALID' }] });
    expect(verify(detached, Buffer.concat([ORIGINAL, ORIGINAL])).reasonCodes).toContain('SIG_DIGEST_MISMATCH');
    expect(verify(detached)).toMatchObject({
      overallStatus: 'INDETERMINATE',
      signatures: [{ coversWholeDocument: false }],
    });
    expect(verify(detached).reasonCodes).toContain('SIG_DETACHED_CONTENT_MISSING');
    const canonical = '<a b="1" c="2"></a>';
    const asXml = signatureTemplate({ references: [reference('a.xml', [transform(kit.C14N)])] });
    const ofXml = sign(asXml, signers.ec, Buffer.from(canonical));
    expect(verify(ofXml, Buffer.from('<?xml version="1.0"?>\n<a  c="2"\n b="1"/>')).overallStatus).toBe('VALID');
    expect(verify(ofXml, Buffer.from('no XML')).overallStatus).toBe('INVALID');
    // Two documents are open at a time.
    const large = Buffer.from(`<a>${'<b></b>'.repeat(200_000)}</a>`);
    expect(verify(sign(asXml, signers.ec, large), large).overallStatus).toBe('VALID');
  });

  it('two in one document that leave all signatures out, each reported by its name', () => {
    const references = [reference('', [NOT_SIGNATURE, transform(kit.EXC_C14N)])];
    const pair = signatureTemplate({ references }) + signatureTemplate({ references, id: 'T' });
    const both = sign(sign(kit.INVOICE.replace(kit.HERE, pair)));
    expect(verify(both)).toMatchObject({
      overallStatus: 'VALID',
      signatures: [
        { name: 'S', status: 'VALID' },
        { name: 'T', status: 'VALID' },
      ],
    });
    const broken = both.replace('Target="#T"', 'Target="#S"');
    expect(verify(broken)).toMatchObject({
      overallStatus: 'INDETERMINATE',
      signatures: [{ status: 'VALID' }, { name: 'T' }],
    });
  });

  it('with version 1 of SigningCertificate by SHA-256 or SHA-1 and issuer, not with another serial number', () => {
    const v1 = (hash: 'SHA-1' | 'SHA-256', serial: string): string =>
      `<xades:SignedSignatureProperties>${kit.SIGNING_TIME}<xades:SigningCertificate><xades:Cert>` +
      `${kit.certificateDigest(signers.ec.certificate, hash)}<xades:IssuerSerial><ds:X509IssuerName>CN=x</ds:X509IssuerName>` +
      `<ds:X509SerialNumber>${serial}</ds:X509SerialNumber></xades:IssuerSerial></xades:Cert></xades:SigningCertificate></xades:SignedSignatureProperties>`;
    const serial = kit.serialNumberOf(signers.ec.certificate);
    expect(verify(signedInvoice({ signedProperties: v1('SHA-256', serial) })).overallStatus).toBe('VALID');
    // It only finds the certificate, whose key made the value.
    expect(verify(signedInvoice({ signedProperties: v1('SHA-1', serial) })).overallStatus).toBe('VALID');
    const ofAnother = verify(signedInvoice({ signedProperties: v1('SHA-256', '7') }));
    expect(ofAnother.reasonCodes).toContain('SIG_SIGNING_CERTIFICATE_MISMATCH');
    expect([ofAnother.overallStatus, ofAnother.signatures[0]?.profileReached]).toEqual(['INDETERMINATE', 'B']);
  });

  it('beside its original when that is what it holds, INVALID beside another', () => {
    const document = kit.INVOICE.replace(kit.HERE, '');
    const xml = Buffer.from(`<?xml version="1.0"?>\n${document.replace('"EUR"', "'EUR'")}`);
    const object = { objects: OBJECT(document), references: [reference('#O', [transform(kit.EXC_C14N)])] };
    const encoded = { objects: OBJECT(base64(xml)), references: [reference('#O', [transform(TRANSFORM.base64)])] };
    const filtered = { references: [reference('', [NOT_SIGNATURE])] };
    const cases = [
      signedInvoice(),
      signedInvoice(filtered),
      sign(signatureTemplate(object)),
      sign(signatureTemplate(encoded)),
    ];
    for (const signed of cases) {
      expect(verify(signed, xml)).toMatchObject({ overallStatus: 'VALID' });
      for (const other of [xml.toString().replace('100', '200'), 'other', '']) {
        kit.expectRefused(signed, 'SIG_DETACHED_CONTENT_MISMATCH', Buffer.from(other));
      }
    }
  });

  it('with IssuerSerialV2 of its certificate, not with that of another or with something else', () => {
    const withSerial = (issuerSerial: Uint8Array): string => {
      const element = `<xades:IssuerSerialV2>${base64(issuerSerial)}</xades:IssuerSerialV2></xades:Cert>`;
      const properties = kit.signingCertificateV2(signers.ec.certificate).replace('</xades:Cert>', element);
      const signedProperties = `<xades:SignedSignatureProperties>${kit.SIGNING_TIME}${properties}</xades:SignedSignatureProperties>`;
      return signedInvoice({ signedProperties });
    };
    expect(verify(withSerial(kit.issuerSerialOf(signers.ec.certificate))).overallStatus).toBe('VALID');
    for (const other of [kit.issuerSerialOf(signers.rsa.certificate), Uint8Array.of(0x30, 0), Uint8Array.of(1)]) {
      kit.expectRefused(withSerial(other), 'SIG_SIGNING_CERTIFICATE_MISMATCH');
      // The digest binds the certificate; what stands beside it is a hint.
      const { signatures } = verify(withSerial(other));
      expect([signatures[0]?.signature.cryptoValid, signatures[0]?.profileReached]).toEqual([true, 'B']);
    }
  });

  it('by a certificate that is only among the certificate values', () => {
    const values = (content: string): string =>
      `<xades:UnsignedProperties><xades:UnsignedSignatureProperties><xades:CertificateValues>${content}</xades:CertificateValues></xades:UnsignedSignatureProperties></xades:UnsignedProperties>`;
    const certificate = `<xades:EncapsulatedX509Certificate>${base64(signers.ec.certificate)}</xades:EncapsulatedX509Certificate>`;
    expect(verify(signedInvoice({ keyInfo: '', unsignedProperties: values(certificate) })).overallStatus).toBe('VALID');
    expect(verify(signedInvoice({ unsignedProperties: values('broken') })).overallStatus).toBe('VALID');
  });

  it('by RSA-PSS with parameters written out, INVALID when they are not those of the value', () => {
    const MORE = 'http://www.w3.org/2007/05/xmldsig-more#';
    const method = (salt: number): string =>
      `<ds:SignatureMethod Algorithm="${MORE}rsa-pss"><p:RSAPSSParams xmlns:p="${MORE}"><ds:DigestMethod Algorithm="${kit.SHA256}"></ds:DigestMethod>` +
      `<p:SaltLength>${salt}</p:SaltLength></p:RSAPSSParams></ds:SignatureMethod>`;
    const signer = signers.pss;
    expect(verify(signedInvoice({ signer, signatureMethod: method(32) })).overallStatus).toBe('VALID');
    for (const salt of [20, 0, 33, 9999]) {
      kit.expectRefused(signedInvoice({ signer, signatureMethod: method(salt) }), 'SIG_CRYPTO_INVALID');
    }
  });

  it('by RSA-PSS with a salt longer than the hash only as far as arithmetic goes', () => {
    const MORE = 'http://www.w3.org/2007/05/xmldsig-more#';
    const signatureMethod =
      `<ds:SignatureMethod Algorithm="${MORE}rsa-pss"><p:RSAPSSParams xmlns:p="${MORE}"><ds:DigestMethod Algorithm="${kit.SHA256}"></ds:DigestMethod>` +
      `<p:SaltLength>64</p:SaltLength></p:RSAPSSParams></ds:SignatureMethod>`;
    const signer = signers.pss;
    const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 } as const;
    const value = (data: Uint8Array): Uint8Array => rsaSign('sha256', data, { key: signer.privateKey, ...padding });
    const template = kit.INVOICE.replace(kit.HERE, signatureTemplate({ signer, signatureMethod }));
    const signed = sign(template, signer, null, value);
    kit.expectRefused(signed, 'SIG_ALGORITHM_WEAK');
    expect(verify(signed).signature.cryptoValid).toBe(true);
    kit.expectRefused(signed.replace('>100<', '>200<'), 'SIG_DIGEST_MISMATCH');
  });

  it('by RSA-PSS with a mask of another hash only as far as arithmetic goes', () => {
    const MORE = 'http://www.w3.org/2007/05/xmldsig-more#';
    const method = (hash: string): string =>
      `<ds:SignatureMethod Algorithm="${MORE}rsa-pss"><p:RSAPSSParams xmlns:p="${MORE}"><ds:DigestMethod Algorithm="${kit.SHA256}"></ds:DigestMethod>` +
      `<p:MaskGenerationFunction Algorithm="${MORE}MGF1"><ds:DigestMethod Algorithm="${hash}"></ds:DigestMethod></p:MaskGenerationFunction>` +
      `<p:SaltLength>32</p:SaltLength></p:RSAPSSParams></ds:SignatureMethod>`;
    const limit = { hashAlgorithm: 'sha256', mgf1HashAlgorithm: 'sha1' };
    const { privateKey, publicKey } = generateKeyPairSync('rsa-pss', { modulusLength: 2048, ...limit });
    const signer = { ...signers.pss, privateKey, certificate: issue(publicKey) };
    const signed = signedInvoice({ signer, signatureMethod: method(`${DS}sha1`) });
    kit.expectRefused(signed, 'SIG_ALGORITHM_WEAK');
    expect(verify(signed)).toMatchObject({ overallStatus: 'INDETERMINATE', signature: { cryptoValid: true } });
    kit.expectRefused(signedInvoice({ signer, signatureMethod: method(kit.SHA256) }), 'SIG_CRYPTO_INVALID');
  });

  it('without signing time, but then it is no baseline signature', () => {
    const signedProperties = `<xades:SignedSignatureProperties>${kit.signingCertificateV2(signers.ec.certificate)}</xades:SignedSignatureProperties>`;
    expect(verify(signedInvoice({ signedProperties }))).toMatchObject({
      overallStatus: 'VALID',
      signatures: [{ profileReached: null, claimedSigningTime: null }],
    });
  });
});

describe('a XAdES signature with unsigned properties', () => {
  it('is not VALID with something in the place of a timestamp that is none', () => {
    const stamp =
      '<xades:SignatureTimeStamp><xades:EncapsulatedTimeStamp>MAA=</xades:EncapsulatedTimeStamp></xades:SignatureTimeStamp>';
    const unsignedProperties = `<xades:UnsignedProperties><xades:UnsignedSignatureProperties>${stamp}</xades:UnsignedSignatureProperties></xades:UnsignedProperties>`;
    expect(verify(signedInvoice({ unsignedProperties }))).toMatchObject({
      overallStatus: 'INDETERMINATE',
      reasonCodes: expect.arrayContaining(['TIMESTAMP_INVALID', 'TIMESTAMP_PRESENT']) as string[],
      signatures: [{ profileReached: 'B' }],
    });
  });
});
