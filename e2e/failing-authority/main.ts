import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { endOnSignals } from '../actors/ended-with-us.ts';
import { readToolOptions } from '../actors/tool-options.ts';
import { nextSeed } from '../kills/tally.ts';
import { tryFailingAuthority } from './failing-round.ts';
import { addUp, jobsOf, TallyLine } from './tally.ts';

/**
 * `npm run failing-authority -- [--jobs=500] [--seed=1] [--round=50]`: signs in every format and packaging at levels T, LT and
 * LTA, while the timestamp authority answers four in ten requests wrongly, until so many jobs have ended: at their level
 * with one signature of the device, or failed with a reason and without an output. It goes in rounds, one seed and one
 * station each; what was done is kept in test-results/failing-authority.jsonl, so that a run that was broken off goes on
 * where it ended. The first job that ends in any other way ends it, with its name and seed.
 */
const positive = z.coerce.number().int().min(1);
const { values } = readToolOptions({
  name: 'failing-authority',
  options: {
    jobs: { type: 'string', default: '500', meaning: 'how many documents are signed in all' },
    seed: { type: 'string', default: '1', meaning: 'of the first round' },
    round: { type: 'string', default: '50', meaning: 'jobs of a round' },
  },
});
const { jobs, seed: firstSeed, round } = z.object({ jobs: positive, seed: positive, round: positive }).parse(values);
const results = path.resolve(import.meta.dirname, '../../test-results');
const tallyFile = path.join(results, 'failing-authority.jsonl');
endOnSignals();
mkdirSync(results, { recursive: true });
writeFileSync(tallyFile, '', { flag: 'a' });

for (let tally = readTally(); ; tally = readTally()) {
  console.log(addUp(tally));
  const left = jobs - jobsOf(tally);
  if (left <= 0) break;
  const seeds = tally.map(({ seed }) => seed);
  const line = await oneRound(Math.min(round, left), nextSeed(seeds, firstSeed));
  if (line === null) break;
  appendFileSync(tallyFile, `${JSON.stringify(line)}\n`);
}

function readTally(): readonly TallyLine[] {
  const lines = readFileSync(tallyFile, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => TallyLine.parse(JSON.parse(line)));
}

/** Null where a job ended as none may. */
async function oneRound(size: number, seed: number): Promise<TallyLine | null> {
  try {
    return await tryFailingAuthority(size, seed);
  } catch (error) {
    process.exitCode = 1;
    console.error(`Seed ${String(seed)}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}
