import { randomInt } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fuzzTarget } from './fuzz.ts';
import { TARGETS } from './targets.ts';
import { MAX_MILLISECONDS } from './run-target.ts';

/**
 * `npm run fuzz -- [--target=name] [--inputs=20000] [--seed=n]`: breaks valid inputs at random and says which of them
 * crash a reader, take it over two seconds, or pass as VALID. Faulty inputs are left in test-results/fuzz; those worth keeping
 * go into e2e/fuzz/corpus, which every test run tries again.
 */
const { values } = parseArgs({
  options: { target: { type: 'string' }, inputs: { type: 'string' }, seed: { type: 'string' } },
});
const names = values.target === undefined ? Object.keys(TARGETS) : [values.target];
const inputs = Number(values.inputs ?? 20_000);
const seed = Number(values.seed ?? randomInt(2 ** 31));
const keepIn = path.resolve(import.meta.dirname, '../../test-results/fuzz');

console.log(`seed ${seed}, ${inputs} inputs for each of ${names.length} readers`);
let tried = 0;
let faults = 0;
for (const name of names) {
  const result = await fuzzTarget(name, { inputs, seed, maxMilliseconds: MAX_MILLISECONDS, keepIn });
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
