import { constants, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Packaging, SignatureFormat } from '../../../service/contract/vocabulary/signature-formats.ts';
import type { SignatureRequest } from '../../../service/domain/records.ts';
import { requestInWork } from '../../../service/domain/sample-request.suite.ts';
import type { SignatureAlgorithm, SigningKey } from '../../../service/providers/providers.ts';
import type { EngineDocument, EngineTask, SignedOutput } from '../../../worker/engines/engine.ts';
import { createEngines } from '../../../worker/engines/engines.ts';
import type { TestCa } from '../ca/make-test-ca.ts';

/** A key in software with its certificate, to sign without a station around it. */
export interface SoftwareSigner {
  /** DER. */
  readonly certificate: Uint8Array;
  /** DER, issuing CA first. */
  readonly chain: readonly Uint8Array[];
  /** PEM or KeyObject. */
  readonly privateKey: string | KeyObject;
  readonly algorithm: SignatureAlgorithm;
}

const ALGORITHMS = {
  'rsa-2048': { scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  'rsa-4096': { scheme: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' },
  'rsa-pss': { scheme: 'RSASSA-PSS', hash: 'SHA-256' },
  'p-256': { scheme: 'ECDSA', hash: 'SHA-256' },
  'p-384': { scheme: 'ECDSA', hash: 'SHA-384' },
  'p-521': { scheme: 'ECDSA', hash: 'SHA-512' },
  ed25519: { scheme: 'EdDSA', hash: 'SHA-512' },
} as const;

/** A signer of the test authority with a key of that kind. */
export function softwareSignerOf(ca: TestCa, kind: keyof typeof ALGORITHMS): SoftwareSigner {
  const { certificate, privateKey } = ca.signer(kind);
  return { certificate, chain: ca.intermediates, privateKey, algorithm: ALGORITHMS[kind] };
}

export interface DirectSigning {
  readonly format: SignatureFormat;
  readonly packaging?: Packaging | null;
  readonly request?: Partial<SignatureRequest>;
  readonly additionalDocuments?: readonly EngineDocument[];
  readonly at?: Date;
  readonly expectedTokenBytes?: number;
}

/** As a worker has them: read once, for all documents. */
const ENGINES = createEngines();

/** Signs bytes through the product's engine of the format, in this process. Gives the output's bytes. */
export async function signBytes(
  bytes: Uint8Array,
  fileName: string,
  signer: SoftwareSigner,
  signing: DirectSigning,
): Promise<Uint8Array> {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-direct-'));
  try {
    const input = path.join(folder, 'input.bin');
    writeFileSync(input, bytes);
    const outputPath = path.join(folder, 'output.bin');
    const document = { path: input, size: bytes.length, originalFileName: fileName };
    await signFile(document, outputPath, signer, signing);
    return readFileSync(outputPath);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Signs a file through the product's engine of the format, in this process. */
export async function signFile(
  document: EngineDocument,
  outputPath: string,
  signer: SoftwareSigner,
  signing: DirectSigning,
): Promise<SignedOutput> {
  const engine = ENGINES[signing.format];
  const prepared = await engine.prepare(taskFor(document, outputPath, signer, signing));
  try {
    return await prepared.embed(deviceSign(signer, prepared));
  } finally {
    await prepared.discard();
  }
}

/** As a token does it: RSA modulus-long, ECDSA r || s, Ed25519 over the whole data. */
function deviceSign({ privateKey, algorithm }: SoftwareSigner, { dataToBeSigned }: { dataToBeSigned: Uint8Array }) {
  const key = typeof privateKey === 'string' ? createPrivateKey(privateKey) : privateKey;
  const hash = algorithm.hash.replace('-', '').toLowerCase();
  switch (algorithm.scheme) {
    case 'EdDSA':
      return sign(null, dataToBeSigned, key);
    case 'ECDSA':
      return sign(hash, dataToBeSigned, { key, dsaEncoding: 'ieee-p1363' });
    case 'RSASSA-PKCS1-v1_5':
      return sign(hash, dataToBeSigned, key);
    case 'RSASSA-PSS':
      return sign(hash, dataToBeSigned, {
        key,
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      });
  }
}

function taskFor(
  document: EngineDocument,
  outputPath: string,
  signer: SoftwareSigner,
  { format, packaging = null, request, at = new Date(), ...more }: DirectSigning,
): EngineTask {
  const { algorithm } = signer;
  return {
    order: requestInWork(at, { format, packaging, ...request }),
    document,
    additionalDocuments: [],
    appearance: null,
    outputPath,
    key: keyOf(signer),
    algorithm,
    at,
    ...more,
  };
}

const keys = new WeakMap<SoftwareSigner, SigningKey>();

/** The same object for all documents, as a worker keeps it: engines remember what depends on the key alone. */
function keyOf(signer: SoftwareSigner): SigningKey {
  const { certificate, chain, algorithm } = signer;
  const names = { providerId: 'direct', providerType: 'Pfx', keyId: 'direct' } as const;
  const key = keys.get(signer) ?? { ...names, certificate, chain, algorithms: [algorithm] };
  keys.set(signer, key);
  return key;
}
