import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onePage } from '../documents/pdf/one-page.ts';
import { buildPdf, stream } from '../documents/pdf/pdf-builder.ts';

const ENCRYPTIONS: Readonly<Record<string, readonly string[]>> = {
  plain: [],
  RC4: ['--allow-weak-crypto', '--encrypt', '', 'x', '128', '--use-aes=n', '--'],
  'AES-128': ['--allow-weak-crypto', '--encrypt', '', 'x', '128', '--use-aes=y', '--'],
  'AES-256': ['--encrypt', '', 'x', '256', '--'],
};
const LAYOUTS: Readonly<Record<string, readonly string[]>> = {
  'object streams': ['--object-streams=generate'],
  linearized: ['--linearize'],
  tables: ['--object-streams=disable'],
};

/** A form with filled fields and metadata that break no rule, in every layout and encryption of qpdf, made in `folder`. */
export function lawfulForms(folder: string): { readonly name: string; readonly bytes: Uint8Array }[] {
  const source = path.join(folder, 'lawful.pdf');
  const target = path.join(folder, 'lawful-made.pdf');
  writeFileSync(source, lawfulForm());
  return Object.entries(LAYOUTS).flatMap(([layout, arrange]) =>
    Object.entries(ENCRYPTIONS).map(([encryption, encrypt]) => {
      execFileSync('qpdf', [source, ...arrange, ...encrypt, target]);
      return { name: `lawful form, ${layout}, ${encryption}`, bytes: readFileSync(target) };
    }),
  );
}

function lawfulForm(): Buffer {
  const metadata =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>';
  return buildPdf({
    pieces: onePage({
      catalog: '/AcroForm 6 0 R /Metadata 10 0 R',
      page: '/Annots [7 0 R 9 0 R]',
      extra: {
        6: '<</Fields [7 0 R 8 0 R] /DR <</Font <</F1 5 0 R>>>> /DA (/F1 10 Tf 0 g)>>',
        7: '<</Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ann) /Rect [18 18 200 60] /P 3 0 R /F 4>>',
        8: '<</T (address) /Kids [9 0 R]>>',
        9: '<</Type /Annot /Subtype /Widget /FT /Tx /T (town) /Parent 8 0 R /Rect [18 100 200 130] /P 3 0 R /F 4>>',
        10: stream('/Type /Metadata /Subtype /XML', Buffer.from(metadata)),
        11: '<</Title (Contract)>>',
      },
    }),
    trailer: '/Root 1 0 R /Info 11 0 R',
  });
}
