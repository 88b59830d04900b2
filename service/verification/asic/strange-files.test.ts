import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { entry, manifest, mimetype, reference } from './asic-files.suite.ts';
import { DATA, DOCUMENT, files, MIMETYPE, SIGNATURE } from './hostile-container.suite.ts';
import { rawZip, type RawEntry } from './raw-zip.suite.ts';

/**
 * A file of META-INF is no data object, so that no signature needs to be over it. Whoever unpacks a container, or looks
 * into it with a common archiver, finds an annex to the signed contract there.
 */

const PDF = buildPdf({ pieces: onePage() });
const packed = (name: string, data: Uint8Array): RawEntry => ({
  ...entry(name, data),
  isDeflated: true,
  compressed: deflateRawSync(data),
});

type Kind = 'ASiC_S' | 'ASiC_E';

function container(kind: Kind, more: RawEntry, signedToo = false): Buffer {
  if (kind === 'ASiC_S') return rawZip([MIMETYPE, more, DOCUMENT, SIGNATURE]);
  const references = [reference('document.txt', DATA), ...(signedToo ? [reference(more.name, more.data)] : [])];
  const list = manifest(references.join(''));
  const parts = [entry('META-INF/ASiCManifest.xml', list), entry('META-INF/signature.p7s', files.signature(list))];
  return rawZip([mimetype('ASiC_E'), DOCUMENT, more, ...parts]);
}

const STRANGE = [
  ...['Annex.pdf', 'annex 1.docx', 'Annex.txt', 'annex', 'price.xlsx', 'photo.jpg', 'contract.html', 'invoice.xml'],
  ...['folder/manifest.xml', 'folder/annex.pdf', 'manifest.xml.pdf', 'container.html', 'my-manifest.xml', 'metadata'],
  ...[
    'evidencerecord.pdf',
    'evidencerecord/annex.pdf',
    'hashcodes-sha256.pdf',
    'document.txt',
    'mimetype',
    'MANIFEST.MF',
  ],
];

describe.each<Kind>(['ASiC_S', 'ASiC_E'])('an %s is not VALID with a file of META-INF that nobody signed:', (kind) => {
  it.each(STRANGE)('%s', async (name) => {
    for (const data of [PDF, Buffer.from('Pay 9999.')]) {
      const { overallStatus, reasonCodes } = await files.verify(
        kind,
        container(kind, packed(`META-INF/${name}`, data)),
      );
      expect({ overallStatus, reasonCodes }).toEqual({
        overallStatus: 'INDETERMINATE',
        reasonCodes: expect.arrayContaining(['ASIC_DATA_OBJECT_UNSIGNED']) as unknown,
      });
    }
  });
});

describe('a file that belongs into META-INF needs no signature:', () => {
  it.each([
    ...['manifest.xml', 'container.xml', 'metadata.xml', 'rights.xml', 'encryption.xml', 'hashcodes-sha256.xml'],
    ...['hashcodes-sha512.xml', 'evidencerecord001.xml', 'evidencerecord.ers', 'ASiCEvidenceRecordManifest001.xml'],
    ...['', 'folder/'],
  ])('META-INF/%s', async (name) => {
    for (const kind of ['ASiC_S', 'ASiC_E'] as const) {
      const more = entry(`META-INF/${name}`, name === '' || name.endsWith('/') ? '' : '<?xml version="1.0"?><a/>');
      expect((await files.verify(kind, container(kind, more))).overallStatus).toBe('VALID');
    }
  });
});

it('another file of META-INF may be signed, too', async () => {
  const more = entry('META-INF/notes.txt', 'of this contract');
  expect((await files.verify('ASiC_E', container('ASiC_E', more, true))).overallStatus).toBe('VALID');
  expect((await files.verify('ASiC_E', container('ASiC_E', more))).overallStatus).toBe('INDETERMINATE');
});
