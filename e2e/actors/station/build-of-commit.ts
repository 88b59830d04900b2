import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/**
 * A checkout of the commit with a build of its own; its packages are ours where both have the same lock file. It lies in
 * git's own folder: no tool looks for sources there, and below `node_modules` a build takes its own files for packages.
 */
export function buildOfCommit(commit: string): string {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const sha = git('rev-parse', '--verify', `${commit}^{commit}`);
  const builds = path.resolve(ROOT, git('rev-parse', '--git-path', 'builds'));
  const folder = path.join(builds, sha);
  if (!existsSync(folder)) {
    mkdirSync(builds, { recursive: true });
    git('clone', '--quiet', '--no-checkout', ROOT, folder);
    execFileSync('git', ['checkout', '--quiet', sha], { cwd: folder });
  }
  const lock = (root: string): string => readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const packages = path.join(folder, 'node_modules');
  if (!existsSync(packages) && lock(ROOT) === lock(folder)) symlinkSync(path.join(ROOT, 'node_modules'), packages);
  execFileSync(process.execPath, [path.join(folder, 'resources/setup/build.mjs')], { cwd: folder, stdio: 'inherit' });
  return folder;
}
