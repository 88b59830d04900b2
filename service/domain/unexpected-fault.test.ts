import { describe, expect, it } from 'vitest';
import { StationError } from './station-error.ts';
import { toStationError } from './unexpected-fault.ts';

const diskFull = Object.assign(new Error("ENOSPC: no space left, write '/secret/path'"), {
  code: 'ENOSPC',
  syscall: 'write',
});

describe('what a fault is to the station', () => {
  it('leaves to a StationError what it says itself', () => {
    const error = new StationError('SIGNING_PROVIDER_UNAVAILABLE', 'The card is not there.', {
      waitReason: 'TOKEN_ABSENT',
    });
    expect(toStationError(error, 'Signing')).toBe(error);
  });

  it('takes what the machine refuses for something that passes, and does not repeat its path', () => {
    const error = toStationError(diskFull, 'Signing');
    expect(error).toMatchObject({ code: 'SIGNING_OPERATION_FAILED', kind: 'transient', area: 'station' });
    expect(error.message).toContain('ENOSPC');
    expect(error.message).not.toContain('secret');
  });

  it('takes a database in a file that the machine failed for the same', () => {
    const error = toStationError(Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' }), 'Signing');
    expect(error.kind).toBe('transient');
    const defect = toStationError(Object.assign(new Error('near "x"'), { code: 'SQLITE_ERROR' }), 'Signing');
    expect(defect.kind).toBe('permanent');
  });

  it.each([new TypeError('undefined is not /secret/path'), 'secret', null, { code: 'ENOSPC', syscall: 'write' }])(
    'repeats no defect, and none of its words: %s',
    (fault) => {
      const error = toStationError(fault, 'An internal call');
      expect(error).toMatchObject({ code: 'SIGNING_OPERATION_FAILED', kind: 'permanent', area: 'station' });
      expect(error.message).toBe('An internal call failed unexpectedly.');
    },
  );
});
