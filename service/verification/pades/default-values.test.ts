import { afterAll, describe, expect, it } from 'vitest';
import { dictionaryOf } from '../../codecs/pdf/pdf-objects.ts';
import { contractPdf } from './contract-pdf.suite.ts';
import { makeSigner, signPdf, TIMESTAMP, verifyBelievingTimestamps, type SigningChoice } from './signed-pdf.suite.ts';
import { signAsStation } from './station-signature.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

/** The widget that LibreOffice writes; its drawing, two objects behind the signature, is as empty as its box. */
function asLibreOffice(name: string, value = 'OWN', more: SigningChoice = {}): SigningChoice {
  return {
    ...more,
    fieldText: (signature, page) =>
      `<</Type/Annot/Subtype/Widget/F 132\n/Rect[0 0 0 0]\n/FT/Sig\n/P ${page}\n/T(${name})\n/V ${signature}\n` +
      `/DV ${value.replace('OWN', signature)}\n/AP<<\n/N ${String(Number.parseInt(signature, 10) + 2)} 0 R\n>>\n>>`,
    also: (update) => update.addStream(dictionaryOf({ BBox: [0, 0, 0, 0], Length: 0 }), Buffer.from('')),
  };
}

function statuses(pdf: Uint8Array): string {
  return verifyBelievingTimestamps(fixture, pdf)
    .signatures.map(({ status }) => status)
    .join();
}

const first = signPdf(contractPdf(), signer, asLibreOffice('Signature1'));

describe('a signature that is its field’s default value as well, as LibreOffice writes it', () => {
  it('leaves earlier signatures VALID, and so do others that follow', () => {
    const second = signPdf(first, signer, asLibreOffice('Signature2'));
    expect(statuses(second)).toBe('VALID,VALID');
    expect(statuses(signPdf(second, signer, asLibreOffice('Stamp', 'OWN', TIMESTAMP)))).toBe('VALID,VALID,VALID');
    expect(statuses(signAsStation(second, signer, true))).toBe('VALID,VALID,VALID');
  });

  it.each([
    ['another signature', '8 0 R'],
    ['a page', '3 0 R'],
    ['a text', '(x)'],
    ['a dictionary', '<</Type /Sig>>'],
  ])('is none where the default is %s', (_, value) => {
    expect(statuses(signPdf(first, signer, asLibreOffice('Signature2', value)))).toBe('INVALID,VALID');
  });
});
