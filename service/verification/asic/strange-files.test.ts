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

const XML = '<?xml version="1.0"?><a/>';
const PAGE = '<html xmlns="http://www.w3.org/1999/xhtml"><body>Pay 9999.</body></html>';

describe('a file that belongs into META-INF needs no signature:', () => {
  it.each([
    ...['manifest.xml', 'container.xml', 'metadata.xml', 'rights.xml', 'encryption.xml', 'hashcodes-sha256.xml'],
    ...['hashcodes-sha512.xml', 'evidencerecord001.xml', 'evidencerecord.ers', 'ASiCEvidenceRecordManifest001.xml'],
    ...['', 'folder/'],
  ])('META-INF/%s', async (name) => {
    const content = name.endsWith('.ers') ? Buffer.of(0x30, 3, 2, 1, 1) : XML;
    for (const kind of ['ASiC_S', 'ASiC_E'] as const) {
      const more = entry(`META-INF/${name}`, name === '' || name.endsWith('/') ? '' : content);
      expect((await files.verify(kind, container(kind, more))).overallStatus).toBe('VALID');
    }
  });
});

/** What a browser or an editor shows under such a name, which nobody signed. */
const SHOWN: readonly (readonly [what: string, name: string, content: string | Uint8Array])[] = [
  ...['manifest.xml', 'container.xml', 'rights.xml', 'hashcodes-sha256.xml', 'evidencerecord001.xml'].map(
    (name) => ['a page', name, PAGE] as const,
  ),
  ['a page within', 'manifest.xml', `<m:manifest xmlns:m="urn:m">${PAGE}</m:manifest>`],
  ['a page in UTF-16', 'manifest.xml', Buffer.from(`\ufeff${PAGE}`, 'utf16le')],
  ['a page whose namespace is written in references', 'manifest.xml', PAGE.replace('http', '&#104;ttp')],
  ['a drawing', 'metadata.xml', '<svg xmlns="http://www.w3.org/2000/svg"><text>Pay 9999.</text></svg>'],
  ['a page by a style sheet', 'manifest.xml', '<?xml-stylesheet type="text/xsl" href="a.xsl"?><a/>'],
  ['a page with a document type', 'manifest.xml', `<!DOCTYPE html>${PAGE}`],
  ['no XML', 'manifest.xml', 'Pay 9999.'],
  ['nothing', 'manifest.xml', ''],
  ['a text as evidence', 'evidencerecord.ers', 'Pay 9999.'],
  ['a text behind evidence', 'evidencerecord.ers', Buffer.concat([Buffer.of(0x30, 0), Buffer.from('Pay 9999.')])],
  ['a text as a timestamp', 'timestamp.tst', 'Pay 9999.'],
  ['a text as another timestamp', 'annex.tst', 'Pay 9999.'],
];

describe.each<Kind>(['ASiC_S', 'ASiC_E'])(
  'an %s is not VALID where a file of META-INF has only the name of one:',
  (kind) => {
    it.each(SHOWN)('%s as %s', async (_what, name, content) => {
      const { overallStatus, reasonCodes } = await files.verify(
        kind,
        container(kind, entry(`META-INF/${name}`, content)),
      );
      expect({ overallStatus, reasonCodes }).toEqual({
        overallStatus: 'INDETERMINATE',
        reasonCodes: expect.arrayContaining(['ASIC_DATA_OBJECT_UNSIGNED']) as unknown,
      });
    });
  },
);

it('archive manifests beyond those that are looked at leave a container open', async () => {
  const more = Array.from({ length: 70 }, (_, index) => entry(`META-INF/ASiCArchiveManifest${index}.xml`, PAGE));
  const { overallStatus, reasonCodes } = await files.verify('ASiC_S', rawZip([MIMETYPE, ...more, DOCUMENT, SIGNATURE]));
  expect(overallStatus).not.toBe('VALID');
  expect(reasonCodes).toContain('SIG_LIMIT_EXCEEDED');
});

it('another file of META-INF may be signed, too', async () => {
  const more = entry('META-INF/notes.txt', 'of this contract');
  expect((await files.verify('ASiC_E', container('ASiC_E', more, true))).overallStatus).toBe('VALID');
  expect((await files.verify('ASiC_E', container('ASiC_E', more))).overallStatus).toBe('INDETERMINATE');
});
