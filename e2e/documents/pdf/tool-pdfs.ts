import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { buildPdf, stream } from './pdf-builder.ts';
import { FIELDS, onePage } from './one-page.ts';
import { smallPdfs } from './make-pdfs.ts';

/** A document made by pdf-lib: three pages, two form fields. */
export async function pdfLibPdf(useObjectStreams: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (let page = 1; page <= 3; page++) document.addPage([595, 842]).drawText(`Page ${page}`, { x: 72, y: 700 });
  const form = document.getForm();
  form.createTextField('person.name').addToPage(document.getPage(0), { x: 72, y: 500 });
  form.createCheckBox('person.agreed').addToPage(document.getPage(0), { x: 72, y: 400 });
  return document.save({ useObjectStreams });
}

/** By name: what follows qpdf's `--encrypt`, the user password first. All that the empty user password opens. */
const ENCRYPTIONS: Readonly<Record<string, readonly string[]>> = {
  'rc4-40': ['', 'x', '40'],
  'rc4-128': ['', 'x', '128', '--use-aes=n'],
  'rc4-128-crypt-filter': ['', 'x', '128', '--use-aes=n', '--force-V4'],
  'aes-128': ['', '', '128', '--use-aes=y'],
  'aes-128-cleartext-metadata': ['', 'x', '128', '--use-aes=y', '--cleartext-metadata'],
  'aes-256-r5': ['', 'x', '256', '--force-R5'],
  'aes-256': ['', 'x', '256'],
  'aes-256-cleartext-metadata': ['', 'x', '256', '--cleartext-metadata'],
  'aes-256-restricted': ['', 'x', '256', '--print=none', '--extract=n', '--assemble=n'],
};

/** Encrypted so that nobody may sign, or nobody can read without a password. */
const LOCKS: Readonly<Record<string, readonly string[]>> = {
  'password-rc4-128': ['u', 'x', '128', '--use-aes=n'],
  'password-aes-256': ['u', 'x', '256'],
  'no-changes-rc4-40': ['', 'x', '40', '--modify=n', '--annotate=n'],
  'no-changes': ['', 'x', '256', '--modify=none'],
  'existing-fields-only': ['', 'x', '128', '--use-aes=y', '--modify=form'],
  'annotations-only': ['', 'x', '256', '--modify=annotate'],
};

const METADATA = Buffer.from('<x:xmpmeta xmlns:x="adobe:ns:meta/">Contract</x:xmpmeta>');

/** A form, document information and metadata, so that there is something of every kind to encrypt. */
function pdfToEncrypt(): Buffer {
  return buildPdf({
    pieces: onePage({
      catalog: '/AcroForm 11 0 R /Metadata 13 0 R',
      page: '/Annots [7 0 R 9 0 R 10 0 R]',
      extra: {
        ...FIELDS,
        11: '<</Fields [7 0 R 8 0 R] /DR <</Font <</F1 5 0 R>>>> /DA (/F1 10 Tf 0 g)>>',
        12: '<</Title (Contract) /Subject ()>>',
        13: stream('/Type /Metadata /Subtype /XML', METADATA),
      },
    }),
    trailer: '/Root 1 0 R /Info 12 0 R',
  });
}

/**
 * Encrypted by qpdf in `folder`; gives paths by kind. `encrypted-*` open with the empty user password and may be
 * signed, each with object streams and without; `locked-*` must be refused.
 */
export function encryptedPdfs(folder: string): Record<string, string> {
  const input = join(folder, 'to-encrypt.pdf');
  writeFileSync(input, pdfToEncrypt());
  const paths: Record<string, string> = {};
  const make = (name: string, choice: readonly string[], more: readonly string[]): void => {
    paths[name] = join(folder, `${name}.pdf`);
    run('qpdf', [input, '--allow-weak-crypto', ...more, '--encrypt', ...choice, '--', paths[name]]);
  };
  for (const [name, choice] of Object.entries(ENCRYPTIONS)) {
    make(`encrypted-${name}`, choice, []);
    make(`encrypted-${name}-object-streams`, choice, ['--object-streams=generate']);
  }
  make('encrypted-aes-256-linearized', ['', 'x', '256'], ['--linearize', '--object-streams=generate']);
  make('encrypted-rc4-128-linearized', ['', 'x', '128', '--use-aes=n'], ['--linearize']);
  for (const [name, choice] of Object.entries(LOCKS)) make(`locked-${name}`, choice, []);
  return paths;
}

/** Made by qpdf from `smallPdfs` in `folder`; gives paths by kind. */
export function toolPdfs(folder: string): Record<string, string> {
  const variants: Record<string, readonly string[]> = {
    'qpdf-object-streams': ['--object-streams=generate'],
    'qpdf-linearized': ['--linearize'],
    'qpdf-linearized-object-streams': ['--linearize', '--object-streams=generate'],
    'qpdf-uncompressed': ['--qdf', '--object-streams=disable'],
  };
  const input = join(folder, 'input.pdf');
  writeFileSync(input, smallPdfs()['form-indirect'] ?? '');
  const paths: Record<string, string> = {};
  for (const [kind, options] of Object.entries(variants)) {
    const path = join(folder, `${kind}.pdf`);
    run('qpdf', [input, ...options, path]);
    paths[kind] = path;
  }
  return paths;
}

/** A web page printed by Chromium. */
export function printedPdf(folder: string, chromium = '/usr/bin/chromium'): string {
  const page = join(folder, 'page.html');
  const path = join(folder, 'printed.pdf');
  writeFileSync(page, '<html lang="en"><title>Invoice</title><h1>Invoice</h1><p>Pay 10 EUR</p></html>');
  run(chromium, [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    `--user-data-dir=${join(folder, 'profile')}`,
    `--print-to-pdf=${path}`,
    page,
  ]);
  return path;
}

function run(command: string, parameters: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, parameters, { encoding: 'utf8', timeout: 300_000 });
  if (error !== undefined || status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`);
}
