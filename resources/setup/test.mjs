import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { projectNode, ROOT } from './paths.mjs';
import { withoutSecrets } from './secrets.mjs';
import { ensureSystemPackages } from './system-packages.mjs';
import { readPlaywrightReport, readVitestOutcome } from './test-report.mjs';
import { testRuns } from './test-runs.mjs';

/**
 * `npm test`: set up what is needed, then unit, integration, scenario and browser tests. With `-- --coverage`, as the CI
 * calls it, the unit tests are counted, and a room of which they run less than they did fails the run.
 */
const options = process.argv.slice(2);
if (options.some((option) => option !== '--coverage')) throw new Error('Usage: npm test [-- --coverage]');
ensureInstalled();
ensureSystemPackages();
ensureBuilt();

const reports = mkdtempSync(path.join(tmpdir(), 'station-tests-'));
// Child processes of the tests must find the project's Node before the machine's.
const PATH = [path.dirname(projectNode()), path.join(ROOT, 'node_modules/.bin'), process.env.PATH].join(path.delimiter);
// Servers that several tests need are started by the first of them and ended here.
const servers = path.join(reports, 'servers');
mkdirSync(servers);
const env = { ...withoutSecrets(process.env), PATH, STATION_TEST_SERVERS: servers };
const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
let isGood = true;

const coverage = options.includes('--coverage') ? path.join(reports, 'coverage') : null;
for (const { name, args } of testRuns(coverage)) {
  const file = path.join(reports, `${name}.json`);
  isGood = run('node_modules/vitest/vitest.mjs', args, { ...env, STATION_TEST_OUTCOME: file }) && isGood;
  add(readVitestOutcome(name, file));
}
const browserReport = path.join(reports, 'browser.json');
isGood =
  run('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
  }) && isGood;
add(readPlaywrightReport(browserReport));
endServers(servers);
if (coverage !== null && !run('resources/coverage/main.ts', [`--of=${coverage}`], env)) {
  isGood = false;
  add({ passed: 0, failed: 1, skipped: 0, failures: ['✗ coverage: the unit tests run less than they did, see above'] });
}
rmSync(reports, { recursive: true, force: true, maxRetries: 5 });

// A runner may fail without a failing test: a crashed worker, a rejection nobody handled.
if (!isGood && total.failed === 0) total.failed = 1;
// The end of a log is what is kept of it: the failures are told again there.
for (const failure of total.failures) console.log(`\n${failure}`);
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

function add({ passed, failed, skipped, failures }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  total.failures.push(...failures);
}

/** Each server has a folder with the ids of its processes; what they keep is thrown away. */
function endServers(folder) {
  for (const name of readdirSync(folder)) {
    const pids = path.join(folder, name, 'pids');
    if (!existsSync(pids)) continue;
    for (const pid of readFileSync(pids, 'utf8').split('\n')) {
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
  }
}
