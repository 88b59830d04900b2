import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeTestCa, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { signFile, softwareSignerOf } from '../../../e2e/actors/engines/sign-with-engine.ts';
import { localLevelServices } from '../../../e2e/actors/levels/local-level-services.ts';
import type { AsicFormat } from '../../../service/codecs/asic/asic-container.ts';
import { readManifest } from '../../../service/codecs/asic/manifest.ts';
import { buildManifest } from '../../../service/codecs/asic/manifest-writer.ts';
import { derValue } from '../../../service/codecs/asn1/der-writer.ts';
import { TAG } from '../../../service/codecs/asn1/tags.ts';
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
const YOUNGEST = 'META-INF/ASiCArchiveManifest.xml';
const TOKEN = 'META-INF/timestamp001.tst';

const textOf = (bytes: Uint8Array = new Uint8Array(0)): string => new TextDecoder().decode(bytes);
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

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

  const raise = async (
    from: string,
    to: string,
    level: ExtensionLevel,
    isRenewal = false,
    by = services,
  ): Promise<Map<string, Uint8Array>> => {
    const extended = await createEngines()[format].extend({
      ...{ inputPath: ca.path(from), outputPath: ca.path(to), content: null, before: null, level, hash: 'SHA-256' },
      ...{ at: new Date(), services: by, isRenewal },
    });
    const bytes = readFileSync(ca.path(to));
    expect(extended).toMatchObject({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
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

  /** The container with an archive manifest over all of it, and its timestamp. */
  const proven = async (entries: ReadonlyMap<string, Uint8Array>, to: string): Promise<Uint8Array> => {
    const listed = [...entries].filter(([name]) => name !== 'mimetype');
    const manifest = buildManifest({
      ...{ signature: TOKEN, hash: 'SHA-256' },
      dataObjects: listed.map(([name, data]) => ({ name, mediaType: 'text/plain', digestValue: sha256(data) })),
    });
    const token = await services.timestamp({ hash: 'SHA-256', digest: sha256(manifest) });
    const all = new Map([...entries, [YOUNGEST, manifest], [TOKEN, token]]);
    writeFileSync(ca.path(to), rawZip([...all].map(([name, data]) => ({ name, data: Buffer.from(data) }))));
    return manifest;
  };
  /** What is said of a container by what is in it alone. */
  const told = async (file: string): Promise<unknown> => {
    const trust = { trustAnchors: [ca.trustAnchor], intermediates: [], crls: [], ocspResponses: [] };
    const question = { trust, at: new Date(), revocationMode: 'Offline' } as const;
    const report = await verifyAsic(format, bytesSource(readFileSync(ca.path(file))), question);
    const [{ profileReached, timestamps = [] } = { profileReached: null }] = report.signatures;
    return [report.overallStatus, profileReached, timestamps.map(({ kind, status }) => `${kind} ${status}`)];
  };
  const [INNER, OUTER] = ['SignatureTimestamp VALID', 'ContainerTimestamp VALID'];

  it('is renewed by one more archive manifest where it is proven by one, and stays as it is', async () => {
    const lasting = await raise('b', 'lasting', 'LT');
    const first = await proven(lasting, 'proven');
    expect(await told('proven')).toEqual(['VALID', 'LTA', [INNER, OUTER]]);
    const after = await raise('proven', 'proven again', 'LTA', true);
    expect(await told('proven again')).toEqual(['VALID', 'LTA', [INNER, OUTER, OUTER]]);
    expect(after.get('META-INF/ASiCArchiveManifest1.xml')).toEqual(new Uint8Array(first));
    for (const [name, data] of lasting) expect(after.get(name)).toEqual(data);
    const [root] = /<asic:DataObjectReference[^>]*Rootfile="true">/u.exec(textOf(after.get(YOUNGEST))) ?? [];
    expect(root).toContain('URI="META-INF/ASiCArchiveManifest1.xml"');
    const names = readManifest(after.get(YOUNGEST) ?? new Uint8Array(0)).dataObjects.map(({ name }) => name);
    const everything = [...after.keys()].filter(
      (name) => !['mimetype', YOUNGEST, 'META-INF/timestamp002.tst'].includes(name),
    );
    expect(names.toSorted()).toEqual(everything.toSorted());
    await raise('proven again', 'proven thrice', 'LTA', true);
    expect(await told('proven thrice')).toEqual(['VALID', 'LTA', [INNER, OUTER, OUTER, OUTER]]);
  });

  it('is refused before its authority is asked where its youngest timestamp has no room for the evidence', async () => {
    await proven(await raise('b', 'lasting', 'LT'), 'proven');
    const crls = [derValue(TAG.sequence, new Uint8Array(5_000_000))];
    const timestamp = vi.fn<LevelServices['timestamp']>();
    const outOfRoom = {
      timestamp,
      validationData: () => Promise.resolve({ certificates: [], crls, ocspResponses: [] }),
    };
    await expect(raise('proven', 'renewed', 'LTA', true, outOfRoom)).rejects.toMatchObject({
      sentence: { code: 'EVIDENCE_TOO_LARGE' },
    });
    expect(timestamp).not.toHaveBeenCalled();
  });

  it('comes to LT and LTA where an archive manifest lists it as it is, by evidence in the youngest timestamp', async () => {
    const timestamped = await raise('b', 'timestamped', 'T');
    await proven(timestamped, 'listed');
    expect(await told('listed')).toEqual(['VALID', 'T', [INNER, OUTER]]);
    const proving = await raise('listed', 'listed, with evidence', 'LT');
    expect(await told('listed, with evidence')).toEqual(['VALID', 'LT', [INNER, OUTER]]);
    const lasting = await raise('listed', 'listed twice', 'LTA');
    expect(await told('listed twice')).toEqual(['VALID', 'LTA', [INNER, OUTER, OUTER]]);
    for (const after of [proving, lasting]) {
      for (const [name, data] of timestamped) expect(after.get(name)).toEqual(data);
    }
  });

  it('is refused, in words, where it would need a timestamp of its own and an archive manifest lists it as it is', async () => {
    await proven(await entriesOf('b'), 'listed without one');
    for (const level of ['T', 'LT', 'LTA'] as const) {
      await expect(raise('listed without one', 'refused', level)).rejects.toMatchObject({
        code: 'SIGNATURE_PROFILE_UNSUPPORTED',
        message: expect.stringContaining('an archive manifest lists it as it is') as string,
      });
    }
  });

  it('is refused beside a timestamp that is over it', async () => {
    const entries = [...(await entriesOf('b'))].map(([name, data]) => ({ name, data }));
    writeFileSync(ca.path('stamped'), rawZip([...entries, { name: 'META-INF/archive.tst', data: Buffer.from('x') }]));
    await expect(raise('stamped', 'raised', 'LT')).rejects.toMatchObject({ code: 'SIGNATURE_PROFILE_UNSUPPORTED' });
  });
});
