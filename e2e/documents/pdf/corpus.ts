import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encryptedPdfs, pdfLibPdf, printedPdf } from './tool-pdfs.ts';
import { smallPdfs } from './make-pdfs.ts';

export interface CorpusDocument {
  readonly name: string;
  readonly bytes: Buffer;
}

/** How qpdf rewrites a document: each gives another kind of cross-reference section or another order of objects. */
const REWRITES: Readonly<Record<string, readonly string[]>> = {
  linearized: ['--linearize'],
  'object-streams': ['--object-streams=generate'],
  'linearized-object-streams': ['--linearize', '--object-streams=generate'],
  'qdf-no-object-streams': ['--qdf', '--object-streams=disable'],
};

/**
 * Signable documents of different making: hand-made ones of every kind, pdf-lib's, Chromium's, each of them rewritten
 * by qpdf in several ways, and encrypted ones that open without a password. Over a hundred, made in `folder`.
 */
export async function makeCorpus(folder: string): Promise<CorpusDocument[]> {
  const originals: CorpusDocument[] = [
    ...Object.entries(smallPdfs()).map(([name, bytes]) => ({ name, bytes })),
    { name: 'pdf-lib', bytes: Buffer.from(await pdfLibPdf(false)) },
    { name: 'pdf-lib-object-streams', bytes: Buffer.from(await pdfLibPdf(true)) },
    { name: 'chromium-print', bytes: readFileSync(printedPdf(folder)) },
  ];
  const encrypted = Object.entries(encryptedPdfs(folder))
    .filter(([name]) => name.startsWith('encrypted'))
    .map(([name, path]) => ({ name, bytes: readFileSync(path) }));
  // First, so that a document signed a second time is among them.
  return [...encrypted, ...originals.flatMap((original) => [original, ...rewritten(folder, original)])];
}

function rewritten(folder: string, { name, bytes }: CorpusDocument): CorpusDocument[] {
  const input = join(folder, 'rewrite-input.pdf');
  const output = join(folder, 'rewrite-output.pdf');
  writeFileSync(input, bytes);
  return Object.entries(REWRITES).map(([kind, options]) => {
    const { status, stderr } = spawnSync('qpdf', [input, ...options, output], { encoding: 'utf8' });
    // 3: written with warnings about the input, which the hand-made oddities deserve.
    if (status !== 0 && status !== 3) throw new Error(`qpdf could not rewrite ${name}: ${stderr}`);
    return { name: `${name}+${kind}`, bytes: readFileSync(output) };
  });
}
