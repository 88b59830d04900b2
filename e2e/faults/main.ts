import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { endOnSignals } from '../actors/ended-with-us.ts';
import { readToolOptions } from '../actors/tool-options.ts';
import type { Fault } from './fault.ts';
import { FAULTS } from './faults.ts';
import { isGood, Outcome, sayOutcome } from './outcome.ts';
import { runFault } from './run-fault.ts';
import { openTwoStations } from './two-stations.ts';

/**
 * `npm run faults -- [--rounds=1] [--seed=1] [part of a name ...]`: two stations on a real Postgres, RabbitMQ and S3 gateway,
 * and everything that goes wrong between and at them, one fault after the other, under load. A seed a round. What was done
 * is kept in test-results/faults.jsonl, and a run that was broken off goes on where it ended. Ends with 1 where something
 * was lost, signed twice or half written. Where it is broken off by a signal it ends what it has started.
 */
const Numbers = z.object({ rounds: z.coerce.number().min(1), seed: z.coerce.number() });
const { values, positionals } = readToolOptions({
  name: 'faults',
  operands: "part of a fault's name ...",
  options: {
    rounds: { type: 'string', default: '1', meaning: 'how often all faults are tried' },
    seed: { type: 'string', default: '1', meaning: 'of the first round' },
  },
});
const { rounds, seed: firstSeed } = Numbers.parse(values);
const results = path.resolve(import.meta.dirname, '../../test-results');
const tally = path.join(results, 'faults.jsonl');
endOnSignals();
mkdirSync(results, { recursive: true });
appendFileSync(tally, '');

const unknown = positionals.filter((part) => !FAULTS.some(({ name }) => name.includes(part)));
if (unknown.length > 0) {
  console.error(
    `No fault is named so: ${unknown.join(', ')}. There are:\n${FAULTS.map(({ name }) => `  ${name}`).join('\n')}`,
  );
  process.exit(2);
}
const isChosen = (name: string): boolean => positionals.length === 0 || positionals.some((part) => name.includes(part));
const chosen = FAULTS.filter(({ name }) => isChosen(name));
for (let seed = firstSeed; seed < firstSeed + rounds; seed += 1) await runRound(seed);
const all = readTally();
console.log(
  `${String(all.length)} faults so far, ${String(all.filter((each) => !isGood(each)).length)} of them went wrong.`,
);
// A connection to a server that was killed may keep this process for ever.
process.exit();

async function runRound(seed: number): Promise<void> {
  const done = new Set(readTally().flatMap((each) => (each.seed === seed && isGood(each) ? [each.fault] : [])));
  const left = chosen.filter(({ name }) => !done.has(name));
  for (const overCables of [false, true]) {
    const those = left.filter(({ isOfCables = false }) => isOfCables === overCables);
    if (those.length > 0) await tryAll(those, seed, overCables);
  }
}

async function tryAll(faults: readonly Fault[], seed: number, overCables: boolean): Promise<void> {
  const stations = await openTwoStations({ overCables });
  try {
    // What is not possible here was said.
    if (overCables && stations.members[0].cables === undefined) return;
    for (const fault of faults) {
      const outcome = await runFault(stations, fault, seed);
      console.log(sayOutcome(outcome));
      appendFileSync(tally, `${JSON.stringify(outcome)}\n`);
      if (!isGood(outcome)) {
        process.exitCode = 1;
        for (const { station } of stations.members) console.error(station.output().slice(-5_000));
      }
    }
  } finally {
    await stations.dispose();
  }
}

function readTally(): readonly Outcome[] {
  return readFileSync(tally, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Outcome.parse(JSON.parse(line)));
}
