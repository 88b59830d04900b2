import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeTemporary } from '../files/durable-file.ts';
import { openDataDirectory, takeDatabase, takeLock } from './data-directory.ts';

let top: string;
const place = (...names: string[]): string => path.join(top, ...names);
beforeEach(() => {
  top = mkdtempSync(path.join(tmpdir(), 'taken-database-'));
  for (const name of ['first', 'second', 'databases']) mkdirSync(place(name));
});
afterEach(() => rmSync(top, { recursive: true }));

describe('the database file of a station', () => {
  it('within its data directory is kept by the lock of that, also under another name of the folder', () => {
    symlinkSync(place('first'), place('alias'));
    const release = takeLock(place('first'));
    expect(takeDatabase(place('alias', 'station.db'), place('first'))).toBeTypeOf('function');
    release();
  });

  it('outside of it is kept from a second station, and given back', () => {
    const shared = place('databases', 'station.db');
    const release = takeDatabase(shared, place('first'));
    expect(takeDatabase(shared, place('second'))).toBeUndefined();
    takeDatabase(place('databases', 'other.db'), place('second'))?.();
    release?.();
    const again = takeDatabase(shared, place('second'));
    expect(again).toBeTypeOf('function');
    again?.();
  });

  it('in the data directory of another station that runs is refused, and keeps that one out otherwise', () => {
    const file = place('first', 'station.db');
    const owner = takeLock(place('first'));
    expect(takeDatabase(file, place('second'))).toBeUndefined();
    owner();
    const guest = takeDatabase(file, place('second'));
    expect(() => takeLock(place('first'))).toThrow('Another station is running');
    guest?.();
    takeLock(place('first'))();
  });
});

describe('the id of an installation', () => {
  const open = async () => {
    const data = await openDataDirectory(place('first'), place('first', 'uploads'));
    data.release();
    return data;
  };
  const kept = (): string => readFileSync(place('first', 'installation-id'), 'utf8');

  it('is made once', async () => {
    const { installationId, isIdMadeAnew } = await open();
    expect([kept(), isIdMadeAnew]).toEqual([`${installationId}\n`, false]);
    expect(await open()).toMatchObject({ installationId, isIdMadeAnew: false });
  });

  it.each([
    ['empty', ''],
    ['garbled', Buffer.from([0, 0xff, 0x80, 0x2f])],
    ['another word', '../x\n'],
  ])('is made anew, and that is said, where it is %s', async (_, content) => {
    writeFileSync(place('first', 'installation-id'), content);
    const { installationId, isIdMadeAnew } = await open();
    expect(isIdMadeAnew).toBe(true);
    expect(installationId).toMatch(/^[\da-f-]{36}$/);
    expect(kept()).toBe(`${installationId}\n`);
  });

  it('is not made anew where it cannot be read, and what cannot be opened is not kept from others', async () => {
    mkdirSync(place('first', 'installation-id'));
    await expect(open()).rejects.toMatchObject({ code: 'EISDIR', path: place('first', 'installation-id') });
    takeLock(place('first'))();
    mkdirSync(place('second', 'station.lock-journal'));
    const expected = { code: 'EISDIR', path: place('second', 'station.lock-journal') };
    expect(() => takeLock(place('second'))).toThrow(expect.objectContaining(expected) as Error);
  });
});

describe('what crashes left of files that were being written', () => {
  it('goes at the next start, and nothing of what others write, or are writing now', async () => {
    const user = place('first');
    const uploads = path.join(user, 'files', 'uploads');
    const anchors = path.join(user, 'demo', 'trust-anchors');
    (await openDataDirectory(user, uploads)).release();
    mkdirSync(anchors, { recursive: true });
    const all = (): string[] => readdirSync(user, { recursive: true, encoding: 'utf8' }).sort();
    const before = all();
    const leave = (folder: string, name: string, isOld = true): void => {
      const file = writeTemporary(path.join(folder, name), 'half');
      const longAgo = new Date(Date.now() - 2 * 3_600_000);
      if (isOld) utimesSync(file, longAgo, longAgo);
    };
    leave(user, 'installation-id');
    leave(user, 'station.db-used');
    leave(path.join(user, 'secrets'), 'SERVICE_SECRET_SIGNING_DEMO_PASSWORD');
    leave(path.join(user, 'pin-guard'), `${'0a'.repeat(16)}.json`);
    leave(path.join(user, 'pin-guard'), 'installation.key');
    leave(path.join(user, 'demo'), 'demo-signer.p12');
    leave(anchors, 'demo-ca.cer');
    const left = all();
    expect(left).toHaveLength(before.length + 7);
    leave(path.join(user, 'secrets'), 'SERVICE_SECRET_PFX_OWN_PASSWORD');
    leave(path.join(user, 'pin-guard'), `${'0b'.repeat(16)}.json`, false);
    const others = all().filter((name) => !left.includes(name));
    (await openDataDirectory(user, uploads)).release();
    expect(all()).toEqual([...before, ...others].sort());
  });
});
