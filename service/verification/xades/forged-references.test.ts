import { describe, expect, it } from 'vitest';
import { DS, TRANSFORM } from '../../codecs/xmldsig/algorithms.ts';
import * as kit from './signed-xml.suite.ts';

const { verify, signedInvoice, sign, signatureTemplate, reference, transform, signers, expectRefused } = kit;
const VALID = signedInvoice();

describe('X8: references to somewhere else', () => {
  it.each(['http://127.0.0.1:9/x', 'https://127.0.0.1:9/x', 'file:///etc/hostname', '/etc/hostname', 'invoice.xml'])(
    '%s is not opened',
    (uri) => {
      const outcome = verify(signedInvoice({ references: [kit.WHOLE_DOCUMENT, reference(uri, [])] }));
      expect(outcome.overallStatus).toBe('INDETERMINATE');
      expect(outcome.reasonCodes).toContain('SIG_DETACHED_CONTENT_MISSING');
    },
  );

  it('identifiers of nothing leave it open, as other XPointers do', () => {
    const referring = (uri: string): string => signedInvoice({ references: [kit.WHOLE_DOCUMENT, reference(uri, [])] });
    expectRefused(referring('#nobody'), 'XML_REFERENCE_INVALID', null, 'INDETERMINATE');
    expectRefused(referring("#xpointer(id('nobody'))"), 'XML_REFERENCE_INVALID', null, 'INDETERMINATE');
    const others = ['#', '#element(/1)', '#xpointer(/invoice)', "#xpointer(id('S-P')/x)", '#xpointer(//to)', '#a b'];
    for (const uri of others) expectRefused(referring(uri), 'XML_REFERENCE_UNSUPPORTED');
  });

  it('keys that would have to be fetched are not, and keep a signature from being VALID', () => {
    const pointers = [
      '<ds:RetrievalMethod URI="#K"></ds:RetrievalMethod>',
      '<ds:RetrievalMethod URI="http://127.0.0.1:9/"></ds:RetrievalMethod>',
      '<k:KeyInfoReference xmlns:k="http://www.w3.org/2009/xmldsig11#" URI="#K"></k:KeyInfoReference>',
    ];
    for (const key of pointers) {
      expectRefused(VALID.replace('<ds:KeyInfo>', `<ds:KeyInfo>${key}`), 'XML_KEY_INFO_UNSUPPORTED');
    }
    const token = '<x:Token xmlns:x="urn:x"></x:Token>';
    expectRefused(VALID.replace('<ds:KeyInfo>', `<ds:KeyInfo>${token}`), 'SIG_COVERAGE_INCOMPLETE');
  });

  it('several files are not taken for the one that was given', () => {
    const original = Buffer.from('one');
    const references = [reference('one', []), reference('two', [])];
    const detached = sign(signatureTemplate({ references: references.slice(0, 1) }), signers.ec, original);
    expect(verify(detached, original).overallStatus).toBe('VALID');
    const other = '<ds:DigestValue>AAAA</ds:DigestValue>';
    const template = signatureTemplate({ references }).replace('<ds:DigestValue></ds:DigestValue>', other);
    const two = sign(template, signers.ec, original);
    const outcome = verify(two, original);
    expect(outcome.overallStatus).toBe('INDETERMINATE');
    expect(outcome.reasonCodes).toContain('SIG_DETACHED_CONTENT_MISSING');
  });
});

describe('X9: transforms', () => {
  const filter2 = (filter: string, path: string): string =>
    transform(
      TRANSFORM.xpathFilter2,
      `<f:XPath xmlns:f="${TRANSFORM.xpathFilter2}" Filter="${filter}">${path}</f:XPath>`,
    );
  const xpath = (expression: string): string => transform(TRANSFORM.xpath, `<ds:XPath>${expression}</ds:XPath>`);
  it.each([
    [
      'XSLT',
      [kit.ENVELOPED, transform(TRANSFORM.xslt, '<x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform"/>')],
    ],
    ['decryption', [kit.ENVELOPED, transform('http://www.w3.org/2002/07/decrypt#XML')]],
    ['canonical, then enveloped', [transform(kit.C14N), kit.ENVELOPED]],
    ['base64 after another', [kit.ENVELOPED, transform(TRANSFORM.base64)]],
    ['XPath that selects nothing', [xpath('false()')]],
    ['XPath filter of everything', [filter2('subtract', '/')]],
    ['unknown', [transform('urn:none')]],
  ])('%s are not run and keep a signature from being VALID', (_name, transforms) => {
    expectRefused(signedInvoice({ references: [reference('', transforms)] }), 'XML_TRANSFORM_UNSUPPORTED');
  });

  it('with content that they do not have are INVALID', () => {
    const canonical = transform(kit.EXC_C14N);
    for (const [old, odd] of [
      [kit.ENVELOPED, transform(TRANSFORM.envelopedSignature, '<x/>')],
      [kit.ENVELOPED, transform(TRANSFORM.xpath)],
      [canonical, transform(kit.EXC_C14N, '<x/>')],
    ] as const) {
      expectRefused(VALID.replace(old, odd), 'XML_STRUCTURE_INVALID');
    }
  });

  it('more than 5 are not judged, nor are more than 1000 references', () => {
    const six = Array.from({ length: 6 }, () => kit.ENVELOPED);
    expectRefused(signedInvoice({ references: [reference('', six)] }), 'SIG_LIMIT_EXCEEDED');
    const many = (count: number): string =>
      signedInvoice({ references: Array.from({ length: count }, () => kit.WHOLE_DOCUMENT.replace(' Id="R"', '')) });
    expect(verify(many(29)).overallStatus).toBe('VALID');
    const one = /<ds:Reference Id="R".*?<\/ds:Reference>/.exec(VALID)?.[0] ?? '';
    expectRefused(VALID.replace(one, one.repeat(1000)), 'SIG_LIMIT_EXCEEDED');
    const inner = Array.from({ length: 999 }, () => reference('#O', []).replace(kit.EMPTY_DIGEST, kit.ANY_DIGEST)).join(
      '',
    );
    const objects = `<ds:Object Id="O">x</ds:Object><ds:Object><ds:Manifest Id="M">${inner}</ds:Manifest></ds:Object>`;
    expectRefused(sign(signatureTemplate({ objects, references: [reference('#M', [])] })), 'SIG_LIMIT_EXCEEDED');
  });
});

describe('X10: a canonical form that is none', () => {
  it('relative namespace URIs leave nothing to be digested', () => {
    expectRefused(VALID.replace('<to>', '<to xmlns:r="../relative">'), 'XML_CANONICALIZATION_FAILED');
    expectRefused(
      VALID.replace('<ds:SignedInfo>', '<ds:SignedInfo xmlns:r="relative">'),
      'XML_CANONICALIZATION_FAILED',
    );
  });

  it('the digest of nothing is INVALID', () => {
    const nothing = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
    const template = signatureTemplate().replace(
      '<ds:DigestValue></ds:DigestValue>',
      `<ds:DigestValue>${nothing}</ds:DigestValue>`,
    );
    expectRefused(sign(template), 'XML_REFERENCE_INVALID');
    const emptyDigest = VALID.replace(/<ds:DigestValue>[^<]*</, '<ds:DigestValue><');
    expectRefused(emptyDigest, 'SIG_DIGEST_MISMATCH');
  });

  it('an unknown canonicalization of SignedInfo is not known', () => {
    const unknown = VALID.replace(`Method Algorithm="${kit.EXC_C14N}"`, 'Method Algorithm="urn:none"');
    expectRefused(unknown, 'XML_TRANSFORM_UNSUPPORTED');
    expect(verify(unknown).signature.cryptoValid).toBe(false);
  });
});

describe('X15: a manifest', () => {
  const data = '<ds:Object Id="O"><a>1</a></ds:Object>';
  const manifest = `<ds:Object Id="L"><ds:Manifest Id="M">${reference('#O', [])}</ds:Manifest></ds:Object>`;
  it.each(['#M', '#L'])('signed as %s is INVALID when what it lists was changed', (uri) => {
    const signed = sign(signatureTemplate({ objects: data + manifest, references: [reference(uri, [])] }));
    expect(verify(signed).overallStatus).toBe('VALID');
    const changed = signed.replace('<a>1</a>', '<a>2</a>');
    expectRefused(changed, 'SIG_DIGEST_MISMATCH');
    expect(verify(changed).signature.cryptoValid).toBe(false);
  });

  it('is not what a reference calls one', () => {
    const references = [reference('#O', [], `${DS}Manifest`)];
    expectRefused(sign(signatureTemplate({ objects: data, references })), 'XML_REFERENCE_INVALID');
  });

  it('cannot stand for the signed properties or refer to files that were not given', () => {
    const inner = reference('#S-P', [transform(kit.EXC_C14N)], 'http://uri.etsi.org/01903#SignedProperties');
    const objects = `<ds:Object><ds:Manifest Id="M">${inner}</ds:Manifest></ds:Object>`;
    const parts = { objects, references: [kit.WHOLE_DOCUMENT, reference('#M', [])], propertiesReference: '' };
    expectRefused(signedInvoice(parts), 'XML_SIGNED_PROPERTIES_INVALID');
    const far = `<ds:Object><ds:Manifest Id="M">${reference('http://127.0.0.1:9/', [])}</ds:Manifest></ds:Object>`;
    const outcome = verify(sign(signatureTemplate({ objects: far, references: [reference('#M', [])] })));
    expect(outcome).toMatchObject({ overallStatus: 'INDETERMINATE' });
  });
});
