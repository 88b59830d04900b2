import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { signFile, softwareSignerOf } from '../../../e2e/actors/engines/sign-with-engine.ts';
import { localLevelServices } from '../../../e2e/actors/levels/local-level-services.ts';
import type { AsicFormat } from '../../../service/codecs/asic/asic-container.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import { attributeOf, readSignedDataLayout } from '../../../service/codecs/cms/signed-data-layout.ts';
import { readWholeEntry } from '../../../service/codecs/zip/entry-data.ts';
import { openZip } from '../../../service/codecs/zip/zip-archive.ts';
import { rawZip } from '../../../service/verification/asic/raw-zip.suite.ts';
import { verifyAsic } from '../../../service/verification/asic/verify-asic.ts';
import { createEngines } from '../engines.ts';
import type { ExtensionLevel } from '../extender.ts';
import type { LevelServices } from '../level-services.ts';

const STAMP = '1.2.840.113549.1.9.16.2.14';
const ARCHIVE = '0.4.0.1733.2.4';
const SIGNATURE = 'META-INF/signature.p7s';

describe.each(['ASiC_S', 'ASiC_E'] as const)('the signature in %s raised', (format: AsicFormat) => {
  let ca: TestCa;
  let services: LevelServices;
  beforeAll(async () => {
    ca = makeTestCa(mkdtempSync(join(tmpdir(), 'asic-extender-')));
    services = localLevelServices(ca);
    writeFileSync(ca.path('input'), 'ten boxes '.repeat(10_000));
    const document = { path: ca.path('input'), size: 100_000, originalFileName: 'order.txt' };
    await signFile(document, ca.path('b'), softwareSignerOf(ca, 'p-256'), { format });
  });
  afterAll(() => rmSync(ca.folder, { recursive: true, force: true }));

  const raise = async (from: string, to: string, level: ExtensionLevel): Promise<Map<string, Uint8Array>> => {
    const extended = await createEngines()[format].extend({
      ...{ inputPath: ca.path(from), outputPath: ca.path(to), content: null, before: null, level, hash: 'SHA-256' },
      ...{ at: new Date(), services },
    });
    const bytes = readFileSync(ca.path(to));
    expect(extended).toEqual({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    return entriesOf(to);
  };
  const entriesOf = async (name: string): Promise<Map<string, Uint8Array>> => {
    const source = bytesSource(readFileSync(ca.path(name)));
    const found = new Map<string, Uint8Array>();
    for (const entry of openZip(source).entries) found.set(entry.name, await readWholeEntry(source, entry, 1_000_000));
    return found;
  };
  const attributesOf = (entries: ReadonlyMap<string, Uint8Array>): string[] => {
    const { signerInfos } = readSignedDataLayout(bytesSource(entries.get(SIGNATURE) ?? new Uint8Array(0)));
    return signerInfos.flatMap(({ unsignedAttributes }) => unsignedAttributes.map((each) => attributeOf(each).oid));
  };

  it('holds at each level, and nothing else in the container changed', async () => {
    const before = await entriesOf('b');
    for (const [from, level, attributes] of [
      ['b', 'T', [STAMP]],
      ['T', 'LT', [STAMP]],
      ['LT', 'LTA', [ARCHIVE, STAMP]],
      ['LTA', 'LTA', [ARCHIVE, ARCHIVE, STAMP]],
    ] as const) {
      const to = from === 'LTA' ? 'renewed' : level;
      const after = await raise(from, to, level);
      expect([...after.keys()]).toEqual([...before.keys()]);
      for (const [name, bytes] of before) if (name !== SIGNATURE) expect(after.get(name)).toEqual(bytes);
      expect(attributesOf(after).sort()).toEqual(attributes);
      const trust = { trustAnchors: [ca.trustAnchor], intermediates: [], crls: ca.crls(), ocspResponses: [] };
      const question = { trust, at: new Date(), revocationMode: 'Online' } as const;
      const { signatures } = await verifyAsic(format, bytesSource(readFileSync(ca.path(to))), question);
      expect(signatures.map(({ signature }) => signature.cryptoValid)).toEqual([true]);
    }
  });

  it('comes out of a container that was compressed', async () => {
    const entries = [...(await entriesOf('b'))].map(([name, data]) => ({
      name,
      data,
      isDeflated: name !== 'mimetype',
    }));
    writeFileSync(ca.path('packed'), rawZip(entries));
    const after = await raise('packed', 'raised', 'LTA');
    expect(Buffer.from(after.get('order.txt') ?? '').equals(readFileSync(ca.path('input')))).toBe(true);
    expect(attributesOf(after).sort()).toEqual([ARCHIVE, STAMP]);
  });

  it('is refused beside a timestamp that is over it', async () => {
    const entries = [...(await entriesOf('b'))].map(([name, data]) => ({ name, data }));
    writeFileSync(ca.path('stamped'), rawZip([...entries, { name: 'META-INF/archive.tst', data: Buffer.from('x') }]));
    await expect(raise('stamped', 'raised', 'LT')).rejects.toMatchObject({ code: 'SIGNATURE_PROFILE_UNSUPPORTED' });
  });
});
