import { describe, expect, it } from 'vitest';
import { exitReason } from './exit-reason.ts';

describe('exitReason', () => {
  it.each([
    [0, { kind: 'exited', exitCode: 0 }],
    [1, { kind: 'exited', exitCode: 1 }],
    [70, { kind: 'exited', exitCode: 70 }],
    [9, { kind: 'killed', signal: 'SIGKILL' }],
    [15, { kind: 'killed', signal: 'SIGTERM' }],
    [6, { kind: 'killed', signal: 'SIGABRT' }],
    [134, { kind: 'killed', signal: 'SIGABRT' }],
    [139, { kind: 'killed', signal: 'SIGSEGV' }],
    [128, { kind: 'exited', exitCode: 128 }],
    [255, { kind: 'exited', exitCode: 255 }],
  ])('reads the status %i of a POSIX system', (status, reason) => {
    expect(exitReason(status, 'linux')).toEqual(reason);
  });

  it('takes every code of Windows for an exit code', () => {
    expect(exitReason(9, 'win32')).toEqual({ kind: 'exited', exitCode: 9 });
    expect(exitReason(0xc0000005, 'win32')).toEqual({ kind: 'exited', exitCode: 0xc0000005 });
  });
});
