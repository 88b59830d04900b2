import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigurationError, loadConfiguration } from './configuration.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'station-private-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function problems(...argv: readonly string[]): readonly string[] {
  return problemsOf(directory, ...argv);
}

function problemsOf(data: string, ...argv: readonly string[]): readonly string[] {
  try {
    loadConfiguration({ argv: [`--Data:Directory=${data}`, ...argv], env: {} });
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

function file(name: string, mode: number, content = '{}'): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

function folder(name: string, mode: number): string {
  const path = join(directory, name);
  mkdirSync(path);
  chmodSync(path, mode);
  return path;
}

describe.skipIf(process.platform === 'win32')('what the station trusts', () => {
  it.each([0o700, 0o750, 0o755, 0o711])('may lie in a data directory of mode %o', (mode) => {
    chmodSync(directory, mode);
    file('config.json', 0o644);
    file('station.db', 0o644, '');
    folder('files', 0o755);
    expect(problems()).toEqual([]);
  });

  it.each([0o770, 0o777, 0o1777, 0o707, 0o720])('may not lie in a data directory of mode %o', (mode) => {
    chmodSync(directory, mode);
    expect(problems()).toEqual([
      `${directory} can be changed by other users of this machine. Close it to them: chmod go-w "${directory}"`,
    ]);
  });

  it.each([0o664, 0o666, 0o602])('may not be in a file of mode %o', (mode) => {
    file('config.json', mode);
    expect(problems()).toEqual([expect.stringContaining('config.json can be changed')]);
    const elsewhere = file('other.json', mode);
    expect(problems('--config', elsewhere)).toEqual([expect.stringContaining('other.json can be changed')]);
    chmodSync(join(directory, 'config.json'), 0o600);
    file('station.db', mode, '');
    expect(problems()).toEqual([expect.stringContaining('station.db can be changed')]);
  });

  it('keeps documents where nobody else can put others in their place', () => {
    const storage = folder('shared-documents', 0o777);
    expect(problems(`--Storage:Root=${storage}`)).toEqual([expect.stringContaining('shared-documents can be changed')]);
  });

  it.each([
    [0o777, 0o755, 1],
    [0o757, 0o700, 1],
    [0o1777, 0o755, 0],
    [0o755, 0o777, 1],
    [0o775, 0o770, 0],
  ])('may lie below folders of mode %o and %o above it or not: %i problems', (above, between, count) => {
    const outer = folder('outer', 0o700);
    const inner = folder('outer/inner', 0o700);
    const data = folder('outer/inner/data', 0o700);
    chmodSync(inner, between);
    chmodSync(outer, above);
    const found = problemsOf(data);
    const open = (above & 0o1002) === 0o002 ? outer : inner;
    expect(found).toEqual(Array(count).fill(expect.stringContaining(`${open} can be written by all users`)));
    expect(found.every((each) => each.endsWith(`chmod o-w "${open}"`))).toBe(true);
    // The same by a link that lies where nobody else can change it, and by one that everybody can exchange.
    chmodSync(outer, 0o700);
    const links = folder('links', 0o700);
    symlinkSync(data, join(links, 'data'));
    chmodSync(outer, above);
    expect(problemsOf(join(links, 'data'))).toHaveLength(count);
    chmodSync(outer, 0o700);
    chmodSync(inner, 0o700);
    chmodSync(links, 0o777);
    expect(problemsOf(join(links, 'data'))).toEqual([expect.stringContaining(`${links} can be`)]);
  });

  it('keeps its database where nobody else can put a log beside it', () => {
    const databases = folder('databases', 0o1777);
    expect(problems(`--Database:ConnectionString=${join(databases, 'station.db')}`)).toEqual([
      expect.stringContaining('databases can be changed'),
    ]);
  });

  it.each<[number, number, number, number, boolean]>([
    [0o700, 0o700, 0o600, 0, true],
    [0o700, 0o755, 0o644, 0, true],
    [0o755, 0o700, 0o444, 0, true],
    [0o755, 0o755, 0o400, 0, true],
    [0o755, 0o755, 0o644, 1, false],
    [0o755, 0o755, 0o640, 1, false],
    [0o700, 0o700, 0o660, 1, false],
    [0o700, 0o770, 0o600, 1, false],
  ])('secrets: folder %o, secrets %o, file %o', (root, secrets, mode, count, isFine) => {
    chmodSync(directory, root);
    const path = folder('secrets', 0o700);
    file('secrets/SERVICE_SECRET_SIGNING_PKCS11_PIN', mode, 'marker-1');
    chmodSync(path, secrets);
    const found = problems();
    expect(found.length === 0).toBe(isFine);
    expect(found).toHaveLength(count);
    expect(found.join('')).not.toContain('marker');
  });

  it.skipIf(process.getuid?.() !== 0)('may belong to others for root only (needs root, to be another user)', () => {
    chownSync(directory, 65_534, 65_534);
    expect(problems()).toEqual([]);
    const module = JSON.stringify(join(import.meta.dirname, 'private-files.ts'));
    const script = `import { changeProblem } from ${module}; console.log(changeProblem(${JSON.stringify(directory)}).join());`;
    const seenBy = (uid: number): string =>
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { uid, cwd: '/', env: {} }).toString();
    expect(seenBy(65_534)).toBe('\n');
    expect(seenBy(1)).toContain('belongs to another user of this machine');
  });
});
