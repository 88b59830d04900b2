import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const MODULE = new URL('fatal-faults.ts', import.meta.url).href;

function run(badDeed: string): { status: number | null; stderr: string; stdout: string } {
  const script = `import { endOnFatalFaults } from '${MODULE}'; endOnFatalFaults('worker'); ${badDeed}`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
}

describe('endOnFatalFaults', () => {
  it.each([
    ['an exception', "setTimeout(() => { throw new RangeError('MARKER of a document'); });"],
    ['a rejection', "void Promise.reject(new RangeError('MARKER of a document')); setTimeout(() => {}, 1000);"],
  ])('ends by %s with one line that quotes nothing', (_name, badDeed) => {
    const { status, stderr, stdout } = run(badDeed);
    expect(status).toBe(70);
    expect(stderr + stdout).not.toContain('MARKER');
    const line: unknown = JSON.parse(stderr);
    expect(line).toMatchObject({ level: 'error', process: 'worker', errorName: 'RangeError' });
  });
});
