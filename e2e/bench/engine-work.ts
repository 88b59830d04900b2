import { createPrivateKey, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Packaging } from '../../service/contract/vocabulary/signature-formats.ts';
import { verifyDocument } from '../../service/verification/verify-document.ts';
import type { TrustMaterial } from '../../service/verification/verification.ts';
import { makeTestCa, type TestCa } from '../actors/ca/make-test-ca.ts';
import { signFile, softwareSignerOf, type SoftwareSigner } from '../actors/engines/sign-with-engine.ts';
import { hundredKilobyteXml } from './documents.ts';
import type { PeerTask } from './peers/peers.ts';
import type { Row } from './row.ts';

/** What is signed and verified in one process, and how often a second it is to be done there. */
export interface EngineCase {
  readonly format: PeerTask['format'];
  readonly packaging: Packaging | null;
  readonly document: Uint8Array;
  readonly fileName: string;
  readonly atLeast: Readonly<Record<PeerTask['operation'], number>>;
}

/** The engines and the verifier of one checkout. */
export interface EngineCode {
  readonly signFile: typeof signFile;
  readonly verifyDocument: typeof verifyDocument;
}

/** Who signs, and where: RSA-2048, with a path of three certificates that has to be judged VALID. */
export interface EngineBench {
  readonly folder: string;
  readonly ca: TestCa;
  readonly signer: SoftwareSigner;
}

export interface EngineWork {
  /** Where the document lies, and where it lies signed. */
  readonly input: string;
  readonly output: string;
  readonly sign: () => Promise<unknown>;
  readonly verify: () => Promise<void>;
}

/** As profiles of these loops show it. */
const LIMITS = {
  XAdES: 'parsing, then digests and the arithmetic',
  sign: "the key's arithmetic, digests, and the check of what was made",
  verify: 'digests, reading certificates and names, arithmetic',
} as const;
/** The peers keep their outputs in memory. Ours are files, whose disk is no part of what is compared. */
const IN_MEMORY = '/dev/shm';

export const THIS_CODE: EngineCode = { signFile, verifyDocument };

/** Another checkout's, in this process. */
export async function engineCodeOf(checkout: string): Promise<EngineCode> {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(path.join(checkout, file)).href);
  const signing = (await load('e2e/actors/engines/sign-with-engine.ts')) as Pick<EngineCode, 'signFile'>;
  const verifying = (await load('service/verification/verify-document.ts')) as Pick<EngineCode, 'verifyDocument'>;
  return { signFile: signing.signFile, verifyDocument: verifying.verifyDocument };
}

export function engineCases(pdf: Uint8Array): readonly EngineCase[] {
  const bytes = { packaging: 'encapsulated', document: randomBytes(100_000), fileName: 'a.bin' } as const;
  const xml = { packaging: 'enveloped', document: hundredKilobyteXml(), fileName: 'a.xml' } as const;
  return [
    { format: 'CAdES', ...bytes, atLeast: { sign: 1_200, verify: 3_000 } },
    { format: 'XAdES', ...xml, atLeast: { sign: 300, verify: 1_000 } },
    { format: 'PAdES', packaging: null, document: pdf, fileName: 'a.pdf', atLeast: { sign: 1_000, verify: 2_500 } },
  ];
}

/** Makes a folder and a key for `run`; both are gone when it has ended. */
export async function withEngineBench<T>(run: (bench: EngineBench) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'station-bench-engines-'));
  try {
    const ca = makeTestCa(path.join(folder, 'ca'));
    const { privateKey: key, ...certified } = softwareSignerOf(ca, 'rsa-2048');
    const privateKey = typeof key === 'string' ? createPrivateKey(key) : key;
    return await run({ folder, ca, signer: { ...certified, privateKey } });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Signs once; what that made is verified each time. */
export async function prepareEngineWork(
  code: EngineCode,
  { format, packaging, document, fileName }: EngineCase,
  { folder, ca, signer }: EngineBench,
): Promise<EngineWork> {
  const [input, output] = [path.join(folder, fileName), path.join(folder, `signed-${fileName}`)];
  writeFileSync(input, document);
  const source = { path: input, size: document.length, originalFileName: fileName };
  const sign = (): Promise<unknown> => code.signFile(source, output, signer, { format, packaging });
  await sign();
  const bytes = readFileSync(output);
  const trust: TrustMaterial = {
    trustAnchors: [ca.trustAnchor],
    intermediates: [],
    crls: ca.crls(),
    ocspResponses: [],
  };
  const verify = async (): Promise<void> => {
    const document = { kind: 'bytes', bytes } as const;
    const more = { original: null, trust, revocationMode: 'Offline', at: new Date() } as const;
    const report = await code.verifyDocument({ format, document, ...more });
    if (!report.isValid) throw new Error(`The benchmark's ${format} is ${report.overallStatus}.`);
  };
  return { input, output, sign, verify };
}

export function nameOfEngineTask({ format, operation }: Pick<PeerTask, 'format' | 'operation'>): string {
  return `${format} of 100 KB ${operation === 'sign' ? 'signed' : 'verified'} in process, one thread`;
}

export function engineRow(
  task: Pick<PeerTask, 'format' | 'operation'>,
  perSecond: number,
  atLeast: number,
  unit = '/s',
): Row {
  return {
    what: nameOfEngineTask(task),
    measured: perSecond,
    unit,
    better: 'higher',
    limit: `at least ${atLeast.toLocaleString('en')}/s`,
    isReached: perSecond >= atLeast,
    limitedBy: LIMITS[task.format === 'XAdES' ? 'XAdES' : task.operation],
  };
}
