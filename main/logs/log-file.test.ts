import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLogFile } from './log-file.ts';

describe('openLogFile', () => {
  let folder: string;
  beforeEach(() => {
    folder = path.join(mkdtempSync(path.join(tmpdir(), 'log-')), 'logs');
  });
  afterEach(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

  it('appends lines, over restarts, for its user only', () => {
    openLogFile({ folder }).write('one');
    openLogFile({ folder }).write('two');
    expect(openLogFile({ folder }).lines()).toEqual(['one', 'two']);
    const file = path.join(folder, 'station.log');
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('moves a large file aside and keeps so many', () => {
    const log = openLogFile({ folder, maxBytes: 10, kept: 2 });
    for (let number = 0; number < 9; number++) log.write(`line ${number} long`);
    expect(readdirSync(folder).sort()).toEqual(['station.1.log', 'station.2.log', 'station.log']);
    expect(readFileSync(path.join(folder, 'station.log'), 'utf8')).toBe('line 8 long\n');
  });

  it('throws nothing where nothing can be written', () => {
    writeFileSync(folder, 'a file where the folder should be');
    expect(() => openLogFile({ folder }).write('line')).not.toThrow();
  });
});
