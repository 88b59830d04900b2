import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { TRANSFORM } from '../../codecs/xmldsig/algorithms.ts';
import * as kit from './signed-xml.suite.ts';

const { verify, sign, signatureTemplate, reference, transform, signers, base64, expectRefused } = kit;
const EXC = transform(kit.EXC_C14N);
const BASE64 = transform(TRANSFORM.base64);
const digestOf = (content: string | Uint8Array): string =>
  `<ds:DigestValue>${createHash('sha256').update(content).digest('base64')}</ds:DigestValue>`;
const withDigest = (template: string, content: string | Uint8Array): string =>
  template.replace(kit.EMPTY_DIGEST, digestOf(content));

describe('an internally detached signature', () => {
  const data = '<CONTENT Id="D"><note>100</note></CONTENT>';
  const detached = (open: string, close: string, content = data, uri = '#D', transforms = [EXC]): string =>
    sign(`${open}${content}${signatureTemplate({ references: [reference(uri, transforms)] })}${close}`);
  const plain = detached('<AFIRMA>', '</AFIRMA>');

  it('is VALID in an envelope that means nothing, and says what is covered', () => {
    const inRoot = detached('<internally-detached>', '</internally-detached>');
    const withId = detached('<AFIRMA Id="A">\n', '\n<!-- c --></AFIRMA>\n');
    for (const document of [plain, inRoot, withId]) {
      expect(verify(document)).toMatchObject({
        overallStatus: 'VALID',
        signatures: [{ coversWholeDocument: true, covered: ['#D'], profileReached: 'B' }],
      });
    }
  });

  const evil = '<CONTENT Id="E"><note>9999</note></CONTENT>';
  it.each([
    ['words in the identifier of the envelope', plain.replace('<AFIRMA>', '<AFIRMA Id="pay 9999">')],
    ['words that are long in it', plain.replace('<AFIRMA>', `<AFIRMA Id="${'pay-9999-'.repeat(20)}">`)],
    ['no identifier in it', plain.replace('<AFIRMA>', '<AFIRMA Id="">')],
    ['an element before', plain.replace('<AFIRMA>', `<AFIRMA>${evil}`)],
    ['an element between', plain.replace(data, data + evil)],
    ['an element after', plain.replace('</AFIRMA>', `${evil}</AFIRMA>`)],
    ['an element without content', plain.replace('</AFIRMA>', '<paid/></AFIRMA>')],
    ['an element of another namespace', plain.replace('</AFIRMA>', '<x:p xmlns:x="urn:x"/></AFIRMA>')],
    ['text before', plain.replace('<AFIRMA>', '<AFIRMA>not ')],
    ['text after', plain.replace('</AFIRMA>', 'paid</AFIRMA>')],
    ['a CDATA section', plain.replace('</AFIRMA>', '<![CDATA[ ]]></AFIRMA>')],
    ['a no-break space', plain.replace('</AFIRMA>', '\u00a0</AFIRMA>')],
    ['an instruction', plain.replace('</AFIRMA>', '<?pay 9999?></AFIRMA>')],
    ['an instruction outside', `<?xml-stylesheet href="evil.xsl"?>${plain}`],
    ['an instruction at the end', `${plain}<?pay 9999?>`],
    ['an attribute of the envelope', plain.replace('<AFIRMA>', '<AFIRMA amount="9999">')],
    ['an attribute with a namespace', plain.replace('<AFIRMA>', '<AFIRMA xmlns:x="urn:x" x:amount="9999">')],
    ['a language of the envelope', plain.replace('<AFIRMA>', '<AFIRMA xml:lang="tlh">')],
    ['another envelope', plain.replaceAll('AFIRMA>', 'CANCELLED>')],
    [
      'an envelope of another namespace',
      plain.replace('<AFIRMA>', '<AFIRMA xmlns="urn:x">').replace(data, data.replace('Id', 'xmlns="" Id')),
    ],
    ['an envelope around', `<AFIRMA>${plain}</AFIRMA>`],
    ['a wrapper around the data', plain.replace(data, `<not>${data}</not>`)],
    [
      'a wrapper around the signature',
      plain.replace('<ds:Signature ', '<w><ds:Signature ').replace('</ds:Signature>', '</ds:Signature></w>'),
    ],
  ])('with %s covers only a part: never VALID, not INVALID', (_name, document) => {
    const outcome = verify(document);
    expect(outcome).toMatchObject({
      overallStatus: 'INDETERMINATE',
      signature: { cryptoValid: true },
      signatures: [{ coversWholeDocument: false, covered: ['#D'] }],
    });
    expect(outcome.reasonCodes).toContain('SIG_COVERAGE_INCOMPLETE');
  });

  it('whose data was changed or doubled is INVALID, and without its data open', () => {
    expectRefused(plain.replace('>100<', '>200<'), 'SIG_DIGEST_MISMATCH');
    expectRefused(plain.replace(data, data + data), 'XML_ID_AMBIGUOUS');
    for (const spelling of ['ID', 'id', 'xml:id', 'AssertionID']) {
      expectRefused(plain.replace('</AFIRMA>', `<CONTENT ${spelling}="D"/></AFIRMA>`), 'XML_ID_AMBIGUOUS');
    }
    // EN 319 102-1: signed data that is not found says nothing of itself.
    expectRefused(plain.replace(data, ''), 'XML_REFERENCE_INVALID', null, 'INDETERMINATE');
  });

  it('of several parts covers the document when every part is signed', () => {
    const parts = data + evil;
    const both = [reference('#D', [EXC]), reference('#E', [EXC])];
    const one = (references: string[]): string => sign(`<AFIRMA>${parts}${signatureTemplate({ references })}</AFIRMA>`);
    expect(verify(one(both))).toMatchObject({ overallStatus: 'VALID', signatures: [{ covered: ['#D', '#E'] }] });
    expectRefused(one(both.slice(0, 1)), 'SIG_COVERAGE_INCOMPLETE');
  });

  it('beside a reference to the whole document covers all of it', () => {
    const references = [reference('#D', [EXC]), kit.WHOLE_DOCUMENT];
    const signed = sign(`<root a="1">${data}<other/>${signatureTemplate({ references })}</root>`);
    expect(verify(signed)).toMatchObject({ overallStatus: 'VALID', signatures: [{ covered: ['#D', ''] }] });
    expectRefused(signed.replace('<other/>', '<other2/>'), 'SIG_DIGEST_MISMATCH');
  });

  const bytes = Buffer.from('%PDF-1.7 or anything');
  const encoded = (attributes: string, content = base64(bytes)): string =>
    `<CONTENT Id="D"${attributes}>${content}</CONTENT>`;
  const ofBytes = (attributes: string, content?: string): string =>
    sign(
      withDigest(
        `<AFIRMA>${encoded(attributes, content)}${signatureTemplate({ references: [reference('#D', [BASE64])] })}</AFIRMA>`,
        bytes,
      ),
    );

  it('of base64 is over the decoded bytes', () => {
    const signed = ofBytes(` Encoding="${TRANSFORM.base64}"`);
    expect(verify(signed).overallStatus).toBe('VALID');
    expect(verify(signed, bytes).overallStatus).toBe('VALID');
    expectRefused(signed, 'SIG_DETACHED_CONTENT_MISMATCH', Buffer.from('else'));
    expectRefused(signed.replace(base64(bytes), base64(Buffer.from('else'))), 'SIG_DIGEST_MISMATCH');
    expectRefused(signed.replace(base64(bytes), `${base64(bytes)}!`), 'XML_STRUCTURE_INVALID');
    expect(verify(ofBytes('', `\n ${base64(bytes)}\n`)).overallStatus).toBe('VALID');
  });

  it.each([
    ['a media type', ofBytes(' MimeType="text/html"')],
    ['another encoding', ofBytes(' Encoding="UTF-8"')],
    ['an attribute', ofBytes(' amount="9999"')],
    ['an element', ofBytes('', `${base64(bytes)}<evil/>`)],
    ['an instruction', ofBytes('', `${base64(bytes)}<?evil?>`)],
  ])('of base64 does not cover %s', (_name, document) => {
    expectRefused(document, 'SIG_COVERAGE_INCOMPLETE');
    expect(verify(document).signature.cryptoValid).toBe(true);
  });
});

describe('what an object says of its base64', () => {
  const format = (type: string): string =>
    `<xades:SignedSignatureProperties>${kit.SIGNING_TIME}${kit.signingCertificateV2(signers.ec.certificate)}</xades:SignedSignatureProperties><xades:SignedDataObjectProperties><xades:DataObjectFormat ObjectReference="#R"><xades:MimeType>${type}</xades:MimeType></xades:DataObjectFormat></xades:SignedDataObjectProperties>`;
  const parts = {
    objects: `<ds:Object Id="O" MimeType="text/plain" Encoding="${TRANSFORM.base64}">${base64(Buffer.from('x'))}</ds:Object>`,
    references: [reference('#O', [BASE64], '', 'R')],
  };
  const described = sign(signatureTemplate({ ...parts, signedProperties: format('text/plain') }));

  it('must be what the signer says', () => {
    expect(verify(described).overallStatus).toBe('VALID');
    for (const type of ['text/html', 'text/plain ', '', 'TEXT/PLAIN']) {
      expectRefused(described.replace('MimeType="text/plain"', `MimeType="${type}"`), 'SIG_COVERAGE_INCOMPLETE');
    }
    expectRefused(described.replace('MimeType=', 'x="" MimeType='), 'SIG_COVERAGE_INCOMPLETE');
    expectRefused(described.replace('Encoding="', 'Encoding="x'), 'SIG_COVERAGE_INCOMPLETE');
    expectRefused(sign(signatureTemplate(parts)), 'SIG_COVERAGE_INCOMPLETE');
    expect(verify(described.replace(' MimeType="text/plain"', '')).overallStatus).toBe('VALID');
  });
});
