import { afterAll, describe, expect, it } from 'vitest';
import type { IncrementalUpdate } from '../../codecs/pdf/incremental-update.ts';
import { PdfDictionary, PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { DOC_MDP, TEXT_FIELD } from './contract-pdf.suite.ts';
import {
  appearanceDictionary,
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

/** Objects 8 and 9 are the empty fields of the first and of the second signer; 10 is there to be used. */
const EMPTY = (name: string, more = ''): string =>
  `<</Type /Annot /Subtype /Widget /FT /Sig /T (${name}) /Rect [0 0 0 0] /F 132 /P 3 0 R ${more}>>`;

function form(first = EMPTY('Ann')): Buffer {
  return buildPdf({
    pieces: onePage({
      catalog: '/AcroForm 6 0 R',
      page: '/Annots [7 0 R 8 0 R 9 0 R]',
      extra: { 6: '<</Fields [7 0 R 8 0 R 9 0 R] /SigFlags 3>>', 7: TEXT_FIELD, 8: first, 9: EMPTY('Bob'), 10: 'null' },
    }),
  });
}

const FIRST = 8;
const SECOND = 9;

type Change = (update: IncrementalUpdate) => void;

const set =
  (number: number, text: string): Change =>
  (update) => {
    update.replaceBody(new PdfReference(number, 0), latin1(text));
  };

const fields = (text: string): Change => set(6, `<</Fields ${text} /SigFlags 3>>`);
const without =
  (...keys: string[]): Change =>
  (update) => {
    const reference = new PdfReference(FIRST, 0);
    const field = update.document.resolve(reference);
    if (!(field instanceof PdfDictionary)) throw new Error('no field');
    update.replace(reference, new PdfDictionary(new Map([...field.entries].filter(([key]) => !keys.includes(key)))));
  };
const signatureOf = (update: IncrementalUpdate): PdfReference => {
  const field = update.document.resolve(new PdfReference(FIRST, 0));
  const value = field instanceof PdfDictionary ? field.get('V') : null;
  if (!(value instanceof PdfReference)) throw new Error('no signature');
  return value;
};
const ofType =
  (entries: string): Change =>
  (update) => {
    set(FIRST, EMPTY('Ann', `/V ${signatureOf(update).number} 0 R ${entries}`).replace('/FT /Sig', ''))(update);
  };

const DROPS: Readonly<Record<string, Change>> = {
  'its field is listed no more': fields('[7 0 R 9 0 R]'),
  'its field is listed no more, nor its widget': (update) => {
    fields('[7 0 R 9 0 R]')(update);
    const page = update.document.resolve(new PdfReference(3, 0));
    if (page instanceof PdfDictionary)
      update.replace(new PdfReference(3, 0), page.with({ Annots: [new PdfReference(7, 0), new PdfReference(9, 0)] }));
  },
  'its field was emptied': without('V'),
  'its field is no signature field any more': ofType('/FT /Tx'),
  'its field is of no type any more': ofType(''),
  'the value of its field is missing': (update) => set(FIRST, EMPTY('Ann', '/V 99 0 R'))(update),
  'the value of its field is null': (update) => set(FIRST, EMPTY('Ann', '/V null'))(update),
  'the value of its field is a text': (update) => set(FIRST, EMPTY('Ann', '/V (Ann)'))(update),
  'the value of its field is another dictionary': (update) => set(FIRST, EMPTY('Ann', '/V <</Type /Sig>>'))(update),
  'its field is null': set(FIRST, 'null'),
  'its field is a number': set(FIRST, '1'),
  'its field is called otherwise': (update) => set(FIRST, EMPTY('Zoe', `/V ${signatureOf(update).number} 0 R`))(update),
  'its field moved below another one': (update) => {
    set(FIRST, EMPTY('Ann', `/V ${signatureOf(update).number} 0 R /Parent 10 0 R`))(update);
    set(10, '<</T (Group) /Kids [8 0 R]>>')(update);
    fields('[7 0 R 9 0 R 10 0 R]')(update);
  },
  'its field became a widget of another one': (update) => {
    set(FIRST, EMPTY('Ann', `/Parent 9 0 R`).replace('/T (Ann)', ''))(update);
    fields('[7 0 R 9 0 R]')(update);
  },
  'its dictionary is null': (update) => update.replaceBody(signatureOf(update), latin1('null')),
  'its dictionary is another one': (update) =>
    update.replaceBody(signatureOf(update), latin1('<</Type /Sig /Filter /Adobe.PPKLite>>')),
  'the list of fields is empty': fields('[]'),
  'the list of fields is another object': (update) => {
    set(10, '[7 0 R 9 0 R]')(update);
    fields('10 0 R')(update);
  },
  'the form is another object': (update) => {
    const root = update.document.trailer.get('Root');
    if (!(root instanceof PdfReference)) throw new Error('no root');
    set(10, '<</Fields [7 0 R 9 0 R] /SigFlags 3>>')(update);
    update.replace(root, update.document.catalog.with({ AcroForm: new PdfReference(10, 0) }));
  },
  'another field has its name': (update) => {
    set(10, EMPTY('Ann'))(update);
    fields('[7 0 R 9 0 R 10 0 R]')(update);
  },
};

const FIRST_SIGNERS: Readonly<Record<string, SigningChoice>> = {
  'an approval': {},
  'a certification': { entries: DOC_MDP(2), isCertification: true },
  'a document timestamp': TIMESTAMP,
};

describe.each(Object.entries(FIRST_SIGNERS))('a signature that a later revision dropped, %s', (_, choice) => {
  const first = signPdf(form(), signer, { ...choice, existingField: FIRST });
  const sign = (pdf: Buffer, also?: Change): Buffer =>
    signPdf(pdf, signer, { existingField: SECOND, ...(also && { also }) });
  const orders: Readonly<Record<string, (drop: Change) => Buffer>> = {
    'by the next signer': (drop) => sign(first, drop),
    'before the next signer': (drop) => sign(updatePdf(first, drop)),
    'after the next signer': (drop) => updatePdf(sign(first), drop),
  };
  describe.each(Object.entries(orders))('%s', (_, made) => {
    it.each(Object.entries(DROPS))('%s', (_, drop) => {
      const report = verifyBelievingTimestamps(fixture, made(drop));
      expect(report.overallStatus).not.toBe('VALID');
      expect(report.signatures.map(({ name }) => name)).toContain('Ann');
      for (const { status } of report.signatures) expect(status).not.toBe('VALID');
      expect(report.changes.map(({ kind, detail: said }) => `${kind}: ${said}`)).toContain(
        'DroppedSignature: the signature "Ann" was dropped',
      );
    });
  });
});

describe('a signature that its signer took back', () => {
  const first = signPdf(form(), signer, { existingField: FIRST });
  const takenBack = updatePdf(first, without('V'));
  const statuses = (pdf: Buffer): unknown[] => {
    const { signatures } = verifyBelievingTimestamps(fixture, pdf);
    return signatures.map(({ name, status, signature }) => [name, status, signature.cryptoValid]);
  };

  it('is named with what its own bytes say, and nothing of the document is called broken', () => {
    expect(statuses(takenBack)).toEqual([['Ann', 'INDETERMINATE', true]]);
    expect(verifyBelievingTimestamps(fixture, takenBack).reasonCodes).toContain('PDF_SIGNATURE_DROPPED');
  });

  it('is named beside the one in the same field', () => {
    const again = [
      ['Ann', 'INDETERMINATE', true],
      ['Ann', 'INDETERMINATE', true],
    ];
    expect(statuses(signPdf(takenBack, signer, { existingField: FIRST }))).toEqual(again);
    const replaced = signPdf(first, signer, {
      existingField: FIRST,
      fieldText: (signature) => EMPTY('Ann', `/V ${signature}`),
    });
    expect(statuses(replaced)).toEqual(again);
  });

  it('does not stand in the way of a certification', () => {
    const choice = { entries: DOC_MDP(2), isCertification: true, existingField: SECOND };
    const { reasonCodes } = verifyBelievingTimestamps(fixture, signPdf(takenBack, signer, choice));
    expect(reasonCodes).not.toContain('PDF_DOCMDP_VIOLATED');
    expect(reasonCodes).toContain('PDF_SIGNATURE_DROPPED');
  });

  it('is broken where its field shows something else instead', () => {
    const drawn = updatePdf(first, (update) => {
      const drawing = update.addStream(appearanceDictionary(), latin1('0 0 200 60 re f'));
      set(FIRST, EMPTY('Ann', `/AP <</N ${drawing.number} 0 R>>`))(update);
    });
    expect(statuses(drawn)).toEqual([['Ann', 'INVALID', true]]);
  });
});

it('room for a signature that was never filled in is no signature', () => {
  const prepared = signPdf(form(), signer, { existingField: FIRST, contents: () => new Uint8Array(2) });
  const signed = signPdf(updatePdf(prepared, without('V')), signer, { existingField: SECOND });
  const { overallStatus, signatures } = verifyBelievingTimestamps(fixture, signed);
  expect([overallStatus, signatures.length]).toEqual(['VALID', 1]);
});
