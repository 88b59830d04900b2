import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isWithoutRoom, openingFault, roomFault } from './room-fault.ts';

const file = join(tmpdir(), 'station.db');
const fault = Object.assign(new Error('of the driver'), { code: 'SQLITE_CANTOPEN' });

describe('roomFault', () => {
  it.each([
    { ffree: 0, bavail: 10, files: 100 },
    { ffree: 10, bavail: 0, files: 100 },
  ])('says that there is no room: %j', (state) => {
    expect(roomFault(fault, file, () => state)).toMatchObject({ code: 'ENOSPC' });
  });

  it('says nothing else of a disk with room, of one that counts no files, and of other faults', () => {
    expect(roomFault(fault, file, () => ({ ffree: 1, bavail: 1, files: 100 }))).toBe(fault);
    expect(roomFault(fault, file, () => ({ ffree: 0, bavail: 1, files: 0 }))).toBe(fault);
    const busy = Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' });
    expect(roomFault(busy, file, () => ({ ffree: 0, bavail: 0, files: 100 }))).toBe(busy);
  });
});

describe('isWithoutRoom', () => {
  it('knows the words of the system and those of SQLite, also where the index of its log finds no room', () => {
    expect(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'].every(isWithoutRoom)).toBe(true);
    expect(['SQLITE_IOERR_FSYNC', 'EIO', undefined].some(isWithoutRoom)).toBe(false);
  });
});

describe('openingFault', () => {
  it.each([
    ['station.db', 'SQLITE_CANTOPEN_ISDIR'],
    ['station.db-wal', 'SQLITE_IOERR_READ'],
    ['station.db-shm', 'SQLITE_READONLY'],
    ['station.db-journal', 'SQLITE_CANTOPEN'],
  ])('names the folder that is in place of %s', (name, code) => {
    const root = mkdtempSync(join(tmpdir(), 'opening-fault-'));
    try {
      mkdirSync(join(root, name));
      const refused = Object.assign(new Error('of the driver'), { code });
      expect(openingFault(refused, join(root, 'station.db'))).toMatchObject({ code: 'EISDIR', path: join(root, name) });
      const busy = Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' });
      expect(openingFault(busy, join(root, 'station.db'))).toBe(busy);
      expect(openingFault(refused, join(root, 'other.db'))).toBe(refused);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
