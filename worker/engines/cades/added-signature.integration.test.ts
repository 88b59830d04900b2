import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestCa, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { signFile, softwareSignerOf } from '../../../e2e/actors/engines/sign-with-engine.ts';
import { localLevelServices } from '../../../e2e/actors/levels/local-level-services.ts';
import { compareDer, derNull } from '../../../service/codecs/asn1/der-writer.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import {
  attributeOf,
  encodeSignedDataLayout,
  readSignedDataLayout,
  withUnsignedAttribute,
} from '../../../service/codecs/cms/signed-data-layout.ts';
import { encodeAttribute } from '../../../service/codecs/cms/signed-attributes.ts';
import { parseSignedData } from '../../../service/codecs/cms/signed-data-parser.ts';
import type { SignatureOperation } from '../../../service/contract/vocabulary/signature-formats.ts';
import { StationError } from '../../../service/domain/station-error.ts';
import { verifyCades } from '../../../service/verification/cades/verify-cades.ts';
import type { EngineDocument } from '../engine.ts';
import { createCadesEngine } from './cades-engine.ts';

const ANY_TIMESTAMP = '1.2.840.113549.1.9.16.2.48';
type Kind = 'rsa-2048' | 'p-256' | 'p-384';

describe('a signature added to a CMS file', () => {
  let ca: TestCa;
  beforeAll(() => {
    ca = makeTestCa(mkdtempSync(join(tmpdir(), 'cades-added-')));
  });
  afterAll(() => rmSync(ca.folder, { recursive: true, force: true }));
  beforeEach(() => writeFileSync(ca.path('content'), 'To be signed by several people.\r\n'));

  const bytesOf = (name: string): Buffer => readFileSync(ca.path(name));
  const documentOf = (name: string): EngineDocument => ({
    ...{ path: ca.path(name), size: statSync(ca.path(name)).size, originalFileName: `${name}.p7m` },
  });
  const first = (packaging: 'encapsulated' | 'detached', kind: Kind = 'p-256') =>
    signFile(documentOf('content'), ca.path('a'), softwareSignerOf(ca, kind), { format: 'CAdES', packaging });
  const add = (
    operation: SignatureOperation,
    [from, to]: readonly [string, string],
    more: { kind?: Kind; content?: string; targetSignature?: string; at?: Date } = {},
  ) =>
    signFile(documentOf(from), ca.path(to), softwareSignerOf(ca, more.kind ?? 'rsa-2048'), {
      format: 'CAdES',
      request: { operation, targetSignature: more.targetSignature ?? null },
      additionalDocuments: more.content === undefined ? [] : [documentOf(more.content)],
      ...(more.at && { at: more.at }),
    });
  const signersOf = (name: string) => parseSignedData(bytesOf(name), { trailing: 'none' }).signerInfos;
  const judge = (name: string, content: string | null = null) =>
    verifyCades(bytesSource(bytesOf(name)), content === null ? null : bytesSource(bytesOf(content)), {
      trust: { trustAnchors: [ca.trustAnchor], intermediates: [], crls: ca.crls(), ocspResponses: [] },
      revocationMode: 'Online',
      at: new Date(),
    });
  const openssl = (...args: string[]): string =>
    execFileSync('openssl', args, { cwd: ca.folder, stdio: 'pipe', encoding: 'utf8' });
  const opensslVerify = (name: string, ...more: string[]): string =>
    openssl(
      ...['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-in', name, '-CAfile', 'root.pem'],
      ...['-purpose', 'any', '-out', 'out', ...more],
    );

  it('beside the others: earlier SignerInfos byte for byte, in the order of DER, good for us and for openssl', async () => {
    await first('encapsulated');
    const output = await add('cosign', ['a', 'b']);
    await add('cosign', ['b', 'c'], { kind: 'p-384' });
    expect(output).toMatchObject({ contentType: 'application/pkcs7-mime', fileName: 'a.p7m' });
    const [before, after] = [signersOf('a'), signersOf('c')];
    expect(after).toHaveLength(3);
    for (const { der } of before) expect(after.some((signer) => compareDer(signer.der, der) === 0)).toBe(true);
    const encoded = after.map(({ der }) => der);
    expect(encoded).toEqual(encoded.toSorted(compareDer));
    expect(judge('c')).toMatchObject({ overallStatus: 'VALID', signatures: [{}, {}, {}] });
    opensslVerify('c');
    expect(bytesOf('out')).toEqual(bytesOf('content'));
    expect(parseSignedData(bytesOf('c'), { trailing: 'none' }).digestAlgorithms).toHaveLength(2);
  });

  it('ten people sign one file', async () => {
    await first('encapsulated');
    const kinds = ['rsa-2048', 'p-256', 'p-384'] as const;
    // The same key in the same second would make the same signature, however long the others take.
    const now = Date.now();
    for (let count = 1; count < 10; count += 1) {
      const at = new Date(now - count * 60_000);
      await add('cosign', ['a', 'b'], { kind: kinds[count % 3] ?? 'p-256', at });
      writeFileSync(ca.path('a'), bytesOf('b'));
    }
    expect(signersOf('a')).toHaveLength(10);
    expect(judge('a').overallStatus).toBe('VALID');
    opensslVerify('a');
  });

  it('detached: needs the document, and the one that was signed', async () => {
    await first('detached');
    await expect(add('cosign', ['a', 'b'])).rejects.toThrow('was not given along');
    writeFileSync(ca.path('other'), 'Another document.');
    await expect(add('cosign', ['a', 'b'], { content: 'other' })).rejects.toThrow('SIG_DIGEST_MISMATCH');
    const output = await add('cosign', ['a', 'b'], { content: 'content' });
    expect(output).toMatchObject({ contentType: 'application/pkcs7-signature', fileName: 'a.p7s' });
    expect(judge('b', 'content').overallStatus).toBe('VALID');
    opensslVerify('b', '-content', 'content');
  });

  it('to what openssl streams with indefinite lengths: its bytes stay', async () => {
    const { certificatePem, keyPem } = ca.signer('p-256');
    openssl(
      ...['cms', '-sign', '-cades', '-binary', '-in', 'content', '-signer', certificatePem, '-inkey', keyPem],
      ...['-outform', 'DER', '-nodetach', '-stream', '-out', 'a'],
    );
    expect(bytesOf('a')[1]).toBe(0x80);
    await add('cosign', ['a', 'b']);
    const [before] = signersOf('a');
    expect(signersOf('b').some(({ der }) => compareDer(der, before?.der ?? new Uint8Array()) === 0)).toBe(true);
    expect(judge('b').overallStatus).toBe('VALID');
    opensslVerify('b');
  });

  it('over the one that is named: one attribute more, good for us and for openssl, told in the report', async () => {
    await first('encapsulated');
    await add('cosign', ['a', 'b']);
    await expect(add('countersign', ['b', 'c'], { kind: 'p-384' })).rejects.toThrow('Several signatures');
    const named = { kind: 'p-384', targetSignature: '7' } as const;
    await expect(add('countersign', ['b', 'c'], named)).rejects.toThrow('No signature of the file has that name');
    await add('countersign', ['b', 'c'], { ...named, targetSignature: '1' });
    await add('countersign', ['c', 'd'], { ...named, targetSignature: '1', at: new Date(Date.now() - 5000) });
    const [before, after] = [signersOf('b'), signersOf('d')];
    expect(after[0]?.der).toEqual(before[0]?.der);
    const signedOf = (signer = before[1]) => [signer?.signedAttrs, signer?.signatureValue];
    expect(signedOf(after[1])).toEqual(signedOf());
    const { overallStatus, signatures } = judge('d');
    expect(overallStatus).toBe('VALID');
    const told = signatures.map(({ detail }) => detail?.match(/which is intact/g)?.length ?? 0);
    expect(told).toEqual([0, 2]);
    expect(JSON.stringify(signatures)).toContain('COUNTER_SIGNATURE_PRESENT');
    opensslVerify('d');
  });

  it('says of a counter-signature over another value that it is broken', async () => {
    await first('encapsulated');
    await add('countersign', ['a', 'b'], { kind: 'p-384' });
    const [signer] = readSignedDataLayout(bytesSource(bytesOf('b'))).signerInfos;
    const moved = signer?.unsignedAttributes[0] ?? new Uint8Array();
    await first('encapsulated', 'rsa-2048');
    const layout = readSignedDataLayout(bytesSource(bytesOf('a')));
    const certificates = [...layout.certificates, ca.signer('p-384').certificate];
    const signerInfos = layout.signerInfos.map((each) => withUnsignedAttribute(each, moved));
    const { prefix, suffix } = encodeSignedDataLayout({ ...layout, certificates, signerInfos });
    const { start, end } = layout.encapContentInfo;
    writeFileSync(ca.path('c'), Buffer.concat([prefix, bytesOf('a').subarray(start, end), suffix]));
    expect(judge('c')).toMatchObject({ overallStatus: 'VALID' });
    expect(judge('c').signatures[0]?.detail).toContain('which is broken');
  });

  it.each(['rsa-2048', 'p-256'] as const)(
    'refuses the same signature of one second before %s is asked',
    async (kind) => {
      const at = new Date();
      await signFile(documentOf('content'), ca.path('a'), softwareSignerOf(ca, kind), {
        ...{ format: 'CAdES', packaging: 'encapsulated', at },
      });
      await expect(add('cosign', ['a', 'b'], { kind, at })).rejects.toThrow('in this very second already');
      await add('cosign', ['a', 'b'], { kind, at: new Date(at.getTime() + 1_000) });
      expect(signersOf('b')).toHaveLength(2);
    },
  );

  it.each(['cosign', 'countersign'] as const)('%s refuses what is broken, foreign or not a signature', async (how) => {
    const refused = (bytes: Uint8Array): Promise<string> => {
      writeFileSync(ca.path('bad'), bytes);
      return add(how, ['bad', 'b']).then(
        () => 'made',
        (fault: unknown) => (fault instanceof StationError ? `${fault.area}: ${fault.message}` : 'unexpected'),
      );
    };
    await first('encapsulated');
    const good = bytesOf('a');
    const changed = Buffer.from(good);
    changed.write('tO', changed.indexOf('To be signed'), 'latin1');
    expect(await refused(changed)).toMatch(/^document: .*broken already.*SIG_DIGEST_MISMATCH/);
    expect(await refused(good.subarray(0, -10))).toMatch(/^document: .*no CMS signature/);
    expect(await refused(Buffer.concat([good, Buffer.from('more')]))).toMatch(/^document: .*no CMS signature/);
    expect(await refused(Buffer.from('%PDF-1.7 and no signature'))).toMatch(/^document: .*no CMS signature/);
    const base64 = good.toString('base64');
    expect(await refused(Buffer.from(`-----BEGIN CMS-----\n${base64}\n-----END CMS-----`))).toMatch(
      /written as PEM text/,
    );
    expect(await refused(Buffer.from(base64))).toMatch(/^document: .*written as base64 text.*binary form/);
    openssl('crl2pkcs7', '-nocrl', '-certfile', 'root.pem', '-outform', 'DER', '-out', 'nobody');
    expect(await refused(bytesOf('nobody'))).toMatch(/^document: .*SIG_NOT_FOUND/);
    const layout = readSignedDataLayout(bytesSource(good));
    const old = encodeAttribute(ANY_TIMESTAMP, [derNull()]);
    const signerInfos = layout.signerInfos.map((signer) => withUnsignedAttribute(signer, old));
    const { prefix, suffix } = encodeSignedDataLayout({ ...layout, signerInfos });
    const { start, end } = layout.encapContentInfo;
    expect(await refused(Buffer.concat([prefix, good.subarray(start, end), suffix]))).toMatch(
      /^document: .*older kind/,
    );
  });

  it('at a higher level: what was there before is not raised with it', async () => {
    await first('encapsulated');
    await add('cosign', ['a', 'b']);
    await createCadesEngine().extend({
      ...{ inputPath: ca.path('b'), outputPath: ca.path('c'), content: null, before: documentOf('a'), level: 'LTA' },
      ...{ hash: 'SHA-256', at: new Date(), services: localLevelServices(ca) },
    });
    const [earlier] = signersOf('a');
    const after = readSignedDataLayout(bytesSource(bytesOf('c'))).signerInfos;
    const isEarlier = (index: number): boolean =>
      compareDer(signersOf('c')[index]?.der ?? new Uint8Array(), earlier?.der ?? new Uint8Array()) === 0;
    const attributes = after.map(({ unsignedAttributes }, index) => [
      isEarlier(index),
      unsignedAttributes.map((each) => attributeOf(each).oid).length,
    ]);
    expect(attributes.toSorted()).toEqual([
      [false, 2],
      [true, 0],
    ]);
    opensslVerify('c');
  });

  it('in flat memory, however long the content is', async () => {
    truncateSync(ca.path('content'), 128 * 1024 * 1024);
    await first('encapsulated');
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    await add('cosign', ['a', 'b']);
    const now = process.memoryUsage();
    expect(now.arrayBuffers + now.heapUsed - arrayBuffers - heapUsed).toBeLessThan(64 * 1024 * 1024);
    expect(signersOf('b')).toHaveLength(2);
  });
});
