import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SIGNATURE_FORMATS, SignatureFormat } from '../../service/contract/vocabulary/signature-formats.ts';
import { hundredKilobytePdf } from '../bench/documents.ts';
import { measureEngines } from '../bench/measure-engines.ts';
import { readToolOptions } from '../actors/tool-options.ts';
import { conformanceCases } from './cases.ts';
import { runLevels } from './levels/run-levels.ts';
import { runSigners } from './signers/run-signers.ts';
import { startJudges } from './judges/start-judges.ts';
import { makeOutputs, ONE_KEY, REVOKED_KEY } from './make-outputs.ts';
import { judgeOutputs } from './judge-outputs.ts';
import { runControls } from './controls.ts';
import { printControls, printMissing, printOutputs } from './report.ts';
import { makeKeyRing, type KeyRing } from './test-keys.ts';

/**
 * `npm run conformance`: every format, packaging and key type signed by a running station and judged by programs that
 * are not ours, then signatures raised to T, LT and LTA. Options: `--formats=PAdES,CAdES` for some of them, `--levels=all`
 * for every key at every level, `--only-levels` for nothing else, `--signers=DIR` to add signers to the signed files of a
 * folder such as `npm run corpus` reads, `--only-signers` for the signers alone, `--keep` to leave the files. Exit code 1 when a
 * judge refuses an output, accepts a changed one, or, with CI=true, is missing.
 */
const CACHE = path.resolve(import.meta.dirname, '../../node_modules/.cache/conformance');
const { values } = readToolOptions({
  name: 'conformance',
  options: {
    formats: { type: 'string', meaning: 'some formats, with commas between' },
    levels: { type: 'string', default: 'sample', meaning: 'all: every key at every level' },
    'only-levels': { type: 'boolean', default: false, meaning: 'nothing but the levels' },
    signers: { type: 'string', meaning: 'folder of signed files to add signers to' },
    'only-signers': { type: 'boolean', default: false, meaning: 'nothing but the signers' },
    keep: { type: 'boolean', default: false, meaning: 'leave the files' },
  },
});
const levels = values.levels === 'all' ? 'all' : 'sample';
const formats = values.formats?.split(',').map((format) => SignatureFormat.parse(format)) ?? SIGNATURE_FORMATS;
const folder = mkdtempSync(path.join(tmpdir(), 'station-conformance-'));
const startedAt = performance.now();
const seconds = (): string => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;

try {
  const only = { levels: values['only-levels'], signers: values['only-signers'] };
  const areOutputsGood = only.levels || only.signers || (await runOutputs());
  const areLevelsGood = only.signers || (await runLevels(levels, folder, CACHE));
  console.log(`${seconds()}: the levels are ${areLevelsGood ? 'as they should be' : 'NOT AS THEY SHOULD BE'}`);
  const areSignersGood = only.levels || (await runSigners(values.signers ?? null, folder, CACHE));
  console.log(`${seconds()}: the signers are ${areSignersGood ? 'as they should be' : 'NOT AS THEY SHOULD BE'}`);
  process.exitCode = areOutputsGood && areLevelsGood && areSignersGood ? 0 : 1;
  if (!only.levels && !only.signers) await measureEngines(await hundredKilobytePdf(), 1);
  console.log(`${seconds()}: the benchmark's peers were asked once`);
} finally {
  if (values.keep) console.log(`The files are in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}

async function runOutputs(): Promise<boolean> {
  const ring = await makeKeyRing(folder);
  try {
    return await run(ring);
  } finally {
    await ring.dispose();
  }
}

async function run(ring: KeyRing): Promise<boolean> {
  console.log(`${seconds()}: ${ring.keys.length} keys; signing`);
  const [outputs, { judges, missing }] = await Promise.all([
    makeOutputs(conformanceCases(formats, folder), ring.keys, folder),
    startJudges(ring.trust, folder),
  ]);
  console.log(`${seconds()}: ${outputs.length} outputs; judging`);
  const failures = printOutputs(await judgeOutputs(outputs, judges), judges);
  ring.revoke(REVOKED_KEY);
  // The station reads its CRLs again after five seconds.
  await new Promise((resolve) => setTimeout(resolve, 5_500));
  const controlKeys = { healthy: ONE_KEY, revoked: REVOKED_KEY };
  const notMet = printControls(await runControls(outputs, judges, controlKeys, folder));
  printMissing(missing);
  const isMissingBad = missing.length > 0 && process.env['CI'] === 'true';
  const isGood = failures === 0 && notMet === 0;
  const sentence = isGood ? 'The judges agree.' : 'THE JUDGES DO NOT AGREE.';
  console.log(`\n${sentence}${isMissingBad ? ' Not all of them were there.' : ''} ${seconds()}`);
  return isGood && !isMissingBad;
}
