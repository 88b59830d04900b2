import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { SIGNATURE_FORMATS, SignatureFormat } from '../../service/contract/vocabulary/signing.ts';
import { conformanceCases } from './cases.ts';
import { startJudges } from './judges/start-judges.ts';
import { makeOutputs, ONE_KEY } from './make-outputs.ts';
import { judgeOutputs } from './judge-outputs.ts';
import { runControls } from './controls.ts';
import { printControls, printMissing, printOutputs } from './report.ts';
import { makeKeyRing, type KeyRing } from './test-keys.ts';

/**
 * `npm run conformance`: every format, packaging and key type signed by a running station and judged by programs that
 * are not ours. Options: `--formats=PAdES,CAdES` for some of them, `--keep` to leave the files. Exit code 1 when a
 * judge refuses an output, accepts a changed one, or, with CI=true, is missing.
 */
const REVOKED_KEY = 'P-384';

const { values } = parseArgs({ options: { formats: { type: 'string' }, keep: { type: 'boolean', default: false } } });
const formats = values.formats?.split(',').map((format) => SignatureFormat.parse(format)) ?? SIGNATURE_FORMATS;
const folder = mkdtempSync(path.join(tmpdir(), 'station-conformance-'));
const startedAt = performance.now();
const seconds = (): string => `${((performance.now() - startedAt) / 1000).toFixed(0)} s`;

try {
  const ring = await makeKeyRing(folder);
  try {
    process.exitCode = (await run(ring)) ? 0 : 1;
  } finally {
    await ring.dispose();
  }
} finally {
  if (values.keep) console.log(`The files are in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
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
