import { afterAll, describe, expect, it } from 'vitest';
import { stream, type Pieces } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { annotate, certified, contractPdf } from './contract-pdf.suite.ts';
import {
  latin1,
  makeSigner,
  replaceObject,
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

const data = (text: string, entries = ''): string => stream(entries, Buffer.from(text)).toString('latin1');
const CATALOG = '<</Type /Catalog /Pages 2 0 R /AcroForm 6 0 R';
const PAGE = '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [7 0 R] /Resources <</Font <</F1 5 0 R>>>>';

/** What a document has around its pages, in objects of their own from number 20 on. */
const AROUND: Pieces = {
  1: `${CATALOG} /OCProperties 20 0 R /Names 22 0 R /Collection 26 0 R /AF [24 0 R] /StructTreeRoot 27 0 R /OpenAction 29 0 R /Outlines 30 0 R /ViewerPreferences 31 0 R /PageLabels 32 0 R>>`,
  3: `${PAGE.replace('/Annots [7 0 R]', '/Annots [7 0 R 33 0 R]')} /StructParents 0>>`,
  6: '<</Fields [7 0 R] /XFA [(template) 34 0 R (datasets) 35 0 R] /CO 36 0 R>>',
  20: '<</OCGs [21 0 R] /D <</Order [21 0 R] /ON [21 0 R]>>>>',
  21: '<</Type /OCG /Name (Layer) /Usage <</Print <</PrintState /ON>>>>>>',
  22: '<</JavaScript <</Names [(a) 23 0 R]>> /EmbeddedFiles <</Names [(sum.txt) 24 0 R]>>>>',
  23: '<</S /JavaScript /JS (app.alert\\(1\\))>>',
  24: '<</Type /Filespec /F (sum.txt) /EF <</F 25 0 R>> /AFRelationship /Data>>',
  25: data('10 EUR', '/Type /EmbeddedFile'),
  26: '<</Type /Collection /View /T>>',
  27: '<</Type /StructTreeRoot /K 28 0 R>>',
  28: '<</Type /StructElem /S /P /P 27 0 R /Pg 3 0 R /K 0 /ActualText (Pay 10 EUR)>>',
  29: '<</S /GoTo /D [3 0 R /Fit]>>',
  30: '<</Type /Outlines /Count 0>>',
  31: '<</HideToolbar false>>',
  32: '<</Nums [0 <</S /D>>]>>',
  33: '<</Type /Annot /Subtype /Redact /Rect [72 690 300 720] /OverlayText (x) /F 2>>',
  34: data('<template/>'),
  35: data('<sum>10</sum>'),
  36: '[7 0 R]',
};

/** Each by the object that changes, and what it becomes. */
const CHANGES: Readonly<Record<string, readonly [number, string]>> = {
  'layers that show by default': [20, '<</OCGs [21 0 R] /D <</Order [21 0 R] /OFF [21 0 R]>>>>'],
  'what a layer shows in print': [21, '<</Type /OCG /Name (Layer) /Usage <</Print <</PrintState /OFF>>>>>>'],
  'names of scripts and files': [22, '<</EmbeddedFiles <</Names [(sum.txt) 24 0 R]>>>>'],
  'a script': [23, '<</S /JavaScript /JS (app.alert\\(99\\))>>'],
  'the place of an attached file': [24, '<</Type /Filespec /F (other.txt) /EF <</F 25 0 R>> /AFRelationship /Source>>'],
  'an attached file': [25, data('99 EUR', '/Type /EmbeddedFile')],
  'a portfolio': [26, '<</Type /Collection /View /H /D (other.pdf)>>'],
  'the structure': [27, '<</Type /StructTreeRoot /K [28 0 R 28 0 R]>>'],
  'what is read out instead of a text': [
    28,
    '<</Type /StructElem /S /P /P 27 0 R /Pg 3 0 R /K 0 /ActualText (Pay 99 EUR)>>',
  ],
  'what opening it does': [29, '<</S /URI /URI (https://example.org/)>>'],
  outlines: [30, '<</Type /Outlines /Count 1>>'],
  'how viewers show it': [31, '<</HideToolbar true>>'],
  'numbers of pages': [32, '<</Nums [0 <</S /r>>]>>'],
  'a place to be blackened, which shows itself': [
    33,
    '<</Type /Annot /Subtype /Redact /Rect [72 690 300 720] /OverlayText (x) /F 4>>',
  ],
  'the template of an XFA form': [34, data('<template x="1"/>')],
  'the values of an XFA form': [35, data('<sum>99</sum>')],
  'the order of calculations': [36, '[]'],
  'the page, which is turned': [3, `${PAGE.replace('/Annots [7 0 R]', '/Annots [7 0 R 33 0 R]')} /Rotate 180>>`],
  'the page, which has another unit': [3, `${PAGE.replace('/Annots [7 0 R]', '/Annots [7 0 R 33 0 R]')} /UserUnit 2>>`],
  'the page, which lasts for a while': [3, `${PAGE.replace('/Annots [7 0 R]', '/Annots [7 0 R 33 0 R]')} /Dur 1>>`],
};

const LATER: Readonly<Record<string, (pdf: Buffer) => Buffer>> = {
  nothing: (pdf) => pdf,
  'a timestamp': (pdf) => signPdf(pdf, signer, TIMESTAMP),
  'a signature': (pdf) => signPdf(pdf, signer),
};

const status = (pdf: Buffer): string => verifyBelievingTimestamps(fixture, pdf).overallStatus;

describe('what is around the pages of a signed document is not changed later', () => {
  const bases = [signPdf(contractPdf(AROUND), signer), certified(signer, 2, contractPdf(AROUND))];

  it('and says nothing against it as it is', () => {
    for (const base of bases) for (const add of Object.values(LATER)) expect(status(add(base))).toBe('VALID');
  });

  it.each(Object.entries(CHANGES))('%s', (_, [number, text]) => {
    for (const base of bases) {
      for (const add of Object.values(LATER)) expect(status(add(replaceObject(base, number, text)))).not.toBe('VALID');
    }
  });

  it.each([
    '/Collection <</View /T>>',
    '/AF [20 0 R]',
    '/Names <<>>',
    '/Requirements []',
    '/NeedsRendering true',
    '/Legal <</JavaScriptActions 0>>',
    '/URI <</Base (x)>>',
    '/AA <</WS 20 0 R>>',
    '/Extensions 20 0 R /OutputIntents []',
  ])('nor is anything put there: %s', (entry) => {
    for (const base of [signPdf(contractPdf(), signer), certified(signer, 2)]) {
      const changed = updatePdf(base, (update) =>
        update.replaceBody(new PdfReference(1, 0), latin1(`${CATALOG} ${entry}>>`)),
      );
      for (const add of Object.values(LATER)) expect(status(add(changed))).not.toBe('VALID');
    }
  });

  it.each(['Redact', 'Popup', 'Screen', '3D', 'RichMedia', 'Watermark', 'TrapNet', 'PrinterMark', 'FileAttachment'])(
    'nor is an annotation: %s',
    (subtype) => {
      for (const base of [signPdf(contractPdf(), signer), certified(signer, 3)]) {
        expect(status(annotate(base, `/Subtype /${subtype} /F 4 /Contents (x)`))).not.toBe('VALID');
      }
    },
  );
});
