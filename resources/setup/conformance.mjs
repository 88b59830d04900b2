import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { projectNode, ROOT } from './paths.mjs';
import { withoutSecrets } from './secrets.mjs';
import { ensureJudges } from './system-packages.mjs';

/** `npm run conformance`: every kind of output before judges from outside; what is given after `--` goes to it. */
ensureInstalled();
if (!process.argv.includes('--help')) {
  ensureJudges();
  ensureBuilt();
}
const script = path.join(ROOT, 'e2e/conformance/main.ts');
const run = spawnSync(projectNode(), [script, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: withoutSecrets(process.env),
});
process.exit(run.status ?? 1);
