import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { signFile, softwareSignerOf } from '../../../e2e/actors/engines/sign-with-engine.ts';
import { localLevelServices } from '../../../e2e/actors/levels/local-level-services.ts';
import { derNull } from '../../../service/codecs/asn1/der-writer.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import { readAttributes } from '../../../service/codecs/cms/cms-attributes.ts';
import {
  attributeOf,
  encodeSignedDataLayout,
  readSignedDataLayout,
} from '../../../service/codecs/cms/signed-data-layout.ts';
import { encodeAttribute } from '../../../service/codecs/cms/signed-attributes.ts';
import { parseSignedData } from '../../../service/codecs/cms/signed-data-parser.ts';
import type { EngineDocument } from '../engine.ts';
import type { ExtensionTask } from '../extender.ts';
import type { LevelServices } from '../level-services.ts';
import { createCadesEngine } from './cades-engine.ts';

const MIB = 1024 * 1024;
const STAMP = '1.2.840.113549.1.9.16.2.14';
const ARCHIVE = '0.4.0.1733.2.4';

describe('a CAdES signature raised', () => {
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
  /** Beside the first signer, by openssl. */
  const signAgain = (): void => {
    const { certificatePem, keyPem } = ca.signer('rsa-2048');
    openssl(
      ...['cms', '-resign', '-cades', '-binary', '-inform', 'DER', '-in', 'b', '-signer', certificatePem],
      ...['-inkey', keyPem, '-outform', 'DER', '-nodetach', '-out', 'b2'],
    );
    renameSync(ca.path('b2'), ca.path('b'));
  };
  const layoutOf = (name: string) => readSignedDataLayout(bytesSource(readFileSync(ca.path(name))));
  const attributesOf = (name: string): string[][] =>
    layoutOf(name).signerInfos.map(({ unsignedAttributes }) =>
      unsignedAttributes.map((each) => attributeOf(each).oid).sort(),
    );
  const taskFor = (content: EngineDocument | null): ExtensionTask => ({
    ...{ inputPath: ca.path('b'), outputPath: ca.path('t'), content, before: null, level: 'T', hash: 'SHA-256' },
    ...{ at: new Date(), services },
  });
  const openssl = (...args: string[]): string =>
    execFileSync('openssl', args, { cwd: ca.folder, stdio: 'pipe', encoding: 'utf8' });

  it.each(['encapsulated', 'detached'] as const)(
    'to T, %s: holds for openssl, with a timestamp of its value',
    async (kind) => {
      const content = await sign(kind);
      const extended = await createCadesEngine().extend(taskFor(kind === 'detached' ? content : null));
      const written = readFileSync(ca.path('t'));
      expect(extended).toMatchObject({
        size: written.length,
        sha256: createHash('sha256').update(written).digest('hex'),
      });
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

  it('where its evidence is renewed, asks for that of the youngest authority only: signers may have expired since', async () => {
    await sign('encapsulated');
    const asked: (readonly Uint8Array[])[] = [];
    const validationData: LevelServices['validationData'] = (of) => {
      asked.push(of.certificates);
      return services.validationData(of);
    };
    const task: ExtensionTask = { ...taskFor(null), level: 'LTA', services: { ...services, validationData } };
    await createCadesEngine().extend(task);
    const renewal = { inputPath: ca.path('t'), outputPath: ca.path('lta2'), isRenewal: true };
    await createCadesEngine().extend({ ...task, ...renewal });
    const holds = (der: Uint8Array) => asked.map((all) => all.some((each) => Buffer.compare(each, der) === 0));
    expect(holds(ca.signer('p-256').certificate)).toEqual([true, false]);
    expect(holds(ca.timestampAuthority.certificate)).toEqual([true, true]);
    expect(attributesOf('lta2')).toEqual([[ARCHIVE, ARCHIVE, STAMP]]);
  });

  it('to LTA, two signers: evidence once for both, an archive timestamp for each, and two when renewed', async () => {
    await sign('encapsulated');
    signAgain();
    const ocspResponses = [ca.ocspResponse('tsa', { issuer: 'intermediate' })];
    // Whoever answers in the name of an authority comes along, and is nobody whom evidence is asked about.
    const responder = ca.signer('p-384').certificate;
    const validationData: LevelServices['validationData'] = async (of) => {
      expect(of.certificates.some((der) => Buffer.compare(der, responder) === 0)).toBe(false);
      const { certificates, crls } = await services.validationData(of);
      return { certificates: [...certificates, responder], crls, ocspResponses };
    };
    const task = { ...taskFor(null), services: { ...services, validationData } };
    await createCadesEngine().extend({ ...task, level: 'LT' });
    await createCadesEngine().extend({ ...task, level: 'LTA', inputPath: ca.path('t'), outputPath: ca.path('lta') });
    await createCadesEngine().extend({ ...task, level: 'LTA', inputPath: ca.path('lta'), outputPath: ca.path('lta2') });
    expect(attributesOf('t')).toEqual([[STAMP], [STAMP]]);
    expect(attributesOf('lta')).toEqual([
      [ARCHIVE, STAMP],
      [ARCHIVE, STAMP],
    ]);
    expect(attributesOf('lta2')).toEqual([
      [ARCHIVE, ARCHIVE, STAMP],
      [ARCHIVE, ARCHIVE, STAMP],
    ]);
    const [before, after] = [layoutOf('b'), layoutOf('lta2')];
    expect(after.signerInfos.map(({ fields }) => fields)).toEqual(before.signerInfos.map(({ fields }) => fields));
    expect(after.version).toBe(5);
    expect(after.revocationInfos).toHaveLength(4);
    // Two signers, issuing, intermediate and root, and the responder.
    expect(new Set(after.certificates.map((der) => Buffer.from(der).toString('hex'))).size).toBe(6);
    expect(after.certificates).toHaveLength(6);
    expect(parseSignedData(readFileSync(ca.path('lta2')), { trailing: 'none' }).ocspResponses).toHaveLength(1);
    openssl(
      ...['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', 'lta2', '-CAfile', 'root.pem'],
      ...['-purpose', 'any', '-out', 'content'],
    );
  });

  it('detached, to LTA: without the file that it is over there is none', async () => {
    const content = await sign('detached');
    await createCadesEngine().extend({ ...taskFor(content), level: 'LTA' });
    expect(attributesOf('t')[0]).toContain(ARCHIVE);
    const without = createCadesEngine().extend({ ...taskFor(null), level: 'LTA' });
    await expect(without).rejects.toMatchObject({ code: 'SIGNATURE_PROFILE_UNSUPPORTED' });
  });

  it('with an archive timestamp of an older kind is not given evidence that would break it', async () => {
    await sign('encapsulated');
    const layout = layoutOf('b');
    const bytes = readFileSync(ca.path('b'));
    const old = encodeAttribute('1.2.840.113549.1.9.16.2.48', [derNull()]);
    const signerInfos = layout.signerInfos.map((signer) => ({ ...signer, unsignedAttributes: [old] }));
    const { prefix, suffix } = encodeSignedDataLayout({ ...layout, signerInfos });
    const { start, end } = layout.encapContentInfo;
    writeFileSync(ca.path('b'), Buffer.concat([prefix, bytes.subarray(start, end), suffix]));
    const raised = createCadesEngine().extend({ ...taskFor(null), level: 'LT' });
    await expect(raised).rejects.toMatchObject({ code: 'SIGNATURE_PROFILE_UNSUPPORTED' });
  });

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

  it('written as text is told that its binary form can be raised', async () => {
    await sign('encapsulated');
    const base64 = readFileSync(ca.path('b')).toString('base64');
    const refused = async (text: string): Promise<string> => {
      writeFileSync(ca.path('b'), text);
      return createCadesEngine()
        .extend(taskFor(null))
        .then(String, (error: unknown) => String(error));
    };
    expect(await refused(`-----BEGIN CMS-----\n${base64}\n-----END CMS-----\n`)).toMatch(/as PEM text.*binary form/);
    expect(await refused(base64)).toMatch(/as base64 text.*binary form/);
    expect(await refused('no signature')).toMatch(/it is no CMS signature/);
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
