import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readToolOptions } from '../actors/tool-options.ts';
import type { CorpusCase } from './corpus-part.ts';
import { CORPUS_PARTS } from './parts.ts';
import { comparedWithGoals, printMisses, printTable } from './print-results.ts';
import { runPart, type CaseResult } from './run-part.ts';

/**
 * `npm run corpus -- DIR`: scores the engines on documents and certificates of other makers that lie in a folder with
 * manifests. Options: `--only REGEX` (id or description), `--format PAdES`, `--part verify`, `--out FILE` for the JSON,
 * `--quiet` for the tables alone, `--seconds 30` for one case. Exit code 1 when a share falls below what was reached,
 * 2 when the folder is not there.
 */
const { values, positionals } = readToolOptions({
  name: 'corpus',
  operands: 'folder',
  options: {
    only: { type: 'string', meaning: 'regular expression for ids and descriptions' },
    format: { type: 'string', meaning: 'of one signature format' },
    part: { type: 'string', meaning: 'one part' },
    out: { type: 'string', default: path.join(tmpdir(), 'station-corpus.json'), meaning: 'file for the JSON' },
    quiet: { type: 'boolean', default: false, meaning: 'the tables alone' },
    seconds: { type: 'string', default: '30', meaning: 'for one case' },
  },
});
const folder = path.resolve(positionals[0] ?? '../shared/corpus');

if (existsSync(folder)) {
  process.exitCode = (await run()) ? 0 : 1;
} else {
  console.error(`There is no corpus at ${folder}.`);
  process.exitCode = 2;
}

async function run(): Promise<boolean> {
  const all: CaseResult[] = [];
  const goals: ReturnType<typeof comparedWithGoals> = [];
  for (const part of CORPUS_PARTS.filter(({ name }) => values.part === undefined || values.part === name)) {
    const startedAt = performance.now();
    const cases = part.cases(folder).filter(isWanted);
    if (cases.length === 0) continue;
    const results = await runPart({ part, folder, cases, caseSeconds: Number(values.seconds) });
    all.push(...results);
    if (!values.quiet) printMisses(part, folder, results);
    printTable(part, results);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${String(results.length)} cases in ${seconds} s`);
    goals.push(...comparedWithGoals(part, results));
  }
  writeFileSync(values.out, JSON.stringify(all, null, 1));
  console.log(`\nEvery case with what was said of it: ${values.out}`);
  // Of some cases alone the shares say nothing.
  const isWhole = values.only === undefined && values.format === undefined;
  if (!isWhole) return true;
  for (const { text } of goals) console.log(text);
  return goals.every(({ fails }) => !fails);
}

function isWanted({ id, group, about }: CorpusCase): boolean {
  if (values.format !== undefined && group !== values.format) return false;
  return values.only === undefined || new RegExp(values.only, 'i').test(`${id} ${about}`);
}
