import { afterAll, describe, expect, it } from 'vitest';
import { stream, type Pieces } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { dictionaryOf, PdfReference, type PdfObject } from '../../codecs/pdf/pdf-objects.ts';
import { annotate, contractPdf, TEXT_FIELD } from './contract-pdf.suite.ts';
import {
  changeCatalog,
  latin1,
  makeSigner,
  replaceObject,
  signPdf,
  updatePdf,
  verifyWith,
} from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const SCRIPT = '<</S /JavaScript /JS (this.getField("name").value = "9999")>>';
const LAUNCH = '<</S /Launch /F (evil.exe)>>';
const data = (content: string): string => stream('', Buffer.from(content)).toString('latin1');

/** Objects 8 to 10 are there before it is signed; the field of the signature comes behind them. */
const signed = (pieces: Pieces = {}, catalog = '', page = ''): Buffer =>
  signPdf(contractPdf(pieces, catalog, page), signer);
const changed = (number: number, text: string, pieces: Pieces, catalog = '', page = ''): Buffer =>
  replaceObject(signed({ ...pieces }, catalog, page), number, text);
const withCatalog = (entries: Record<string, PdfObject>): Buffer =>
  updatePdf(signed(), (update) => changeCatalog(update, entries));
const plain = signed();
/** The page and the form as signing leaves them, with something more. */
const page = (entries: string): Buffer =>
  replaceObject(
    plain,
    3,
    `<</Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [7 0 R 9 0 R] /Resources <</Font <</F1 5 0 R>>>> ${entries}>>`,
  );
const form = (entries: string): Buffer => replaceObject(plain, 6, `<</Fields [7 0 R 9 0 R] /SigFlags 3 ${entries}>>`);
const field = (entries: string): Buffer => replaceObject(plain, 7, TEXT_FIELD.replace('/F 4', `/F 4 ${entries}`));

const LAYERS = {
  8: '<</OCGs [9 0 R] /D 10 0 R>>',
  9: '<</Type /OCG /Name (Price)>>',
  10: '<</ON [9 0 R] /Order [9 0 R]>>',
};
const XFA = { 6: '<</Fields [7 0 R] /XFA [(template) 8 0 R (datasets) 9 0 R]>>', 8: data('<t/>'), 9: data('<d>1</d>') };

function verdictOf(pdf: Buffer): { status: string; reason: string | undefined; kinds: string[] } {
  const { signatures, changes } = verifyWith(fixture, pdf);
  const [first] = signatures;
  return { status: first?.status ?? 'none', reason: first?.reasonCodes[0], kinds: changes.map(({ kind }) => kind) };
}

describe('what acts, or decides what is shown, and came after a signature, breaks it:', () => {
  it.each<[string, () => Buffer]>([
    ['an action when the document is opened', () => withCatalog({ OpenAction: dictionaryOf({ S: null, D: 1 }) })],
    ['actions of the document', () => withCatalog({ AA: dictionaryOf({ WC: 1 }) })],
    ['names, scripts among them', () => withCatalog({ Names: dictionaryOf({ JavaScript: 1 }) })],
    [
      'the action when it is opened',
      () => changed(8, LAUNCH, { 8: '<</S /GoTo /D [3 0 R /Fit]>>' }, '/OpenAction 8 0 R'),
    ],
    ['the names', () => changed(8, `<</JavaScript <</Names [(a) ${SCRIPT}]>>>>`, { 8: '<<>>' }, '/Names 8 0 R')],
    [
      'a script among the names',
      () =>
        changed(
          9,
          SCRIPT,
          { 8: '<</JavaScript <</Names [(a) 9 0 R]>>>>', 9: '<</S /JavaScript /JS (0)>>' },
          '/Names 8 0 R',
        ),
    ],
    ['actions of a page', () => page(`/AA <</O ${SCRIPT}>>`)],
    ['the actions of a page', () => changed(8, `<</O ${LAUNCH}>>`, { 8: '<<>>' }, '', '/AA 8 0 R')],
    ['a transition of a page', () => page('/Trans <</S /Wipe>>')],
    ['an action of a field', () => field(`/A ${SCRIPT}`)],
    ['actions of a field', () => field(`/AA <</C ${SCRIPT}>>`)],
    [
      'the actions of a field',
      () => changed(8, `<</C ${SCRIPT}>>`, { 7: TEXT_FIELD.replace('/F 4', '/F 4 /AA 8 0 R'), 8: '<<>>' }),
    ],
    ['a form of another kind', () => form('/XFA (<template/>)')],
    ['the template of such a form', () => changed(8, data('<t evil="1"/>'), XFA)],
    ['the values of such a form', () => changed(9, data('<d>9999</d>'), XFA)],
    ['layers', () => withCatalog({ OCProperties: dictionaryOf({ OCGs: [] }) })],
    ['which layers there are', () => changed(8, '<</OCGs [] /D 10 0 R>>', LAYERS, '/OCProperties 8 0 R')],
    ['which layers are shown', () => changed(10, '<</OFF [9 0 R] /Order [9 0 R]>>', LAYERS, '/OCProperties 8 0 R')],
    [
      'when a layer is shown',
      () =>
        changed(
          9,
          '<</Type /OCG /Name (Price) /Usage <</Print <</PrintState /OFF>>>>>>',
          LAYERS,
          '/OCProperties 8 0 R',
        ),
    ],
    [
      'when a group of layers is shown',
      () =>
        changed(
          8,
          '<</Type /OCMD /OCGs [9 0 R] /P /AllOff>>',
          { 8: '<</Type /OCMD /OCGs [9 0 R]>>', 9: LAYERS[9] },
          '/OCProperties <</OCGs [9 0 R] /D <<>>>>',
          '/PieceInfo 8 0 R',
        ),
    ],
    [
      'what a page shows of a layer',
      () => changed(8, '<</P 9 0 R>>', { 8: '<<>>', 9: LAYERS[9] }, '', '/PieceInfo <</X <</Private 8 0 R>>>>'),
    ],
    ['how it is shown at first', () => withCatalog({ ViewerPreferences: dictionaryOf({ Direction: 1 }) })],
    ['the other document in it', () => withCatalog({ Collection: dictionaryOf({ View: 1 }) })],
  ])('%s', (_what, make) => {
    const { status, kinds } = verdictOf(make());
    expect(status).toBe('INVALID');
    expect(kinds).toContain('Forbidden');
  });

  it.each<[string, () => Buffer, string]>([
    ['an order of calculation', () => form('/CO [7 0 R]'), 'PDF_CHANGE_UNEXPLAINED'],
    ['values that are drawn anew', () => form('/NeedAppearances true'), 'PDF_CHANGE_UNEXPLAINED'],
    ['a link that starts a program', () => annotate(plain, `/Subtype /Link /A ${LAUNCH}`), 'PDF_UNREGULATED_CHANGE'],
    [
      'an annotation with a script',
      () => annotate(plain, `/Subtype /Text /AA <</E ${SCRIPT}>>`),
      'PDF_UNREGULATED_CHANGE',
    ],
    ['a film', () => annotate(plain, '/Subtype /Screen'), 'PDF_UNREGULATED_CHANGE'],
  ])('or leaves it open: %s', (_what, make, reason) => {
    const verdict = verdictOf(make());
    expect(verdict).toMatchObject({ status: 'INDETERMINATE', reason });
    expect(verdict.kinds.filter((kind) => kind !== 'ValidationData' && kind !== 'DocumentData')).toHaveLength(1);
  });
});

describe('what was there when it was signed does not:', () => {
  it.each<[string, () => Buffer]>([
    ['actions', () => signed({ 8: SCRIPT }, '/OpenAction 8 0 R', `/AA <</O ${SCRIPT}>>`)],
    ['layers', () => signed(LAYERS, '/OCProperties 8 0 R')],
    ['a form of another kind', () => signed(XFA)],
    [
      'a script of the form, signed twice',
      () => signPdf(signed({ 8: SCRIPT }, '/Names <</JavaScript <</Names [(a) 8 0 R]>>>>'), signer),
    ],
    [
      'its text unchanged',
      () => replaceObject(signed({ 8: '<</OCGs []>>' }, '/OCProperties 8 0 R'), 8, '<</OCGs []>>'),
    ],
  ])('%s', (_what, make) => {
    expect(verdictOf(make())).toMatchObject({ status: 'VALID' });
  });

  it('and nothing is reported of it', () => {
    expect(
      verdictOf(updatePdf(plain, (update) => update.replaceBody(new PdfReference(7, 0), latin1(TEXT_FIELD)))).kinds,
    ).toEqual([]);
  });
});
