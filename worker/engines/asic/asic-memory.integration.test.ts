import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localLevelServices } from '../../../e2e/actors/levels/local-level-services.ts';
import { bytesSource } from '../../../service/codecs/byte-source.ts';
import { readWholeEntry } from '../../../service/codecs/zip/entry-data.ts';
import { openZip } from '../../../service/codecs/zip/zip-archive.ts';
import { rawZip } from '../../../service/verification/asic/raw-zip.suite.ts';
import { createEngines } from '../engines.ts';
import { makeAsicFixture, type AsicFixture } from './asic-signing.suite.ts';

const MIB = 1024 * 1024;
const SIZE = 128 * MIB;

let folder = '';
let fixture: AsicFixture;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'asic-memory-'));
  fixture = makeAsicFixture(folder);
  // Loads everything once, so that what is measured is the document's.
  const task = fixture.task([fixture.document('warm.bin', Buffer.alloc(3 * MIB))]);
  await fixture.sign('ASiC_E', task);
  await fixture.verify('ASiC_E', task.outputPath);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The most memory above the start that was seen while `run` ran, in bytes. */
async function peakWhile(run: () => Promise<unknown>): Promise<number> {
  const start = process.memoryUsage.rss();
  let peak = start;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
  await run();
  clearInterval(timer);
  return Math.max(peak, process.memoryUsage.rss()) - start;
}

it.each(['ASiC_S', 'ASiC_E'] as const)('%s: 128 MiB are signed in flat memory, and found VALID', async (format) => {
  const document = { ...fixture.document('large.bin', new Uint8Array(0)), size: SIZE };
  truncateSync(document.path, SIZE);
  const task = fixture.task([document]);
  const peak = await peakWhile(() => fixture.sign(format, task));
  expect(peak / MIB).toBeLessThan(64);
  const report = await fixture.verify(format, task.outputPath);
  expect({ status: report.overallStatus, detail: report.detail }).toEqual({ status: 'VALID', detail: null });
  rmSync(task.outputPath);
});

it.each(['CAdES', 'XAdES'] as const)(
  '128 MiB with %s are signed by four, each within what it may cost',
  async (kind) => {
    const document = { ...fixture.document('large.bin', new Uint8Array(0)), size: SIZE };
    truncateSync(document.path, SIZE);
    const first = fixture.task([document]);
    await fixture.sign('ASiC_E', { ...first, order: { ...first.order, containerSignature: kind } });
    let signed = first.outputPath;
    for (let signer = 2; signer <= 4; signer++) {
      const input = { path: signed, size: statSync(signed).size, originalFileName: 'large.asice' };
      const task = fixture.task([input], signer % 2 === 0 ? 'p-384' : 'p-521');
      const peak = await peakWhile(() =>
        fixture.sign('ASiC_E', { ...task, order: { ...task.order, operation: 'cosign' } }),
      );
      expect(peak / MIB).toBeLessThan(64);
      rmSync(signed);
      signed = task.outputPath;
    }
    const { overallStatus, signatures } = await fixture.verify('ASiC_E', signed);
    expect([overallStatus, signatures.length]).toEqual(['VALID', 4]);
    rmSync(signed);
  },
);

it('128 MiB with XAdES are raised to LTA and renewed in flat memory, though the timestamps are over the file itself', async () => {
  const services = localLevelServices(fixture.ca);
  const document = { ...fixture.document('large.bin', new Uint8Array(0)), size: SIZE };
  truncateSync(document.path, SIZE);
  const first = fixture.task([document]);
  const order = { ...first.order, containerSignature: 'XAdES', profile: 'LTA' } as const;
  await fixture.sign('ASiC_E', { ...first, order });
  let inputPath = first.outputPath;
  for (const timestamps of [2, 3]) {
    const { outputPath } = fixture.task([document]);
    const task = { inputPath, outputPath, content: null, before: null, level: 'LTA', hash: 'SHA-512' } as const;
    const peak = await peakWhile(() => createEngines().ASiC_E.extend({ ...task, at: new Date(), services }));
    expect(peak / MIB).toBeLessThan(64);
    const { overallStatus, signatures } = await fixture.verify('ASiC_E', outputPath);
    expect([overallStatus, signatures[0]?.profileReached]).toEqual(['VALID', 'LTA']);
    expect(signatures[0]?.timestamps?.filter(({ isIntact }) => isIntact)).toHaveLength(timestamps);
    rmSync(inputPath);
    inputPath = outputPath;
  }
  rmSync(inputPath);
});

it('a file that is too large to be timestamped where it is compressed gets no signature for LTA, before a device is asked', async () => {
  // Zeros alone would look like an attack on whoever unpacks them.
  const content = new Uint8Array(33 * MIB);
  randomBytes(content.length / 16).forEach((byte, index) => (content[index * 16] = byte));
  const document = fixture.document('sparse.bin', content);
  const stored = fixture.task([document]);
  await fixture.sign('ASiC_E', { ...stored, order: { ...stored.order, containerSignature: 'XAdES' } });
  const source = bytesSource(readFileSync(stored.outputPath));
  const entries = [];
  for (const entry of openZip(source).entries) {
    const data = await readWholeEntry(source, entry, 40 * MIB);
    entries.push({ name: entry.name, data, isDeflated: entry.name === 'sparse.bin' });
  }
  const packed = fixture.document('packed.asice', rawZip(entries));
  for (const [path, profile, isSigned] of [
    [stored.outputPath, 'LTA', true],
    [packed.path, 'LT', true],
    [packed.path, 'LTA', false],
  ] as const) {
    const task = fixture.task([{ path, size: statSync(path).size, originalFileName: 'a.asice' }], 'p-384');
    const signed = fixture.sign('ASiC_E', { ...task, order: { ...task.order, operation: 'cosign', profile } });
    if (isSigned) await signed;
    else await expect(signed).rejects.toMatchObject({ code: 'SIGNATURE_PROFILE_UNSUPPORTED' });
  }
});
