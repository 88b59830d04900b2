import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { verifyDocument } from '../../service/verification/verify-document.ts';
import type { TestCa } from '../actors/ca/make-test-ca.ts';
import type { RunningStation } from '../actors/station/running-station.ts';
import { createStationClient } from '../actors/station/station-client.ts';
import { hundredKilobyteXml } from './documents.ts';
import { peerMaterial } from './peers/peer-material.ts';
import { findPeers } from './peers/peers.ts';
import { rateOf } from './rates.ts';
import type { Row } from './row.ts';

const FORMATS = ['CAdES', 'XAdES', 'PAdES'] as const;
type LastingFormat = (typeof FORMATS)[number];

/** Each format's file of level LTA, which has to be VALID at that level for us and TOTAL_PASSED for the peer. */
export async function lastingRows(
  station: RunningStation,
  ca: TestCa,
  { pdf, folder, milliseconds }: { pdf: Uint8Array; folder: string; milliseconds: number },
): Promise<Row[]> {
  const documents = { CAdES: Buffer.from(pdf), XAdES: hundredKilobyteXml(), PAdES: Buffer.from(pdf) };
  const peers = await findPeers(peerMaterial(ca, folder, 'bench'), (reason) => console.log(`not measured: ${reason}`));
  const rows: Row[] = [];
  for (const format of FORMATS) {
    const bytes = await lastingFile(station, format, documents[format]);
    const file = path.join(folder, `lasting-${format}`);
    writeFileSync(file, bytes);
    const ours = await rateOf(() => verifyLasting(format, bytes, ca), milliseconds);
    const dss = peers.find(({ name }) => name === 'EU DSS');
    const [theirs] = (await dss?.rates([{ operation: 'verify', format, path: file, milliseconds }])) ?? [];
    if (theirs !== undefined) rows.push(lastingRow(format, ours, theirs));
  }
  return rows;
}

async function lastingFile(station: RunningStation, format: LastingFormat, document: Uint8Array): Promise<Uint8Array> {
  const client = createStationClient(station.url);
  const fileName = { CAdES: 'a.bin', XAdES: 'a.xml', PAdES: 'a.pdf' }[format];
  const { id } = await client.create(document, { format, profile: 'LTA', fileName });
  const { status, errorMessage } = await client.finished(id);
  if (status !== 'Completed')
    throw new Error(`The benchmark's ${format} of level LTA ended as ${status}: ${errorMessage ?? ''}`);
  return client.content(id);
}

async function verifyLasting(format: LastingFormat, bytes: Uint8Array, ca: TestCa): Promise<void> {
  const report = await verifyDocument({
    format,
    document: { kind: 'bytes', bytes },
    original: null,
    trust: { trustAnchors: [ca.trustAnchor], intermediates: [], crls: ca.crls(), ocspResponses: [] },
    revocationMode: 'Offline',
    at: new Date(),
  });
  const reached = report.signatures[0]?.profileReached;
  if (!report.isValid || reached !== 'LTA') {
    throw new Error(`The benchmark's ${format} is ${report.overallStatus} at level ${String(reached)}.`);
  }
}

function lastingRow(format: LastingFormat, ours: number, theirs: number): Row {
  return {
    what: `${format} of 100 KB at level LTA verified in process, one thread, against EU DSS`,
    measured: ours / theirs,
    unit: 'x',
    better: 'higher',
    limit: 'at least 20 x',
    isReached: ours >= 20 * theirs,
    limitedBy: 'both the same processor',
    note: `ours ${ours.toFixed(1)}/s, EU DSS ${theirs.toFixed(1)}/s`,
  };
}
