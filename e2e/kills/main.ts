import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { addUp, nextSeed, TallyLine } from './tally.ts';

/**
 * `npm run kills -- [--kills=600] [--seed=1] [--round=60]`: kills a station's processes at random moments, with full and
 * slow disks and a wandering clock in between, until so many were killed without a request lost, stuck or signed twice.
 * It goes in rounds of the crash scenario, one seed each; what was done is kept in test-results/kills.jsonl, so that a run
 * that was broken off goes on where it ended. The first round that fails ends it; its output lies beside the tally, and
 * its seed repeats it: `SCENARIO_SEED=n SCENARIO_KILLS=60 npm run test:scenarios -- crash`.
 */
const Numbers = z.object({ kills: z.coerce.number().min(1), seed: z.coerce.number(), round: z.coerce.number().min(1) });
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
    round: { type: 'string', default: '60' },
  },
});
const { kills: wanted, seed: firstSeed, round } = Numbers.parse(values);
const root = path.resolve(import.meta.dirname, '../..');
const results = path.join(root, 'test-results');
const tallyFile = path.join(results, 'kills.jsonl');
mkdirSync(results, { recursive: true });
appendFileSync(tallyFile, '');

const readTally = (): readonly TallyLine[] =>
  readFileSync(tallyFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => TallyLine.parse(JSON.parse(line)));

for (let tally = readTally(); ; tally = readTally()) {
  console.log(addUp(tally));
  if (tally.reduce((sum, { kills }) => sum + Object.values(kills).reduce((a, b) => a + b, 0), 0) >= wanted) break;
  const seed = nextSeed(tally, firstSeed);
  const ended = runRound(seed);
  if (ended.status !== 0) {
    const log = path.join(results, `kills-${String(seed)}.log`);
    writeFileSync(log, `${ended.stdout}${ended.stderr}`);
    console.error(`Seed ${String(seed)} failed: ${log}`);
    process.exit(1);
  }
}

function runRound(seed: number) {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  return spawnSync(process.execPath, [vitest, 'run', '--project', 'scenarios', 'crash.scenario'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: {
      ...process.env,
      ...{ SCENARIO_SEED: String(seed), SCENARIO_KILLS: String(round), SCENARIO_TALLY: tallyFile },
    },
  });
}
