import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { derValue } from '../../service/codecs/asn1/der-writer.ts';
import { TAG } from '../../service/codecs/asn1/tags.ts';
import { createEngines } from './engines.ts';
import { requireRoomFor } from './evidence-room.ts';
import type { ExtensionTask } from './extender.ts';
import * as kit from './lasting-files.suite.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'evidence-room-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TOO_LARGE = { sentence: expect.objectContaining({ code: 'EVIDENCE_TOO_LARGE' }) as unknown };
const list = (megabytes: number, filling: number): Uint8Array =>
  derValue(TAG.sequence, new Uint8Array(megabytes * 1_000_000).fill(filling));

/** Renews a file that holds a list of that size; `stamped` counts what the authority was asked for. */
async function renew(kind: kit.FileKind, megabytes: number, fillings: readonly [number, number]) {
  const [held, more] = fillings.map((filling) => list(megabytes, filling));
  const { bytes } = await kit.makeFile(kind, { level: 'LTA', crls: held === undefined ? [] : [held] });
  const inputPath = path.join(folder, 'signed');
  writeFileSync(inputPath, bytes);
  const tokens: Uint8Array[] = [];
  const services = kit.servicesOf({ level: 'LTA', crls: more === undefined ? [] : [more] }, tokens);
  const task: ExtensionTask = {
    ...{ inputPath, outputPath: path.join(folder, 'renewed'), content: null, before: null, level: 'LTA' },
    ...{ isRenewal: true, hash: 'SHA-256', at: kit.NOW, services },
  };
  const ended = await createEngines()
    [kind.format].extend(task)
    .catch((fault: unknown) => fault);
  return { ended, stamped: tokens.length };
}

it.each([
  [{ format: 'CAdES', packaging: 'encapsulated' }, 13],
  [{ format: 'ASiC_E', containerSignature: 'CAdES' }, 13],
  [{ format: 'ASiC_S', containerSignature: 'XAdES' }, 10],
] as const)(
  '%o that holds a list of %i MB has no room for another one, which nobody stamps',
  async (kind, megabytes) => {
    const { ended, stamped } = await renew(kind, megabytes, [1, 2]);
    expect(ended).toMatchObject(TOO_LARGE);
    expect(stamped).toBe(0);
  },
);

it.each([
  [{ format: 'CAdES', packaging: 'encapsulated' }, 13],
  [{ format: 'ASiC_E', containerSignature: 'CAdES' }, 13],
] as const)('%o that holds a list of %i MB is renewed with the same one', async (kind, megabytes) => {
  const { ended, stamped } = await renew(kind, megabytes, [1, 1]);
  expect(ended).toMatchObject({ size: expect.any(Number) as number });
  expect(stamped).toBe(1);
});

describe('a document of 20 MB', () => {
  const evidence = (megabytes: number) => [
    { certificates: [], crls: [new Uint8Array(megabytes * 1_000_000)], ocspResponses: [] },
  ];
  it.each([
    ['XAdES', 6, true],
    ['XAdES', 7, false],
    ['CAdES', 24, true],
    ['ASiC_E', 24, true],
    ['PAdES', 35, true],
  ] as const)('that %s puts a signature with a list of %i MB into or beside: %s', (format, megabytes, fits) => {
    const ask = () => requireRoomFor(evidence(megabytes), { format, containerSignature: null }, 20_000_000);
    if (fits) expect(ask).not.toThrow();
    else expect(ask).toThrow(expect.objectContaining(TOO_LARGE) as Error);
  });
});
