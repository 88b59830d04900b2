import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { verifyDocument } from '../../../service/verification/verify-document.ts';
import type { TestCa } from '../../actors/ca/make-test-ca.ts';
import { softwareSignerOf } from '../../actors/engines/sign-with-engine.ts';
import { writePkcs12 } from '../../actors/ca/write-pkcs12.ts';
import { askLineByLine } from '../judges/run-program.ts';
import { kinds, nameOfKind, type Kind } from '../kinds.ts';
import { addSigner } from './add-signer.ts';
import type { ForeignFile } from './foreign-files.ts';
import { signFirst } from './many-signers.ts';

const PASSWORD = 'dss-signs';
const OPERATIONS = ['cosign', 'countersign'] as const;
type Operation = (typeof OPERATIONS)[number];

/** A file of ours that DSS signed, too; and then a third, who is one of ours again. */
export interface SharedFile {
  readonly id: string;
  readonly operation: Operation;
  readonly first: ForeignFile;
  readonly second: ForeignFile;
  /** Null where ours refuses, with its sentence in `faults`. */
  readonly third: ForeignFile | null;
  readonly faults: readonly string[];
}

const Answer = z.object({ problem: z.string() });

/**
 * Ours, then DSS beside it or over it, then ours again, in every way that DSS knows: it adds nothing beside a signature
 * that is detached from XML or holds its data inside, only over it. Throws where DSS refuses.
 */
export async function signWithDss(classPath: string, ca: TestCa, folder: string): Promise<SharedFile[]> {
  mkdirSync(folder, { recursive: true });
  const keyFile = path.join(folder, 'dss.p12');
  writePkcs12(ca, 'rsa-2048', keyFile, PASSWORD);
  const tasks = [];
  for (const kind of kinds()) {
    for (const operation of OPERATIONS.filter((one) => isKnownToDss(kind, one))) {
      tasks.push(await prepare(kind, operation, ca, folder));
    }
  }
  const args = ['-cp', classPath, 'conformance.AddSigner', keyFile, PASSWORD];
  const answers = (
    await askLineByLine(
      'java',
      args,
      tasks.map(({ task }) => task),
    )
  ).map((one) => Answer.parse(one));
  const shared: SharedFile[] = [];
  for (const [index, { id, operation, first, second }] of tasks.entries()) {
    const problem = answers[index]?.problem ?? 'no answer';
    if (problem !== '') throw new Error(`DSS does not sign ${id}: ${problem}`);
    const output = `${second.path}.third`;
    const added = await addSigner(second, softwareSignerOf(ca, 'p-384'), output, new Date(Date.now() + 2_000));
    const refusal = 'refusal' in added ? [`a third signer was refused: ${added.refusal}`] : [];
    const third = 'refusal' in added ? null : { ...second, path: output };
    shared.push({ id, operation, first, second, third, faults: [...(await faultsFound(second, ca)), ...refusal] });
  }
  return shared;
}

function isKnownToDss({ format, packaging }: Kind, operation: Operation): boolean {
  if (operation === 'countersign') return format === 'XAdES' || format === 'CAdES';
  return format !== 'XAdES' || packaging === 'enveloped';
}

async function prepare(kind: Kind, operation: Operation, ca: TestCa, folder: string) {
  const { format, packaging, containerSignature } = kind;
  const id = `${nameOfKind(kind)} ${operation}`;
  const place = path.join(folder, id.replaceAll(' ', '-'));
  const originals = await signFirst(kind, place, softwareSignerOf(ca, 'p-256'), new Date());
  const first = { id, format, path: place, originals };
  const second = { ...first, path: `${place}.dss` };
  const name = [format, containerSignature].filter(Boolean).join(' ');
  const task = { kind: name, packaging, operation, path: first.path, originals, output: second.path };
  return { id, operation, first, second, task };
}

/** What our own verifier says of a file that somebody signed after us: both have to be VALID, countersigned ones as well. */
export async function faultsFound({ format, path: file, originals }: ForeignFile, ca: TestCa): Promise<string[]> {
  const [document, original = null] = [file, ...originals].map((one) => ({ kind: 'file', path: one }) as const);
  if (document === undefined) return ['nothing was written'];
  const trust = { trustAnchors: [ca.trustAnchor], intermediates: ca.intermediates, crls: ca.crls(), ocspResponses: [] };
  const more = { trust, revocationMode: 'Offline', at: new Date() } as const;
  const { overallStatus, signatures } = await verifyDocument({ format, document, original, ...more });
  const counters = signatures.flatMap(({ counterSignatures = [] }) => counterSignatures);
  const signers = signatures.length + counters.length;
  const broken = [...signatures, ...counters].filter(({ status }) => status !== 'VALID');
  return [
    ...(overallStatus === 'VALID' ? [] : [`ours: ${overallStatus}`]),
    ...(signers === 2 ? [] : [`ours: ${signers} signers found`]),
    ...broken.map(({ status, reasonCodes }) => `ours: ${status} ${reasonCodes.join(', ')}`),
  ];
}
