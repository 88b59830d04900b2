import { describe, expect, it } from 'vitest';
import * as kit from './signed-xml.suite.ts';

const { verify, sign, signatureTemplate, reference, transform, expectRefused } = kit;

const LIST = (prefixes: string): string =>
  `<ec:InclusiveNamespaces xmlns:ec="${kit.EXC_C14N}" PrefixList="${prefixes}"></ec:InclusiveNamespaces>`;
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const DOCUMENT = `<order xmlns:x="urn:a" ${XSI}><sum xsi:type="x:Euro">100</sum>${kit.HERE}</order>`;
const signed = (canonicalization: string, document = DOCUMENT): string =>
  sign(
    document.replace(
      kit.HERE,
      signatureTemplate({ references: [reference('', [kit.ENVELOPED, canonicalization], '', 'R')] }),
    ),
  );

describe('names in signed content whose prefix no element has', () => {
  const open = signed(transform(kit.EXC_C14N));

  it('leave a signature open that leaves out what they stand for, as it is and bound to something else', () => {
    for (const document of [
      open,
      open.replace('urn:a', 'urn:b'),
      open.replace('<sum ', '<sum xmlns:x="urn:b" '),
      open.replace('urn:a', 'urn:b').replace('"x:Euro"', '"x&#58;Euro"'),
    ]) {
      expectRefused(document, 'SIG_COVERAGE_INCOMPLETE');
      expect(verify(document).signature.cryptoValid).toBe(true);
    }
  });

  it.each([
    ['a list of prefixes', transform(kit.EXC_C14N, LIST('x'))],
    ['inclusive canonicalization', transform(kit.C14N)],
  ])('are signed by %s', (_, canonicalization) => {
    const document = signed(canonicalization);
    expect(verify(document).overallStatus).toBe('VALID');
    expectRefused(document.replace('urn:a', 'urn:b'), 'SIG_DIGEST_MISMATCH');
    expect(verify(document.replace('<sum ', '<sum xmlns:x="urn:b" ')).overallStatus).not.toBe('VALID');
  });

  it('say nothing where an element around them has the prefix', () => {
    const document = DOCUMENT.replace('<order ', '<x:order ').replace('</order>', '</x:order>');
    expect(verify(signed(transform(kit.EXC_C14N), document)).overallStatus).toBe('VALID');
  });

  it('are looked at in objects of the signature, too', () => {
    const object = `<ds:Object Id="O"><sum xmlns:x="urn:a" ${XSI} xsi:type="x:Euro">100</sum></ds:Object>`;
    const enveloping = (canonicalization: string): string =>
      sign(signatureTemplate({ objects: object, references: [reference('#O', [canonicalization], '', 'R')] }));
    expectRefused(enveloping(transform(kit.EXC_C14N)), 'SIG_COVERAGE_INCOMPLETE');
    expect(verify(enveloping(transform(kit.EXC_C14N, LIST('x')))).overallStatus).toBe('VALID');
  });
});
