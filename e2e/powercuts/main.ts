import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { nextSeed } from '../kills/tally.ts';
import { readToolOptions } from '../actors/tool-options.ts';
import { cutPower, differences } from './cut-power.ts';
import { recordStation } from './record-station.ts';
import { addUp, cutsOf, TallyLine } from './tally.ts';

/**
 * `npm run powercuts -- [--cuts=5000] [--seed=1] [--requests=60] [--round=250] [--start-every=25]`: records what a station
 * does to its disk while it signs and requests are sent twice, and cuts the power at so many moments of the recording:
 * whatever no sync had confirmed by then is there, or in part, or not. Each time the files are held against what clients had
 * been told, and every so often a station is started on them. A recording makes a round, one seed each; what was done is
 * kept in test-results/powercuts.jsonl, so that a run that was broken off goes on where it ended. The first violation ends
 * it; its recording is kept then, since its seed alone does not give the same order of events again.
 */
const positive = z.coerce.number().int().min(1);
const Numbers = z.object({
  ...{ cuts: positive, seed: z.coerce.number().int(), requests: positive, round: positive },
  'start-every': z.coerce.number().int().min(0),
});
const { values } = readToolOptions({
  name: 'powercuts',
  options: {
    cuts: { type: 'string', default: '5000', meaning: 'how often the power is cut in all' },
    seed: { type: 'string', default: '1', meaning: 'of the first round' },
    requests: { type: 'string', default: '60', meaning: 'what is signed in a round' },
    round: { type: 'string', default: '250', meaning: 'cuts of a round' },
    'start-every': { type: 'string', default: '25', meaning: 'a station is started after so many cuts; 0: never' },
  },
});
const wanted = Numbers.parse(values);
const results = path.resolve(import.meta.dirname, '../../test-results');
const tallyFile = path.join(results, 'powercuts.jsonl');
mkdirSync(results, { recursive: true });
appendFileSync(tallyFile, '');

console.log(addUp(readTally()));
while (process.exitCode === undefined && cutsOf(readTally()) < wanted.cuts) {
  const seed = nextSeed(
    readTally().map((line) => line.seed),
    wanted.seed,
  );
  await runRound(seed);
}

async function runRound(seed: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'powercuts-'));
  const recording = await recordStation(folder, wanted.requests, seed);
  const untold = differences(recording);
  const scratch = path.join(folder, 'cuts');
  mkdirSync(scratch);
  const cuts = Math.min(wanted.round, wanted.cuts - cutsOf(readTally()));
  const outcome = await cutPower(recording, scratch, { cuts, startEvery: wanted['start-every'], seed });
  const violations = [
    ...untold.map((name) => `The record of the disk misses what was done to ${name}.`),
    ...outcome.violations,
  ];
  if (violations.length > 0) {
    writeFileSync(path.join(folder, 'violations.txt'), violations.join('\n'));
    console.error(
      `Seed ${String(seed)}: ${String(violations.length)} violations, see ${folder}\n${violations[0] ?? ''}`,
    );
    process.exitCode = 1;
    return;
  }
  rmSync(folder, { recursive: true, force: true });
  const line: TallyLine = { seed, cuts: outcome.cuts, starts: outcome.starts, promises: outcome.promises };
  appendFileSync(tallyFile, `${JSON.stringify(line)}\n`);
  console.log(addUp(readTally()));
}

function readTally(): readonly TallyLine[] {
  return readFileSync(tallyFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => TallyLine.parse(JSON.parse(line)));
}
