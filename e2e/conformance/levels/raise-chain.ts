import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SignatureFormat } from '../../../service/contract/vocabulary/signature-formats.ts';
import type { LevelServices } from '../../../worker/engines/level-services.ts';
import { createEngines } from '../../../worker/engines/engines.ts';
import type { TestCa } from '../../actors/ca/make-test-ca.ts';
import { signFile, softwareSignerOf, type SoftwareSigner } from '../../actors/engines/sign-with-engine.ts';
import { onePage } from '../../documents/pdf/one-page.ts';
import { buildPdf } from '../../documents/pdf/pdf-builder.ts';
import type { SignedFile } from '../judges/judge.ts';
import { nameOfKind } from '../kinds.ts';
import type { LevelChain } from './level-chains.ts';

/** The steps, each made of the file before: the last two renew what the one before them proves. */
export const STEPS = [
  { name: 'T', level: 'T' },
  { name: 'LT', level: 'LT' },
  { name: 'LTA', level: 'LTA' },
  { name: 'renewed', level: 'LTA' },
  { name: 'renewed again', level: 'LTA' },
] as const;
type Step = (typeof STEPS)[number];
export type StepName = Step['name'];

/** As large as a token of the authority of these tests may be. */
const TOKEN_BYTES = 4000;
const XML =
  '<?xml version="1.0" encoding="UTF-8"?>\n<!-- before -->\n<i:invoice xmlns:i="urn:i" i:n="7"><line>5 &gt; 4</line></i:invoice>\n';

export interface Raising {
  /** Makes documents that differ, and tells them apart. */
  readonly text?: string;
  /** In place of the one whose key the chain names. */
  readonly signer?: SoftwareSigner;
  /** All of them unless said otherwise. */
  readonly steps?: readonly Step[];
}

/** Signs a document, raises the signature, and gives the file of every step. */
export async function raiseChain(
  chain: LevelChain,
  ca: TestCa,
  services: LevelServices,
  folder: string,
  { text = '', signer = softwareSignerOf(ca, chain.key), steps = STEPS }: Raising = {},
): Promise<Map<StepName, SignedFile>> {
  const { format, packaging, containerSignature, key } = chain;
  const name = [nameOfKind(chain), key, text].filter(Boolean).join(' ');
  const place = path.join(folder, name.replaceAll(' ', '-'));
  mkdirSync(place, { recursive: true });
  const input = path.join(place, `order.${format === 'PAdES' ? 'pdf' : 'xml'}`);
  writeFileSync(input, documentOf(format, text));
  const document = { path: input, size: statSync(input).size, originalFileName: path.basename(input) };
  const isDetached = packaging === 'detached';
  const files = new Map<StepName, SignedFile>();
  let inputPath = path.join(place, 'signed-B');
  const request = containerSignature === undefined ? {} : { containerSignature };
  await signFile(document, inputPath, signer, { format, packaging, request, expectedTokenBytes: TOKEN_BYTES });
  for (const step of steps) {
    const outputPath = path.join(place, `signed-${step.name}`);
    const content = isDetached ? document : null;
    const task = {
      inputPath,
      outputPath,
      content,
      before: null,
      level: step.level,
      hash: 'SHA-256',
      at: new Date(),
      services,
    } as const;
    await createEngines()[format].extend(task);
    files.set(step.name, {
      id: `${name} ${step.name}`,
      ...{ format, ...request, profile: step.level, path: outputPath, originals: isDetached ? [input] : [] },
      ...{ signedNames: [], keys: [key === 'ed25519' ? 'Ed25519' : key], api: '', requestId: undefined },
    });
    inputPath = outputPath;
  }
  return files;
}

function documentOf(format: SignatureFormat, text: string): string | Uint8Array {
  if (format !== 'PAdES') return XML.replace('5 &gt; 4', `5 &gt; 4${text}`);
  const extra = { 6: `<</Title (Contract${text})>>` };
  return buildPdf({ pieces: onePage({ extra }), trailer: '/Root 1 0 R /Info 6 0 R' });
}
