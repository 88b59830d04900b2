import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from './command-line.ts';

describe('how the command line is called', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'command-line-'));
    mkdirSync(path.join(folder, 'dist/chunks'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function calledBy(manifest: object): Promise<string | null> {
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
    return commandLine(path.join(folder, 'dist/chunks'));
  }

  it('is by the script of a checkout', async () => {
    expect(await commandLine()).toBe('npm run station --');
  });

  it('is as a package says', async () => {
    expect(await calledBy({ name: 'signing-station', commandLine: 'signing-station' })).toBe('signing-station');
  });

  it('is in no way where a package brings none', async () => {
    expect(await calledBy({ name: 'signing-station', commandLine: null })).toBeNull();
  });

  it('is not known of what the product lies in', async () => {
    expect(await calledBy({ name: 'something-else', commandLine: 'else' })).toBeNull();
  });
});
