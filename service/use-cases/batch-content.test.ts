import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBatch } from './batches.ts';
import { openBatchContent } from './batch-content.ts';
import { CALLER, expectCode, openBench, STRANGER, type UseCaseBench } from './use-case-bench.suite.ts';

let bench: UseCaseBench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

async function batchOf(...units: readonly { readonly request: { readonly id: string } }[]): Promise<string> {
  return (await createBatch(bench.ports, CALLER, { signatureIds: units.map(({ request }) => request.id) })).id;
}

async function zipOf(id: string): Promise<{ readonly zip: Buffer; readonly size: number; readonly fileName: string }> {
  const content = await openBatchContent(bench.ports, CALLER, id);
  const chunks: Uint8Array[] = [];
  for await (const chunk of content.read()) chunks.push(chunk);
  return { zip: Buffer.concat(chunks), size: content.size, fileName: content.fileName };
}

/** The names of a ZIP's central directory (APPNOTE 4.3.12). */
function namesOf(zip: Buffer): string[] {
  const names: string[] = [];
  for (let at = zip.indexOf('PK\u0001\u0002'); at >= 0; at = zip.indexOf('PK\u0001\u0002', at + 4)) {
    names.push(zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)));
  }
  return names;
}

function name({ output }: { readonly output: { readonly id: string } }, originalFileName: string): void {
  bench.kept.changeFile(output.id, { originalFileName });
}

const downloads = () => bench.kept.audit.filter(({ eventType }) => eventType === 'SignatureDownloaded');

describe('openBatchContent', () => {
  it('gives out each signed file and a manifest of every document, as long as it said', async () => {
    const [one, two, failed] = [
      await bench.signed({}, 'first'),
      await bench.signed({}, 'second'),
      await bench.stored({
        request: { status: 'Failed', errorCode: 'SIGNING_OPERATION_FAILED', errorMessage: 'Why.' },
      }),
    ];
    const { zip, size, fileName } = await zipOf(await batchOf(one, two, failed));
    expect([fileName, zip.length]).toEqual(['batch-2026-03-04.zip', size]);
    for (const text of ['first', 'second', one.output.sha256, 'SIGNING_OPERATION_FAILED: Why.']) {
      expect(zip.includes(text)).toBe(true);
    }
    expect(downloads().map(({ entityId, actor }) => [entityId, actor])).toEqual([
      [one.request.id, CALLER.actor],
      [two.request.id, CALLER.actor],
    ]);
  });

  it('never gives two files one name, nor one that leads elsewhere or is the manifest', async () => {
    const names = ['a.pdf', 'A.pdf', '../evil.pdf', 'x/y.pdf', 'manifest.csv'];
    const units = [];
    for (const wanted of names) {
      const unit = await bench.signed({}, wanted);
      name(unit, wanted);
      units.push(unit);
    }
    const entries = namesOf((await zipOf(await batchOf(...units))).zip);
    expect(entries).toHaveLength(6);
    expect(new Set(entries.map((entry) => entry.toLowerCase())).size).toBe(6);
    for (const entry of entries) expect(entry).not.toMatch(/[/\\]/);
    for (const wanted of ['a.pdf', 'A (2).pdf', 'x_y.pdf', 'manifest (2).csv']) expect(entries).toContain(wanted);
  });

  it('tells nobody else of it, and has nothing where nothing is signed', async () => {
    const id = await batchOf(await bench.stored());
    await expectCode(openBatchContent(bench.ports, STRANGER, id), 'SIGNATURE_INPUT_NOT_FOUND');
    await expectCode(openBatchContent(bench.ports, CALLER, id), 'SIGNATURE_OUTPUT_NOT_FOUND');
  });

  it('gives out nothing where one file is not the one that was signed', async () => {
    const [one, two] = [await bench.signed(), await bench.signed()];
    await bench.put(two.output.storageKey, 'forged');
    await expectCode(openBatchContent(bench.ports, CALLER, await batchOf(one, two)), 'SIGNATURE_OUTPUT_NOT_FOUND');
    expect(downloads()).toEqual([]);
  });

  it('breaks off where a file changes after it was looked at', async () => {
    const unit = await bench.signed();
    const content = await openBatchContent(bench.ports, CALLER, await batchOf(unit));
    await bench.put(unit.output.storageKey, 'forged');
    const read = async () => {
      for await (const chunk of content.read()) expect(chunk.length).toBeGreaterThan(0);
    };
    await expect(read()).rejects.toThrow('changed');
  });
});
