import { afterAll, describe, expect, it } from 'vitest';
import { bytesSource } from '../../codecs/byte-source.ts';
import { linearizedPdf, SECOND_PAGE, type LinearizationClaims } from '../../codecs/pdf/linearized-pdf.suite.ts';
import { openPdf } from '../../codecs/pdf/pdf-document.ts';
import { dictionaryOf } from '../../codecs/pdf/pdf-objects.ts';
import { preparePdfSignature } from '../../codecs/pdf/signature-insertion.ts';
import { OPTIONS } from './readable-structure.suite.ts';
import {
  changeCatalog,
  latin1,
  makeSigner,
  signPdf,
  TIMESTAMP,
  updatePdf,
  verifyBelievingTimestamps,
} from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

type Step = (pdf: Buffer) => Buffer;

const sign: Step = (pdf) => signPdf(pdf, signer);

/** What anybody may add to a signed document, or somebody trusted. */
const LATER: Readonly<Record<string, Step>> = {
  nothing: (pdf) => pdf,
  'line ends': (pdf) => Buffer.concat([pdf, latin1('\n\n\n')]),
  'validation data': (pdf) => updatePdf(pdf, (update) => changeCatalog(update, { DSS: dictionaryOf({}) })),
  'validation data, with a page that nothing leads to': (pdf) =>
    updatePdf(pdf, (update) => {
      changeCatalog(update, { DSS: dictionaryOf({}) });
      update.replaceBody(update.reserve(), latin1('<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>>'));
    }),
  'a timestamp': (pdf) => signPdf(pdf, signer, TIMESTAMP),
  'another signature': (pdf) => signPdf(pdf, signer),
};

const CLAIMS: Readonly<Record<string, LinearizationClaims>> = {
  'its first page': {},
  'its second page as the first': { O: SECOND_PAGE },
  'fewer pages': { N: 1 },
  'what comes later as the first page': { O: 12 },
};

function status(pdf: Buffer): string {
  return verifyBelievingTimestamps(fixture, pdf).overallStatus;
}

/**
 * PDF.js and poppler show such a file as it was before the first signature, and PDFium the page that the dictionary names:
 * whoever made it could have another sum in the original than in what was signed.
 */
describe('a signed file that claims to be linearized', () => {
  it.each(
    Object.entries(CLAIMS).flatMap(([what, claims]) => Object.keys(LATER).map((add) => [add, what, claims] as const)),
  )('with the very length that it has with %s, and %s', (add, _, claims) => {
    const grow = (pdf: Buffer): Buffer => LATER[add]?.(pdf) ?? pdf;
    // Everything is as long with another length in its dictionary, but for signatures of changing lengths within their room.
    const { length } = grow(sign(linearizedPdf({ ...claims, L: 99_999 })));
    const base = sign(linearizedPdf({ ...claims, L: length }));
    const forged = grow(base);
    expect(forged.length).toBe(length);
    expect(status(forged)).toBe('INDETERMINATE');
    if (add !== 'nothing') expect(status(base)).toBe('VALID');
  });

  it('and was longer ever since it was signed is read alike', () => {
    for (const grow of Object.values(LATER)) expect(status(grow(sign(linearizedPdf())))).toBe('VALID');
  });
});

it.each<[string, LinearizationClaims]>([
  ['another first page', { O: SECOND_PAGE }],
  ['fewer pages', { N: 1 }],
  ['more before its first section', { between: '%\n' }],
])('a linearized file with %s is not signed: its signer may have seen something else', (_, claims) => {
  const prepare = (pdf: Buffer) => (): unknown => preparePdfSignature(openPdf(bytesSource(pdf)), OPTIONS);
  expect(prepare(linearizedPdf())).not.toThrow();
  expect(prepare(linearizedPdf(claims))).toThrow(expect.objectContaining({ code: 'PDF_STRUCTURE_AMBIGUOUS' }));
});
