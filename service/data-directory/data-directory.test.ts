import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeDatabase, takeLock } from './data-directory.ts';

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
