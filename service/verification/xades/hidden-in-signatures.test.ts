import { describe, expect, it } from 'vitest';
import { TRANSFORM } from '../../codecs/xmldsig/algorithms.ts';
import * as kit from './signed-xml.suite.ts';

const { verify, sign, signatureTemplate, reference, transform, signers } = kit;
const EXC = transform(kit.EXC_C14N);
const UNCOVERED = {
  overallStatus: 'INDETERMINATE',
  signature: { cryptoValid: true },
  reasonCodes: expect.arrayContaining(['SIG_COVERAGE_INCOMPLETE']) as string[],
};
const WHOLE = { overallStatus: 'VALID', signatures: [{ coversWholeDocument: true }] };

describe('what calls itself a signature in a signed object, and is taken away by a filter', () => {
  const xpath = (expression: string): string => transform(TRANSFORM.xpath, `<ds:XPath>${expression}</ds:XPath>`);
  const subtract = (path: string): string =>
    transform(
      TRANSFORM.xpathFilter2,
      `<f:XPath xmlns:f="${TRANSFORM.xpathFilter2}" Filter="subtract">${path}</f:XPath>`,
    );
  const FILTERS: Readonly<Record<string, string>> = {
    'by identifier': xpath('not(ancestor-or-self::ds:Signature[@Id="X"])'),
    'by its place': subtract('//ds:Object//ds:Signature'),
    'by its path': subtract('/ds:Signature/ds:Object/offer/ds:Signature'),
    'by a path with any step': subtract('/*/ds:Object/*/ds:Signature'),
  };
  const CONTENTS: Readonly<Record<string, string>> = {
    'an element in an object': '<ds:Object><amount>9999</amount></ds:Object>',
    'an element beside its parts': '<ds:SignedInfo></ds:SignedInfo><amount>9999</amount>',
    'a text in an object': '<ds:Object>Pay 9999</ds:Object>',
    'a text of its own': 'Pay 9999',
    'an instruction': '<?pay 9999?>',
    'an element in a signature in it': '<ds:Signature><ds:Object><amount>9999</amount></ds:Object></ds:Signature>',
  };
  const SIGNED = '<offer>100</offer>';
  const object = `<ds:Object Id="O">${SIGNED}</ds:Object>`;
  const template = (steps: string[]): string =>
    signatureTemplate({ objects: object, references: [reference('#O', steps)] });
  /** As the object is before anything is put into it, a filter takes nothing away. */
  const [digest = ''] = /<ds:DigestValue>[^<]+<\/ds:DigestValue>/.exec(sign(template([EXC]))) ?? [];
  const signedBy = (filter: string): string => sign(template([filter, EXC]).replace(kit.EMPTY_DIGEST, digest));
  const withHidden = (document: string, content: string): string =>
    document.replace(SIGNED, SIGNED.replace('</offer>', `<ds:Signature Id="X">${content}</ds:Signature></offer>`));

  it.each(Object.entries(FILTERS))('takes nothing away before: %s', (_name, filter) => {
    expect(verify(signedBy(filter))).toMatchObject(WHOLE);
    expect(verify(withHidden(signedBy(filter), ''))).toMatchObject(WHOLE);
  });

  const cases = Object.entries(FILTERS).flatMap(([name, filter]) =>
    Object.entries(CONTENTS).map(([what, content]) => [name, what, filter, content] as const),
  );
  it.each(cases)('hides nothing %s: %s', (_name, _what, filter, content) => {
    const outcome = verify(withHidden(signedBy(filter), content));
    expect(outcome).toMatchObject({ ...UNCOVERED, signatures: [{ coversWholeDocument: false }] });
  });

  it('is signed content where it is not taken away', () => {
    const holding = object.replace(
      '</offer>',
      '<ds:Signature><ds:Object><amount>1</amount></ds:Object></ds:Signature></offer>',
    );
    expect(verify(sign(signatureTemplate({ objects: holding, references: [reference('#O', [EXC])] })))).toMatchObject(
      WHOLE,
    );
  });
});

describe('data that another signature brings into an envelope', () => {
  const data = '<CONTENT Id="D"><note>100</note></CONTENT>';
  const byAlice = signatureTemplate({ references: [reference('#D', [EXC])] });
  const signed = sign(`<AFIRMA>${data}${byAlice}</AFIRMA>`);
  const second = (objects: string, uris: readonly string[]): string => {
    const references = uris.map((uri) => reference(uri, [EXC]));
    const byBob = signatureTemplate({ id: 'T', signer: signers.rsa, objects, references });
    return sign(signed.replace('</AFIRMA>', `${byBob}</AFIRMA>`), signers.rsa);
  };

  it('is not what a second signer of the same data does', () => {
    const outcome = verify(second('', ['#D']));
    expect(outcome).toMatchObject({ overallStatus: 'VALID', signatures: [WHOLE.signatures[0], WHOLE.signatures[0]] });
  });

  it.each([
    ['an element', '<ds:Object Id="O"><note>9999</note></ds:Object>', ['#D', '#O']],
    ['a child of an object', '<ds:Object><note Id="N">9999</note></ds:Object>', ['#D', '#N']],
    ['a text', '<ds:Object Id="O">Pay 9999</ds:Object>', ['#D', '#O']],
    ['two objects', '<ds:Object Id="O"><a/></ds:Object><ds:Object Id="P"><b/></ds:Object>', ['#D', '#O', '#P']],
    ['the same data again', `<ds:Object Id="O">${data.replace('"D"', '"E"')}</ds:Object>`, ['#D', '#O']],
  ])('is not covered by the first: %s', (_name, objects, uris) => {
    expect(verify(second(objects, uris))).toMatchObject({
      ...UNCOVERED,
      signatures: [
        { name: 'S', status: 'INDETERMINATE', coversWholeDocument: false, covered: ['#D'] },
        { name: 'T', status: 'VALID', coversWholeDocument: true },
      ],
    });
  });
});

describe('words in a signature where nothing of it is signed', () => {
  const document = kit.signedInvoice();
  const unsigned = (groups: string): string =>
    document.replace(
      '</xades:QualifyingProperties>',
      `<xades:UnsignedProperties>${groups}</xades:UnsignedProperties></xades:QualifyingProperties>`,
    );
  const attribute = (text: string): string => document.replace('<ds:Signature ', `<ds:Signature ${text} `);
  const GROUP = 'xades:UnsignedSignatureProperties';
  const OF_DATA = 'xades:UnsignedDataObjectProperties';

  it.each([
    ['an attribute', attribute('amount="9999"')],
    ['an attribute of another namespace', attribute('xmlns:e="urn:e" e:amount="9999"')],
    ['an attribute like one of its own', attribute('Target="#all"')],
    ['an attribute of its own namespace', attribute('ds:amount="9999"')],
    ['text in unsigned properties', unsigned('Pay 9999')],
    ['text before a group', unsigned(`Pay 9999<${GROUP}></${GROUP}>`)],
    ['text after a group', unsigned(`<${GROUP}></${GROUP}>Pay 9999`)],
    ['text in a group', unsigned(`<${GROUP}>Pay 9999</${GROUP}>`)],
    ['text in a group of data', unsigned(`<${OF_DATA}>Pay 9999</${OF_DATA}>`)],
    ['a CDATA section', unsigned(`<${GROUP}><![CDATA[Pay 9999]]></${GROUP}>`)],
    ['an instruction', unsigned(`<${GROUP}><?pay 9999?></${GROUP}>`)],
  ])('keep it from being VALID: %s', (_name, changed) => {
    expect(verify(changed)).toMatchObject({ ...UNCOVERED, signatures: [{ coversWholeDocument: false }] });
  });

  it.each([
    [
      'where its schema is',
      attribute('xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b"'),
    ],
    ['a language', attribute('xml:lang="en"')],
    ['a declaration', attribute('xmlns:x="urn:x"')],
    ['empty groups', unsigned(`\n<${GROUP}>\n<!-- none --></${GROUP}>\n`)],
  ])('are not what tools write: %s', (_name, changed) => {
    expect(verify(changed)).toMatchObject(WHOLE);
  });
});

describe('a signature over nothing but its own words', () => {
  const { certificate } = signers.ec;
  const time = `${kit.SIGNING_TIME}${kit.signingCertificateV2(certificate)}`;
  const named = {
    signedProperties: `<xades:SignedSignatureProperties Id="P">${time}</xades:SignedSignatureProperties>`,
    keyInfo: kit.x509Data(certificate).replace('<ds:X509Data>', '<ds:X509Data Id="K">'),
  };
  const over = (...uris: string[]): string =>
    signatureTemplate({
      ...named,
      references: uris.map((uri) => reference(uri, uri === '' ? [kit.ENVELOPED, EXC] : [EXC])),
    });

  it.each([['#P'], ['#K'], ['#P', '#K']])('covers no content: %s %s', (...uris) => {
    for (const document of [sign(over(...uris)), sign(kit.INVOICE.replace(kit.HERE, over(...uris)))]) {
      expect(verify(document)).toMatchObject({
        ...UNCOVERED,
        signatures: [{ coversWholeDocument: false, covered: [] }],
      });
    }
  });

  it('is not one that signs them beside the document', () => {
    expect(verify(sign(kit.INVOICE.replace(kit.HERE, over('', '#P', '#K'))))).toMatchObject({
      ...WHOLE,
      signatures: [{ covered: [''] }],
    });
  });
});
