import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../domain/records.ts';
import { writeTemporary } from '../../files/durable-file.ts';
import { acceptUnit } from '../../persistence/sample-records.suite.ts';
import type { ArchivedRecords } from '../archive.ts';
import { createArchiveFolder, verifyArchiveFolder } from './archive-folder.ts';

function event(id: string): AuditEvent {
  return {
    ...{ id, tenantId: 'acme', entityType: 'SignatureRequest', entityId: 'r', eventType: 'JobStarted' },
    ...{ actor: 'worker', timestamp: new Date(0), correlationId: null, metadata: { attempt: 1 } },
  };
}

function request(id: string): ArchivedRecords['requests'] {
  const { request: record, job } = acceptUnit();
  return { id, request: record, job };
}

describe('the archive of what leaves the database', () => {
  let top: string;
  let folder: string;
  beforeEach(async () => {
    top = mkdtempSync(path.join(tmpdir(), 'archive-'));
    folder = path.join(top, 'archive');
    const archive = createArchiveFolder(folder);
    await archive.add('audit', ['a', 'b', 'c'].map(event));
    await archive.add('audit', ['d'].map(event));
    await archive.add('audit', ['e', 'f'].map(event));
  });
  afterEach(() => rmSync(top, { recursive: true }));

  const fileOf = (number: number): string => path.join(folder, `audit-00000${number}.jsonl`);
  const change = (number: number, edit: (lines: string[]) => string[]): void => {
    const lines = readFileSync(fileOf(number), 'utf8').split('\n');
    writeFileSync(fileOf(number), edit(lines).join('\n'));
  };

  it('is files of JSON lines that only their owner may read, each chained to the one before', async () => {
    expect(readdirSync(folder)).toEqual(['audit-000001.jsonl', 'audit-000002.jsonl', 'audit-000003.jsonl']);
    if (process.platform !== 'win32') expect(statSync(fileOf(1)).mode & 0o777).toBe(0o600);
    const lines = readFileSync(fileOf(1), 'utf8').trimEnd().split('\n');
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ event: { id: 'a', timestamp: '1970-01-01T00:00:00.000Z' } });
    expect(await verifyArchiveFolder(folder)).toMatchObject({ files: 3, events: 6, faults: [] });
    const { sha256 } = await verifyArchiveFolder(folder);
    const newest = { file: 'audit-000003.jsonl', sha256, ids: ['e', 'f'] };
    expect(await createArchiveFolder(folder).newest('audit')).toEqual(newest);
  });

  it('ends with a hash that is told when it is added to', async () => {
    const { sha256, file } = await createArchiveFolder(folder).add('audit', [event('g')]);
    expect(file).toBe('audit-000004.jsonl');
    expect((await verifyArchiveFolder(folder)).sha256).toBe(sha256);
  });

  it('keeps nothing of a file that a crash cut off, and everything that is not its own', async () => {
    writeTemporary(fileOf(4), '{"archive":');
    writeTemporary(path.join(folder, 'requests-000004.jsonl'), '');
    const others = ['notes.txt', 'audit-000001.jsonl.backup', 'notes.0123456789ab'];
    for (const name of others) writeFileSync(path.join(folder, name), '');
    await createArchiveFolder(folder).add('audit', [event('g')]);
    const kept = [1, 2, 3, 4].map((number) => path.basename(fileOf(number)));
    expect(readdirSync(folder).sort()).toEqual([...kept, ...others].sort());
    expect(await verifyArchiveFolder(folder)).toMatchObject({ files: 4, events: 7, faults: [] });
  });

  it('chains requests into the same sequence, and tells the newest file of each kind', async () => {
    const archive = createArchiveFolder(folder);
    expect(await archive.newest('requests')).toBeNull();
    const { file } = await archive.add('requests', [request('r'), request('s')]);
    expect(file).toBe('requests-000004.jsonl');
    await archive.add('audit', [event('g')]);
    expect(await archive.newest('requests')).toMatchObject({ ids: ['r', 's'] });
    expect(await archive.newest('audit')).toMatchObject({ ids: ['g'] });
    const before = await verifyArchiveFolder(folder);
    expect(before).toMatchObject({ files: 5, events: 7, requests: 2, faults: [] });
    const text = readFileSync(path.join(folder, file), 'utf8');
    writeFileSync(path.join(folder, file), text.replace('"s"', '"x"'));
    expect((await verifyArchiveFolder(folder)).faults.join()).toContain('requests-000004.jsonl: line 3');
  });

  it.each<[string, () => void, string]>([
    ['a changed event', () => change(1, (lines) => lines.map((line) => line.replace('"b"', '"x"'))), 'line 3'],
    ['a line that is gone', () => change(1, (lines) => lines.filter((_, index) => index !== 2)), 'line 2'],
    ['a file that is cut off', () => truncateSync(fileOf(3), 200), 'cut off'],
    ['an end that is gone', () => change(3, (lines) => [...lines.slice(0, -2), '']), 'audit-000003.jsonl: line'],
    ['a file that is gone', () => rmSync(fileOf(2)), 'audit-000003.jsonl: it was written after audit-000002.jsonl'],
    ['a first file that is gone', () => rmSync(fileOf(1)), 'and comes after no other file'],
    ['a file that was made anew', () => change(2, () => readFileSync(fileOf(1), 'utf8').split('\n')), 'audit-000003'],
    ['nonsense', () => writeFileSync(fileOf(2), 'nonsense\n'), 'audit-000002.jsonl: line'],
  ])('shows %s', async (_, spoil, expected) => {
    spoil();
    expect((await verifyArchiveFolder(folder)).faults.join('\n')).toContain(expected);
  });

  it('takes nothing more when its newest file is not as it was written', async () => {
    truncateSync(fileOf(3), 200);
    const archive = createArchiveFolder(folder);
    await expect(archive.add('audit', [event('g')])).rejects.toThrow('audit-000003.jsonl');
    await expect(archive.newest('audit')).rejects.toThrow('audit-000003.jsonl');
  });

  it('is empty where there is none', async () => {
    const verdict = await verifyArchiveFolder(path.join(top, 'none'));
    expect(verdict).toEqual({ files: 0, events: 0, requests: 0, sha256: null, faults: [] });
  });
});
