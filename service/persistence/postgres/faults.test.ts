import { describe, expect, it } from 'vitest';
import { exhausted, kindOf } from './faults.ts';

describe('the kind of a fault', () => {
  it.each([
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Query read timeout',
    'timeout exceeded when trying to connect',
  ])('is a lost connection where pg says so without a code: %s', (message) => {
    expect(kindOf(new Error(message))).toBe('connection');
  });

  it.each(['53100', '53200', '58030', '57014', '55P03'])('is an exhausted server where it says %s', (code) => {
    const fault = Object.assign(new Error('could not extend file'), { code });
    expect(kindOf(fault)).toBe('exhausted');
    expect(exhausted(fault)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', kind: 'transient' });
    expect(exhausted(fault).message).toContain(code);
  });

  it('is a lost connection where there are too many', () => {
    expect(kindOf(Object.assign(new Error('too many clients'), { code: '53300' }))).toBe('connection');
  });

  it('is another one where the statement is at fault', () => {
    expect(kindOf(Object.assign(new Error('Client was closed'), { code: '42601' }))).toBe('other');
    expect(kindOf(new Error('something else'))).toBe('other');
  });
});
