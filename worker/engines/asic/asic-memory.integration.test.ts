import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAsicFixture, type AsicFixture } from './asic-signing.suite.ts';

const MIB = 1024 * 1024;
const SIZE = 300 * MIB;

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

it.each(['ASiC_S', 'ASiC_E'] as const)('%s: 300 MB are signed in flat memory, and found VALID', async (format) => {
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
  '300 MB with %s are signed by four, each within what it may cost',
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
