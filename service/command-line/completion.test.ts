import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { completionScript } from './completion.ts';
import { STATION_COMMANDS } from './commands.ts';
import { exitCodeLines, manualPage } from './manual.ts';

const LOCAL = [
  { name: 'completion', operands: 'bash|zsh|fish', summary: '', options: [] },
  { name: 'help', operands: '[command]', summary: '', options: [] },
];

function completed(...words: string[]): string[] {
  const script = completionScript('bash', 'signing-station', [...STATION_COMMANDS, ...LOCAL]);
  const line = words.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(signing-station ${line}); COMP_CWORD=${words.length}; _signing_station; echo "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['--norc', '-c', `${script}\n${ask}`], { encoding: 'utf8' })
    .trim()
    .split(' ');
}

describe('completion in bash', () => {
  it('knows commands, words of a group, options and their choices', () => {
    expect(completed('si')).toEqual(['sign']);
    expect(completed('queue', 'ret')).toEqual(['retry', 'retry-failed']);
    expect(completed('sign', '--signing-p')).toEqual(['--signing-provider']);
    expect(completed('sign', '--format', 'PA')).toEqual(['PAdES']);
    expect(completed('queue', 'list', '--status', 'Q')).toEqual(['Queued']);
    expect(completed('completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(completed('help', 'exten')).toEqual(['extend', 'extensions']);
  });
});

/** What is not on this machine is left out, and said to be. */
function isThere(shell: string): boolean {
  return spawnSync(shell, ['-c', 'exit 0']).status === 0;
}

it.skipIf(!isThere('zsh'))('is taken by a zsh that has not begun its own completion', () => {
  const script = completionScript('zsh', 'signing-station', STATION_COMMANDS);
  const asked = `${script}\nprint -r -- $_comps[signing-station]`;
  const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', asked], { encoding: 'utf8' });
  expect([stderr, stdout.trim()]).toEqual(['', '_bash_complete -o default -F _signing_station']);
});

it.skipIf(!isThere('fish'))('completes in fish what it completes in bash', () => {
  const script = completionScript('fish', 'signing-station', STATION_COMMANDS);
  const asked = ['si', 'queue ret', 'sign --signing-p', 'sign --format PA'].map(
    (words) => `complete -C 'signing-station ${words}' | string replace -r '\\t.*' ''`,
  );
  const answer = execFileSync('fish', ['--no-config', '-c', [script, ...asked].join('\n')], { encoding: 'utf8' });
  expect(answer.split(/\s+/).filter(Boolean)).toEqual(['sign', 'retry', 'retry-failed', '--signing-provider', 'PAdES']);
});

it('is made for every shell without what would be run', () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const script = completionScript(shell, 'signing-station', STATION_COMMANDS);
    expect(script).toContain('signing-provider');
    expect(script).not.toMatch(/`|\$\((?!compgen)/);
  }
});

it('writes a manual with every command, option and exit code', () => {
  const page = manualPage('signing-station', STATION_COMMANDS);
  for (const { name, options } of STATION_COMMANDS) {
    expect(page).toContain(name.replaceAll('-', String.raw`\-`));
    for (const option of options) expect(page).toContain(`.B \\-\\-${option.name.replaceAll('-', String.raw`\-`)}`);
  }
  expect(page).toContain('.B 38\nREQUEST_ORIGIN_FORBIDDEN');
});

it('offers JSON with every command that asks a station', () => {
  expect(STATION_COMMANDS.length).toBeGreaterThan(40);
  expect(STATION_COMMANDS.filter(({ options }) => !options.some(({ name }) => name === 'json'))).toEqual([]);
});

it('has every exit code in the documentation', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/command-line.md'), 'utf8');
  for (const [code, meaning] of exitCodeLines()) {
    expect(text).toMatch(new RegExp(`^\\| ${code} +\\| .*${/^[A-Z_]+$/.test(meaning) ? meaning : ''}`, 'm'));
  }
});
