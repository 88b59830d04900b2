import { describe, expect, it } from 'vitest';
import { kindOf } from './faults.ts';

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

  it('is another one where the statement is at fault', () => {
    expect(kindOf(Object.assign(new Error('Client was closed'), { code: '42601' }))).toBe('other');
    expect(kindOf(new Error('something else'))).toBe('other');
  });
});
