import { spawnSync } from 'node:child_process';

/** `nobody` of most systems; it need not be in the list of users. */
const OTHER_USER = 65_534;

/** Runs a program of another user of this machine: a script of Node, whose arguments are `process.argv.slice(1)`. */
export function asOtherUser(
  script: string,
  args: readonly string[] = [],
): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, ['-e', script, '--', ...args], {
    ...{ uid: OTHER_USER, gid: OTHER_USER, cwd: '/', encoding: 'utf8', env: {} },
  });
  if (error !== undefined) throw error;
  return { status, output: `${stdout}${stderr}` };
}

/** Why nobody can be another user here; null where that is possible. Only root can. */
export function noOtherUser(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'NOT RUN: it takes root on Linux';
  try {
    return asOtherUser('').status === 0 ? null : 'NOT RUN: Node does not run as another user here';
  } catch {
    return 'NOT RUN: another user may not run the Node of these tests';
  }
}
