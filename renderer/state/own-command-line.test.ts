import { describe, expect, it } from 'vitest';
import { ownCommandLine } from './own-command-line.ts';

describe('the command line of the station that answers', () => {
  const other = { isThis: false, commandLine: null };

  it('is called as that station says', () => {
    expect(ownCommandLine([other, { isThis: true, commandLine: 'signing-station' }])).toBe('signing-station');
  });

  it.each([[null], [[]], [[other, { isThis: true, commandLine: null }]]])('is not there by %j', (stations) => {
    expect(ownCommandLine(stations)).toBeNull();
  });
});
