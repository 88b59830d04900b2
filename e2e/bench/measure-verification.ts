import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Packaging } from '../../service/contract/vocabulary/signing.ts';
import { verifyDocument } from '../../service/verification/verify-document.ts';
import type { TrustMaterial } from '../../service/verification/verification.ts';
import { makeTestCa, type TestCa } from '../actors/ca/make-test-ca.ts';
import { signBytes, softwareSignerOf } from '../actors/engines/sign-with-engine.ts';
import type { Row } from './measure-station.ts';

interface Case {
  readonly format: 'CAdES' | 'XAdES' | 'PAdES';
  readonly packaging: Packaging | null;
  readonly document: Uint8Array;
  readonly fileName: string;
  readonly atLeast: number;
}

/** Verifications per second of one core, in this process, with a certificate path to be found and judged VALID. */
export async function measureVerification(pdf: Uint8Array): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'station-bench-ca-'));
  try {
    const ca = makeTestCa(folder);
    const cases: readonly Case[] = [
      { format: 'CAdES', packaging: 'encapsulated', document: randomBytes(100_000), fileName: 'a.bin', atLeast: 1_000 },
      { format: 'XAdES', packaging: 'enveloped', document: hundredKilobyteXml(), fileName: 'a.xml', atLeast: 300 },
      { format: 'PAdES', packaging: null, document: pdf, fileName: 'a.pdf', atLeast: 500 },
    ];
    const rows: Row[] = [];
    for (const one of cases) rows.push(await measureCase(one, ca));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureCase({ format, packaging, document, fileName, atLeast }: Case, ca: TestCa): Promise<Row> {
  const bytes = await signBytes(document, fileName, softwareSignerOf(ca, 'rsa-2048'), { format, packaging });
  const trust: TrustMaterial = {
    trustAnchors: [ca.trustAnchor],
    intermediates: [],
    crls: ca.crls(),
    ocspResponses: [],
  };
  const task = {
    format,
    document: { kind: 'bytes', bytes },
    original: null,
    trust,
    revocationMode: 'Offline',
    at: new Date(),
  } as const;
  const judge = async (rounds: number): Promise<number> => {
    const startedAt = performance.now();
    for (let round = 0; round < rounds; round++) {
      const report = await verifyDocument(task);
      if (!report.isValid) throw new Error(`The benchmark's ${format} is ${report.overallStatus}.`);
    }
    return (1_000 * rounds) / (performance.now() - startedAt);
  };
  await judge(atLeast / 2);
  const rate = await judge(atLeast * 2);
  return {
    what: `verifications/s of a 100 KB ${format} (RSA-2048, path of three certificates), one core`,
    measured: rate,
    unit: '/s',
    limit: `at least ${atLeast.toLocaleString('en')}/s`,
    isReached: rate >= atLeast,
  };
}

/** An order of a thousand lines, as accounting programs write them. */
function hundredKilobyteXml(): Uint8Array {
  const line = (number: number): string =>
    `  <line no="${String(number)}"><item code="A-${String(number)}">Paper &amp; pens</item><amount cur="EUR">12.50</amount></line>\n`;
  const lines = Array.from({ length: 1_020 }, (_, index) => line(index));
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<order xmlns="urn:example:order">\n${lines.join('')}</order>\n`,
  );
}
