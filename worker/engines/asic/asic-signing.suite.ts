import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeTestCa, type SignerName, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import type { AsicFormat } from '../../../service/codecs/asic/asic-container.ts';
import type { VerificationOutcome } from '../../../service/verification/verification.ts';
import { verifyAsic } from '../../../service/verification/asic/verify-asic.ts';
import { openFileSource } from '../../../service/storage/file-source.ts';
import { requestInWork } from '../../../service/domain/sample-request.suite.ts';
import type { SignatureAlgorithm } from '../../../service/providers/providers.ts';
import type { EngineDocument, EngineTask, SignedOutput } from '../engine.ts';
import { createAsicEEngine, createAsicSEngine } from './asic-engine.ts';

/** Signs files as a station would, with a key of the test PKI, for the tests of this folder. */
export interface AsicFixture {
  readonly ca: TestCa;
  /** Writes a document and describes it as a job would; `name` is what its sender called it. */
  document(name: string, content: Uint8Array): EngineDocument;
  task(documents: readonly EngineDocument[], signer?: SignerName, at?: Date): EngineTask;
  sign(format: AsicFormat, task: EngineTask): Promise<SignedOutput>;
  signatureValue(task: EngineTask, dataToBeSigned: Uint8Array): Uint8Array;
  verify(format: AsicFormat, path: string): Promise<VerificationOutcome>;
}

const ALGORITHMS: Partial<Record<SignerName, SignatureAlgorithm>> = {
  'rsa-2048': { scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  'p-384': { scheme: 'ECDSA', hash: 'SHA-384' },
  'p-521': { scheme: 'ECDSA', hash: 'SHA-512' },
};

export function makeAsicFixture(folder: string): AsicFixture {
  const ca = makeTestCa(join(folder, 'ca'));
  let files = 0;
  const nextPath = (): string => join(folder, `file-${++files}`);
  const keys = new Map<Uint8Array, string>();
  const fixture: AsicFixture = {
    ca,
    document: (originalFileName, content) => {
      const path = nextPath();
      writeFileSync(path, content);
      return { path, size: content.length, originalFileName };
    },
    task: ([document, ...additionalDocuments], signer = 'p-256', at = new Date()) => {
      if (document === undefined) throw new Error('There is nothing to sign');
      const { certificate, privateKey } = ca.signer(signer);
      keys.set(certificate, privateKey);
      const algorithm = ALGORITHMS[signer] ?? { scheme: 'ECDSA', hash: 'SHA-256' };
      const chain = ca.intermediates;
      const key = {
        providerId: 'p',
        providerType: 'Pfx',
        keyId: 'k',
        certificate,
        chain,
        algorithms: [algorithm],
      } as const;
      const common = { appearance: null, outputPath: nextPath(), key, algorithm, at };
      return { order: requestInWork(at), document, additionalDocuments, ...common };
    },
    signatureValue: ({ key: { certificate }, algorithm }, dataToBeSigned) => {
      const key = createPrivateKey(keys.get(certificate) ?? '');
      return sign(algorithm.hash.replace('-', ''), dataToBeSigned, { key, dsaEncoding: 'ieee-p1363' });
    },
    sign: async (format, task) => {
      const engine = format === 'ASiC_S' ? createAsicSEngine() : createAsicEEngine();
      const prepared = await engine.prepare(task);
      const output = await prepared.embed(fixture.signatureValue(task, prepared.dataToBeSigned));
      await prepared.discard();
      return output;
    },
    verify: async (format, path) => {
      const source = openFileSource(path);
      const trust = { trustAnchors: [ca.trustAnchor], intermediates: [], crls: ca.crls(), ocspResponses: [] };
      try {
        return await verifyAsic(format, source, { trust, at: new Date(), revocationMode: 'Offline' });
      } finally {
        source.close();
      }
    },
  };
  return fixture;
}

/** What is on disk agrees with what the engine says of it. */
export function isAsDescribed(path: string, output: SignedOutput): boolean {
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  return (
    statSync(path).size === output.size && sha256 === output.sha256 && basename(output.fileName) === output.fileName
  );
}
