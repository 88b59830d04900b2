import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SCENARIOS_OF_CHECKOUTS } from './scenarios-of-checkouts.ts';

/**
 * `npm run scenarios:packed -- [scenario ...]`: the scenarios, unchanged, with the program and the command line of the
 * server package, made now and unpacked elsewhere. Without names all that can apply (scenarios-of-checkouts.ts says which cannot).
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'packed-'));
try {
  const [made, unpacked] = [path.join(folder, 'made'), path.join(folder, 'unpacked')];
  execFileSync(process.execPath, [path.join(ROOT, 'resources/package/main.ts'), made], { stdio: 'inherit' });
  const tarball = readdirSync(made).find((name) => name.endsWith('.tar.gz'));
  if (tarball === undefined) throw new Error('No tarball was made.');
  mkdirSync(unpacked);
  execFileSync('tar', ['-xzf', path.join(made, tarball), '-C', unpacked]);
  const [program = ''] = readdirSync(unpacked);
  process.exitCode = await runScenarios(path.join(unpacked, program), process.argv.slice(2));
} finally {
  rmSync(folder, { recursive: true });
}

async function runScenarios(program: string, named: readonly string[]): Promise<number> {
  const others = Object.keys(SCENARIOS_OF_CHECKOUTS).flatMap((name) => ['--exclude', `e2e/${name}.scenario.test.ts`]);
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const running = spawn(process.execPath, [vitest, 'run', '--project', 'scenarios', ...named, ...others], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, SCENARIO_PROGRAM: program },
  });
  const [code] = (await once(running, 'exit')) as [number | null];
  return code ?? 1;
}
