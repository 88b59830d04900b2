import { afterAll, describe, expect, it } from 'vitest';
import { stream } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { openPdf } from '../../codecs/pdf/pdf-document.ts';
import { PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { certified, contractPdf, EVIL } from './contract-pdf.suite.ts';
import { RevisionViews } from './signature-survey.ts';
import { latin1, makeSigner, ref, replaceObject, signPdf, updatePdf, verifyWith } from './signed-pdf.suite.ts';
import { readStoreEvidence } from './store-evidence.ts';

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const CATALOG = '/Type /Catalog /Pages 2 0 R /AcroForm 6 0 R';
const signed = signPdf(contractPdf(), signer);
const locked = certified(signer, 1);
const catalogOf = (pdf: Buffer): string => (pdf === locked ? `${CATALOG} /Perms <</DocMDP 8 0 R>>` : CATALOG);

/** Puts a store into the catalog and nothing else. */
function withStore(pdf: Buffer, store: string): Buffer {
  return replaceObject(pdf, 1, `<<${catalogOf(pdf)} /DSS ${store}>>`);
}

/** Ways to make a store name object N. */
const STORES: Readonly<Record<string, (target: string) => string>> = {
  'a certificate': (target) => `<</Certs [${target}]>>`,
  'a response': (target) => `<</OCSPs [${target}]>>`,
  'a list of revoked certificates': (target) => `<</CRLs [${target}]>>`,
  'the list of certificates': (target) => `<</Certs ${target}>>`,
  'a list in the list': (target) => `<</Certs [[${target}]]>>`,
  'the list of signatures': (target) => `<</VRI ${target}>>`,
  'a signature': (target) => `<</VRI <</AB ${target}>>>>`,
  'a certificate of a signature': (target) => `<</VRI <</AB <</Cert [${target}]>>>>>>`,
  'the certificates of a signature': (target) => `<</VRI <</AB <</Cert ${target}>>>>>>`,
  'a timestamp of a signature': (target) => `<</VRI <</AB <</TS ${target}>>>>>>`,
  'the time of a signature': (target) => `<</VRI <</AB <</TU ${target}>>>>>>`,
  'an unknown entry': (target) => `<</Certs [] /Foo ${target}>>`,
  'a list under an unknown entry': (target) => `<</Certs [] /Foo [${target}]>>`,
  'an unknown entry of a signature': (target) => `<</VRI <</AB <</Foo ${target}>>>>>>`,
  'its own type': (target) => `<</Type ${target}>>`,
  'the store itself': (target) => target,
};

/** What is rewritten once it counts as validation data. */
const TARGETS: Readonly<Record<string, [number, string]>> = {
  'page tree': [2, '<</Type /Pages /Kids [3 0 R 3 0 R] /Count 2 /MediaBox [0 0 595 842]>>'],
  page: [3, '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <<>> /Annots [7 0 R]>>'],
  contents: [4, EVIL],
  font: [5, '<</Type /Font /Subtype /Type1 /BaseFont /Symbol>>'],
};

describe.each(Object.entries(TARGETS))('a store that names the %s', (_, [number, forged]) => {
  it.each(Object.entries(STORES))('as %s', (_name, store) => {
    for (const base of [signed, locked]) {
      const prepared = withStore(base, store(`${number} 0 R`));
      expect(verifyWith(fixture, prepared).overallStatus).not.toBe('VALID');
      const { overallStatus, reasonCodes } = verifyWith(fixture, replaceObject(prepared, number, forged));
      expect([overallStatus, reasonCodes.join()]).toEqual(['INVALID', expect.stringContaining('PDF_CHANGED_AFTER')]);
    }
  });

  it.each(Object.entries(STORES))('as %s, prepared before signing', (_name, store) => {
    const prepared = signPdf(contractPdf({}, `/DSS ${store(`${number} 0 R`)}`), signer);
    expect(verifyWith(fixture, replaceObject(prepared, number, forged)).overallStatus).toBe('INVALID');
  });
});

describe('a store whose parts are something else, too', () => {
  const drawing = stream('', Buffer.from('BT /F1 24 Tf 72 600 Td (and 99 EUR) Tj ET')).toString('latin1');
  const shared = (catalog: string, page: string, extra: Readonly<Record<number, string>>): Buffer => {
    const pdf = contractPdf(
      {
        3: `<</Type /Page /Parent 2 0 R /Resources <</Font <</F1 5 0 R>>>> /Annots [7 0 R] ${page}>>`,
        8: '[4 0 R]',
        ...extra,
      },
      catalog,
    );
    return signPdf(pdf, signer);
  };

  it.each<[string, Buffer]>([
    ['the contents', shared('/DSS <</Certs 8 0 R>>', '/Contents 8 0 R', {})],
    ['the contents, of a signature', shared('/DSS <</VRI <</A <</CRL 8 0 R>>>>>>', '/Contents 8 0 R', {})],
    ['a colour space', shared('/DSS <</OCSPs 8 0 R>>', '/Contents 4 0 R /X <</ColorSpace 8 0 R>>', {})],
  ])('%s', (_, pdf) => {
    const grown = updatePdf(pdf, (update) => {
      const more = update.reserve();
      update.replaceBody(more, latin1(drawing));
      update.replaceBody(new PdfReference(8, 0), latin1(`[4 0 R ${ref(more)}]`));
    });
    expect(verifyWith(fixture, grown).overallStatus).toBe('INVALID');
  });

  it('resources that are a signature of the store', () => {
    const pdf = shared('/DSS <</VRI <</A 8 0 R>>>>', '/Contents 4 0 R /X <</Resources 8 0 R>>', { 8: '<</Cert []>>' });
    expect(verifyWith(fixture, replaceObject(pdf, 8, '<</Cert [] /OCSP []>>')).overallStatus).toBe('INVALID');
  });
});

describe('a lawful store', () => {
  const der = (update: Parameters<Parameters<typeof updatePdf>[1]>[0], bytes: Uint8Array): string => {
    const reference = update.reserve();
    update.replaceBody(
      reference,
      Buffer.concat([latin1(`<</Length ${bytes.length}>>\nstream\n`), bytes, latin1('\nendstream')]),
    );
    return ref(reference);
  };
  const [crl = new Uint8Array()] = fixture.trust.crls;
  const kinds = {
    certificate: signer.certificate,
    crl,
    // OCSPResponse that says only "try later".
    response: Buffer.from('30030a0103', 'hex'),
  };
  type Streams = Readonly<Record<keyof typeof kinds, string>>;
  const add = (pdf: Buffer, build: (streams: Streams, own: (text: string) => string) => string): Buffer =>
    updatePdf(pdf, (update) => {
      const streams = {
        certificate: der(update, kinds.certificate),
        crl: der(update, kinds.crl),
        response: der(update, kinds.response),
      };
      const own = (text: string): string => {
        const reference = update.reserve();
        update.replaceBody(reference, latin1(text));
        return ref(reference);
      };
      const store = build(streams, own);
      update.replaceBody(new PdfReference(1, 0), latin1(`<<${catalogOf(pdf)} /DSS ${store}>>`));
    });

  it.each<[string, Parameters<typeof add>[1]]>([
    ['direct', (s) => `<</Type /DSS /Certs [${s.certificate}] /CRLs [${s.crl}] /OCSPs [${s.response}]>>`],
    ['of objects of its own', (s, own) => own(`<</Certs ${own(`[${s.certificate}]`)} /CRLs ${own(`[${s.crl}]`)}>>`)],
    [
      'with signatures',
      (s, own) => `<</VRI ${own(`<</Type /VRI /AB12 <</Cert [${s.certificate}] /TU (D:2026)>>>>`)}>>`,
    ],
    ['empty', () => '<<>>'],
  ])('%s', (_, build) => {
    for (const base of [signed, locked]) {
      const report = verifyWith(fixture, add(base, build));
      expect([report.overallStatus, report.detail]).toEqual(['VALID', null]);
      expect(report.changes.map(({ kind }) => kind)).toContain('ValidationData');
    }
  });

  const first = add(signed, (s) => `<</Certs [${s.certificate}] /CRLs [${s.crl}]>>`);
  const text = first.toString('latin1');
  const [, certificate = '', list = ''] = /\/Certs \[(\d+ 0 R)\] \/CRLs \[(\d+ 0 R)\]/.exec(text) ?? [];

  it.each<[string, Parameters<typeof add>[1]]>([
    ['grown', (s) => `<</Certs [${certificate} ${s.certificate}] /CRLs [${list}]>>`],
    ['grown at the front', (s) => `<</Certs [${s.certificate} ${certificate}] /CRLs [${list}]>>`],
    ['replaced by one that holds the same', (_s, own) => own(`<</Certs ${own(`[${certificate}]`)} /CRLs [${list}]>>`)],
    ['written anew', (s) => `<</CRLs [${s.crl}] /Certs [${s.certificate}] /OCSPs [${s.response}]>>`],
  ])('%s later', (_, build) => {
    const report = verifyWith(fixture, add(first, build));
    expect([report.overallStatus, report.detail]).toEqual(['VALID', null]);
  });

  it.each<[string, Parameters<typeof add>[1]]>([
    ['without its list', () => `<</Certs [${certificate}]>>`],
    ['with the list among the certificates', () => `<</Certs [${certificate} ${list}]>>`],
    ['empty', () => '<<>>'],
    ['without its certificate', (s) => `<</Certs [] /CRLs [${s.crl}]>>`],
  ])('is left open %s later', (_, build) => {
    const report = verifyWith(fixture, add(first, build));
    expect([report.overallStatus, report.reasonCodes[0]]).toEqual(['INDETERMINATE', 'PDF_CHANGE_UNEXPLAINED']);
  });

  it('is renewed with other evidence in the place of what was there, which counts all the same', () => {
    const [, other = new Uint8Array()] = fixture.trust.crls;
    expect(other.length).toBeGreaterThan(0);
    let list = '';
    const covered = signPdf(first, signer);
    const renewed = updatePdf(covered, (update) => {
      list = der(update, other);
      const store = `<</Certs [${certificate}] /CRLs [${list}]>>`;
      update.replaceBody(new PdfReference(1, 0), latin1(`<<${CATALOG} /DSS ${store}>>`));
    });
    const report = verifyWith(fixture, renewed);
    expect([report.overallStatus, report.detail]).toEqual(['VALID', null]);
    expect(report.changes.map(({ detail }) => detail)).toContain('validation data was replaced by other');
    const { crls, certificates } = readStoreEvidence(new RevisionViews(openPdf(bytesSource(renewed))), [0, 2]);
    expect(crls.map((one) => Buffer.from(one))).toEqual([Buffer.from(other), Buffer.from(crl)]);
    expect(certificates).toHaveLength(1);
  });

  it.each<[string, Parameters<typeof add>[1]]>([
    ['a certificate that is a response', (s) => `<</Certs [${s.response}]>>`],
    ['a response that is a certificate', (s) => `<</OCSPs [${s.certificate}]>>`],
    ['a list that is a response', (s) => `<</CRLs [${s.response}]>>`],
    ['a timestamp that is a certificate', (s) => `<</VRI <</A <</TS ${s.certificate}>>>>>>`],
    ['an entry that nobody knows', (s) => `<</Certs [${s.certificate}] /Note (x)>>`],
  ])('is left open with %s', (_, build) => {
    const report = verifyWith(fixture, add(signed, build));
    expect([report.overallStatus, report.reasonCodes[0]]).toEqual(['INDETERMINATE', 'PDF_CHANGE_UNEXPLAINED']);
  });
});
