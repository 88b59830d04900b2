import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestCa, type TestCa } from '../../../e2e/actors/ca/make-test-ca.ts';
import { signFile, softwareSignerOf } from '../../../e2e/actors/engines/sign-with-engine.ts';
import { localLevelServices } from '../../../e2e/actors/levels/local-level-services.ts';
import type { AsicFormat } from '../../../service/codecs/asic/asic-container.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import { readWholeEntry } from '../../../service/codecs/zip/entry-data.ts';
import { openZip } from '../../../service/codecs/zip/zip-archive.ts';
import { rawZip } from '../../../service/verification/asic/raw-zip.suite.ts';
import type { ContainerSignature } from '../../../service/contract/vocabulary/signature-formats.ts';
import { verifyAsic } from '../../../service/verification/asic/verify-asic.ts';
import { sign, signatureTemplate } from '../../../service/verification/xades/signed-xml.suite.ts';
import type { EngineDocument } from '../engine.ts';
import { createEngines } from '../engines.ts';

type Kind = 'rsa-2048' | 'p-256' | 'p-384';

const SIGNATURES = {
  ASiC_S: { CAdES: 'META-INF/signature.p7s', XAdES: 'META-INF/signatures.xml' },
  ASiC_E: { CAdES: 'META-INF/signature.p7s', XAdES: 'META-INF/signatures0.xml' },
} as const;

const KINDS: readonly (readonly [AsicFormat, ContainerSignature])[] = [
  ['ASiC_S', 'CAdES'],
  ['ASiC_E', 'CAdES'],
  ['ASiC_S', 'XAdES'],
  ['ASiC_E', 'XAdES'],
];

describe.each(KINDS)('a signature added to %s with %s', (format, containerSignature) => {
  const isWrittenAnew = (name: string): boolean => format === 'ASiC_S' && /signatures?[.](p7s|xml)$/.test(name);
  let ca: TestCa;
  beforeAll(async () => {
    ca = makeTestCa(mkdtempSync(join(tmpdir(), 'asic-added-')));
    writeFileSync(ca.path('order.txt'), 'ten boxes '.repeat(1000));
    writeFileSync(ca.path('list.csv'), 'a;b\n1;2\n');
    const more = format === 'ASiC_E' ? [documentOf('list.csv')] : [];
    const signing = { format, additionalDocuments: more, request: { containerSignature } };
    await signFile(documentOf('order.txt'), ca.path('one'), softwareSignerOf(ca, 'p-256'), signing);
  });
  afterAll(() => rmSync(ca.folder, { recursive: true, force: true }));

  const documentOf = (name: string): EngineDocument => ({
    ...{ path: ca.path(name), size: statSync(ca.path(name)).size, originalFileName: name },
  });
  const add = ([from, to]: readonly [string, string], kind: Kind = 'rsa-2048', at = new Date()) =>
    signFile(documentOf(from), ca.path(to), softwareSignerOf(ca, kind), {
      ...{ format, at, request: { operation: 'cosign' } },
    });
  const entriesOf = (name: string) => openZip(bytesSource(readFileSync(ca.path(name)))).entries;
  const contentsOf = async (name: string): Promise<Map<string, Buffer>> => {
    const source = bytesSource(readFileSync(ca.path(name)));
    const found = new Map<string, Buffer>();
    for (const entry of openZip(source).entries) {
      found.set(entry.name, Buffer.from(await readWholeEntry(source, entry, 1_000_000)));
    }
    return found;
  };
  const judge = (name: string) => {
    const trust = { trustAnchors: [ca.trustAnchor], intermediates: [], crls: ca.crls(), ocspResponses: [] };
    const question = { trust, at: new Date(), revocationMode: 'Online' } as const;
    return verifyAsic(format, bytesSource(readFileSync(ca.path(name))), question);
  };
  const repacked = async (change: (contents: Map<string, Buffer>) => void): Promise<void> => {
    const contents = await contentsOf('one');
    change(contents);
    const entries = [...contents].map(([name, data]) => ({ name, data, isDeflated: name !== 'mimetype' }));
    writeFileSync(ca.path('packed'), rawZip(entries));
  };

  it('ten people sign; all hold, over the same files, and every entry stays', async () => {
    const kinds = ['rsa-2048', 'p-256', 'p-384'] as const;
    const now = Date.now();
    let from = 'one';
    // The same key in the same second would make the same signature.
    for (let count = 1; count < 10; count += 1) {
      const output = await add([from, `${count}`], kinds[count % 3] ?? 'p-256', new Date(now - count * 60_000));
      expect(output.fileName).toBe(format === 'ASiC_S' ? `${from}.asics` : `${from}.asice`);
      from = `${count}`;
    }
    const report = await judge(from);
    expect(report.overallStatus).toBe('VALID');
    expect(report.signatures.map(({ covered }) => covered)).toEqual(
      Array.from({ length: 10 }, () => (format === 'ASiC_S' ? ['order.txt'] : ['order.txt', 'list.csv'])),
    );
    const [before, after] = [await contentsOf('one'), await contentsOf(from)];
    expect([...after.keys()].slice(0, before.size)).toEqual([...before.keys()]);
    for (const [name, bytes] of before) {
      if (!isWrittenAnew(name)) expect(after.get(name)?.equals(bytes)).toBe(true);
    }
    const files = containerSignature === 'CAdES' ? 2 : 1;
    expect(after.size).toBe(format === 'ASiC_S' ? before.size : before.size + 9 * files);
  });

  it.runIf(containerSignature === 'XAdES')(
    'one person signs three times in one second, each under a name of its own',
    async () => {
      const at = new Date();
      await add(['one', 'once'], 'p-256', at);
      await add(['once', 'again'], 'p-256', at);
      await add(['again', 'thrice'], 'p-256', at);
      const report = await judge('thrice');
      expect(report.overallStatus).toBe('VALID');
      const written = [...(await contentsOf('thrice'))]
        .filter(([name]) => /signatures\d*\.xml$/.test(name))
        .map(([, bytes]) => String(bytes));
      const ids = written.join('').match(/<ds:Signature [^>]*Id="([^"]*)"/g) ?? [];
      expect(new Set(ids).size).toBe(4);
    },
  );

  it('leaves compressed entries as they lie there', async () => {
    await repacked(() => undefined);
    await add(['packed', 'two']);
    const before = entriesOf('packed');
    const kept = entriesOf('two').slice(0, before.length);
    expect(kept.map(({ name, isCompressed }) => [name, isCompressed])).toEqual(
      before.map(({ name, isCompressed }) => [
        name,
        // The one signature file of ASiC-S is written anew.
        isCompressed && !isWrittenAnew(name),
      ]),
    );
    expect((await judge('two')).overallStatus).toBe('VALID');
  });

  it('reaches its own level, and leaves the first one at its level and bytes', async () => {
    await add(['one', 'two']);
    const services = localLevelServices(ca);
    const extended = { inputPath: ca.path('two'), outputPath: ca.path('raised'), content: null } as const;
    await createEngines()[format].extend({
      ...{ ...extended, before: documentOf('one'), level: 'LTA', hash: 'SHA-256', at: new Date(), services },
    });
    const { signatures, overallStatus } = await judge('raised');
    expect(overallStatus).toBe('VALID');
    expect(signatures.map(({ profileReached }) => profileReached).toSorted()).toEqual(['B', 'LTA']);
    if (format === 'ASiC_S') return;
    const [before, after] = [await contentsOf('one'), await contentsOf('raised')];
    for (const [name, bytes] of before) expect(after.get(name)?.equals(bytes)).toBe(true);
  });

  it('is refused where a file was put in afterwards, or one was changed, or nobody signed', async () => {
    await repacked((contents) => contents.set('afterwards.txt', Buffer.from('pay more')));
    await expect(add(['packed', 'two'])).rejects.toMatchObject({ code: 'SIGNING_OPERATION_FAILED', area: 'document' });
    await repacked((contents) => contents.set('order.txt', Buffer.from('twelve boxes')));
    await expect(add(['packed', 'two'])).rejects.toThrow('SIG_DIGEST_MISMATCH');
    await repacked((contents) => contents.delete(SIGNATURES[format][containerSignature]));
    await expect(add(['packed', 'two'])).rejects.toMatchObject({ code: 'SIGNING_OPERATION_FAILED', area: 'document' });
    await expect(add(['order.txt', 'two'])).rejects.toThrow('cannot be read');
  });

  if (format === 'ASiC_E') {
    it('is refused where a file that was signed was taken out', async () => {
      await repacked((contents) => contents.delete('list.csv'));
      await expect(add(['packed', 'two'])).rejects.toThrow('a file that was signed is not in it');
    });
  }

  it('is refused where the mimetype is not the first entry, in those words', async () => {
    await repacked((contents) => {
      const mimetype = contents.get('mimetype') ?? Buffer.alloc(0);
      contents.delete('mimetype');
      contents.set('mimetype', mimetype);
    });
    await expect(add(['packed', 'two'])).rejects.toThrow('The first entry is not the mimetype.');
  });

  // A manifest of CMS signatures cannot be over nothing.
  if (format === 'ASiC_E' && containerSignature === 'XAdES') {
    it('refuses a container without files', async () => {
      const overNothing = sign(signatureTemplate({ references: [] }));
      await repacked((contents) => {
        for (const name of [...contents.keys()]) if (!/^(mimetype$|META-INF[/])/.test(name)) contents.delete(name);
        contents.set(
          SIGNATURES[format][containerSignature],
          Buffer.from(
            `<a:XAdESSignatures xmlns:a="http://uri.etsi.org/02918/v1.2.1#">${overNothing}</a:XAdESSignatures>`,
          ),
        );
      });
      await expect(add(['packed', 'two'])).rejects.toThrow('no file that could be signed');
    });
  }

  it('raised to LTA, whoever reads it: the timestamp is over the files', async () => {
    const services = localLevelServices(ca);
    const task = { inputPath: ca.path('one'), outputPath: ca.path('lta'), content: null, before: null } as const;
    const more = { level: 'LTA', hash: 'SHA-256', at: new Date(), services } as const;
    await createEngines()[format].extend({ ...task, ...more });
    const { overallStatus, signatures } = await judge('lta');
    expect([overallStatus, signatures.map(({ profileReached }) => profileReached)]).toEqual(['VALID', ['LTA']]);
    const spoiled = readFileSync(ca.path('lta'));
    spoiled.write('TEN', spoiled.indexOf('ten boxes'));
    writeFileSync(ca.path('spoiled'), spoiled);
    expect((await judge('spoiled')).overallStatus).toBe('INVALID');
  });

  it('takes no further file along', async () => {
    const signing = {
      format,
      request: { operation: 'cosign' },
      additionalDocuments: [documentOf('list.csv')],
    } as const;
    const adding = signFile(documentOf('one'), ca.path('two'), softwareSignerOf(ca, 'p-256'), signing);
    await expect(adding).rejects.toThrow('no file can be put into a container that is signed');
  });
});
