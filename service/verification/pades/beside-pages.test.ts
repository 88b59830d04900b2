import { afterAll, describe, expect, it } from 'vitest';
import { stream, type Pieces } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { certified, contractPdf } from './contract-pdf.suite.ts';
import { latin1, makeSigner, ref, replaceObject, signPdf, updatePdf, verifyWith } from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const CATALOG = '<</Type /Catalog /Pages 2 0 R /AcroForm 6 0 R';
const FILE = '<</Type /Filespec /F (sum.txt) /EF <</F 25 0 R>>>>';
/** A document that has attached files, bookmarks and names already. */
const RICH = {
  1: `${CATALOG} /Names 20 0 R /Outlines 30 0 R /Dests 40 0 R /AF 41 0 R /PageLabels 42 0 R /Lang (de) /PageMode /UseNone>>`,
  20: '<</EmbeddedFiles 21 0 R /Dests <</Names [(a) 43 0 R]>> /JavaScript 45 0 R>>',
  21: '<</Kids [22 0 R]>>',
  22: '<</Names [(sum.txt) 24 0 R] /Limits [(sum.txt) (sum.txt)]>>',
  24: FILE,
  25: stream('/Type /EmbeddedFile', Buffer.from('10 EUR')).toString('latin1'),
  30: '<</Type /Outlines /First 31 0 R /Last 32 0 R /Count 2>>',
  31: '<</Title (Sum: 10) /Parent 30 0 R /Next 32 0 R /Dest [3 0 R /Fit]>>',
  32: '<</Title (End) /Parent 30 0 R /Prev 31 0 R /Dest [3 0 R /Fit]>>',
  40: '<</Sum [3 0 R /Fit]>>',
  41: '[24 0 R]',
  42: '<</Nums [0 <</S /D>>]>>',
  43: '[3 0 R /Fit]',
  45: '<</Names []>>',
} satisfies Pieces;
const NEW = '<</Type /Filespec /F (new.txt) /EF <</F 25 0 R>>>>';
const ITEM = '<</Title (New) /Parent 30 0 R /Prev 32 0 R /Dest [3 0 R /Fit]>>';

type Change = Readonly<Record<number, string>>;

/** What real programs write when they add something, to a document that has it already and to one that has not. */
const ADDED_TO_RICH: Readonly<Record<string, Change>> = {
  'a file in the names': {
    20: `<</EmbeddedFiles <</Names [(new.txt) ${NEW} (sum.txt) 24 0 R]>> /Dests <</Names [(a) 43 0 R]>> /JavaScript 45 0 R>>`,
  },
  'a file in a leaf': { 22: `<</Names [(new.txt) ${NEW} (sum.txt) 24 0 R] /Limits [(new.txt) (sum.txt)]>>` },
  'a bookmark behind the others': {
    30: '<</Type /Outlines /First 31 0 R /Last 50 0 R /Count 3>>',
    32: '<</Title (End) /Parent 30 0 R /Prev 31 0 R /Next 50 0 R /Dest [3 0 R /Fit]>>',
    50: ITEM,
  },
  'a bookmark below another': {
    31: '<</Title (Sum: 10) /Parent 30 0 R /Next 32 0 R /First 50 0 R /Last 50 0 R /Count 1 /Dest [3 0 R /Fit]>>',
    50: '<</Title (New) /Parent 31 0 R /Dest [3 0 R /Fit]>>',
  },
  'a named place': { 40: '<</Sum [3 0 R /Fit] /More [3 0 R /FitH 0]>>' },
  'an associated file': { 41: `[24 0 R ${NEW}]` },
};
const ADDED_TO_PLAIN: readonly string[] = [
  `/Names <</EmbeddedFiles <</Names [(new.txt) ${NEW.replace('25', '4')}]>>>>`,
  '/Names <</Dests <</Kids [<</Names [(a) [3 0 R /Fit]]>>]>>>>',
  '/Outlines <</Type /Outlines>>',
  '/Dests <</a [3 0 R /Fit]>>',
  `/AF [${NEW.replace('25', '4')}]`,
  '/PageLabels <</Nums [0 <</S /r>>]>>',
  '/Lang (fr)',
  '/PageMode /UseAttachments',
  '/PageLayout /TwoColumnLeft',
];

/** What was signed is another one, or gone, or does something: no addition. */
const CHANGED: Readonly<Record<string, Change>> = {
  'another file under its name': { 22: `<</Names [(sum.txt) ${NEW}] /Limits [(sum.txt) (sum.txt)]>>` },
  'no file any more': { 22: '<</Names [(new.txt) 24 0 R] /Limits [(new.txt) (new.txt)]>>' },
  'a file that is named twice': { 22: `<</Names [(sum.txt) 24 0 R (sum.txt) ${NEW}]>>` },
  'the file itself': { 24: FILE.replace('sum', 'other') },
  'a script': { 45: '<</Names [(x) <</S /JavaScript /JS (0)>>]>>' },
  'a script among the names': {
    20: '<</EmbeddedFiles 21 0 R /Dests <</Names [(a) 43 0 R]>> /JavaScript <</Names [(x) <</S /JavaScript /JS (0)>>]>>>>',
  },
  'a bookmark with other words': { 31: RICH[31].replace('10', '90') },
  'a bookmark that leads elsewhere': { 31: RICH[31].replace('/Fit', '/FitH 0') },
  'a bookmark that is gone': { 30: '<</Type /Outlines /First 32 0 R /Last 32 0 R /Count 1>>' },
  'bookmarks in another order': {
    30: '<</Type /Outlines /First 32 0 R /Last 31 0 R /Count 2>>',
    31: '<</Title (Sum: 10) /Parent 30 0 R /Prev 32 0 R /Dest [3 0 R /Fit]>>',
    32: '<</Title (End) /Parent 30 0 R /Next 31 0 R /Dest [3 0 R /Fit]>>',
  },
  'bookmarks in a ring': { 32: '<</Title (End) /Parent 30 0 R /Prev 31 0 R /Next 31 0 R /Dest [3 0 R /Fit]>>' },
  'a place under its name': { 40: '<</Sum [3 0 R /FitH 0]>>' },
  'no associated file any more': { 41: `[${NEW}]` },
  'numbers of pages': { 42: '<</Nums [0 <</S /r>>]>>' },
  'another language': { 1: RICH[1].replace('(de)', '(fr)') },
  'a layout with a script': {
    1: RICH[1].replace('/PageMode', '/OpenAction <</S /JavaScript /JS (0)>> /PageMode'),
  },
};

/** Number 50 stands for an object that is new. */
const written = (pdf: Buffer, change: Change): Buffer =>
  updatePdf(pdf, (update) => {
    const added = 50 in change ? update.reserve() : new PdfReference(50, 0);
    for (const [number, body] of Object.entries(change)) {
      const reference = number === '50' ? added : new PdfReference(Number(number), 0);
      update.replaceBody(reference, latin1(body.replaceAll('50 0 R', ref(added))));
    }
  });
const plain = signPdf(contractPdf(), signer);
const rich = signPdf(contractPdf(RICH), signer);
const open = {
  overallStatus: 'INDETERMINATE',
  reasonCodes: expect.arrayContaining(['PDF_UNREGULATED_CHANGE']) as string[],
};
const violated = { overallStatus: 'INVALID', reasonCodes: expect.arrayContaining(['PDF_DOCMDP_VIOLATED']) as string[] };

describe('something beside the pages, added after an approval', () => {
  it.each(Object.entries(ADDED_TO_RICH))('leaves it open, and is listed: %s', (_, change) => {
    const report = verifyWith(fixture, written(rich, change));
    expect(report).toMatchObject({ ...open, signature: { cryptoValid: true } });
    expect(report.changes).toMatchObject([{ kind: 'DocumentData', detail: expect.stringContaining('got') as string }]);
    const [first, second] = verifyWith(fixture, signPdf(written(rich, change), signer)).signatures;
    expect([first?.status, second?.status]).toEqual(['INDETERMINATE', 'VALID']);
  });

  it.each(ADDED_TO_PLAIN)('leaves it open where nothing of the kind was there: %s', (entry) => {
    expect(verifyWith(fixture, replaceObject(plain, 1, `${CATALOG} ${entry}>>`))).toMatchObject(open);
  });

  it('is a violation where somebody certified, whatever was permitted', () => {
    for (const level of [1, 2, 3] as const) {
      const base = certified(signer, level, contractPdf(RICH));
      for (const change of Object.values(ADDED_TO_RICH)) {
        expect(verifyWith(fixture, written(base, change))).toMatchObject(violated);
      }
    }
  });
});

describe('what was signed beside the pages', () => {
  it.each(Object.entries(CHANGED))('does not become another: %s', (_, change) => {
    expect(verifyWith(fixture, written(rich, change))).toMatchObject({
      overallStatus: 'INVALID',
      reasonCodes: expect.arrayContaining(['PDF_CHANGED_AFTER_SIGNING']) as string[],
    });
  });

  it.each(['/OpenAction [3 0 R /Fit]', '/Collection <<>>', '/ViewerPreferences <<>>', '/OCProperties <<>>', '/Lang 9'])(
    'nor does anything come that no page needs and readers act by: %s',
    (entry) => {
      expect(verifyWith(fixture, replaceObject(plain, 1, `${CATALOG} ${entry}>>`)).overallStatus).toBe('INVALID');
    },
  );
});
