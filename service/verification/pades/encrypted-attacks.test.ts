import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import {
  encryptedPdf,
  encryptedStream,
  HOLDER,
  QPDF_DICTIONARIES,
} from '../../codecs/pdf/encryption/encrypted-pdf.suite.ts';
import type { IncrementalUpdate } from '../../codecs/pdf/incremental-update.ts';
import {
  dictionaryOf,
  PdfDictionary,
  PdfName,
  PdfReference,
  PdfStream,
  PdfString,
  type PdfObject,
} from '../../codecs/pdf/pdf-objects.ts';
import { gapOf, TEXT_FIELD, type Attacks } from './contract-pdf.suite.ts';
import { appendRaw, overwrite } from './raw-update.suite.ts';
import { changeCatalog, latin1, makeSigner, updatePdf, verifyWith } from './signed-pdf.suite.ts';
import { signAsStation } from './station-signature.suite.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const KINDS = ['rc4-128', 'aes-128', 'aes-256'] as const;
type Kind = (typeof KINDS)[number];

/** Objects as in the contract of the plain attacks, and 8 the metadata. */
function contract(kind: Kind): Buffer {
  const extra = {
    6: '<</Fields [7 0 R]>>',
    7: TEXT_FIELD,
    8: stream('/Type /Metadata /Subtype /XML', latin1('<x/>')),
  };
  const pieces = onePage({ catalog: '/AcroForm 6 0 R /Metadata 8 0 R', page: '/Annots [7 0 R]', extra });
  return encryptedPdf(kind, pieces);
}

const EVIL = latin1('BT /F1 24 Tf 72 700 Td (Pay 9999999 EUR) Tj ET');

/** Writes a stream anew, encrypted as it must be unless `dictionary` chooses otherwise. */
function rewrite(update: IncrementalUpdate, number: number, dictionary: PdfDictionary, data: Uint8Array): void {
  const reference = new PdfReference(number, 0);
  const cipher = update.cipherOf(reference);
  if (cipher === null) throw new Error('not encrypted');
  update.replaceBody(reference, encryptedStream(dictionary, data, cipher));
}

function change(pdf: Buffer, number: number, entries: Record<string, PdfObject>): Buffer {
  return updatePdf(pdf, (update, document) => {
    const reference = new PdfReference(number, 0);
    const object = document.resolve(reference);
    if (!(object instanceof PdfDictionary)) throw new Error('no dictionary');
    update.replace(reference, object.with(entries));
  });
}

/** Changes of what the encrypted document shows. */
function shadows(pdf: Buffer): Attacks {
  const identity = dictionaryOf({
    Filter: new PdfName('Crypt'),
    DecodeParms: dictionaryOf({ Name: new PdfName('Identity') }),
  });
  const plain = dictionaryOf({});
  return {
    'contents replaced': () => updatePdf(pdf, (update) => rewrite(update, 4, plain, EVIL)),
    'contents replaced by some in clear': () => updatePdf(pdf, (update) => rewrite(update, 4, identity, EVIL)),
    'contents replaced, not encrypted at all': () =>
      updatePdf(pdf, (update) => update.replaceBody(new PdfReference(4, 0), stream('', EVIL))),
    'another font': () => change(pdf, 5, { BaseFont: new PdfName('Symbol') }),
    'a field renamed': () => change(pdf, 7, { T: new PdfString(latin1('other')) }),
    'page enlarged': () => change(pdf, 2, { MediaBox: [0, 0, 9, 9] }),
    'an action': () => updatePdf(pdf, (update) => changeCatalog(update, { OpenAction: dictionaryOf({}) })),
    'metadata with a document type': () =>
      updatePdf(pdf, (update, document) => {
        const metadata = document.resolve(new PdfReference(8, 0));
        if (metadata instanceof PdfStream) rewrite(update, 8, metadata.dictionary, latin1('<!DOCTYPE x><x/>'));
      }),
    'an unlisted object': () => appendRaw(pdf, { before: '4 0 obj\n<<>>\nendobj\n', trailer: trailerOf(pdf) }),
    'the signed page moved to a drawing of another object': () => change(pdf, 3, { Contents: new PdfReference(8, 0) }),
  };
}

function trailerOf(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  return `/Encrypt ${HOLDER} 0 R ${/\/ID \[<\w+> <\w+>\]/.exec(text)?.[0]}`;
}

/** Changes of the encryption itself. */
function otherKeys(pdf: Buffer, kind: Kind): Attacks {
  const { text, id } = QPDF_DICTIONARIES[kind];
  const own = { number: HOLDER, text: `<<${text}>>` };
  const permissive = { number: HOLDER, text: `<<${text.replace('/P -4', '/P -1')}>>` };
  const ids = `/ID [<${id}> <${id}>]`;
  const inPlace = (from: string | RegExp, to: string) => () => overwrite(pdf, from, to);
  return {
    'no encryption any more': () => appendRaw(pdf, { trailer: ids }),
    'permissions written again': () => appendRaw(pdf, { objects: [permissive], trailer: trailerOf(pdf) }),
    'another dictionary': () =>
      appendRaw(pdf, { objects: [{ number: 95, text: `<<${text}>>` }], trailer: `/Encrypt 95 0 R ${ids}` }),
    'a dictionary that encrypts nothing': () =>
      appendRaw(pdf, {
        objects: [{ number: 95, text: `<<${text.replaceAll('/StdCF', '/Identity')}>>` }],
        trailer: `/Encrypt 95 0 R ${ids}`,
      }),
    'another dictionary in the trailer': () => appendRaw(pdf, { trailer: `/Encrypt ${own.text} ${ids}` }),
    'dictionary removed': () =>
      appendRaw(pdf, { entries: [{ number: HOLDER, entry: '0000000000 00001 f' }], trailer: trailerOf(pdf) }),
    'another first half of the ID': () =>
      appendRaw(pdf, { trailer: `/Encrypt ${HOLDER} 0 R /ID [<${'00'.repeat(16)}> <${id}>]` }),
    'no ID': () => appendRaw(pdf, { trailer: `/Encrypt ${HOLDER} 0 R` }),
    'permissions changed in place': inPlace('/P -4', '/P -8'),
    'ID changed in place': inPlace(`/ID [<${id}`, `/ID [<${id.replace(/^../, '00')}`),
    'check value changed in place': inPlace(/\/U <../, '/U <00'),
    'handler changed in place': inPlace('/Filter /Standard', '/Filter /Stangard'),
    'version changed in place': inPlace(/\/V \d/.exec(text)?.[0] ?? '', '/V 3'),
  };
}

describe.each(KINDS)('signed in a document encrypted by %s', (kind) => {
  const signed = signAsStation(contract(kind), signer, true);
  const attacks = { ...shadows(signed), ...otherKeys(signed, kind) };

  it('is VALID as it is', () => {
    expect(verifyWith(fixture, signed)).toMatchObject({ overallStatus: 'VALID', detail: null });
  });

  it.each(Object.entries(attacks))('%s', (_, build) => {
    const { overallStatus, isValid, reasonCodes } = verifyWith(fixture, build());
    expect([overallStatus, isValid], reasonCodes.join()).toEqual(['INVALID', false]);
    expect(reasonCodes).not.toContain('SIG_VALID');
  });

  it('is left open when a field was filled in', () => {
    const filled = change(signed, 7, { V: new PdfString(latin1('Bob')) });
    const detail = 'Changed after signing: form field "name" was filled in.';
    expect(verifyWith(fixture, filled)).toMatchObject({ overallStatus: 'INDETERMINATE', isValid: false, detail });
  });

  it('is never VALID when a signed byte is different', () => {
    const { start, end } = gapOf(signed);
    fc.assert(
      fc.property(fc.nat(signed.length - (end - start) - 1), fc.integer({ min: 1, max: 255 }), (choice, flip) => {
        const at = choice < start ? choice : choice + end - start;
        const damaged = Buffer.from(signed);
        damaged.writeUInt8(damaged.readUInt8(at) ^ flip, at);
        expect(verifyWith(fixture, damaged).overallStatus).not.toBe('VALID');
      }),
      { numRuns: 300 },
    );
  });

  it('says what was changed', () => {
    expect(verifyWith(fixture, attacks['contents replaced']?.() ?? signed).detail).toBe(
      'Changed after signing: page 1: contents replaced.',
    );
  });

  it('stays VALID when the same is only encrypted anew, or the second half of the ID changes', () => {
    const again = updatePdf(signed, (update, document) => {
      const contents = document.resolve(new PdfReference(4, 0));
      if (contents instanceof PdfStream) rewrite(update, 4, contents.dictionary, document.decodeStream(contents));
      update.replace(new PdfReference(7, 0), document.resolve(new PdfReference(7, 0)));
    });
    expect(verifyWith(fixture, again)).toMatchObject({ overallStatus: 'VALID', detail: null });
    const { id } = QPDF_DICTIONARIES[kind];
    const trailer = `/Encrypt ${HOLDER} 0 R /ID [<${id}> <${'00'.repeat(16)}>]`;
    expect(verifyWith(fixture, appendRaw(signed, { trailer }))).toMatchObject({ overallStatus: 'VALID' });
  });
});
