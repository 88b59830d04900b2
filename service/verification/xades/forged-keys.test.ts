import { createHmac, createPublicKey, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DS } from '../../codecs/xmldsig/algorithms.ts';
import * as kit from './signed-xml.suite.ts';

const { verify, signedInvoice, sign, signatureTemplate, signers, expectRefused } = kit;
const VALID = signedInvoice();
const part = (start: string, end: string, from = VALID): string =>
  from.slice(from.indexOf(start), from.indexOf(end, from.indexOf(start)) + end.length);
const KEY_INFO = part('<ds:KeyInfo>', '</ds:KeyInfo>');
const signedWith = (from: string, to: string, changes: Partial<kit.SignatureParts> = {}): string =>
  sign(kit.INVOICE.replace(kit.HERE, signatureTemplate(changes).replace(from, to)), changes.signer);

describe('X11, X12: algorithms', () => {
  const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
  const method = (uri: string, content = ''): string =>
    `<ds:SignatureMethod Algorithm="${uri}">${content}</ds:SignatureMethod>`;

  it('HMAC with the public key as its secret is INVALID, truncated or not', () => {
    const secret = createPublicKey(signers.rsa.privateKey).export({ format: 'der', type: 'spki' });
    const length = '<ds:HMACOutputLength>8</ds:HMACOutputLength>';
    for (const signatureMethod of [
      method(`${DS}hmac-sha1`),
      method(`${MORE}hmac-sha256`),
      method(`${MORE}hmac-sha256`, length),
    ]) {
      const template = kit.INVOICE.replace(kit.HERE, signatureTemplate({ signer: signers.rsa, signatureMethod }));
      const mac = (data: Uint8Array): Uint8Array => createHmac('sha256', secret).update(data).digest();
      expectRefused(sign(template, signers.rsa, null, mac), 'SIG_ALGORITHM_UNSUPPORTED', null, 'INVALID');
    }
  });

  it('SHA-1, MD5 and RIPEMD are against constraints though the signature fits, others are not known', () => {
    const bySha1 = { signer: signers.rsa, signatureMethod: method(`${DS}rsa-sha1`) };
    const template = kit.INVOICE.replace(kit.HERE, signatureTemplate(bySha1));
    const value = (data: Uint8Array): Uint8Array => createSign('sha1').update(data).sign(signers.rsa.privateKey);
    const signed = sign(template, signers.rsa, null, value);
    expectRefused(signed, 'SIG_ALGORITHM_WEAK');
    expect(verify(signed).signature.cryptoValid).toBe(true);
    for (const [uri, reason] of [
      [`${DS}sha1`, 'SIG_ALGORITHM_WEAK'],
      [`${MORE}md5`, 'SIG_ALGORITHM_WEAK'],
      ['http://www.w3.org/2001/04/xmlenc#ripemd160', 'SIG_ALGORITHM_WEAK'],
      ['urn:none', 'SIG_ALGORITHM_UNSUPPORTED'],
      ['', 'SIG_ALGORITHM_UNSUPPORTED'],
    ] as const) {
      expectRefused(signedWith(`Algorithm="${kit.SHA256}"`, `Algorithm="${uri}"`), reason);
    }
    expectRefused(signedInvoice({ signatureMethod: method('urn:none') }), 'SIG_ALGORITHM_UNSUPPORTED');
    expectRefused(signedInvoice({ signatureMethod: method(`${DS}dsa-sha1`) }), 'SIG_ALGORITHM_UNSUPPORTED');
    expectRefused(signedInvoice({ signatureMethod: method(`${MORE}rsa-sha256`) }), 'SIG_CRYPTO_INVALID');
  });
});

describe('X13: the key', () => {
  const keyValue =
    '<ds:KeyInfo><ds:KeyValue><ds:RSAKeyValue><ds:Modulus>AQAB</ds:Modulus><ds:Exponent>AQAB</ds:Exponent></ds:RSAKeyValue></ds:KeyValue></ds:KeyInfo>';
  const withoutCertificate = `<xades:SignedSignatureProperties>${kit.SIGNING_TIME}</xades:SignedSignatureProperties>`;

  it('by its value alone, or nowhere, is not VALID', () => {
    for (const keyInfo of [keyValue, '']) {
      const outcome = verify(signedInvoice({ keyInfo }));
      expect(outcome).toMatchObject({ overallStatus: 'INDETERMINATE', signature: { cryptoValid: false } });
      expect(outcome.reasonCodes).toContain('SIG_SIGNER_CERTIFICATE_NOT_FOUND');
    }
  });

  const rsaValue = (key: KeyObject): string => {
    const { n = '', e = '' } = key.export({ format: 'jwk' });
    const [modulus, exponent] = [n, e].map((one) => Buffer.from(one, 'base64url').toString('base64'));
    return `<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>${modulus}</ds:Modulus><ds:Exponent>${exponent}</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>`;
  };
  const ecValue = (key: KeyObject, curve = 'urn:oid:1.2.840.10045.3.1.7'): string => {
    const { x = '', y = '' } = key.export({ format: 'jwk' });
    const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
    return `<ds:KeyValue><d:ECKeyValue xmlns:d="http://www.w3.org/2009/xmldsig11#"><d:NamedCurve URI="${curve}"/><d:PublicKey>${point.toString('base64')}</d:PublicKey></d:ECKeyValue></ds:KeyValue>`;
  };
  const inKeyInfo = (...values: readonly string[]): string => `<ds:KeyInfo>${values.join('')}</ds:KeyInfo>`;
  const { ec: ecSigner, rsa: rsaSigner } = signers;
  const ecKey = createPublicKey(ecSigner.privateKey);
  const rsaKey = createPublicKey(rsaSigner.privateKey);
  const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;

  it('by its value alone tells that the signature is intact, and not whose it is', () => {
    for (const [signer, keyInfo] of [
      [ecSigner, inKeyInfo(ecValue(ecKey))],
      [rsaSigner, inKeyInfo('<ds:KeyName>a</ds:KeyName>', rsaValue(rsaKey))],
    ] as const) {
      const signed = signedInvoice({ signer, keyInfo });
      expect(verify(signed)).toMatchObject({
        overallStatus: 'INDETERMINATE',
        signature: { cryptoValid: true, signerThumbprint: '', signerSubject: '' },
        certificate: { isValid: false },
      });
      expect(verify(signed.replace('>100<', '>900<')).signature.cryptoValid).toBe(false);
    }
  });

  it.each([
    ['another key', inKeyInfo(ecValue(otherKey))],
    ['a key of another kind', inKeyInfo(rsaValue(rsaKey))],
    ['two keys', inKeyInfo(ecValue(ecKey), ecValue(otherKey))],
    ['a curve that is not that of the point', inKeyInfo(ecValue(ecKey, 'urn:oid:1.3.132.0.34'))],
    ['a curve that is none', inKeyInfo(ecValue(ecKey, 'urn:oid:9.9'))],
    ['a curve by a name', inKeyInfo(ecValue(ecKey, 'P-256'))],
    ['a value that is no base64', inKeyInfo(ecValue(ecKey).replace('<d:PublicKey>', '<d:PublicKey>?'))],
    ['an instruction in the value', inKeyInfo(ecValue(ecKey).replace('<d:PublicKey>', '<d:PublicKey><?x y?>'))],
    ['a key in a key', inKeyInfo(inKeyInfo(ecValue(ecKey)))],
  ])('by its value is not intact with %s', (_, keyInfo) => {
    expect(verify(signedInvoice({ keyInfo }))).toMatchObject({
      overallStatus: expect.stringMatching(/^IN/) as string,
      signature: { cryptoValid: false },
    });
  });

  it('by its value counts for nothing beside a certificate', () => {
    const both = x509Beside(ecValue(otherKey));
    expect(verify(signedInvoice({ keyInfo: both })).overallStatus).toBe('VALID');
    const exchanged = inKeyInfo(kit.x509Data(rsaSigner.certificate).replace(/<\/?ds:KeyInfo>/g, ''), ecValue(ecKey));
    const unnamed = signedInvoice({ keyInfo: exchanged, signedProperties: withoutCertificate });
    expect(verify(unnamed)).toMatchObject({ isValid: false, signature: { cryptoValid: false } });
  });

  function x509Beside(value: string): string {
    return kit.x509Data(ecSigner.certificate).replace('<ds:KeyInfo>', `<ds:KeyInfo>${value}`);
  }

  it('without SigningCertificate is not VALID', () => {
    const outcome = verify(signedInvoice({ signedProperties: withoutCertificate }));
    expect(outcome).toMatchObject({ overallStatus: 'INDETERMINATE', signature: { cryptoValid: true } });
    expect(outcome.reasonCodes).toContain('SIG_SIGNING_CERTIFICATE_MISSING');
  });

  it('of another certificate than the one that was signed has no signer, order does not count', () => {
    const { ec, rsa } = signers;
    const swapped = VALID.replace(KEY_INFO, kit.x509Data(rsa.certificate));
    expectRefused(swapped, 'SIG_SIGNER_CERTIFICATE_NOT_FOUND');
    expect(verify(swapped).signature.cryptoValid).toBe(false);
    expect(verify(VALID.replace(KEY_INFO, kit.x509Data(rsa.certificate, ec.certificate))).overallStatus).toBe('VALID');
    const twoLists =
      kit.x509Data(rsa.certificate).replace('</ds:KeyInfo>', '') +
      kit.x509Data(ec.certificate).replace('<ds:KeyInfo>', '');
    expect(verify(VALID.replace(KEY_INFO, twoLists)).signature.signerThumbprint).toBe(
      verify(VALID).signature.signerThumbprint,
    );
    const claimed = `<xades:SignedSignatureProperties>${kit.signingCertificateV2(rsa.certificate)}</xades:SignedSignatureProperties>`;
    const keyInfo = kit.x509Data(ec.certificate, rsa.certificate);
    expectRefused(signedInvoice({ signedProperties: claimed, keyInfo }), 'SIG_CRYPTO_INVALID');
  });

  describe('of a certificate that is named by both versions', () => {
    const { ec, rsa } = signers;
    const version1 = (certificate: Uint8Array, hash: 'SHA-1' | 'SHA-256' = 'SHA-256'): string =>
      `<xades:SigningCertificate><xades:Cert>${kit.certificateDigest(certificate, hash)}<xades:IssuerSerial>` +
      `<ds:X509IssuerName>CN=CA</ds:X509IssuerName><ds:X509SerialNumber>${kit.serialNumberOf(certificate)}</ds:X509SerialNumber>` +
      `</xades:IssuerSerial></xades:Cert></xades:SigningCertificate>`;
    const unknown = version1(ec.certificate).replace(kit.SHA256, 'urn:my-own-hash');
    const naming = (properties: string): string =>
      signedInvoice({
        signedProperties: `<xades:SignedSignatureProperties>${kit.SIGNING_TIME}${properties}</xades:SignedSignatureProperties>`,
        keyInfo: kit.x509Data(ec.certificate, rsa.certificate),
      });
    const version2 = kit.signingCertificateV2(ec.certificate);

    it.each([
      ['version 2 first', version2 + version1(ec.certificate)],
      ['version 1 first', version1(ec.certificate) + version2],
      ['by a weak hash', version2 + version1(ec.certificate, 'SHA-1')],
    ])('is VALID where they agree: %s', (_name, properties) => {
      expect(verify(naming(properties))).toMatchObject({
        overallStatus: 'VALID',
        signatures: [{ profileReached: 'B' }],
      });
    });

    it.each([
      ['somebody else', version2 + version1(rsa.certificate)],
      ['somebody else, first', version1(rsa.certificate) + version2],
      ['somebody else by a weak hash', version2 + version1(rsa.certificate, 'SHA-1')],
      ['somebody by a hash that is not known', version2 + unknown],
    ])('is not where the older one names %s', (_name, properties) => {
      expectRefused(naming(properties), 'SIG_SIGNING_CERTIFICATE_MISMATCH');
    });
  });

  it('by a certificate of nobody that is trusted is not VALID', () => {
    const outcome = verify(signedInvoice({ signer: kit.stranger() }));
    expect(outcome).toMatchObject({
      overallStatus: 'INDETERMINATE',
      signature: { cryptoValid: true },
      certificate: { isValid: false },
    });
  });
});

/** KeyInfo need not be signed: whoever writes into it makes nothing that was signed another thing. */
describe('what is written into the key of a signature breaks nothing, and is never passed over in silence:', () => {
  const { ec } = kit.signers;
  const certificate = `<ds:X509Certificate>${kit.base64(ec.certificate)}</ds:X509Certificate>`;
  const written = (keyInfo: string): ReturnType<typeof verify> => verify(signedInvoice({ signer: ec, keyInfo }));
  const key = (data: string, more = ''): string => `<ds:KeyInfo>${more}<ds:X509Data>${data}</ds:X509Data></ds:KeyInfo>`;
  const unreadable = (value: string): string => `<ds:X509Certificate>${value}</ds:X509Certificate>`;

  it.each([
    ['text', key(certificate, 'Pay 9999.')],
    ['text between certificates', key(`${certificate}Pay 9999.`)],
    ['an instruction', key(certificate, '<?pay 9999?>')],
    ['an instruction between certificates', key(`<?pay 9999?>${certificate}`)],
    ['a CDATA section', key(certificate, '<![CDATA[Pay 9999.]]>')],
    ['another certificate that is no base64', key(`${unreadable('Pay 9999.')}${certificate}`)],
    ['another certificate in two texts', key(`${certificate}${unreadable('AA<!-- -->AA')}`)],
  ])('%s', (_what, keyInfo) => {
    expect(written(keyInfo)).toMatchObject({
      overallStatus: 'INDETERMINATE',
      reasonCodes: expect.arrayContaining(['XML_STRUCTURE_INVALID']) as unknown,
      signature: { cryptoValid: true },
    });
  });

  it.each([
    ['no base64', unreadable('Pay 9999.')],
    ['two texts', unreadable(kit.base64(ec.certificate).replace('M', 'M<!-- -->'))],
    ['a CDATA section', unreadable(`<![CDATA[${kit.base64(ec.certificate)}]]>`)],
  ])('the certificate as %s, which is then not found', (_what, data) => {
    const { overallStatus, reasonCodes, signature } = written(key(data));
    expect({ overallStatus, cryptoValid: signature.cryptoValid }).toEqual({
      overallStatus: 'INDETERMINATE',
      cryptoValid: false,
    });
    expect(reasonCodes).toEqual(expect.arrayContaining(['XML_STRUCTURE_INVALID', 'SIG_SIGNER_CERTIFICATE_NOT_FOUND']));
  });

  it.each([
    ['white space and comments', key(` ${certificate}\n<!-- c -->`, '\n<!-- c -->')],
    ['a name', key(certificate, '<ds:KeyName>Signer</ds:KeyName>')],
  ])('but %s is lawful', (_what, keyInfo) => {
    expect(written(keyInfo).overallStatus).toBe('VALID');
  });
});
