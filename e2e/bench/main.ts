import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { measureLargeDocuments } from './measure-documents.ts';
import { measureTokens } from './measure-tokens.ts';
import { measureVerification } from './measure-verification.ts';
import { measureStation, opensslSignsPerSecond, type Row } from './measure-station.ts';

/** `npm run bench`: every figure beside its limit, all from one run on this machine; also as dist/bench.json. */
const pdf = await hundredKilobytePdf();
const opensslRate = opensslSignsPerSecond();
const rows: Row[] = [
  ...(await measureStation(pdf, opensslRate)),
  ...(await measureTokens(pdf)),
  ...(await measureVerification(pdf)),
  ...measureLargeDocuments(),
];
print(rows);
const target = path.resolve(import.meta.dirname, '../../dist/bench.json');
mkdirSync(path.dirname(target), { recursive: true });
writeFileSync(target, `${JSON.stringify({ at: new Date().toISOString(), rows }, null, 2)}\n`);

async function hundredKilobytePdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage().drawText('Benchmark');
  await document.attach(randomBytes(98_000), 'filling.bin');
  return document.save();
}

function print(table: readonly Row[]): void {
  for (const row of table) {
    const mark = row.isReached ? 'reached' : 'MISSED ';
    console.log(
      `${mark}  ${row.measured.toFixed(1).padStart(9)} ${row.unit.padEnd(7)} ${row.limit.padEnd(18)} ${row.what}`,
    );
    if (row.note !== undefined) console.log(`         ${row.note}`);
  }
}
