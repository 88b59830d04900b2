import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import { XmlElement } from '../../codecs/xmldsig/xml-document.ts';
import { DS, TRANSFORM } from '../../codecs/xmldsig/algorithms.ts';
import { budgetOf } from '../counted-work.suite.ts';
import * as kit from './signed-xml.suite.ts';
import { verifyXades } from './verify-xades.ts';

/** Filters that leave parts of a document: their digests are made here by hand, over what the standards say is left. */

const { verify, signedInvoice, sign, signatureTemplate, reference, transform } = kit;
const EXC = transform(kit.EXC_C14N);
const T = 'xmlns:t="urn:test:invoice"';
const xpath = (expression: string, more = T): string =>
  transform(TRANSFORM.xpath, `<ds:XPath ${more}>${expression}</ds:XPath>`);
const filter2 = (...filters: readonly (readonly [kind: string, path: string])[]): string =>
  transform(
    TRANSFORM.xpathFilter2,
    filters
      .map(([kind, path]) => `<f:XPath xmlns:f="${TRANSFORM.xpathFilter2}" ${T} Filter="${kind}">${path}</f:XPath>`)
      .join(''),
  );
const over = (octets: string, uri: string, transforms: readonly string[]): string => {
  const digest = createHash('sha256').update(octets).digest('base64');
  return reference(uri, transforms).replace(kit.EMPTY_DIGEST, `<ds:DigestValue>${digest}</ds:DigestValue>`);
};

const NS = 'xmlns="urn:test:invoice"';
const TO = `<to ${NS}>Alice</to>`;
const AMOUNT = `<amount ${NS} currency="EUR">100</amount>`;
const WITHOUT_TO = `<invoice ${NS}><amount currency="EUR">100</amount></invoice>`;
const NO_SIGNATURE = 'not(ancestor-or-self::ds:Signature)';

/** By what is left of the invoice. */
const UNDERSTOOD: Readonly<Record<string, readonly string[]>> = {
  [AMOUNT]: [
    xpath('ancestor-or-self::t:amount'),
    xpath("ancestor-or-self::*[local-name()='amount']"),
    xpath("ancestor-or-self::*[name()='amount']"),
    xpath("ancestor-or-self::*[starts-with(local-name(), 'amo')]"),
    xpath('ancestor-or-self::*[@currency="EUR"]'),
    xpath('ancestor-or-self::t:*[@currency="EUR" and local-name()="amount"]'),
    xpath('ancestor-or-self::t:amount and ancestor-or-self::t:invoice'),
    xpath('ancestor-or-self::t:invoice[@x="y"] or ancestor-or-self::t:amount'),
    xpath('(ancestor-or-self::t:amount) and not(ancestor-or-self::t:to)'),
    filter2(['intersect', '//t:amount']),
    filter2(['intersect', '/t:invoice/t:amount']),
    filter2(['intersect', ' /descendant::t:amount ']),
    filter2(['intersect', '/*/*[2]']),
    filter2(['intersect', '/child::*/child::t:*[position()=2]']),
    filter2(['intersect', 't:invoice/t:amount']),
    filter2(['intersect', "//*[@currency='EUR']"]),
    filter2(['intersect', "//*[@currency='USD' or local-name()='amount']"]),
    filter2(['intersect', '/t:invoice/t:*'], ['subtract', '//t:to']),
    filter2(['subtract', '//t:to'], ['intersect', '/t:invoice/t:*']),
    filter2(['intersect', '//t:invoice'], ['intersect', '//t:amount']),
  ],
  [TO + AMOUNT]: [
    xpath('ancestor-or-self::t:amount or ancestor-or-self::t:to'),
    xpath("ancestor-or-self::*[local-name()='to' or local-name()='amount']"),
    filter2(['intersect', '//t:amount | //t:to']),
    filter2(['intersect', '/t:invoice/t:*']),
  ],
  [WITHOUT_TO]: [
    xpath(`${NO_SIGNATURE} and not(ancestor-or-self::t:to)`),
    xpath('not(ancestor-or-self::ds:Signature or ancestor-or-self::t:to)'),
    filter2(['subtract', '//t:to'], ['subtract', '//ds:Signature']),
    filter2(['subtract', '//t:to | //ds:Signature']),
    filter2(['subtract', '//ds:* | /t:invoice/t:to']),
  ],
};
const ROWS = Object.entries(UNDERSTOOD).flatMap(([octets, steps]) => steps.map((step) => [step, octets] as const));
const signedBy = (step: string, octets: string): string =>
  signedInvoice({ references: [over(octets, '', [step, EXC])] });

describe('a filter that leaves parts', () => {
  it.each(ROWS)('is read: %s', (step, octets) => {
    const { overallStatus, reasonCodes, signature, signatures } = verify(signedBy(step, octets));
    // What is signed is intact, and is never the document.
    expect([overallStatus, signature.cryptoValid]).toEqual(['INDETERMINATE', true]);
    expect(reasonCodes).toContain('SIG_COVERAGE_INCOMPLETE');
    expect(signatures[0]?.covered ?? []).toEqual([]);
  });

  it.each(ROWS)('shows what was changed in them, and nothing of the rest: %s', (step, octets) => {
    const signed = signedBy(step, octets);
    const isSigned = (text: string): boolean => octets.includes(text);
    for (const [text, other] of [
      ['>Alice<', '>Mallory<'],
      ['>100<', '>999<'],
    ] as const) {
      const { overallStatus, reasonCodes } = verify(signed.replace(text, other));
      expect([overallStatus, reasonCodes.includes('SIG_DIGEST_MISMATCH')]).toEqual(
        isSigned(text) ? ['INVALID', true] : ['INDETERMINATE', false],
      );
    }
  });

  it('that leaves nothing is INVALID, as is one over other octets', () => {
    for (const step of [filter2(['subtract', '/*']), filter2(['subtract', '//*']), xpath('ancestor-or-self::t:none')]) {
      expect(verify(signedBy(step, '')).overallStatus).toBe('INVALID');
    }
    for (const step of [
      xpath('not(ancestor-or-self::to)'),
      xpath('not(ancestor-or-self::Signature)', `xmlns="${DS}"`),
      xpath('not(ancestor-or-self::x:Signature)', 'xmlns:x="urn:x"'),
      xpath('ancestor-or-self::ds:Signature'),
    ]) {
      expect(verify(signedBy(step, AMOUNT)).overallStatus).toBe('INVALID');
    }
  });
});

describe('parts that are left out of parts', () => {
  const list = (count: number): string => '<r><p>a<d>b<d>c</d></d></p><d><p>e</p></d><p>f</p></r>'.repeat(count);
  const octets = (count: number): string =>
    `<p xmlns="urn:test:invoice">a</p><p xmlns="urn:test:invoice">f</p>`.repeat(count);
  const step = filter2(['intersect', '//t:p'], ['subtract', '//t:d']);
  const signedList = (count: number): string =>
    kit.sign(
      `<invoice ${NS}>${list(count)}${signatureTemplate({ references: [over(octets(count), '', [step, EXC])] })}</invoice>`,
    );

  it('are left out wherever they lie', () => {
    const signed = signedList(3);
    expect(verify(signed).signature.cryptoValid).toBe(true);
    expect(verify(signed.replaceAll('<d>b', '<d>x').replaceAll('>e<', '>x<')).signature.cryptoValid).toBe(true);
    expect(verify(signed.replace('>f<', '>x<')).signature.cryptoValid).toBe(false);
  });

  it('cost no more for each of many', () => {
    const signed = [100, 400].map(signedList);
    const isWithin = vi.spyOn(XmlElement.prototype, 'isWithin');
    const [few = 0, many = 0] = signed.map((text) => {
      isWithin.mockClear();
      expect(verify(text).signature.cryptoValid).toBe(true);
      return isWithin.mock.calls.length;
    });
    isWithin.mockRestore();
    expect(few).toBeGreaterThan(100);
    expect(many).toBeLessThan(few * 5);
  });
});

describe('an expression that may mean more than whole elements is not read', () => {
  it.each([
    xpath('self::t:amount'),
    xpath('self::text()'),
    xpath('ancestor::t:amount'),
    xpath('ancestor-or-self::node()'),
    xpath('ancestor-or-self::t:amount[1]'),
    xpath('ancestor-or-self::t:amount[@currency]'),
    xpath('ancestor-or-self::t:amount[.="100"]'),
    xpath('ancestor-or-self::t:amount or not(ancestor-or-self::t:to)'),
    xpath('not(not(ancestor-or-self::t:amount))'),
    xpath('not(ancestor-or-self::t:amount and ancestor-or-self::t:to)'),
    xpath('ancestor-or-self::u:amount'),
    xpath('ancestor-or-self::t:amount | ancestor-or-self::t:to'),
    xpath('count(ancestor-or-self::t:amount) = 1'),
    xpath('ancestor-or-self::t:amount and'),
    xpath("ancestor-or-self::*[local-name() = concat('am','ount')]"),
    filter2(['intersect', '//t:amount'], ['union', '//t:to']),
    filter2(['union', '//t:to']),
    filter2(['other', '//t:to']),
    filter2(['intersect', '//t:amount[1]']),
    filter2(['intersect', '/descendant::t:amount[1]']),
    filter2(['intersect', '/*/*[last()]']),
    filter2(['intersect', '/*/*[2][@currency="EUR"]']),
    filter2(['intersect', '/*/*[@currency="EUR" or 2]']),
    filter2(['intersect', '//t:amount/..']),
    filter2(['intersect', '//t:amount/@currency']),
    filter2(['intersect', '//t:amount/text()']),
    filter2(['intersect', "id('R')"]),
    filter2(['intersect', 'here()/ancestor::t:invoice']),
    filter2(['intersect', '//t:amount/following-sibling::*']),
    filter2(['intersect', '///t:amount']),
    filter2(['intersect', `//${'t:a/'.repeat(100)}t:b`]),
  ])('%s', (step) => {
    const { overallStatus, reasonCodes } = verify(signedBy(step, AMOUNT));
    expect(overallStatus).toBe('INDETERMINATE');
    expect(reasonCodes).toContain('XML_TRANSFORM_UNSUPPORTED');
    expect(reasonCodes).not.toContain('SIG_DIGEST_MISMATCH');
  });
});

describe('parts of something else than the whole document', () => {
  const objects = '<ds:Object Id="O"><data><a>1</a></data></ds:Object>';

  it.each([
    ['an object', '#O'],
    ['the signed properties', '#P'],
    ['the key', '#K'],
  ])('are not read: of %s', (_, uri) => {
    const part = over('<a>1</a>', uri, [filter2(['intersect', '//a']), EXC]);
    const { overallStatus, reasonCodes } = verify(
      sign(signatureTemplate({ objects, references: [reference('#O', [EXC]), part] })),
    );
    expect(overallStatus).not.toBe('VALID');
    expect(reasonCodes).not.toContain('SIG_VALID');
  });

  it('and two filters in a row are not either', () => {
    const steps = [filter2(['intersect', '//t:amount']), xpath('ancestor-or-self::t:amount'), EXC];
    const { overallStatus, reasonCodes } = verify(signedInvoice({ references: [over(AMOUNT, '', steps)] }));
    expect([overallStatus, reasonCodes.includes('XML_TRANSFORM_UNSUPPORTED')]).toEqual(['INDETERMINATE', true]);
  });

  it('beside a reference to all, they take nothing away', () => {
    const part = over(AMOUNT, '', [filter2(['intersect', '//t:amount']), EXC]);
    expect(verify(signedInvoice({ references: [kit.WHOLE_DOCUMENT, part] })).overallStatus).toBe('VALID');
  });
});

it('a path that looks at everything above everything ends at what a document may cost', () => {
  const deep = '<t>'.repeat(60) + '</t>'.repeat(60);
  const path = `//t:none${'//t:t'.repeat(12)}`;
  const signed = signedBy(filter2(['intersect', path]), AMOUNT).replace('<to>', `${deep}<to>`);
  const question = { trust: kit.trust, at: kit.NOW, revocationMode: 'Offline', budget: budgetOf(200_000_000) } as const;
  const report = verifyXades(bytesSource(Buffer.from(signed)), [], question);
  expect(report.overallStatus).toBe('INDETERMINATE');
  expect(report.reasonCodes).toContain('VERIFICATION_WORK_EXCEEDED');
});
