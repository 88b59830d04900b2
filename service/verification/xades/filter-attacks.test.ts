import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DS, TRANSFORM } from '../../codecs/xmldsig/algorithms.ts';
import * as kit from './signed-xml.suite.ts';

const { verify, sign, signatureTemplate, reference, transform } = kit;
const EXC = transform(kit.EXC_C14N);
const C14N = transform(kit.C14N);
const FILTER2 = TRANSFORM.xpathFilter2;
const filter = (path: string, attributes = 'Filter="subtract"', more = ''): string =>
  transform(FILTER2, `<f:XPath xmlns:f="${FILTER2}" ${attributes}>${path}</f:XPath>${more}`);
const xpath = (expression: string): string => transform(TRANSFORM.xpath, `<ds:XPath>${expression}</ds:XPath>`);
const ALL = filter('/descendant::ds:Signature');
const digestOf = (content: string): string =>
  `<ds:DigestValue>${createHash('sha256').update(content).digest('base64')}</ds:DigestValue>`;
/** The invoice with a signature of that transform, whose digest is of `covered`: what a forger's filter would leave. */
const signedOver = (covered: string, ...steps: readonly string[]): string => {
  const template = signatureTemplate({ references: [reference('', steps, '', 'R')] });
  return sign(kit.INVOICE.replace(kit.HERE, template.replace(kit.EMPTY_DIGEST, digestOf(covered))));
};
const CONTENT = kit.INVOICE.replace(kit.HERE, '');
const WITHOUT_SUM = CONTENT.replace(/<amount.*?<\/amount>/, '');
const [ROOT_ONLY, NOTHING] = ['<invoice xmlns="urn:test:invoice"></invoice>', ''];
/** What the document says, said otherwise. */
const changed = (document: string): string => document.replace('>100<', '>9999<');

/** Never VALID, and no signature that claims to cover the document. */
function expectUncovered(document: string, original: Uint8Array | null = null): void {
  const { overallStatus, signatures } = verify(document, original);
  expect(overallStatus).not.toBe('VALID');
  const claims = signatures.filter((one) => one.status === 'VALID' && one.coversWholeDocument && one.name === 'S');
  expect(claims).toEqual([]);
}

describe('filters that take away more than signatures', () => {
  it('is told from one that does not', () => {
    const lawful = signedOver(CONTENT, ALL, EXC);
    expect(verify(lawful)).toMatchObject({ overallStatus: 'VALID', signatures: [{ coversWholeDocument: true }] });
    expect(verify(changed(lawful)).overallStatus).toBe('INVALID');
  });

  it.each([
    ['all elements', filter('/descendant::*'), NOTHING],
    ['all below the root', filter('/*/*'), ROOT_ONLY],
    [
      'a local name in any namespace',
      filter("/descendant::*[local-name()='Signature' or local-name()='amount']"),
      WITHOUT_SUM,
    ],
    [
      'a union with the sum',
      filter('/descendant::ds:Signature | /descendant::i:amount', 'xmlns:i="urn:test:invoice" Filter="subtract"'),
      WITHOUT_SUM,
    ],
    ['the sum alone', filter('/descendant::i:amount', 'xmlns:i="urn:test:invoice" Filter="subtract"'), WITHOUT_SUM],
    [
      'a prefix bound to the namespace of the invoice',
      filter('/descendant::ds:Signature', 'xmlns:ds="urn:test:invoice" Filter="subtract"'),
      WITHOUT_SUM,
    ],
    ['the parent of signatures', filter('/descendant::ds:Signature/..'), NOTHING],
    ['what comes before signatures', filter('/descendant::ds:Signature/preceding-sibling::*'), ROOT_ONLY],
    ['signatures or, by a predicate, anything', filter('/descendant::*[self::ds:Signature or true()]'), NOTHING],
    ['the text of everything', filter('/descendant::text()'), WITHOUT_SUM],
    ['what a comment hides in the expression', filter('/descendant::ds:Signature<!-- -->|//*'), NOTHING],
    ['what an instruction cuts in two', filter('/descendant::<?x y?>ds:Signature'), CONTENT],
    ['what intersects with signatures', filter('/descendant::ds:Signature', 'Filter="intersect"'), NOTHING],
    ['what is joined to nothing', filter('/descendant::ds:Signature', 'Filter="union"'), CONTENT],
    ['an unknown operation', filter('/descendant::ds:Signature', 'Filter="Subtract"'), CONTENT],
    ['no operation', filter('/descendant::ds:Signature', ''), CONTENT],
    ['an operation in another namespace', filter('/descendant::ds:Signature', 'f:Filter="subtract"'), CONTENT],
    [
      'a second filter in the transform',
      filter(
        '/descendant::ds:Signature',
        'Filter="subtract"',
        `<f:XPath xmlns:f="${FILTER2}" Filter="subtract">/*/*</f:XPath>`,
      ),
      ROOT_ONLY,
    ],
    [
      'an element of XPath 1.0 in it',
      transform(FILTER2, '<ds:XPath Filter="subtract">/descendant::ds:Signature</ds:XPath>'),
      CONTENT,
    ],
    ['two filters one after the other', ALL + filter('/*/*'), ROOT_ONLY],
    [
      'XPath 1.0 that keeps the root alone',
      xpath('not(ancestor-or-self::ds:Signature) and not(parent::*/parent::node())'),
      ROOT_ONLY,
    ],
    ['XPath 1.0 that is always false', xpath('false()'), NOTHING],
    ['an XSLT beside it', ALL + transform('http://www.w3.org/TR/1999/REC-xslt-19991116', '<x/>'), ROOT_ONLY],
    ['an empty filter', filter(''), NOTHING],
    ['a variable', filter('$x'), NOTHING],
    ['a function of another namespace', filter('ds:here()'), NOTHING],
  ])('%s', (_name, step, covered) => {
    for (const steps of [[step], [step, EXC], [kit.ENVELOPED, step, EXC], [ALL, step, EXC], [step, ALL, EXC]]) {
      const document = signedOver(covered, ...steps);
      expectUncovered(document);
      expectUncovered(changed(document));
    }
  });
});

describe('X19: content in what calls itself a signature and is filtered out', () => {
  const base = signedOver(CONTENT, ALL, EXC);
  const sum = '<amount xmlns="urn:test:invoice">9999</amount>';
  const into = (markup: string): string => base.replace('<to>', `${markup}<to>`);
  const fake = (content: string): string => `<ds:Signature xmlns:ds="${DS}" Id="H">${content}</ds:Signature>`;
  const enveloping = (signer = kit.signers.ec): string => {
    const objects = `<ds:Object Id="O">${sum}</ds:Object>`;
    return sign(signatureTemplate({ id: 'H', signer, objects, references: [reference('#O', [EXC])] }), signer);
  };
  const asBase64 = sign(
    signatureTemplate({
      ...{ id: 'H', objects: `<ds:Object Id="O">${kit.base64(Buffer.from(sum))}</ds:Object>` },
      references: [reference('#O', [transform(TRANSFORM.base64)])],
    }),
  );
  const own = (place: string, content: string): string => base.replace(place, content + place);

  it.each([
    ['nothing of a signature', into(fake(sum))],
    ['text alone', into(fake('Pay 9999 to Mallory.'))],
    [
      'a copy of the signature with an object',
      into(
        /<ds:Signature [^]*<\/ds:Signature>/
          .exec(base)?.[0]
          .replace('</ds:Signature>', `<ds:Object>${sum}</ds:Object></ds:Signature>`) ?? '',
      ),
    ],
    ['a signature by nobody who is known', into(enveloping(kit.stranger()))],
    ['a signature by somebody who is trusted', into(enveloping())],
    ['the same as base64', into(asBase64)],
    ['that signature in an element of its own', into(`<x>${enveloping()}</x>`)],
    ['that signature in a fake one', into(fake(enveloping()))],
    ['an object of the signature itself', own('<ds:Object><xades:Q', `<ds:Object>${sum}</ds:Object>`)],
    [
      'a signature in an object of the signature itself',
      own('<ds:Object><xades:Q', `<ds:Object>${enveloping()}</ds:Object>`),
    ],
    ['the key', own('</ds:X509Data>', sum)],
    [
      'the unsigned properties',
      own(
        '</xades:QualifyingProperties>',
        `<xades:UnsignedProperties><xades:UnsignedSignatureProperties>${sum}</xades:UnsignedSignatureProperties></xades:UnsignedProperties>`,
      ),
    ],
    [
      'a counter-signature',
      own(
        '</xades:QualifyingProperties>',
        `<xades:UnsignedProperties><xades:UnsignedSignatureProperties><xades:CounterSignature>${enveloping()}</xades:CounterSignature></xades:UnsignedSignatureProperties></xades:UnsignedProperties>`,
      ),
    ],
    ['the whole document in a signature, under another root', `<other>${base}<!-- --></other>`],
    ['an instruction beside the document element', `<?pay 9999?>${base}`],
    ['a second signature with the same identifier', into(fake('').replace('Id="H"', 'Id="S"'))],
  ])('%s', (_name, document) => expectUncovered(document));

  it('a parallel signature without content takes nothing away', () => {
    const second = signatureTemplate({ id: 'T', references: [reference('', [ALL, EXC], '', 'Q')] });
    const both = sign(base.replace('</invoice>', `${second}</invoice>`));
    const whole = { status: 'VALID', coversWholeDocument: true };
    expect(verify(both)).toMatchObject({ overallStatus: 'VALID', signatures: [whole, whole] });
    expect(verify(changed(both)).signatures.map(({ status }) => status)).toEqual(['INVALID', 'INVALID']);
  });
});

describe('filters where nobody judges what they take away', () => {
  const hidden = `<ds:Signature xmlns:ds="${DS}"><sum>9999</sum></ds:Signature>`;
  const outside = '<contract><sum>100</sum></contract>';
  const detached = (steps: readonly string[]): string =>
    sign(
      signatureTemplate({ references: [reference('contract.xml', steps, '', 'R')] }).replace(
        kit.EMPTY_DIGEST,
        digestOf(outside),
      ),
    );
  const enveloping = (steps: readonly string[], content: string): string => {
    const objects = `<ds:Object Id="O"><contract xmlns=""><sum>100</sum></contract>${content}</ds:Object>`;
    const canonical = `<ds:Object xmlns:ds="${DS}" Id="O"><contract><sum>100</sum></contract></ds:Object>`;
    const references = [reference('#O', steps, '', 'R')];
    return sign(signatureTemplate({ objects, references }).replace(kit.EMPTY_DIGEST, digestOf(canonical)));
  };

  it.each([
    [[ALL]],
    [[ALL, EXC]],
    [[C14N, ALL, EXC]],
    [[filter('/*/ds:Signature'), EXC]],
    [[filter('//ds:Signature')]],
    [[xpath('not(ancestor-or-self::ds:Signature)'), EXC]],
    [[xpath('count(ancestor-or-self::ds:Signature) = 0')]],
  ])('in a file beside the signature, and in an object: %#', (steps) => {
    const signature = detached(steps);
    expect(verify(signature, Buffer.from(outside)).overallStatus).toBe('VALID');
    expectUncovered(signature, Buffer.from(outside.replace('</contract>', `${hidden}</contract>`)));
    expectUncovered(enveloping([C14N, ...steps], hidden));
    expectUncovered(enveloping(steps, hidden));
  });
});
