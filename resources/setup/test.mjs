import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { projectNode, ROOT } from './paths.mjs';
import { ensureSystemPackages } from './system-packages.mjs';

/** `npm test`: set up what is needed, then unit, integration, scenario and browser tests. */
ensureInstalled();
ensureSystemPackages();
ensureBuilt();

const reports = mkdtempSync(path.join(tmpdir(), 'station-tests-'));
// Child processes of the tests must find the project's Node before the machine's.
const PATH = [path.dirname(projectNode()), path.join(ROOT, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);
const env = { ...process.env, PATH };
const total = { passed: 0, failed: 0, skipped: 0 };
let isGood = true;

for (const project of ['unit', 'integration', 'scenarios']) {
  const file = path.join(reports, `${project}.json`);
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  isGood = run('node_modules/vitest/vitest.mjs', args, env) && isGood;
  addVitest(file);
}
const browserReport = path.join(reports, 'browser.json');
isGood =
  run('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
  }) && isGood;
addPlaywright(browserReport);
rmSync(reports, { recursive: true, force: true });

// A runner may fail without a failing test: a crashed worker, a rejection nobody handled.
if (!isGood && total.failed === 0) total.failed = 1;
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(isGood ? 0 : 1);

function run(script, args, environment) {
  const result = spawnSync(projectNode(), [path.join(ROOT, script), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: environment,
  });
  return result.status === 0;
}

function addVitest(file) {
  const report = readReport(file);
  total.passed += report?.numPassedTests ?? 0;
  total.failed += report?.numFailedTests ?? 1;
  total.skipped += report?.numPendingTests ?? 0;
}

function addPlaywright(file) {
  const stats = readReport(file)?.stats;
  total.passed += stats?.expected ?? 0;
  total.failed += stats?.unexpected ?? 1;
  total.skipped += stats?.skipped ?? 0;
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
