import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const CACHE = path.join(ROOT, 'node_modules', '.cache', 'bench');

/** A checkout of the commit with a build of its own; its packages are ours where both have the same lock file. */
export function buildOfCommit(commit: string): string {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const sha = git('rev-parse', '--verify', `${commit}^{commit}`);
  const folder = path.join(CACHE, sha);
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true });
    git('clone', '--quiet', '--no-checkout', ROOT, folder);
    execFileSync('git', ['checkout', '--quiet', sha], { cwd: folder });
  }
  const lock = (root: string): string => readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const packages = path.join(folder, 'node_modules');
  if (!existsSync(packages) && lock(ROOT) === lock(folder)) symlinkSync(path.join(ROOT, 'node_modules'), packages);
  execFileSync(process.execPath, [path.join(folder, 'resources/setup/build.mjs')], { cwd: folder, stdio: 'inherit' });
  return folder;
}
