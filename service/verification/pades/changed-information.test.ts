import { afterAll, describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../../codecs/byte-source.ts';
import { IncrementalUpdate } from '../../codecs/pdf/incremental-update.ts';
import { openPdf } from '../../codecs/pdf/pdf-document.ts';
import { PdfReference } from '../../codecs/pdf/pdf-objects.ts';
import { changeCatalog, latin1, makeSigner, signPdf, updatePdf, verifyWith } from './signed-pdf.suite.ts';

/** Document information and metadata of which some readers show the one, some the other, changed after signing. */

const fixture = makeSigner();
const { signer } = fixture;
afterAll(() => {
  fixture.remove();
});

const NAMESPACES =
  'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"';
const xmp = (properties: string, type = '/Type /Metadata /Subtype /XML'): string => {
  const data = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${NAMESPACES}><rdf:Description rdf:about="">${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  return `<<${type} /Length ${data.length}>>\nstream\n${data}\nendstream`;
};
const title = (text: string): string =>
  `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></dc:title>`;
const creators = (...names: string[]): string =>
  `<dc:creator><rdf:Seq>${names.map((name) => `<rdf:li>${name}</rdf:li>`).join('')}</rdf:Seq></dc:creator>`;

/** An object of the page as it is, for a revision that has to hold something. */
const FONT = new PdfReference(5, 0);
const FONT_TEXT = String(onePage()[5]);

function signed(information: string | null, metadata: string | null): Buffer {
  const extra = { ...(information !== null && { 6: information }), ...(metadata !== null && { 7: metadata }) };
  const pieces = onePage({ catalog: metadata === null ? '' : '/Metadata 7 0 R', extra });
  const trailer = `/Root 1 0 R ${information === null ? '' : '/Info 6 0 R'}`;
  return signPdf(buildPdf({ pieces, trailer }), signer);
}

/** Appends a revision whose trailer names this document information, or none. */
function renamed(pdf: Buffer, information: string | null): Buffer {
  const update = new IncrementalUpdate(openPdf(bytesSource(pdf)));
  const reference = information === null ? FONT : update.reserve();
  update.replaceBody(reference, latin1(information ?? FONT_TEXT));
  const appended = Buffer.from(update.build().bytes).toString('latin1');
  const entry = information === null ? '' : `/Info ${reference.number} 0 R`;
  const trailer = /(trailer\s*<<)([\s\S]*)(>>\s*startxref)/;
  const changed = appended.replace(trailer, (_, open: string, entries: string, close: string) => {
    return `${open}${entries.replace(/\/Info \d+ 0 R/, '')} ${entry}${close}`;
  });
  return Buffer.concat([pdf, latin1(changed)]);
}

const withMetadata = (pdf: Buffer, metadata: string): Buffer =>
  updatePdf(pdf, (update) => {
    const reference = update.reserve();
    update.replaceBody(reference, latin1(metadata));
    changeCatalog(update, { Metadata: reference });
  });

const statusOf = (pdf: Buffer): string => verifyWith(fixture, pdf).overallStatus;

const LEASE = '<</Title (Lease for 100 EUR)>>';
const FORGED = '<</Title (Lease for 900 EUR)>>';

describe('a document that is called something else after signing is left open:', () => {
  it.each<[string, () => Buffer]>([
    ['another title', () => renamed(signed(LEASE, null), FORGED)],
    ['another title after none', () => renamed(renamed(signed(LEASE, null), null), FORGED)],
    [
      'information of null',
      () => updatePdf(signed(LEASE, null), (update) => update.replaceBody(new PdfReference(6, 0), latin1('null'))),
    ],
    ['a title beside another one in metadata', () => renamed(signed(null, xmp(title('Lease for 100 EUR'))), FORGED)],
    [
      'an author beside others in metadata',
      () => renamed(signed(null, xmp(creators('Ann', 'Bob'))), '<</Author (Ann)>>'),
    ],
    ['metadata with another title', () => withMetadata(signed(LEASE, null), xmp(title('Lease for 900 EUR')))],
    [
      'metadata with another title after none',
      () => withMetadata(renamed(signed(LEASE, null), null), xmp(title('Lease for 900 EUR'))),
    ],
    ['metadata with another author', () => withMetadata(signed('<</Author (Ann)>>', null), xmp(creators('Eve')))],
    [
      'metadata with other keywords',
      () => withMetadata(signed('<</Keywords (open)>>', null), xmp('<pdf:Keywords>paid</pdf:Keywords>')),
    ],
    [
      'metadata in the place of some that do not say what they are',
      () =>
        withMetadata(signed(null, xmp(title('Lease for 100 EUR'), '/Subtype /XML')), xmp(title('Lease for 900 EUR'))),
    ],
  ])('%s', (_, make) => {
    expect(statusOf(make())).toBe('INDETERMINATE');
  });
});

describe('what programs write down beside it leaves it VALID:', () => {
  it.each<[string, () => Buffer]>([
    ['no information any more', () => renamed(signed(LEASE, null), null)],
    ['the same information again', () => renamed(renamed(signed(LEASE, null), null), LEASE)],
    ['a title where there was none', () => renamed(signed(null, null), LEASE)],
    ['the title of the metadata', () => renamed(signed(null, xmp(title('Lease for 100 EUR'))), LEASE)],
    ['metadata with the title', () => withMetadata(signed(LEASE, null), xmp(title(' Lease for 100 EUR ')))],
    [
      'metadata with the authors',
      () => withMetadata(signed('<</Author (Ann; Bob)>>', null), xmp(creators('Ann', 'Bob'))),
    ],
    ['metadata of a title that was empty', () => withMetadata(signed('<</Title ()>>', null), xmp(title('Lease')))],
  ])('%s', (_, make) => {
    expect(statusOf(make())).toBe('VALID');
  });
});
