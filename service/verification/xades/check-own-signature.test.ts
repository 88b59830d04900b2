import { expect, it } from 'vitest';
import { COUNTERSIGNED_SIGNATURE_TYPE } from '../../codecs/xmldsig/algorithms.ts';
import { signRaw } from '../cades/cms-forgery.suite.ts';
import { checkOwnXmlSignature, type OwnXmlSignature } from './check-own-signature.ts';
import { givenOriginals, NO_EXTERNAL_CONTENT } from './external-content.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import * as kit from './signed-xml.suite.ts';

const { reference, sign, signatureTemplate, signedInvoice, signers, transform } = kit;
const INVOICE = signedInvoice();
const OWN = {
  ...{ id: 'S', countersigned: null, covered: [''], external: NO_EXTERNAL_CONTENT },
  signingCertificate: signers.ec.certificate,
} as const;

function check(text: string, changes: Partial<OwnXmlSignature> = {}): readonly string[] {
  return checkOwnXmlSignature({ ...OWN, bytes: Buffer.from(text), ...changes });
}

it.each(Object.entries(signers))('finds no fault with a signature by %s', (_name, signer) => {
  expect(check(signedInvoice({ signer }), { signingCertificate: signer.certificate })).toEqual([]);
});

it.each([
  [
    'another certificate',
    INVOICE,
    { signingCertificate: signers.rsa.certificate },
    ['SIG_SIGNING_CERTIFICATE_MISMATCH'],
  ],
  ['another document', INVOICE.replace('>100<', '>200<'), {}, ['SIG_DIGEST_MISMATCH', 'SIG_COVERAGE_INCOMPLETE']],
  ['no such signature', INVOICE, { id: 'T' }, ['SIG_NOT_FOUND']],
  ['what is no signature', INVOICE, { id: 'S-P' }, ['SIG_NOT_FOUND']],
  ['other data than was asked for', INVOICE, { covered: ['#O'] }, ['SIG_COVERAGE_INCOMPLETE']],
  ['less data than was asked for', INVOICE, { covered: ['', '#O'] }, ['SIG_COVERAGE_INCOMPLETE']],
])('finds %s', (_what, text, changes, faults) => {
  expect(check(text, changes)).toEqual(faults);
});

it('finds a value of another key, and a certificate that does not stand in it', () => {
  const template = kit.INVOICE.replace(kit.HERE, signatureTemplate());
  const other = sign(template, signers.ec, null, () => signRaw(signers.ec, Buffer.from('something else')));
  expect(check(other)).toEqual(['SIG_CRYPTO_INVALID']);
  expect(check(signedInvoice({ keyInfo: '' }))).toContain('SIG_SIGNER_CERTIFICATE_NOT_FOUND');
});

it('finds other bytes in the file beside it', () => {
  const text = sign(signatureTemplate({ references: [reference('order.bin', [])] }), signers.ec, Buffer.from('order'));
  const beside = (bytes: string): Partial<OwnXmlSignature> => ({
    external: givenOriginals([bytesSource(Buffer.from(bytes))]),
    covered: ['order.bin'],
  });
  expect(check(text, beside('order'))).toEqual([]);
  expect(check(text, beside('other'))).toContain('SIG_DIGEST_MISMATCH');
  expect(check(text, { covered: ['order.bin'] })).toContain('SIG_DETACHED_CONTENT_MISSING');
});

it('looks at a counter-signature by what it is over', () => {
  const references = [reference('#V', [transform(kit.EXC_C14N)], COUNTERSIGNED_SIGNATURE_TYPE)];
  const property = (counter: string): string =>
    `<xades:UnsignedProperties><xades:UnsignedSignatureProperties><xades:CounterSignature>${counter}` +
    '</xades:CounterSignature></xades:UnsignedSignatureProperties></xades:UnsignedProperties>';
  const place = '</xades:QualifyingProperties>';
  const counter = property(signatureTemplate({ id: 'C', references }));
  const signed = INVOICE.replace('<ds:SignatureValue>', '<ds:SignatureValue Id="V">');
  const text = sign(signed.replace(place, counter + place));
  const own = { id: 'C', countersigned: 'V', covered: [] };
  expect(check(text, own)).toEqual([]);
  expect(check(text, { ...own, countersigned: 'S' })).toEqual(['XML_COUNTER_SIGNATURE_INVALID']);
  expect(check(text, { ...own, countersigned: 'nowhere' })).toEqual(['XML_COUNTER_SIGNATURE_INVALID']);
});
