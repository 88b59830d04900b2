import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { endedWithUs, endOnSignals } from '../actors/ended-with-us.ts';
import { readToolOptions } from '../actors/tool-options.ts';
import { killOnServers } from './on-servers.ts';
import { addUp, killsOf, nextSeed, TallyLine } from './tally.ts';

/**
 * `npm run kills -- [--kills=600] [--seed=1] [--round=60] [--stations=1]`: kills a station's processes at random moments, with full and
 * slow disks and a wandering clock in between, until so many were killed without a request lost, stuck or signed twice.
 * It goes in rounds of the crash scenario, one seed each, in so many stations at once, for a station waits most of the time
 * for what it starts anew; what was done is kept in test-results/kills.jsonl, so that a run
 * that was broken off goes on where it ended. The first round that fails ends it; its output lies beside the tally, and
 * the command that repeats its plan (kill-plan.ts) is said.
 * With `--servers` it is two stations on a Postgres, RabbitMQ and S3 gateway, whose processes are killed like theirs; the
 * tally is test-results/kills-on-servers.jsonl then.
 */
const positive = z.coerce.number().min(1);
const Numbers = z.object({ kills: positive, seed: z.coerce.number(), round: positive, stations: positive });
const { values } = readToolOptions({
  name: 'kills',
  options: {
    kills: { type: 'string', default: '600', meaning: 'how many processes are killed in all' },
    seed: { type: 'string', default: '1', meaning: 'of the first round' },
    round: { type: 'string', default: '60', meaning: 'kills of a round' },
    stations: { type: 'string', default: '1', meaning: 'how many are tried at once' },
    repeat: {
      type: 'boolean',
      default: false,
      meaning: 'one round with the plan of --seed once more, beside the tally',
    },
    servers: { type: 'boolean', default: false, meaning: 'two stations on Postgres, RabbitMQ and an S3 gateway' },
  },
});
const { kills, seed: firstSeed, round, stations: atOnce } = Numbers.parse(values);
const [wanted, stations] = values.repeat ? [1, 1] : [kills, atOnce];
const root = path.resolve(import.meta.dirname, '../..');
const results = path.join(root, 'test-results');
const tallyName = `${values.servers ? 'kills-on-servers' : 'kills'}${values.repeat ? '-repeated' : ''}`;
const tallyFile = path.join(results, `${tallyName}.jsonl`);
endOnSignals();
mkdirSync(results, { recursive: true });
writeFileSync(tallyFile, '', { flag: values.repeat ? 'w' : 'a' });
const underWay = new Set<number>();
const failed: number[] = [];

const readTally = (): readonly TallyLine[] =>
  readFileSync(tallyFile, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => TallyLine.parse(JSON.parse(line)));

console.log(addUp(readTally()));
await Promise.all(Array.from({ length: stations }, goOn));
// A connection to a server that was killed may keep this process for ever.
process.exit(failed.length > 0 ? 1 : 0);

interface Round {
  readonly isGood: boolean;
  readonly output: string;
}

/** One round after another, until so many were killed or a round has failed. */
async function goOn(): Promise<void> {
  while (failed.length === 0 && killsOf(readTally()) < wanted) {
    const seed = nextSeed([...readTally().map((line) => line.seed), ...underWay], firstSeed);
    underWay.add(seed);
    const { isGood, output } = await (values.servers ? roundOnServers(seed) : runRound(seed));
    if (isGood) {
      console.log(addUp(readTally()));
      continue;
    }
    failed.push(seed);
    const log = path.join(results, `${tallyName}-${String(seed)}.log`);
    writeFileSync(log, output);
    console.error(`Seed ${String(seed)} failed: ${log}\nIts plan once more: ${repetition(seed)}`);
  }
}

function repetition(seed: number): string {
  const servers = values.servers ? ' --servers' : '';
  return `npm run kills -- --repeat --seed=${String(seed)} --round=${String(round)}${servers}`;
}

async function roundOnServers(seed: number): Promise<Round> {
  const { tally, failure } = await killOnServers(round, seed);
  if (failure === undefined) appendFileSync(tallyFile, `${JSON.stringify(tally)}\n`);
  return { isGood: failure === undefined, output: failure ?? '' };
}

/** The scenario writes its line by itself. */
function runRound(seed: number): Promise<Round> {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const env = {
    ...process.env,
    ...{ SCENARIO_SEED: String(seed), SCENARIO_KILLS: String(round), SCENARIO_TALLY: tallyFile },
  };
  const options = { cwd: root, maxBuffer: 2 ** 28, env };
  const args = [vitest, 'run', '--project', 'scenarios', 'crash.scenario'];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, options, (error, stdout, stderr) => {
      ended();
      resolve({ isGood: error === null, output: `${stdout}${stderr}` });
    });
    const ended = endedWithUs(() => void child.kill());
  });
}
