import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestCa } from '../../actors/ca/make-test-ca.ts';
import { signFile, softwareSignerOf, type SoftwareSigner } from '../../actors/engines/sign-with-engine.ts';
import { onePage } from '../../documents/pdf/one-page.ts';
import { buildPdf } from '../../documents/pdf/pdf-builder.ts';
import { kinds, nameOfKind, type Kind } from '../kinds.ts';
import { addSigner } from './add-signer.ts';

export const SIGNERS = 10;
const KEYS = ['p-256', 'rsa-2048', 'p-384'] as const;

/** A file that ten signed one after the other. */
export interface ManySigners {
  readonly id: string;
  readonly path: string;
  readonly originals: readonly string[];
}

/** In every format and packaging, containers with XAdES, too: one document, signed by ten. Throws where one is refused. */
export async function signByMany(ca: TestCa, folder: string): Promise<ManySigners[]> {
  mkdirSync(folder, { recursive: true });
  const files: ManySigners[] = [];
  for (const kind of kinds()) files.push(await signKind(kind, ca, folder));
  return files;
}

/** Writes a document and signs it into the file `place`. Gives what the signature needs beside it. */
export async function signFirst(
  { format, packaging, containerSignature }: Kind,
  place: string,
  signer: SoftwareSigner,
  at: Date,
): Promise<string[]> {
  const input = `${place}.${format === 'PAdES' ? 'pdf' : 'xml'}`;
  const bytes = format === 'PAdES' ? buildPdf({ pieces: onePage() }) : '<?xml version="1.0"?>\n<order>10</order>\n';
  writeFileSync(input, bytes);
  const document = { path: input, size: Buffer.byteLength(bytes), originalFileName: path.basename(input) };
  const request = containerSignature === undefined ? {} : { containerSignature };
  await signFile(document, place, signer, { format, packaging, request, at });
  return packaging === 'detached' ? [input] : [];
}

async function signKind(kind: Kind, ca: TestCa, folder: string): Promise<ManySigners> {
  const { format } = kind;
  const id = `${nameOfKind(kind)} ${SIGNERS} signers`;
  const place = path.join(folder, id.replaceAll(' ', '-'));
  const signerAt = (index: number) => softwareSignerOf(ca, KEYS[index % KEYS.length] ?? KEYS[0]);
  // One person's two signatures of the same second would be the same one twice.
  const start = Date.now();
  const originals = await signFirst(kind, place, signerAt(0), new Date(start));
  for (let index = 1; index < SIGNERS; index++) {
    const added = await addSigner(
      { id, format, path: place, originals },
      signerAt(index),
      `${place}.next`,
      new Date(start + index * 1000),
    );
    if ('refusal' in added) throw new Error(`${id}: signer ${index + 1} was refused: ${added.refusal}`);
    renameSync(`${place}.next`, place);
  }
  return { id, path: place, originals };
}
