import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfLibPdf } from '../../../e2e/documents/pdf/tool-pdfs.ts';
import { smallPdfs } from '../../../e2e/documents/pdf/make-pdfs.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import type { IncrementalUpdate } from '../../codecs/pdf/incremental-update.ts';
import { openPdf } from '../../codecs/pdf/pdf-document.ts';
import { dictionaryOf, PdfName, PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { serializeObject } from '../../codecs/pdf/serialize-object.ts';
import type { VerificationOutcome } from '../verification.ts';
import { certified, contractPdf } from './contract-pdf.suite.ts';
import { appendRaw } from './raw-update.suite.ts';
import {
  changeCatalog,
  latin1,
  makeSigner,
  ref,
  replaceObject,
  signPdf,
  updatePdf,
  verifyWith,
  type SignerFixture,
} from './signed-pdf.suite.ts';

const NO_TRUST = { trustAnchors: [], intermediates: [], crls: [], ocspResponses: [] };
let fixture: SignerFixture;

beforeAll(() => {
  fixture = makeSigner();
});

afterAll(() => {
  fixture.remove();
});

function verdict(pdf: Uint8Array): string {
  const { overallStatus, reasonCodes, detail }: VerificationOutcome = verifyWith(fixture, pdf);
  return `${overallStatus} ${reasonCodes.join(' ')} ${detail ?? ''}`.trim();
}

const GOOD = 'VALID SIG_VALID CERT_VALID REVOCATION_GOOD';

describe('documents as signing programs leave them', () => {
  it.each(Object.keys(smallPdfs()))('%s: signed once, twice and three times', (kind) => {
    let pdf: Uint8Array = smallPdfs()[kind] ?? Buffer.alloc(0);
    for (const isVisible of [false, true, false]) {
      pdf = signPdf(pdf, fixture.signer, { isVisible });
      expect(verdict(pdf)).toBe(GOOD);
    }
    const { signatures } = verifyWith(fixture, pdf);
    expect(signatures.map(({ coversWholeDocument }) => coversWholeDocument)).toEqual([false, false, true]);
    expect(signatures.map(({ profileReached }) => profileReached)).toEqual(['B', 'B', 'B']);
  });

  it.each([true, false])('a pdf-lib document, object streams %s', async (useObjectStreams) => {
    const once = signPdf(await pdfLibPdf(useObjectStreams), fixture.signer);
    expect(verdict(once)).toBe(GOOD);
    expect(verdict(signPdf(once, fixture.signer, { isVisible: true, page: 3 }))).toBe(GOOD);
  });
});

describe('what may follow a signature', () => {
  const certificate = (update: IncrementalUpdate): string =>
    ref(update.addStream(dictionaryOf({}), fixture.signer.certificate));
  const withStore = (pdf: Buffer): Buffer =>
    updatePdf(pdf, (update) => {
      const first = certificate(update);
      const entry = update.reserve();
      update.replaceBody(entry, latin1(`<</Cert [${first}] /TU (D:20260101000000Z)>>`));
      const store = update.reserve();
      update.replaceBody(store, latin1(`<</Type /DSS /Certs [${first}] /VRI <</AB12 ${ref(entry)}>>>>`));
      changeCatalog(update, { DSS: store });
    });

  it('validation data, and more of it', () => {
    const once = withStore(signPdf(contractPdf(), fixture.signer));
    expect(verdict(once)).toBe(GOOD);
    const store = openPdf(bytesSource(once)).catalog.get('DSS');
    if (!(store instanceof PdfReference)) throw new Error('no store');
    const text = (update: IncrementalUpdate): string => {
      const old = update.document.dictionary(update.document.catalog, 'DSS');
      return serializeObject(old).replace('/Certs [', `/Certs [${certificate(update)} `);
    };
    const more = updatePdf(once, (update) => update.replaceBody(store, latin1(text(update))));
    expect(verdict(more)).toBe(GOOD);
    expect(verdict(signPdf(more, fixture.signer, { isVisible: true }))).toBe(GOOD);
    const less = updatePdf(once, (update) => update.replaceBody(store, latin1('<</Type /DSS /Certs []>>')));
    expect(verdict(less)).toContain('INDETERMINATE PDF_CHANGE_UNEXPLAINED');
  });

  it('validation data under a certification for no changes', () => {
    expect(verdict(withStore(certified(fixture.signer, 1)))).toBe(GOOD);
  });

  it('a signature under a certification for forms', () => {
    const pdf = signPdf(certified(fixture.signer, 2), fixture.signer, { isVisible: true });
    expect(verdict(pdf)).toBe(GOOD);
    expect(verdict(signPdf(pdf, fixture.signer))).toBe(GOOD);
  });

  it('a signature in a field that was waiting for it', () => {
    const empty =
      '<</Type /Annot /Subtype /Widget /FT /Sig /T (Here) /Rect [9 9 99 99] /P 3 0 R /F 4 /AA <</E 8 0 R>>>>';
    const extra = { 6: '<</Fields [7 0 R] /SigFlags 1>>', 7: empty, 8: '<</S /Named>>' };
    const first = signPdf(contractPdf(extra), fixture.signer);
    const second = signPdf(first, fixture.signer, { existingField: 7 });
    expect(verdict(second)).toBe(GOOD);
    expect(verifyWith(fixture, second).signatures.map(({ name }) => name)).toEqual(['Signature1', 'Here']);
    const withoutValue = replaceObject(first, 7, empty.replace('/F 4', '/F 6'));
    expect(verdict(withoutValue)).toContain('PDF_CHANGED_AFTER_SIGNING');
  });

  it('document information, metadata, extensions and a higher version', () => {
    const metadata = (text: string) => (pdf: Buffer) =>
      updatePdf(pdf, (update) => {
        const dictionary = dictionaryOf({ Type: new PdfName('Metadata'), Subtype: new PdfName('XML') });
        changeCatalog(update, { Metadata: update.addStream(dictionary, latin1(text)) });
      });
    const information = (pdf: Buffer): Buffer =>
      appendRaw(pdf, {
        objects: [{ number: 90, text: '<</ModDate (D:2026) /Producer (x)>>' }],
        trailer: '/Info 90 0 R',
      });
    const catalog = (pdf: Buffer): Buffer =>
      updatePdf(pdf, (update) => {
        const level = dictionaryOf({ BaseVersion: new PdfName('1.7'), ExtensionLevel: 8 });
        changeCatalog(update, { Version: new PdfName('2.0'), Extensions: dictionaryOf({ ADBE: level }) });
      });
    const signed = signPdf(contractPdf(), fixture.signer);
    expect(verdict(information(catalog(metadata('<x:xmpmeta/>')(signed))))).toBe(GOOD);
    expect(verdict(metadata('<!DOCTYPE x [<!ENTITY a "b">]><x/>')(signed))).toContain('PDF_CHANGED_AFTER_SIGNING');
    const retitled = replaceObject(information(signed), 90, '<</ModDate (D:2027) /Producer (y) /Title (new)>>');
    expect(verdict(retitled)).toBe(GOOD);
    expect(verdict(replaceObject(retitled, 90, '<</Title (other)>>'))).toContain('PDF_CHANGE_UNEXPLAINED');
  });

  it('an update that changes nothing, and one with a comment before its end', () => {
    const signed = signPdf(contractPdf(), fixture.signer);
    expect(verdict(appendRaw(signed, {}))).toBe(GOOD);
    const dates = '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>';
    expect(verdict(appendRaw(signed, { objects: [{ number: 5, text: dates }], afterTrailer: '%Writer 1.0\n' }))).toBe(
      GOOD,
    );
  });
});

describe('where the signed bytes end', () => {
  it('with or without the line end after the marker', () => {
    const signed = signPdf(contractPdf(), fixture.signer);
    expect(verdict(signed.subarray(0, -1))).toContain('PDF_BYTERANGE_INVALID');
    const shorter = signPdf(contractPdf(), fixture.signer, {
      ranges: ({ start, end, size }) => [0, start, end, size - end - 1],
    });
    expect(verdict(shorter)).toBe(GOOD);
    expect(verdict(shorter.subarray(0, -1))).toBe(GOOD);
    expect(verdict(signPdf(shorter.subarray(0, -1), fixture.signer))).toBe(GOOD);
  });
});

describe('signatures without everything a baseline asks for', () => {
  it('adbe.pkcs7.detached is a signature but not of level B', () => {
    const kind = '/Type /Sig /SubFilter /adbe.pkcs7.detached /M (D:20260101000000Z)';
    const pdf = signPdf(contractPdf(), fixture.signer, { kind });
    expect(verdict(pdf)).toBe(GOOD);
    expect(verifyWith(fixture, pdf).signatures[0]?.profileReached).toBeNull();
  });

  it('an untrusted signer leaves it open', () => {
    const outcome = verifyWith({ ...fixture, trust: NO_TRUST }, signPdf(contractPdf(), fixture.signer));
    expect(outcome.overallStatus).toBe('INDETERMINATE');
    expect(outcome.signature.cryptoValid).toBe(true);
  });
});

describe('documents without a signature to judge', () => {
  it.each([
    ['no signature', contractPdf(), 'INDETERMINATE', 'SIG_NOT_FOUND'],
    ['no PDF', latin1('hello'), 'INDETERMINATE', 'SIG_NOT_FOUND', 'PDF_STRUCTURE_INVALID'],
    ['nothing', new Uint8Array(0), 'INDETERMINATE', 'SIG_NOT_FOUND', 'PDF_STRUCTURE_INVALID'],
    [
      'encrypted',
      buildPdf({ pieces: { 1: '<</Type /Catalog>>', 2: '<<>>' }, trailer: '/Root 1 0 R /Encrypt 2 0 R' }),
      'INDETERMINATE',
      'PDF_ENCRYPTED',
    ],
  ])('%s', (_, pdf, status, ...reasons) => {
    const outcome = verifyWith(fixture, pdf);
    expect(outcome).toMatchObject({ overallStatus: status, reasonCodes: reasons, isValid: false, signatures: [] });
  });
});
