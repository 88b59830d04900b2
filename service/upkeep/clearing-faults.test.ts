import { describe, expect, it } from 'vitest';
import { DamagedArchiveError } from '../archive/archive.ts';
import { describeClearingFaults, UNDONE } from './clearing-faults.ts';

const withCode = (code: string, message = code): Error => Object.assign(new Error(message), { code });

describe('what could not be cleared up', () => {
  const told = (...faults: (readonly [string | undefined, unknown])[]) =>
    describeClearingFaults(new Map(faults.map(([undone, fault]) => [undone === undefined ? {} : { undone }, fault])));

  it('is nothing where nothing failed, or something else tells of it', () => {
    expect(told()).toBeNull();
    expect(told([undefined, withCode('ENOSPC')])).toBeNull();
  });

  it('is told by its cause, each of them once', () => {
    expect(
      told(
        [UNDONE.auditEvents, withCode('ENOSPC')],
        [UNDONE.leftovers, withCode('EACCES')],
        [UNDONE.requests, new Error('cannot', { cause: withCode('SQLITE_FULL') })],
        [UNDONE.leftovers, withCode('EROFS')],
      ),
    ).toBe(
      'Old audit events stay in the database. Old requests stay in the database. A disk is full: make room on it. ' +
        'What crashes left behind is not removed. A file or folder of the station cannot be changed: let its user write there. ' +
        'It is tried again every few minutes.',
    );
  });

  it.each([
    ['the role is not there', withCode('22023'), /make the role signing_station_archive/],
    ['the role may not', withCode('42501'), /make the role signing_station_archive/],
    [
      'an archive is damaged',
      new Error('audit-000001.jsonl: line 2.', { cause: new DamagedArchiveError('line 2') }),
      /put it back from a copy/,
    ],
    ['an archive cannot be read', new Error('file', { cause: withCode('EACCES') }), /let its user write there/],
    ['it is something else', withCode('EIO'), /The log says why/],
    ['it is no error', 'away', /The log says why/],
  ])('names what to do where %s', (_what, fault, cure) => {
    expect(told([UNDONE.auditEvents, fault])).toMatch(cure);
  });
});
