import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signFile, type DirectSigning } from '../../e2e/actors/engines/sign-with-engine.ts';
import { FORMAT_OPERATIONS } from '../../service/contract/vocabulary/signature-formats.ts';
import { issue } from '../../service/verification/certificate-path/issued-certificates.suite.ts';
import { root, valid } from '../../service/verification/timestamps/timestamping.suite.ts';
import type { EngineDocument } from './engine.ts';
import * as kit from './lasting-files.suite.ts';

const colleague = issue('Colleague', root, { changes: valid('2026-01-01', '2027-01-01') });
const lists = [kit.signersList('2026-12-20', false), kit.authoritiesList('2030-05-30')];
const ROWS = kit.FILE_KINDS.flatMap((kind) =>
  FORMAT_OPERATIONS[kind.format].filter((one) => one !== 'sign').map((operation) => ({ ...kind, operation })),
);

describe.each(ROWS)('$operation of $format $packaging $containerSignature', ({ operation, ...kind }) => {
  const { format, packaging } = kind;
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'added-signatures-'));
    writeFileSync(at('content'), kit.contentOf(kind));
    writeFileSync(at('first'), (await kit.makeFile(kind, { level: 'T' })).bytes);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const at = (name: string): string => path.join(folder, name);
  const documentOf = (name: string): EngineDocument => ({
    ...{ path: at(name), size: statSync(at(name)).size, originalFileName: 'order.xml' },
  });
  const add = (from: string, to: string, signing: Partial<DirectSigning> = {}) => {
    const { der: certificate, privateKey } = colleague;
    const key = { certificate, chain: [], privateKey, algorithm: { scheme: 'ECDSA', hash: 'SHA-256' } } as const;
    const content = packaging === 'detached' && operation === 'cosign' ? [documentOf('content')] : [];
    return signFile(documentOf(from), at(to), key, {
      ...{ format, at: kit.SIGNED, request: { operation }, additionalDocuments: content, ...signing },
    });
  };
  const judge = (name: string) => kit.judge(kind, readFileSync(at(name)), lists);

  it('adds one signature, and the first one holds as before with its timestamp', async () => {
    const { size } = await add('first', 'second');
    expect(size).toBe(statSync(at('second')).size);
    const [before, after] = [await judge('first'), await judge('second')];
    const [first] = before.signatures;
    expect(first).toMatchObject({ status: 'VALID', profileReached: 'T', signature: { cryptoValid: true } });
    const all = after.signatures.flatMap((one) => [one, ...(one.counterSignatures ?? [])]);
    expect(all.map(({ signature }) => signature.cryptoValid)).toEqual([true, true]);
    const kept = after.signatures.find(({ signature }) => signature.signerSubject === first?.signature.signerSubject);
    expect(kept).toMatchObject({ status: 'VALID', profileReached: 'T', timestamps: [{ isIntact: true }] });
  });

  it('is refused where the first signature is broken', async () => {
    writeFileSync(at('broken'), await kit.withWrongValue({ bytes: readFileSync(at('first')) }));
    await expect(add('broken', 'second')).rejects.toMatchObject({ kind: 'permanent' });
  });
});
