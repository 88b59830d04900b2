import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StagedFiles } from './staged-files.ts';

describe('documents that may be dragged out', () => {
  let folder: string;
  let root: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'staged-'));
    root = path.join(folder, 'dragged');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const open = (limits = {}): StagedFiles =>
    new StagedFiles(root, { fileBytes: 10, files: 3, allBytes: 20, ...limits });
  const bytes = (length: number): Uint8Array => new Uint8Array(length).fill(65);
  const placeOf = (staged: StagedFiles, ticket: string | null): string => staged.fileOf(ticket ?? '') ?? '';

  it('lie under their own names, each in a folder of its own, for this user alone', async () => {
    const staged = open();
    const places = [await staged.stage('a.pdf', bytes(3)), await staged.stage('a.pdf', bytes(4))].map((ticket) =>
      placeOf(staged, ticket),
    );
    expect(places.map((place) => path.basename(place))).toEqual(['a.pdf', 'a.pdf']);
    expect(places.map((place) => readFileSync(place).length)).toEqual([3, 4]);
    if (process.platform === 'win32') return;
    expect(places.map((place) => statSync(place).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(statSync(root).mode & 0o777).toBe(0o700);
  });

  it.each(['../../outside.pdf', '/etc/passwd', 'C:\\windows\\x.pdf', '..', 'a\u0000.pdf'])(
    'stay in their folder, whatever they are called: %j',
    async (name) => {
      const staged = open();
      const place = placeOf(staged, await staged.stage(name, bytes(1)));
      expect(path.relative(root, place).split(path.sep)).toHaveLength(2);
      expect(path.relative(root, place)).not.toContain('..');
    },
  );

  it('are limited in size, in number and together', async () => {
    expect(await open().stage('a', bytes(11))).toBeNull();
    const staged = open();
    for (const size of [8, 8]) expect(await staged.stage('a', bytes(size))).not.toBeNull();
    expect(await staged.stage('a', bytes(5))).toBeNull();
    expect(await staged.stage('a', bytes(1))).not.toBeNull();
    expect(await staged.stage('a', bytes(1)), 'three lie there').toBeNull();
  });

  it('have one place a ticket, and none for tickets that nobody was given', async () => {
    const staged = open();
    await staged.stage('a.pdf', bytes(1));
    expect(staged.fileOf('../a.pdf')).toBeUndefined();
  });

  it('are gone at the end, and those of a killed program at the next start', async () => {
    mkdirSync(root);
    writeFileSync(path.join(root, 'left'), '');
    const staged = open();
    expect(existsSync(root)).toBe(false);
    await staged.stage('a.pdf', bytes(1));
    staged.clear();
    expect(existsSync(root)).toBe(false);
  });
});
