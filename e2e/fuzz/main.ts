import { randomInt } from 'node:crypto';
import path from 'node:path';
import { readToolOptions } from '../actors/tool-options.ts';
import { fuzzTarget } from './fuzz.ts';
import { keepSamples } from './samples.ts';
import { READERS } from './targets.ts';
import { MAX_MILLISECONDS } from './run-target.ts';

/**
 * `npm run fuzz -- [--target=name] [--inputs=20000] [--seed=n]`: breaks valid inputs at random and says which of them
 * crash a reader, take it over two seconds, or pass as VALID. Faulty inputs are left in test-results/fuzz; those worth keeping
 * go into e2e/fuzz/corpus, which every test run tries again. Samples are made anew; `--write-samples` puts new ones in the
 * place of those in e2e/fuzz/samples, which the test breaks in the same way every time, and tries nothing.
 */
const { values } = readToolOptions({
  name: 'fuzz',
  options: {
    target: { type: 'string', meaning: 'one reader' },
    inputs: { type: 'string', meaning: 'for each reader; 20000 unless given' },
    seed: { type: 'string', meaning: 'a random one unless given' },
    'write-samples': { type: 'boolean', meaning: 'puts new samples in place of those kept, and tries nothing' },
  },
});
const names = values.target === undefined ? Object.keys(READERS) : [values.target];
const inputs = Number(values.inputs ?? 20_000);
const seed = Number(values.seed ?? randomInt(2 ** 31));
const keepIn = path.resolve(import.meta.dirname, '../../test-results/fuzz');

if (values['write-samples'] === true) {
  for (const name of names) {
    const reader = READERS[name];
    if (reader === undefined) throw new Error(`There is no reader ${name}.`);
    keepSamples(name, await reader.makeSamples());
  }
  process.exit(0);
}

console.log(`seed ${seed}, ${inputs} inputs for each of ${names.length} readers`);
let tried = 0;
let faults = 0;
for (const name of names) {
  const result = await fuzzTarget(name, { inputs, seed, samples: 'new', maxMilliseconds: MAX_MILLISECONDS, keepIn });
  tried += result.tried;
  faults += result.faults.length;
  console.log(
    `${name.padEnd(12)} ${String(result.tried).padStart(8)} tried, slowest ${result.slowestMilliseconds} ms, ` +
      `${result.faults.length} faults`,
  );
  for (const { what, file } of result.faults) console.log(`    ${file}: ${what}`);
}
console.log(`${tried} inputs, ${faults} faults`);
process.exit(faults === 0 ? 0 : 1);
