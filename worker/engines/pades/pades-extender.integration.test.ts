import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { signFile, softwareSignerOf } from '../../../e2e/actors/engines/sign-with-engine.ts';
import { localLevelServices } from '../../../e2e/actors/levels/local-level-services.ts';
import { onePage } from '../../../e2e/documents/pdf/one-page.ts';
import { buildPdf } from '../../../e2e/documents/pdf/pdf-builder.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import { openPdf, type PdfDocument } from '../../../service/codecs/pdf/pdf-document.ts';
import { IncrementalUpdate } from '../../../service/codecs/pdf/incremental-update.ts';
import { isPdfArray, PdfReference } from '../../../service/codecs/pdf/pdf-objects.ts';
import { verifyDocument } from '../../../service/verification/verify-document.ts';
import { createEngines } from '../engines.ts';
import type { ExtensionLevel, ExtensionTask } from '../extender.ts';
import type { LevelServices } from '../level-services.ts';
import { pdfSignatures, withoutTimestamp } from './pdf-signatures.ts';

const TOKEN_BYTES = 4000;

describe('a PDF raised', () => {
  let ca: TestCa;
  let services: LevelServices;
  beforeAll(() => {
    ca = makeTestCa(mkdtempSync(join(tmpdir(), 'pades-extender-')));
    services = localLevelServices(ca);
    writeFileSync(ca.path('input.pdf'), buildPdf({ pieces: onePage(), trailer: '/Root 1 0 R' }));
  });
  afterAll(() => rmSync(ca.folder, { recursive: true, force: true }));

  const sign = async (from: string, to: string, expectedTokenBytes?: number): Promise<Buffer> => {
    const path = ca.path(from);
    const document = { path, size: readFileSync(path).length, originalFileName: 'contract.pdf' };
    const room = expectedTokenBytes === undefined ? {} : { expectedTokenBytes };
    await signFile(document, ca.path(to), softwareSignerOf(ca, 'p-256'), { format: 'PAdES', ...room });
    return readFileSync(ca.path(to));
  };
  const raise = async (from: string, to: string, level: ExtensionLevel, more: Partial<ExtensionTask> = {}) => {
    const extended = await createEngines().PAdES.extend({
      ...{ inputPath: ca.path(from), outputPath: ca.path(to), content: null, before: null, level, hash: 'SHA-256' },
      ...{ at: new Date(), services, ...more },
    });
    const bytes = readFileSync(ca.path(to));
    expect(extended).toMatchObject({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    return { bytes, document: openPdf(bytesSource(bytes)) };
  };
  const stored = (document: PdfDocument): number[] =>
    ['Certs', 'CRLs', 'OCSPs'].map((key) => {
      const store = document.dictionary(document.catalog, 'DSS');
      const list = store === null ? null : document.get(store, key);
      return isPdfArray(list ?? null) ? (list as readonly unknown[]).length : 0;
    });

  const levelsOf = async (bytes: Uint8Array) => {
    const trust = { trustAnchors: [ca.trustAnchor], intermediates: [], crls: [], ocspResponses: [] };
    const document = { kind: 'bytes', bytes: new Uint8Array(bytes) } as const;
    const context = { trust, revocationMode: 'SoftFail', at: new Date() } as const;
    const { signatures } = await verifyDocument({ format: 'PAdES', document, original: null, ...context });
    return signatures.map(({ profileReached }) => profileReached).filter((level) => level !== null);
  };

  it('to T has the timestamp in the room kept for it, and nothing else changed', async () => {
    const before = await sign('input.pdf', 'b', TOKEN_BYTES);
    const { bytes, document } = await raise('b', 't', 'T');
    const [signature, ...more] = pdfSignatures(document);
    expect(more).toEqual([]);
    expect(withoutTimestamp(pdfSignatures(document))).toEqual([]);
    const { start = 0, end = 0 } = signature?.contents ?? {};
    expect(bytes.length).toBe(before.length);
    expect(bytes.subarray(0, start).equals(before.subarray(0, start))).toBe(true);
    expect(bytes.subarray(end).equals(before.subarray(end))).toBe(true);
  });

  it('to T without room for the token, or signed again since, gets a document timestamp', async () => {
    const narrow = await sign('input.pdf', 'b');
    const { bytes, document } = await raise('b', 't', 'T');
    expect(bytes.subarray(0, narrow.length).equals(narrow)).toBe(true);
    expect(pdfSignatures(document).map(({ isTimestamp }) => isTimestamp)).toEqual([false, true]);
    await sign('input.pdf', 'b', TOKEN_BYTES);
    const twice = await sign('b', 'b2', TOKEN_BYTES);
    const again = await raise('b2', 't', 'T');
    expect(again.bytes.subarray(0, twice.length).equals(twice)).toBe(true);
    expect(pdfSignatures(again.document).map(({ isTimestamp }) => isTimestamp)).toEqual([false, false, true]);
  });

  it('to LT holds each piece of evidence once, and to LTA a document timestamp after it', async () => {
    await sign('input.pdf', 'b', TOKEN_BYTES);
    const lt = await raise('b', 'lt', 'LT');
    expect(stored(lt.document)).toEqual([3, 3, 0]);
    const lta = await raise('lt', 'lta', 'LTA');
    expect(lta.bytes.subarray(0, lt.bytes.length).equals(lt.bytes)).toBe(true);
    expect(stored(lta.document)).toEqual([3, 3, 0]);
    expect(pdfSignatures(lta.document).map(({ isTimestamp }) => isTimestamp)).toEqual([false, true]);
    const ocspResponses = [ca.ocspResponse('tsa', { issuer: 'intermediate' })];
    const validationData = () => Promise.resolve({ certificates: [], crls: [], ocspResponses });
    const renewed = await raise('lta', 'renewed', 'LTA', { services: { ...services, validationData } });
    expect(renewed.bytes.subarray(0, lta.bytes.length).equals(lta.bytes)).toBe(true);
    expect(stored(renewed.document)).toEqual([3, 3, 1]);
    expect(pdfSignatures(renewed.document).map(({ isTimestamp }) => isTimestamp)).toEqual([false, true, true]);
  });

  it('to LT stores something after a signature that came later, even where the store has all of it', async () => {
    await sign('input.pdf', 'b', TOKEN_BYTES);
    await raise('b', 'lt', 'LT');
    await sign('lt', 'b2', TOKEN_BYTES);
    const { bytes, document } = await raise('b2', 'lt2', 'LT');
    expect(stored(document)).toEqual([4, 3, 0]);
    const [, second] = pdfSignatures(document);
    expect(bytes.subarray(second?.coveredEnd).toString('latin1')).toContain('/Certs [');
    const levels = await levelsOf(bytes);
    expect(levels).toEqual(['LT', 'LT']);
    // Once is enough.
    expect(stored((await raise('lt2', 'lta2', 'LTA')).document)).toEqual([4, 3, 0]);
    const { document: again } = await raise('lta2', 'again', 'LTA');
    expect(stored(again)).toEqual([4, 3, 0]);
  });

  it('to LT or LTA gets what it lacks where the store was written after it with nothing new in it', async () => {
    await sign('input.pdf', 'b', TOKEN_BYTES);
    await raise('b', 'lt', 'LT');
    await sign('lt', 'b2', TOKEN_BYTES);
    const { bytes: twice, document: signedTwice } = await raise('b2', 't2', 'T');
    const update = new IncrementalUpdate(signedTwice);
    const root = signedTwice.trailer.get('Root');
    if (!(root instanceof PdfReference)) throw new Error('There is no catalog.');
    update.replace(root, signedTwice.catalog);
    writeFileSync(ca.path('unchanged'), Buffer.concat([twice, update.build().bytes]));
    expect(await levelsOf(readFileSync(ca.path('unchanged')))).toEqual(['LT', 'T']);
    for (const level of ['LT', 'LTA'] as const) {
      const { bytes, document } = await raise('unchanged', 'raised', level);
      expect(stored(document)).toEqual([4, 3, 0]);
      expect(await levelsOf(bytes)).toEqual([level, level]);
    }
  });

  it('asks for evidence of the signer and of the authority behind each timestamp', async () => {
    await sign('input.pdf', 'b', TOKEN_BYTES);
    await raise('b', 'lta', 'LTA');
    let asked: readonly Uint8Array[] = [];
    const validationData: LevelServices['validationData'] = (of) => {
      asked = of.certificates;
      return services.validationData(of);
    };
    await raise('lta', 'renewed', 'LTA', { services: { ...services, validationData } });
    const has = (certificate: Uint8Array) => asked.filter((der) => Buffer.compare(der, certificate) === 0).length;
    expect(has(ca.signer('p-256').certificate)).toBe(1);
    expect(has(ca.timestampAuthority.certificate)).toBe(2);
  });

  it('where its evidence is renewed, asks for that of the youngest authority only: signers may have expired since', async () => {
    await sign('input.pdf', 'b', TOKEN_BYTES);
    await raise('b', 'lta', 'LTA');
    const asked: (readonly Uint8Array[])[] = [];
    const validationData: LevelServices['validationData'] = (of) => {
      asked.push(of.certificates);
      return services.validationData(of);
    };
    const watched = { services: { ...services, validationData }, isRenewal: true };
    const { document } = await raise('lta', 'renewed', 'LTA', watched);
    expect(asked).toHaveLength(1);
    const holds = (der: Uint8Array) => asked[0]?.some((each) => Buffer.compare(each, der) === 0);
    expect(holds(ca.timestampAuthority.certificate)).toBe(true);
    expect(holds(ca.signer('p-256').certificate)).toBe(false);
    expect(pdfSignatures(document).map(({ isTimestamp }) => isTimestamp)).toEqual([false, true, true]);
  });

  it('to LTA stays at it when it is renewed twenty times', async () => {
    await sign('input.pdf', 'b', TOKEN_BYTES);
    await raise('b', 'renewed0', 'LTA');
    for (let times = 1; times <= 20; times += 1) {
      await raise(`renewed${times - 1}`, `renewed${times}`, 'LTA', { isRenewal: true });
    }
    expect(await levelsOf(readFileSync(ca.path('renewed20')))).toEqual(['LTA']);
  }, 240_000);

  it('a token larger than expected gets the room that it needs', async () => {
    await sign('input.pdf', 'b', TOKEN_BYTES);
    const huge = localLevelServices(
      ca,
      Array.from({ length: 12 }, () => 'intermediate.pem'),
    );
    const { sizes, services: measured } = measuring(huge);
    const { document } = await raise('b', 'lta', 'LTA', { services: measured });
    expect(pdfSignatures(document).map(({ isTimestamp }) => isTimestamp)).toEqual([false, true, true]);
    // The first one is asked for again with more room; the last one gets that room at once.
    expect(sizes).toHaveLength(3);
  });

  it('a document timestamp gets the room of the tokens that came before it', async () => {
    await sign('input.pdf', 'b', TOKEN_BYTES);
    const { sizes, services: measured } = measuring(services);
    const { document } = await raise('b', 'lta', 'LTA', { services: measured });
    const { contents } = pdfSignatures(document).at(-1) ?? expect.fail('There is no timestamp.');
    const room = (contents.end - contents.start - 2) / 2;
    expect(sizes).toHaveLength(2);
    expect(room).toBeGreaterThanOrEqual(Math.max(...sizes));
    expect(room).toBeLessThanOrEqual(Math.max(...sizes) + 512);
  });

  /** How long the tokens are that are asked for. */
  function measuring(given: LevelServices): { sizes: number[]; services: LevelServices } {
    const sizes: number[] = [];
    const timestamp: LevelServices['timestamp'] = async (...question) => {
      const token = await given.timestamp(...question);
      sizes.push(token.length);
      return token;
    };
    return { sizes, services: { timestamp, validationData: (of) => given.validationData(of) } };
  }

  it('a document without a signature is refused', async () => {
    await expect(raise('input.pdf', 't', 'T')).rejects.toMatchObject({ code: 'SIGNATURE_PROFILE_UNSUPPORTED' });
  });
});
