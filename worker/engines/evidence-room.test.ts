import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { derValue } from '../../service/codecs/asn1/der-writer.ts';
import { TAG } from '../../service/codecs/asn1/tags.ts';
import { createEngines } from './engines.ts';
import { requireRoomFor } from './evidence-room.ts';
import * as kit from './lasting-files.suite.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'evidence-room-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TOO_LARGE = { sentence: expect.objectContaining({ code: 'EVIDENCE_TOO_LARGE' }) as unknown };
const list = (megabytes: number, filling: number): Uint8Array =>
  derValue(TAG.sequence, new Uint8Array(megabytes * 1_000_000).fill(filling));

describe.each([
  [{ format: 'CAdES', packaging: 'encapsulated' }, 13],
  [{ format: 'ASiC_E', containerSignature: 'CAdES' }, 13],
  [{ format: 'ASiC_S', containerSignature: 'XAdES' }, 10],
] as const)('%o that holds a list of %i MB', (kind: kit.FileKind, megabytes) => {
  const renew = async (crls: readonly Uint8Array[]): Promise<{ ended: unknown; stamped: number }> => {
    const { bytes } = await kit.makeFile(kind, { level: 'LTA', crls: [list(megabytes, 1)] });
    const inputPath = path.join(folder, 'signed');
    writeFileSync(inputPath, bytes);
    const tokens: Uint8Array[] = [];
    const task = {
      ...{ inputPath, outputPath: path.join(folder, 'renewed'), content: null, before: null, level: 'LTA' },
      ...{ isRenewal: true, hash: 'SHA-256', at: kit.NOW, services: kit.servicesOf({ level: 'LTA', crls }, tokens) },
    } as const;
    const ended = await createEngines()
      [kind.format].extend(task)
      .catch((fault: unknown) => fault);
    return { ended, stamped: tokens.length };
  };

  it('has no room for another one, which no authority is asked to stamp', async () => {
    expect(await renew([list(megabytes, 2)])).toEqual({
      ended: expect.objectContaining(TOO_LARGE) as unknown,
      stamped: 0,
    });
  });

  it.runIf(kind.containerSignature !== 'XAdES')('is renewed with the same one', async () => {
    expect(await renew([list(megabytes, 1)])).toMatchObject({
      ended: { size: expect.any(Number) as number },
      stamped: 1,
    });
  });
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
