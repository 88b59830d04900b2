import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DS, TRANSFORM, XADES_OLD } from '../../codecs/xmldsig/algorithms.ts';
import * as kit from './signed-xml.suite.ts';

const { verify, signedInvoice, sign, signatureTemplate, reference, transform, signers, base64, expectRefused } = kit;
const EXC = transform(kit.EXC_C14N);
const BASE64 = transform(TRANSFORM.base64);
const digestOf = (content: string | Uint8Array): string =>
  `<ds:DigestValue>${createHash('sha256').update(content).digest('base64')}</ds:DigestValue>`;
const withDigest = (template: string, content: string | Uint8Array): string =>
  template.replace(kit.EMPTY_DIGEST, digestOf(content));

describe('the spellings of "all but signatures"', () => {
  const xpath = (expression: string): string => transform(TRANSFORM.xpath, `<ds:XPath>${expression}</ds:XPath>`);
  const filter = (path: string): string =>
    transform(
      TRANSFORM.xpathFilter2,
      `<f:XPath xmlns:f="${TRANSFORM.xpathFilter2}" Filter="subtract">${path}</f:XPath>`,
    );
  const lawful = [
    xpath('not(ancestor-or-self::ds:Signature)'),
    xpath(' not( ancestor-or-self :: ds:Signature ) '),
    xpath('not(ancestor-or-self::node()/self::ds:Signature)'),
    xpath('count(ancestor-or-self::ds:Signature) = 0'),
    xpath("not(ancestor-or-self::ds:Signature[@Id='S'])"),
    xpath(
      'count(ancestor-or-self::ds:Signature | here()/ancestor::ds:Signature[1]) &gt; count(ancestor-or-self::ds:Signature)',
    ),
    filter('//ds:Signature'),
    filter('/descendant::ds:Signature'),
    filter('/descendant-or-self::node()/ds:Signature'),
    filter('/descendant-or-self::ds:Signature'),
    filter('descendant::ds:Signature'),
    filter('/*/ds:Signature'),
    filter('/child::*/child::ds:Signature'),
    filter('/*//ds:Signature'),
    filter('here()/ancestor::ds:Signature[1]'),
  ];
  it.each(lawful)('%s', (step) => {
    for (const transforms of [[step], [step, EXC], [transform(kit.C14N), step], [kit.ENVELOPED, step, EXC]]) {
      // In octets that were parsed again there is no signature around the transform.
      const isOwn = transforms[0] !== step && step.includes('here()') && transforms[0] !== kit.ENVELOPED;
      const template = signatureTemplate({ references: [reference('', transforms)] });
      const canonical = kit.INVOICE.replace(kit.HERE, '');
      const isExclusive = transforms.includes(EXC);
      const signed = sign(withDigest(kit.INVOICE.replace(kit.HERE, template), canonical));
      expect([verify(signed).overallStatus, isExclusive]).toEqual([isOwn ? 'INDETERMINATE' : 'VALID', isExclusive]);
      if (!isOwn) expectRefused(signed.replace('>100<', '>200<'), 'SIG_DIGEST_MISMATCH');
    }
  });

  const hidden = `<x><ds:Signature xmlns:ds="${DS}" Id="H"><amount>9999</amount></ds:Signature></x>`;
  it('take away what they name and no other', () => {
    const child = sign(
      kit.INVOICE.replace(
        kit.HERE,
        signatureTemplate({ references: [reference('', [filter('/*/ds:Signature'), EXC])] }),
      ),
    );
    expect(verify(child).overallStatus).toBe('VALID');
    const [stray, real] = verify(child.replace('<to>', `${hidden}<to>`)).signatures;
    expect([stray?.status, real?.status]).toEqual(['INVALID', 'INVALID']);
    expect(real?.reasonCodes).toContain('SIG_DIGEST_MISMATCH');
  });

  it.each([
    xpath('not(ancestor-or-self::ds:Signature) and not(self::to)'),
    xpath("not(ancestor-or-self::ds:Signature[@Id='S' or true()])"),
    xpath('true()'),
    xpath('not(self::ds:Signature)'),
    xpath('count(ancestor-or-self::to | here()/ancestor::ds:Signature[1]) &gt; count(ancestor-or-self::to)'),
    filter('//ds:Signature/..'),
    filter('//ds:Signature[1]'),
    filter('//ds:Signature/@Id'),
    filter('//x:Signature'),
    filter('id("S")'),
    filter('here()/ancestor::ds:Signature[1]/..'),
    filter('here()/ancestor::*[1]'),
    filter(''),
    filter('/'),
    filter('//'),
    filter('///ds:Signature'),
  ])('others are not known: %s', (step) => {
    expectRefused(signedInvoice({ references: [reference('', [step])] }), 'XML_TRANSFORM_UNSUPPORTED');
  });
});

describe('transforms one after the other', () => {
  it.each([
    ['two canonicalizations', [kit.ENVELOPED, transform(kit.C14N), EXC]],
    ['three canonicalizations', [kit.ENVELOPED, EXC, transform(kit.C14N), EXC]],
    ['enveloped twice', [kit.ENVELOPED, kit.ENVELOPED]],
  ])('%s come to the same', (_name, transforms) => {
    const signed = signedInvoice({ references: [reference('', transforms)] });
    expect(verify(signed).overallStatus).toBe('VALID');
    expectRefused(signed.replace('>100<', '>200<'), 'SIG_DIGEST_MISMATCH');
  });

  it('base64 of canonical octets is decoded, other octets are no base64', () => {
    const objects = `<ds:Object Id="O">${base64(Buffer.from('<a  b="1"/>'))}</ds:Object>`;
    const ofXml = signatureTemplate({ objects, references: [reference('#O', [BASE64, transform(kit.C14N)])] });
    expect(verify(sign(withDigest(ofXml, '<a b="1"></a>'))).overallStatus).toBe('VALID');
    const wrong = signatureTemplate({ objects, references: [reference('#O', [transform(kit.C14N), BASE64])] });
    expectRefused(sign(withDigest(wrong, 'x')), 'XML_STRUCTURE_INVALID');
  });
});

describe('XPointers', () => {
  it('select comments, bare names do not', () => {
    const withComments = transform(`${kit.EXC_C14N}WithComments`);
    const document = kit.INVOICE.replace('<invoice ', '<invoice Id="all" ').replace('<to>', '<!-- c --><to>');
    const content = document
      .replace(kit.HERE, '')
      .replace('<invoice Id="all" xmlns="urn:test:invoice"', '<invoice xmlns="urn:test:invoice" Id="all"');
    for (const uri of ['#xpointer(/)', "#xpointer(id('all'))", '#xpointer(id(&quot;all&quot;))']) {
      const template = signatureTemplate({ references: [reference(uri, [kit.ENVELOPED, withComments])] });
      const signed = sign(withDigest(document.replace(kit.HERE, template), content));
      expect(verify(signed)).toMatchObject({ overallStatus: 'VALID', signatures: [{ coversWholeDocument: true }] });
      expectRefused(signed.replace('<!-- c -->', '<!-- d -->'), 'SIG_DIGEST_MISMATCH');
      expectRefused(signed.replace('<!-- c -->', ''), 'SIG_DIGEST_MISMATCH');
    }
    const bare = signatureTemplate({ references: [reference('#all', [kit.ENVELOPED, withComments])] });
    const signed = sign(withDigest(document.replace(kit.HERE, bare), content.replace('<!-- c -->', '')));
    expect(verify(signed.replace('<!-- c -->', '<!-- d -->')).overallStatus).toBe('VALID');
  });
});

describe('manifests', () => {
  const data = '<ds:Object Id="O"><a>1</a></ds:Object>';
  const manifest = (...references: string[]): string =>
    `<ds:Object><ds:Manifest Id="M">${references.join('')}</ds:Manifest></ds:Object>`;
  const listing = (...references: string[]): string =>
    sign(
      signatureTemplate({
        objects: data + manifest(...references),
        references: [reference('#M', [], `${DS}Manifest`)],
      }),
    );
  const absent = (uri: string): string => reference(uri, []).replace(kit.EMPTY_DIGEST, kit.ANY_DIGEST);

  it('with files that are not there are not broken, and not VALID', () => {
    for (const uri of ['urn:id:3086', 'file.pdf', 'http://127.0.0.1:9/']) {
      const outcome = verify(listing(reference('#O', []), absent(uri)));
      expect(outcome).toMatchObject({
        ...{ overallStatus: 'INDETERMINATE', signature: { cryptoValid: true } },
        signatures: [{ coversWholeDocument: false, covered: ['#O'] }],
      });
      expect(outcome.reasonCodes).toContain('SIG_DETACHED_CONTENT_MISSING');
    }
  });

  it('whose content was changed are broken', () => {
    const signed = listing(reference('#O', []));
    expect(verify(signed)).toMatchObject({ overallStatus: 'VALID', signatures: [{ covered: ['#O'] }] });
    for (const broken of [signed.replace('<a>1<', '<a>2<'), signed.replace('<ds:Manifest ', '<ds:Manifest x="" ')]) {
      expectRefused(broken, 'SIG_DIGEST_MISMATCH');
      expect(verify(broken).signature.cryptoValid).toBe(false);
    }
  });
});

describe('older versions of XAdES', () => {
  it.each(XADES_OLD)('%s is understood, told by the same levels, and named', (namespace) => {
    const v1 =
      `<xades:SignedSignatureProperties>${kit.SIGNING_TIME}<xades:SigningCertificate><xades:Cert>` +
      kit.certificateDigest(signers.ec.certificate).replaceAll('ds:Digest', 'xades:Digest') +
      `<xades:IssuerSerial><ds:X509IssuerName>CN=x</ds:X509IssuerName><ds:X509SerialNumber>${kit.serialNumberOf(signers.ec.certificate)}</ds:X509SerialNumber></xades:IssuerSerial></xades:Cert></xades:SigningCertificate></xades:SignedSignatureProperties>`;
    const template = signatureTemplate({
      signedProperties: v1,
      propertiesReference: reference('#S-P', [EXC], `${namespace}SignedProperties`),
    }).replace('http://uri.etsi.org/01903/v1.3.2#', namespace);
    const signed = sign(kit.INVOICE.replace(kit.HERE, template));
    expect(verify(signed)).toMatchObject({
      overallStatus: 'VALID',
      signatures: [
        {
          ...{ profileReached: 'B', claimedSigningTime: '2026-10-01T11:59:00.000Z' },
          detail: expect.stringContaining('a version of XAdES before 1.3.2') as string,
        },
      ],
    });
    expectRefused(signed.replace('11:59:00Z', '11:58:00Z'), 'SIG_DIGEST_MISMATCH');
    const untyped = template.replace(`Type="${namespace}`, 'Type="urn:x');
    expectRefused(sign(kit.INVOICE.replace(kit.HERE, untyped)), 'XML_SIGNED_PROPERTIES_INVALID');
  });
});
