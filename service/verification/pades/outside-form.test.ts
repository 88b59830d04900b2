import { afterAll, describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import type { IncrementalUpdate } from '../../codecs/pdf/incremental-update.ts';
import { PdfDictionary, PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { DOC_MDP } from './contract-pdf.suite.ts';
import {
  latin1,
  makeSigner,
  signPdf,
  TIMESTAMP,
  updatePdf,
  verifyBelievingTimestamps,
  type SigningChoice,
} from './signed-pdf.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const FORM = new PdfReference(6, 0);
const PAGE = new PdfReference(3, 0);
const empty = buildPdf({
  pieces: onePage({ catalog: '/AcroForm 6 0 R', page: '/Annots []', extra: { 6: '<</Fields [] /SigFlags 3>>' } }),
});

type Change = (update: IncrementalUpdate) => void;

function listed(pdf: Buffer, name: string, choice: SigningChoice = {}): Buffer {
  return signPdf(pdf, signer, { name, ...choice });
}

/** As poppler leaves it where the form is no object of its own: the page lists the field alone. */
function outside(pdf: Buffer, name: string, choice: SigningChoice = {}): Buffer {
  return signPdf(pdf, signer, { name, ...choice, isOutsideForm: true });
}

function statuses(pdf: Buffer): [string, string, boolean][] {
  const { signatures } = verifyBelievingTimestamps(fixture, pdf);
  return signatures.map(({ name, status, signature }) => [name, status, signature.cryptoValid]);
}

const OPEN = (name: string): [string, string, boolean] => [name, 'INDETERMINATE', true];
const GOOD = (name: string): [string, string, boolean] => [name, 'VALID', true];

describe('a signature that a page shows and the form does not list', () => {
  it('is named as intact, with what is wrong of its field', () => {
    const report = verifyBelievingTimestamps(fixture, outside(empty, 'Ann'));
    expect(statuses(outside(empty, 'Ann'))).toEqual([OPEN('Ann')]);
    expect(report.overallStatus).toBe('INDETERMINATE');
    expect(report.reasonCodes).toContain('PDF_SIGNATURE_FIELD_INVALID');
  });

  it('makes nothing wrong of those before and behind it', () => {
    expect(statuses(outside(listed(empty, 'Ann'), 'Bob'))).toEqual([GOOD('Ann'), OPEN('Bob')]);
    expect(statuses(listed(outside(empty, 'Ann'), 'Bob'))).toEqual([OPEN('Ann'), GOOD('Bob')]);
    const three = listed(outside(outside(empty, 'Ann'), 'Bob'), 'Cid');
    expect(statuses(three)).toEqual([OPEN('Ann'), OPEN('Bob'), GOOD('Cid')]);
  });

  it('leaves earlier ones open where it shows itself, and where the form lists it later', () => {
    expect(statuses(outside(listed(empty, 'Ann'), 'Bob', { isVisible: true }))).toEqual([OPEN('Ann'), OPEN('Bob')]);
    const signed = outside(empty, 'Ann');
    const joined = updatePdf(signed, (update) => {
      update.replaceBody(FORM, latin1(`<</Fields [${numberOfField(update)} 0 R] /SigFlags 3>>`));
    });
    expect(statuses(joined)).toEqual([OPEN('Ann')]);
  });

  it('is named where it stands in the field itself', () => {
    const direct = outside(empty, 'Ann', {
      fieldText: (signature, page) =>
        `<</Type /Annot /Subtype /Widget /FT /Sig /T (Ann) /Rect [0 0 0 0] /F 132 /P ${page} /V ${signature}>>`,
    });
    expect(statuses(direct)).toEqual([OPEN('Ann')]);
  });
});

function numberOfField({ document }: IncrementalUpdate): number {
  const page = document.resolve(PAGE);
  const list = page instanceof PdfDictionary ? document.get(page, 'Annots') : null;
  const last = Array.isArray(list) ? (list as unknown[]).at(-1) : null;
  if (!(last instanceof PdfReference)) throw new Error('no field');
  return last.number;
}

describe('after a signature', () => {
  const first = listed(empty, 'Ann');
  const widget = (entries: string) => (signature: string, page: string) =>
    `<</Type /Annot /FT /Sig /T (Bob) /Rect [0 0 0 0] /F 132 /P ${page} /V ${signature} ${entries}>>`;
  const forgeries: Readonly<Record<string, SigningChoice>> = {
    'of other bytes': { contents: () => Buffer.from('3003020101', 'hex') },
    'of a part of the file': { ranges: ({ start, end, size }) => [0, start, end, size - end - 40] },
    'in an annotation of another kind': { fieldText: widget('/Subtype /FreeText /DA (/F1 9 Tf) /Contents (500)') },
    'in a field of another type': { fieldText: (...at) => widget('/Subtype /Widget')(...at).replace('/Sig', '/Tx') },
    'that acts': { fieldText: widget('/Subtype /Widget /AA <</E <</S /JavaScript /JS (app.alert(1))>>>>') },
    'below another field': { fieldText: widget('/Subtype /Widget /Parent 6 0 R') },
    'with kids': { fieldText: widget('/Subtype /Widget /Kids [3 0 R]') },
    'with other changes': { also: (update) => update.replaceBody(new PdfReference(4, 0), latin1('null')) },
  };
  it.each(Object.entries(forgeries))('one outside the form %s is taken for none', (_, choice) => {
    const found = statuses(outside(first, 'Bob', choice));
    expect(found[0]).not.toEqual(GOOD('Ann'));
    expect(found.slice(1)).not.toContainEqual(GOOD('Bob'));
  });

  it('a document timestamp outside the form, which anybody can make, may show nothing', () => {
    expect(statuses(outside(first, 'Bob', TIMESTAMP))[0]).toEqual(GOOD('Ann'));
    expect(statuses(outside(first, 'Bob', { ...TIMESTAMP, isVisible: true }))[0]).not.toEqual(GOOD('Ann'));
  });

  it.each([1, 2, 3])('that certifies with P=%i one outside the form is no better than one in it', (level) => {
    const certified = listed(empty, 'Ann', { entries: DOC_MDP(level), isCertification: true });
    expect(statuses(outside(certified, 'Bob'))[0]).toEqual(statuses(listed(certified, 'Bob'))[0]);
  });
});

describe('a signature outside the form that a later revision dropped', () => {
  const first = outside(empty, 'Ann');
  const drops: Readonly<Record<string, Change>> = {
    'the page lists it no more': (update) => {
      const page = update.document.resolve(PAGE);
      if (page instanceof PdfDictionary) update.replace(PAGE, page.with({ Annots: [] }));
    },
    'its field is empty': (update) => {
      const reference = new PdfReference(numberOfField(update), 0);
      const field = update.document.resolve(reference);
      if (field instanceof PdfDictionary) update.replace(reference, field.with({ V: null }));
    },
    'its field is null': (update) => update.replaceBody(new PdfReference(numberOfField(update), 0), latin1('null')),
  };
  it.each(Object.entries(drops))('is named, and whoever signs then is left open: %s', (_, drop) => {
    const found = statuses(listed(updatePdf(first, drop), 'Bob'));
    expect(found.map(([name]) => name)).toEqual(['Ann', 'Bob']);
    for (const [, status] of found) expect(status).not.toBe('VALID');
  });

  it('is no signature any more that was taken out of the form', () => {
    const moved = listed(
      updatePdf(listed(empty, 'Ann'), (update) => update.replaceBody(FORM, latin1('<</Fields []>>'))),
      'Bob',
    );
    expect(statuses(moved).map(([name, status]) => [name, status])).toEqual([
      ['Ann', 'INVALID'],
      ['Bob', 'INDETERMINATE'],
    ]);
  });
});
