import { peerMaterial } from './peers/peer-material.ts';
import {
  engineCases,
  engineRow,
  nameOfEngineTask,
  prepareEngineWork,
  THIS_CODE,
  withEngineBench,
  type EngineBench,
  type EngineCase,
} from './engine-work.ts';
import { findPeers, type Peer, type PeerTask } from './peers/peers.ts';
import { rateOf } from './rates.ts';
import type { Row } from './row.ts';

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
const PASSWORD = 'bench';

/**
 * Signing and verifying 100 KB in this process, one thread, RSA-2048, with a path of three certificates that has to be
 * judged VALID; then the same files, key and anchors with EU DSS and pyHanko where they can be had.
 */
export async function measureEngines(pdf: Uint8Array, milliseconds: number): Promise<Row[]> {
  return withEngineBench(async (bench) => {
    const measurements: Measurement[] = [];
    for (const one of engineCases(pdf)) measurements.push(...(await measureCase(one, bench, milliseconds)));
    const { ca, folder } = bench;
    const peers = await findPeers(peerMaterial(ca, folder, PASSWORD), (reason) =>
      console.log(`not measured beside ${reason}`),
    );
    const rows = measurements.map(ownRow);
    for (const peer of peers) rows.push(...(await peerRows(peer, measurements)));
    return rows;
  });
}

async function measureCase(one: EngineCase, bench: EngineBench, milliseconds: number): Promise<Measurement[]> {
  const { format, atLeast } = one;
  const { input, output, sign, verify } = await prepareEngineWork(THIS_CODE, one, bench);
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

function ownRow({ task, perSecond, atLeast }: Measurement): Row {
  return engineRow(task, perSecond, atLeast);
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
      what: `${nameOfEngineTask(task)}, against ${peer.name}`,
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
