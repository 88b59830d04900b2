import { createPrivateKey, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Packaging } from '../../service/contract/vocabulary/signature-formats.ts';
import { verifyDocument } from '../../service/verification/verify-document.ts';
import type { TrustMaterial } from '../../service/verification/verification.ts';
import { makeTestCa, type TestCa } from '../actors/ca/make-test-ca.ts';
import { signFile, softwareSignerOf, type SoftwareSigner } from '../actors/engines/sign-with-engine.ts';
import { hundredKilobyteXml } from './documents.ts';
import { peerMaterial } from './peers/peer-material.ts';
import { findPeers, type Peer, type PeerTask } from './peers/peers.ts';
import { rateOf } from './rates.ts';
import type { Row } from './row.ts';

interface Case {
  readonly format: PeerTask['format'];
  readonly packaging: Packaging | null;
  readonly document: Uint8Array;
  readonly fileName: string;
  /** Times a second that are to be reached. */
  readonly atLeast: Readonly<Record<PeerTask['operation'], number>>;
}

interface Measurement {
  readonly task: PeerTask;
  readonly perSecond: number;
  readonly atLeast: number;
}

/** How many times faster than each peer we are to be, in the same run. */
const BESIDE_PEERS: Readonly<Record<string, Readonly<Record<PeerTask['operation'], number>>>> = {
  'EU DSS': { sign: 5, verify: 20 },
  pyHanko: { sign: 50, verify: 20 },
};
/** As profiles of these loops show it. */
const LIMITS = {
  XAdES: 'parsing, then digests and the arithmetic',
  sign: "the key's arithmetic, digests, and the check of what was made",
  verify: 'digests, reading certificates and names, arithmetic',
} as const;
const PASSWORD = 'bench';
/** The peers keep their outputs in memory. Ours are files, whose disk is no part of what is compared. */
const IN_MEMORY = '/dev/shm';

/**
 * Signing and verifying 100 KB in this process, one thread, RSA-2048, with a path of three certificates that has to be
 * judged VALID; then the same files, key and anchors with EU DSS and pyHanko where they can be had.
 */
export async function measureEngines(pdf: Uint8Array, milliseconds: number): Promise<Row[]> {
  const folder = mkdtempSync(path.join(existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'station-bench-engines-'));
  try {
    const ca = makeTestCa(path.join(folder, 'ca'));
    const { privateKey, ...certified } = softwareSignerOf(ca, 'rsa-2048');
    const signer = {
      ...certified,
      privateKey: typeof privateKey === 'string' ? createPrivateKey(privateKey) : privateKey,
    };
    const measurements: Measurement[] = [];
    for (const one of casesOf(pdf)) measurements.push(...(await measureCase(one, ca, signer, folder, milliseconds)));
    const peers = await findPeers(peerMaterial(ca, folder, PASSWORD), (reason) =>
      console.log(`not measured beside ${reason}`),
    );
    const rows = measurements.map(ownRow);
    for (const peer of peers) rows.push(...(await peerRows(peer, measurements)));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function casesOf(pdf: Uint8Array): readonly Case[] {
  const bytes = randomBytes(100_000);
  return [
    cas('CAdES', 'encapsulated', bytes, 'a.bin', { sign: 1_200, verify: 3_000 }),
    cas('XAdES', 'enveloped', hundredKilobyteXml(), 'a.xml', { sign: 300, verify: 1_000 }),
    cas('PAdES', null, pdf, 'a.pdf', { sign: 1_000, verify: 2_500 }),
  ];
}

function cas(
  format: Case['format'],
  packaging: Packaging | null,
  document: Uint8Array,
  fileName: string,
  atLeast: Case['atLeast'],
): Case {
  return { format, packaging, document, fileName, atLeast };
}

async function measureCase(
  { format, packaging, document, fileName, atLeast }: Case,
  ca: TestCa,
  signer: SoftwareSigner,
  folder: string,
  milliseconds: number,
): Promise<Measurement[]> {
  const [input, output] = [path.join(folder, fileName), path.join(folder, `signed-${fileName}`)];
  writeFileSync(input, document);
  const source = { path: input, size: document.length, originalFileName: fileName };
  const sign = (): Promise<unknown> => signFile(source, output, signer, { format, packaging });
  await sign();
  const bytes = readFileSync(output);
  const trust: TrustMaterial = {
    trustAnchors: [ca.trustAnchor],
    intermediates: [],
    crls: ca.crls(),
    ocspResponses: [],
  };
  const verify = async (): Promise<void> => {
    const document = { kind: 'bytes', bytes } as const;
    const more = { original: null, trust, revocationMode: 'Offline', at: new Date() } as const;
    const report = await verifyDocument({ format, document, ...more });
    if (!report.isValid) throw new Error(`The benchmark's ${format} is ${report.overallStatus}.`);
  };
  const task = { format, milliseconds };
  return [
    {
      task: { ...task, operation: 'sign', path: input },
      perSecond: await rateOf(sign, milliseconds),
      atLeast: atLeast.sign,
    },
    {
      task: { ...task, operation: 'verify', path: output },
      perSecond: await rateOf(verify, milliseconds),
      atLeast: atLeast.verify,
    },
  ];
}

function nameOf({ format, operation }: PeerTask): string {
  return `${format} of 100 KB ${operation === 'sign' ? 'signed' : 'verified'} in process, one thread`;
}

function ownRow({ task, perSecond, atLeast }: Measurement): Row {
  return {
    what: nameOf(task),
    measured: perSecond,
    unit: '/s',
    better: 'higher',
    limit: `at least ${atLeast.toLocaleString('en')}/s`,
    isReached: perSecond >= atLeast,
    limitedBy: LIMITS[task.format === 'XAdES' ? 'XAdES' : task.operation],
  };
}

async function peerRows(peer: Peer, measurements: readonly Measurement[]): Promise<Row[]> {
  const possible = measurements.filter(({ task }) => peer.canDo(task));
  const rates = await ratesOf(
    peer,
    possible.map(({ task }) => task),
  );
  if (rates === null) return [];
  return possible.map(({ task, perSecond }, index) => {
    const theirs = rates[index] ?? Number.NaN;
    const atLeast = BESIDE_PEERS[peer.name]?.[task.operation] ?? 1;
    return {
      what: `${nameOf(task)}, against ${peer.name}`,
      measured: perSecond / theirs,
      unit: 'x',
      better: 'higher',
      limit: `at least ${atLeast} x`,
      isReached: perSecond >= atLeast * theirs,
      limitedBy: 'both the same processor',
      note: `ours ${perSecond.toFixed(1)}/s, ${peer.name} ${theirs.toFixed(1)}/s`,
    };
  });
}

/** Null where the peer fails: that is said and ends the run with an error, and the other figures are measured all the same. */
async function ratesOf(peer: Peer, tasks: readonly PeerTask[]): Promise<readonly number[] | null> {
  try {
    return await peer.rates(tasks);
  } catch (cause) {
    console.log(`NOT MEASURED beside ${peer.name}, which failed: ${String(cause)}`);
    process.exitCode = 1;
    return null;
  }
}
