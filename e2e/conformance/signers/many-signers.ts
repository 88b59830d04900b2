import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  FORMAT_PACKAGINGS,
  SIGNATURE_FORMATS,
  type Packaging,
  type SignatureFormat,
} from '../../../service/contract/vocabulary/signing.ts';
import type { TestCa } from '../../actors/ca/make-test-ca.ts';
import { signFile, softwareSignerOf } from '../../actors/engines/sign-with-engine.ts';
import { onePage } from '../../documents/pdf/one-page.ts';
import { buildPdf } from '../../documents/pdf/pdf-builder.ts';
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

interface Kind {
  readonly format: SignatureFormat;
  readonly packaging: Packaging | null;
  readonly containerSignature?: 'XAdES';
}

function kinds(): Kind[] {
  return SIGNATURE_FORMATS.flatMap((format): Kind[] => {
    const packagings: readonly (Packaging | null)[] = FORMAT_PACKAGINGS[format];
    if (packagings.length > 0) return packagings.map((packaging) => ({ format, packaging }));
    const plain: Kind = { format, packaging: null };
    return format.startsWith('ASiC') ? [plain, { ...plain, containerSignature: 'XAdES' }] : [plain];
  });
}

async function signKind(kind: Kind, ca: TestCa, folder: string): Promise<ManySigners> {
  const { format, packaging, containerSignature } = kind;
  const id = [format, packaging, containerSignature, `${SIGNERS} signers`].filter(Boolean).join(' ');
  const place = path.join(folder, id.replaceAll(' ', '-'));
  const input = `${place}.${format === 'PAdES' ? 'pdf' : 'xml'}`;
  const bytes = format === 'PAdES' ? buildPdf({ pieces: onePage() }) : '<?xml version="1.0"?>\n<order>10</order>\n';
  writeFileSync(input, bytes);
  const originals = packaging === 'detached' ? [input] : [];
  const document = { path: input, size: Buffer.byteLength(bytes), originalFileName: path.basename(input) };
  const signerAt = (index: number) => softwareSignerOf(ca, KEYS[index % KEYS.length] ?? KEYS[0]);
  const request = containerSignature === undefined ? {} : { containerSignature };
  // One person's two signatures of the same second would be the same one twice.
  const start = Date.now();
  await signFile(document, place, signerAt(0), { format, packaging, request, at: new Date(start) });
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
