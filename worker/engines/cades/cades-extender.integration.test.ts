import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { signFile, softwareSignerOf } from '../../../e2e/actors/engines/sign-with-engine.ts';
import { localLevelServices } from '../../../e2e/actors/levels/local-level-services.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import { readAttributes } from '../../../service/codecs/cms/cms-attributes.ts';
import { readSignedDataLayout } from '../../../service/codecs/cms/signed-data-layout.ts';
import { parseSignedData } from '../../../service/codecs/cms/signed-data-parser.ts';
import type { EngineDocument } from '../engine.ts';
import type { ExtensionTask } from '../extender.ts';
import type { LevelServices } from '../level-services.ts';
import { createCadesEngine } from './cades-engine.ts';

const MIB = 1024 * 1024;

describe('a CAdES signature raised to T', () => {
  let ca: TestCa;
  let services: LevelServices;
  beforeAll(() => {
    ca = makeTestCa(mkdtempSync(join(tmpdir(), 'cades-extender-')));
    services = localLevelServices(ca);
  });
  afterAll(() => rmSync(ca.folder, { recursive: true, force: true }));

  const sign = async (packaging: 'encapsulated' | 'detached', size = 70_000): Promise<EngineDocument> => {
    const path = ca.path('input');
    writeFileSync(path, 'signed');
    truncateSync(path, size);
    const document = { path, size: statSync(path).size, originalFileName: 'Report.docx' };
    await signFile(document, ca.path('b'), softwareSignerOf(ca, 'p-256'), { format: 'CAdES', packaging });
    return document;
  };
  const taskFor = (content: EngineDocument | null): ExtensionTask => ({
    ...{ inputPath: ca.path('b'), outputPath: ca.path('t'), content, level: 'T', hash: 'SHA-256' },
    ...{ at: new Date(), services },
  });
  const openssl = (...args: string[]): string =>
    execFileSync('openssl', args, { cwd: ca.folder, stdio: 'pipe', encoding: 'utf8' });

  it.each(['encapsulated', 'detached'] as const)(
    '%s: holds for openssl, with a timestamp of its value',
    async (kind) => {
      const content = await sign(kind);
      const extended = await createCadesEngine().extend(taskFor(kind === 'detached' ? content : null));
      const written = readFileSync(ca.path('t'));
      expect(extended).toEqual({ size: written.length, sha256: createHash('sha256').update(written).digest('hex') });
      const [before] = readSignedDataLayout(bytesSource(readFileSync(ca.path('b')))).signerInfos;
      const [after] = readSignedDataLayout(bytesSource(written)).signerInfos;
      expect(after?.fields).toEqual(before?.fields);
      const detached = kind === 'detached' ? ['-content', 'input'] : [];
      const trusted = ['-CAfile', 'root.pem', '-purpose', 'any', '-out', 'content'];
      openssl('cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', 't', ...detached, ...trusted);
      const [signer] = parseSignedData(written, { trailing: 'none' }).signerInfos;
      const [timestamp] = readAttributes(signer?.unsignedAttrs ?? new Uint8Array(0));
      writeFileSync(ca.path('token'), timestamp?.values[0]?.encoded ?? '');
      writeFileSync(ca.path('value'), signer?.signatureValue ?? '');
      const chain = ['-CAfile', 'root.pem', '-untrusted', 'intermediate.pem'];
      expect(openssl('ts', '-verify', '-in', 'token', '-token_in', '-data', 'value', ...chain)).toContain('OK');
    },
  );

  it('is not timestamped a second time', async () => {
    await sign('encapsulated');
    await createCadesEngine().extend(taskFor(null));
    const never = { ...services, timestamp: () => Promise.reject(new Error('asked again')) };
    const again = { ...taskFor(null), inputPath: ca.path('t'), outputPath: ca.path('t2'), services: never };
    await createCadesEngine().extend(again);
    expect(readFileSync(ca.path('t2')).equals(readFileSync(ca.path('t')))).toBe(true);
  });

  it('never holds a timestamp of something else', async () => {
    await sign('encapsulated');
    const other = await services.timestamp({ hash: 'SHA-256', digest: new Uint8Array(32) });
    const lying = { ...taskFor(null), services: { ...services, timestamp: () => Promise.resolve(other) } };
    const raised = createCadesEngine().extend(lying);
    await expect(raised).rejects.toMatchObject({ code: 'TIMESTAMP_OPERATION_FAILED' });
  });

  it('a file that is no signature is refused, without a timestamp', async () => {
    writeFileSync(ca.path('b'), 'text');
    await expect(createCadesEngine().extend(taskFor(null))).rejects.toMatchObject({
      code: 'SIGNATURE_PROFILE_UNSUPPORTED',
      kind: 'permanent',
    });
  });

  it('is raised around 160 MB in flat memory', async () => {
    await sign('encapsulated', 160 * MIB);
    await createCadesEngine().extend(taskFor(null));
    const start = process.memoryUsage.rss();
    let peak = start;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
    await createCadesEngine().extend(taskFor(null));
    clearInterval(timer);
    expect((peak - start) / MIB).toBeLessThan(64);
    const { eContent } = readSignedDataLayout(bytesSource(readFileSync(ca.path('t'))));
    expect(eContent?.bytes).toBe(160 * MIB);
  });
});
