import { describe, expect, it } from 'vitest';
import * as kit from './signed-xml.suite.ts';

/** Comments and what is not signed of a signature can hold a PDF: under such a name readers show it. */

const PDF = [
  '%PDF-1.4',
  '1 0 obj {{/Type /Catalog /Pages 2 0 R}} endobj',
  '2 0 obj {{/Type /Pages /Kids [3 0 R] /Count 1}} endobj',
  '3 0 obj {{/Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]}} endobj',
  'trailer {{/Root 1 0 R}}',
].join('\n');
/** Where the brackets of dictionaries are markup, they are written otherwise. */
const COMMENT = `<!--${PDF.replaceAll('{{', '<<').replaceAll('}}', '>>')}-->`;
const HEADLESS = COMMENT.replace('%PDF-1.4', '');
const TEXT = PDF.replaceAll('{{', '&lt;&lt;').replaceAll('}}', '>>');
const plain = kit.signedInvoice();
const evidence = (text: string): string =>
  '<xades:UnsignedProperties><xades:UnsignedSignatureProperties><xades:CertificateValues>' +
  `<xades:EncapsulatedX509Certificate>${kit.base64(kit.signers.ec.certificate)}</xades:EncapsulatedX509Certificate>` +
  `${text}</xades:CertificateValues></xades:UnsignedSignatureProperties></xades:UnsignedProperties>`;

const HIDING: Readonly<Record<string, string>> = {
  'before the document': COMMENT + plain,
  'behind the document': plain + COMMENT,
  'behind the document, without a header': plain + HEADLESS,
  'before the document, far from its beginning': `<!--${' '.repeat(70_000)}-->${COMMENT}${plain}`,
  'within the document': plain.replace('<to>', `${COMMENT}<to>`),
  'within a text': plain.replace('100<', `1${COMMENT}00<`),
  'in the signature': plain.replace('<ds:KeyInfo>', `${COMMENT}<ds:KeyInfo>`),
  'beside the certificate': plain.replace('<ds:X509Data>', `${COMMENT}<ds:X509Data>`),
  'in evidence': kit.signedInvoice({ unsignedProperties: evidence(COMMENT) }),
  'as an object alone': `${plain}<!-- 4 0 obj [0] -->`,
  'as a trailer alone': `${plain}<!-- trailer <</Root 1 0 R>> -->`,
  'as the place of a table alone': `${plain}<!-- startxref 9 -->`,
  'as a text in evidence': kit.signedInvoice({ unsignedProperties: evidence(TEXT) }),
};

describe('a PDF that hides in XML', () => {
  it.each(Object.entries(HIDING))('%s is seen', (_, text) => {
    const { overallStatus, reasonCodes, signatures, detail } = kit.verify(text);
    expect(overallStatus).not.toBe('VALID');
    expect(reasonCodes).toContain('SIG_COVERAGE_INCOMPLETE');
    expect([signatures[0]?.signature.cryptoValid, detail]).toEqual([true, expect.stringContaining('opened as a PDF')]);
  });

  it('is none where words speak of one', () => {
    for (const words of [
      '%PDF-1.7',
      '4 objects',
      '10 000 objets',
      '1 000 obj.',
      '5 2026 objednávka',
      '3 obj',
      '3 obj/pc (2 obj)',
      'a trailer',
      '1 0 R',
      'xref',
      'JVBERi0xLjQKMSAwIG9iag==',
    ]) {
      expect(kit.verify(`${plain}<!-- ${words} -->`).overallStatus).toBe('VALID');
      expect(
        kit.sign(kit.INVOICE.replace(kit.HERE, `<t>${words}</t><trailer>${words}</trailer>${kit.signatureTemplate()}`)),
      ).toSatisfy((text: string) => kit.verify(text).overallStatus === 'VALID');
    }
  });
});

describe('a ZIP archive that hides in XML', () => {
  /** UTF-16 has room for the bytes of its records; readers pass over the numbers of disks, which are not zero here. */
  const inUtf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');
  const END_RECORD = Buffer.from('504b0506212121210121012141414121412141412141', 'hex').toString('utf16le');

  it.each([
    ['behind the document', `${plain}<!--${END_RECORD}-->`],
    ['within the document', plain.replace('<to>', `<!--${END_RECORD}--><to>`)],
  ])('%s is seen', (_, text) => {
    const { overallStatus, signatures, detail } = kit.verify(inUtf16(text));
    expect(overallStatus).toBe('INDETERMINATE');
    expect([signatures[0]?.signature.cryptoValid, detail]).toEqual([true, expect.stringContaining('as a ZIP archive')]);
  });

  it('is none in other characters', () => {
    expect(kit.verify(inUtf16(`${plain}<!--PK ${END_RECORD.slice(1)}-->`)).overallStatus).toBe('VALID');
  });
});
