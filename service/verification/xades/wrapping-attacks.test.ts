import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DS, TRANSFORM } from '../../codecs/xmldsig/algorithms.ts';
import * as kit from './signed-xml.suite.ts';

const { verify, signedInvoice, sign, signatureTemplate, reference, transform, expectRefused } = kit;

const BY_ID = [reference('#all', [kit.ENVELOPED, transform(kit.EXC_C14N)])];
/** The signed document of the wrapping attacks: its signature names the document element by identifier. */
const ORIGINAL = sign(
  kit.INVOICE.replace('<invoice ', '<invoice Id="all" ').replace(kit.HERE, signatureTemplate({ references: BY_ID })),
);
const SIGNATURE = ORIGINAL.slice(ORIGINAL.indexOf('<ds:Signature '), ORIGINAL.indexOf('</invoice>'));
/** What the signature's digest is of. */
const SIGNED = ORIGINAL.replace(SIGNATURE, '');
const forged = (content: string, attributes = ''): string =>
  `<invoice xmlns="urn:test:invoice"${attributes}><to>Mallory</to><amount currency="EUR">9999</amount>${content}</invoice>`;
const inSignature = (place: string, content: string): string => SIGNATURE.replace(place, content + place);

describe('X1: a signed element that is moved', () => {
  it('is the whole document before', () => {
    expect(verify(ORIGINAL)).toMatchObject({ overallStatus: 'VALID', signatures: [{ coversWholeDocument: true }] });
  });

  const withoutProperties = '<ds:Object><xades:QualifyingProperties';
  const unsigned = '<xades:UnsignedProperties><xades:UnsignedSignatureProperties>';
  const unsignedEnd = '</xades:UnsignedSignatureProperties></xades:UnsignedProperties>';
  it.each([
    ['XSW 1: beside the signature', forged(SIGNATURE + SIGNED)],
    ['XSW 2: before the signature', forged(SIGNED + SIGNATURE)],
    ['XSW 3: with the signature still in it', forged(ORIGINAL)],
    ['XSW 4: into a wrapper of another namespace', forged(`<x:wrap xmlns:x="urn:x">${ORIGINAL}</x:wrap>`)],
    [
      'XSW 5: into an object of the signature',
      forged(inSignature(withoutProperties, `<ds:Object>${SIGNED}</ds:Object>`)),
    ],
    ['XSW 6: into the key', forged(inSignature('</ds:X509Data>', SIGNED))],
    [
      'XSW 7: into the unsigned properties',
      forged(inSignature('</xades:QualifyingProperties>', `${unsigned}${SIGNED}${unsignedEnd}`)),
    ],
    ['XSW 8: into an extension, the signature with it', forged(`<Extensions>${SIGNED}${SIGNATURE}</Extensions>`)],
  ])('is refused: %s', (_name, document) => {
    const outcome = verify(document);
    // Where the transform does not take the element away with the signature, nothing else is wrong with it.
    const isInSignature = outcome.reasonCodes.includes('XML_REFERENCE_INVALID');
    const overallStatus = isInSignature ? 'INVALID' : 'INDETERMINATE';
    expect(outcome).toMatchObject({ overallStatus, signatures: [{ coversWholeDocument: false }] });
    expect(outcome.reasonCodes).toContain('SIG_COVERAGE_INCOMPLETE');
    expect(outcome.signature.cryptoValid).toBe(!isInSignature);
  });

  it('is not found by another spelling of its identifier', () => {
    for (const spelling of ['Id', 'ID', 'id', 'AssertionID', 'xml:id', 'wsu:Id']) {
      const wsu = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
      const twin = forged(SIGNATURE + SIGNED, ` xmlns:wsu="${wsu}" ${spelling}="all"`);
      expectRefused(twin, 'XML_ID_AMBIGUOUS');
    }
  });

  it('with an instruction beside it, which the identifier does not reach', () => {
    expectRefused(`<?xml-stylesheet href="evil.xsl"?>${ORIGINAL}`, 'SIG_COVERAGE_INCOMPLETE');
    expectRefused(`<?xml-stylesheet href="evil.xsl"?>${signedInvoice()}`, 'SIG_DIGEST_MISMATCH');
  });
});

describe('X1: content that a signature does not cover', () => {
  const object = '<ds:Object Id="O"><offer>100</offer></ds:Object>';
  const enveloping = sign(
    signatureTemplate({ objects: object, references: [reference('#O', [transform(kit.EXC_C14N)])] }),
  );

  it('a part of the document only', () => {
    const document = `<order><part Id="part">1</part>${kit.HERE}</order>`;
    const references = [reference('#part', [transform(kit.EXC_C14N)])];
    const signed = sign(document.replace(kit.HERE, signatureTemplate({ references })));
    expectRefused(signed, 'SIG_COVERAGE_INCOMPLETE');
    expect(verify(signed)).toMatchObject({
      signature: { cryptoValid: true },
      // The level is that of the signature by itself; what it leaves out keeps it from being VALID.
      signatures: [{ status: 'INDETERMINATE', coversWholeDocument: false, profileReached: 'B' }],
    });
  });

  it('an object beside the signed one, or in its place', () => {
    expect(verify(enveloping).overallStatus).toBe('VALID');
    const forgedObject = '<ds:Object Id="X"><offer>9999</offer></ds:Object>';
    expectRefused(enveloping.replace(object, forgedObject + object), 'SIG_COVERAGE_INCOMPLETE');
    const moved = `<order xmlns:ds="${DS}">${enveloping.replace(object, forgedObject)}${object}</order>`;
    expectRefused(moved, 'SIG_COVERAGE_INCOMPLETE');
    expectRefused(`<order>${enveloping}<offer>9999</offer></order>`, 'SIG_COVERAGE_INCOMPLETE');
    expectRefused(`<?xml-stylesheet href="evil.xsl"?>${enveloping}`, 'SIG_COVERAGE_INCOMPLETE');
  });

  it('nothing but its own properties', () => {
    expectRefused(sign(signatureTemplate({ references: [] })), 'SIG_COVERAGE_INCOMPLETE');
    expectRefused(signedInvoice({ references: [] }), 'SIG_COVERAGE_INCOMPLETE');
    expectRefused(sign(signatureTemplate()), 'XML_REFERENCE_INVALID');
  });

  it('an object or unsigned properties of an enveloped signature', () => {
    const document = signedInvoice();
    const hidden = '<invoice xmlns="urn:test:invoice"><amount>9999</amount></invoice>';
    const place = '<ds:Object><xades:QualifyingProperties';
    expectRefused(document.replace(place, `<ds:Object>${hidden}</ds:Object>${place}`), 'SIG_COVERAGE_INCOMPLETE');
    const unsigned = `<xades:UnsignedProperties><xades:UnsignedDataObjectProperties>${hidden}</xades:UnsignedDataObjectProperties></xades:UnsignedProperties></xades:QualifyingProperties>`;
    expectRefused(document.replace('</xades:QualifyingProperties>', unsigned), 'SIG_COVERAGE_INCOMPLETE');
  });

  it('hidden in an element that calls itself a signature and is filtered out', () => {
    const filter = `<ds:XPath>not(ancestor-or-self::ds:Signature)</ds:XPath>`;
    const document = signedInvoice({ references: [reference('', [transform(TRANSFORM.xpath, filter)])] });
    expect(verify(document).overallStatus).toBe('VALID');
    const hidden = `<ds:Signature xmlns:ds="${DS}"><amount xmlns="urn:test:invoice">9999</amount></ds:Signature>`;
    const outcome = verify(document.replace('<to>', `${hidden}<to>`));
    expect(outcome).toMatchObject({
      overallStatus: 'INVALID',
      signatures: [{ status: 'INVALID' }, { status: 'INDETERMINATE' }],
    });
    expect(outcome.reasonCodes).toContain('XML_STRUCTURE_INVALID');
  });
});

describe('X1: a comment that programs take for a value, or for the end of one', () => {
  const WITHOUT = signedInvoice();
  const signedWithComments = (value: string): string => {
    const template = kit.INVOICE.replace('100', value);
    const digest = kit.base64(createHash('sha256').update(template.replace(kit.HERE, '')).digest());
    const transforms = [kit.ENVELOPED, transform(`${kit.C14N}#WithComments`)];
    const whole = reference('#xpointer(/)', transforms).replace(
      kit.EMPTY_DIGEST,
      `<ds:DigestValue>${digest}</ds:DigestValue>`,
    );
    return sign(template.replace(kit.HERE, signatureTemplate({ references: [whole] })));
  };

  it.each(['1<!---->00', '<!--9999-->100', '10<!--x--><![CDATA[0]]>', '1<!--x--><!--y-->00', '1<?p?><!--x-->00'])(
    'is refused in a value: %s',
    (value) => {
      const text = value.replace('<?p?>', '');
      expectRefused(WITHOUT.replace('100', text), 'SIG_COVERAGE_INCOMPLETE');
      // That it was there before is nothing that the signature says.
      const template = kit.INVOICE.replace('100', value).replace(kit.HERE, signatureTemplate());
      expectRefused(sign(template), 'SIG_COVERAGE_INCOMPLETE');
    },
  );

  it('but not behind it or between elements, nor where comments are signed', () => {
    expect(verify(WITHOUT.replace('100', '100<!--x-->')).overallStatus).toBe('VALID');
    expect(verify(WITHOUT.replace('<amount', '<!--x--><amount')).overallStatus).toBe('VALID');
    const signed = signedWithComments('1<!--x-->00');
    expect(verify(signed)).toMatchObject({ overallStatus: 'VALID' });
    expectRefused(signed.replace('<!--x-->', '<!--y-->'), 'SIG_DIGEST_MISMATCH');
  });
});

describe('X2: an identifier that occurs twice', () => {
  it('on the properties, the signature or an object is refused', () => {
    const document = signedInvoice();
    const second = '<xades:UnsignedProperties Id="S-P"></xades:UnsignedProperties></xades:QualifyingProperties>';
    expectRefused(document.replace('</xades:QualifyingProperties>', second), 'XML_ID_AMBIGUOUS');
    const sameAsSignature = second.replace('S-P', 'S');
    expectRefused(
      document.replace('</xades:QualifyingProperties>', sameAsSignature),
      ...(['XML_ID_AMBIGUOUS', null, 'INDETERMINATE'] as const),
    );
    expectRefused(document.replace('<ds:KeyInfo>', '<ds:KeyInfo ID="S-P">'), 'XML_ID_AMBIGUOUS');
  });

  it('in the data, where nothing refers to it, is the business of the data', () => {
    const document = '<list><item id="1"/><item id="1"/><?here?></list>'.replace(kit.HERE, signatureTemplate());
    expect(verify(sign(document)).overallStatus).toBe('VALID');
  });
});
