import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { buildManifest } from '../../../service/codecs/asic/manifest-writer.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import { readWholeEntry } from '../../../service/codecs/zip/entry-data.ts';
import { openZip } from '../../../service/codecs/zip/zip-archive.ts';
import { rawZip, type RawEntry } from '../../../service/verification/asic/raw-zip.suite.ts';
import type { LevelServices } from '../../../worker/engines/level-services.ts';
import { createEngines } from '../../../worker/engines/engines.ts';
import type { TestCa } from '../../actors/ca/make-test-ca.ts';
import type { SignedFile } from '../judges/judge.ts';
import { raiseChain, STEPS, type StepName } from './raise-chain.ts';

const MAX_ENTRY = 1_000_000;

/**
 * Containers of level T as others make them, with an archive manifest and its timestamp beside the signature (EN 319 162-1
 * A.7), raised and renewed by these: the file of every step. DSS calls one LTA as soon as the evidence is there.
 */
export async function archivedContainers(
  ca: TestCa,
  services: LevelServices,
  folder: string,
): Promise<ReadonlyMap<StepName, SignedFile>[]> {
  const rows: ReadonlyMap<StepName, SignedFile>[] = [];
  for (const format of ['ASiC_S', 'ASiC_E'] as const) {
    const chain = { format, packaging: null, key: 'p-256' } as const;
    const options = { text: 'archive manifest', steps: STEPS.slice(0, 1) };
    const plain = (await raiseChain(chain, ca, services, folder, options)).get('T');
    if (plain === undefined) throw new Error('The chain has no T.');
    let inputPath = `${plain.path}-listed`;
    writeFileSync(inputPath, await withArchiveManifest(readFileSync(plain.path), services));
    const row = new Map<StepName, SignedFile>([['T', { ...plain, path: inputPath }]]);
    for (const { name, level } of STEPS.slice(1)) {
      const outputPath = `${plain.path}-${name}`;
      await createEngines()[format].extend({
        ...{ inputPath, outputPath, content: null, before: null, level, hash: 'SHA-256', at: new Date(), services },
        isRenewal: name.startsWith('renewed'),
      });
      row.set(name, { ...plain, id: plain.id.replace(/T$/, name), profile: 'LTA', path: outputPath });
      inputPath = outputPath;
    }
    rows.push(row);
  }
  return rows;
}

async function withArchiveManifest(container: Uint8Array, services: LevelServices): Promise<Uint8Array> {
  const source = bytesSource(container);
  const entries: RawEntry[] = [];
  for (const entry of openZip(source).entries) {
    entries.push({ name: entry.name, data: Buffer.from(await readWholeEntry(source, entry, MAX_ENTRY)) });
  }
  const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
  const listed = entries.filter(({ name }) => name !== 'mimetype');
  const manifest = buildManifest({
    ...{ signature: 'META-INF/timestamp001.tst', hash: 'SHA-256' },
    dataObjects: listed.map(({ name, data }) => ({ name, mediaType: 'text/plain', digestValue: sha256(data) })),
  });
  const token = await services.timestamp({ hash: 'SHA-256', digest: sha256(manifest) });
  return rawZip([
    ...entries,
    { name: 'META-INF/ASiCArchiveManifest.xml', data: Buffer.from(manifest) },
    { name: 'META-INF/timestamp001.tst', data: Buffer.from(token) },
  ]);
}
