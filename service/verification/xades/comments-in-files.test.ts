import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as kit from './signed-xml.suite.ts';

/** Comments that a canonical form leaves out, in a file beside the signature: anybody can put them there. */

const WITHOUT_COMMENTS = [kit.C14N, kit.EXC_C14N, 'http://www.w3.org/2006/12/xml-c14n11'];
const ORDER = '<order><sum>1000</sum><to>Alice</to></order>';
const overFile = (transforms: readonly string[], canonical = ORDER): string => {
  const digest = createHash('sha256').update(canonical).digest('base64');
  const reference = kit.reference(
    'order.xml',
    transforms.map((one) => kit.transform(one)),
  );
  const complete = reference.replace(kit.EMPTY_DIGEST, `<ds:DigestValue>${digest}</ds:DigestValue>`);
  return kit.sign(kit.signatureTemplate({ references: [complete] }));
};
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
const inManifest = (how: string): string => {
  const digest = createHash('sha256').update(ORDER).digest('base64');
  const reference = kit.reference('order.xml', [kit.transform(how)]);
  const complete = reference.replace(kit.EMPTY_DIGEST, `<ds:DigestValue>${digest}</ds:DigestValue>`);
  const objects = `<ds:Object><ds:Manifest Id="M">${complete}</ds:Manifest></ds:Object>`;
  const type = `${kit.DS}Manifest`;
  const references = [kit.reference('#M', [kit.transform(kit.EXC_C14N)], type, 'R')];
  return kit.sign(kit.signatureTemplate({ objects, references }));
};

const DIVIDED: Readonly<Record<string, string>> = {
  'within a sum': ORDER.replace('1000', '1<!---->000'),
  'before a sum': ORDER.replace('1000', '<!-- -->1000'),
  'with another sum in it': ORDER.replace('1000', '<!--9-->1000'),
  'several within a sum': ORDER.replace('1000', '1<!----><!---->00<!---->0'),
  'within a name': ORDER.replace('Alice', 'Al<!-- -->ice'),
  'beside another character reference': ORDER.replace('1000', '1<!---->&#48;00'),
  'before a CDATA section': ORDER.replace('1000', '1<!----><![CDATA[000]]>'),
};

describe.each(WITHOUT_COMMENTS)('a comment that nobody signed, by %s', (how) => {
  const signature = overFile([how]);

  it.each(Object.entries(DIVIDED))('divides a text of the file: %s', (_what, file) => {
    for (const bytes of [Buffer.from(file), utf16(file), utf16(file).swap16()]) {
      kit.expectRefused(signature, 'SIG_COVERAGE_INCOMPLETE', bytes);
      expect(kit.verify(signature, bytes)).toMatchObject({ signature: { cryptoValid: true } });
    }
    kit.expectRefused(overFile([how, `${kit.C14N}#WithComments`]), 'SIG_COVERAGE_INCOMPLETE', Buffer.from(file));
    kit.expectRefused(inManifest(how), 'SIG_COVERAGE_INCOMPLETE', Buffer.from(file));
  });

  it('says nothing between elements, behind a text or around them all', () => {
    const files = [
      ORDER,
      ORDER.replace('<to>', '<!-- to whom --><to>'),
      ORDER.replace('1000', '1000<!-- EUR -->'),
      `<!-- an order -->${ORDER}<!-- its end -->`,
      ORDER.replace('1000', '<![CDATA[1000]]>'),
    ];
    for (const file of files) {
      for (const bytes of [Buffer.from(file), utf16(file)]) {
        expect(kit.verify(signature, bytes)).toMatchObject({ overallStatus: 'VALID' });
      }
      expect(kit.verify(inManifest(how), Buffer.from(file)).overallStatus).toBe('VALID');
    }
  });
});

it('a comment that is signed along is content', () => {
  const file = ORDER.replace('1000', '1<!---->000');
  const signature = overFile([`${kit.C14N}#WithComments`], file);
  expect(kit.verify(signature, Buffer.from(file)).overallStatus).toBe('VALID');
  kit.expectRefused(signature, 'SIG_DIGEST_MISMATCH', Buffer.from(ORDER));
  expect(kit.verify(overFile([], file), Buffer.from(file)).overallStatus).toBe('VALID');
});
