import { describe, expect, it } from 'vitest';
import { databaseFinding } from './server-finding.ts';

const NAMED = { user: 'station', database: 'signing' };
const withCode = (code: string, message = 'words of the server'): Error => Object.assign(new Error(message), { code });

describe('what is wrong with a database server', () => {
  it.each([
    ['28P01', false, 'refuses the password of the user station'],
    ['28000', false, 'does not let the user station in'],
    ['3D000', false, 'has no database signing'],
    ['42501', false, 'roles.sql'],
    ['53300', true, 'max_connections'],
    ['57P03', true, 'is starting or stopping'],
    ['25006', true, 'is a standby'],
    ['ECONNREFUSED', true, 'mend Database:ConnectionString'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', false, 'sslrootcert of Database:ConnectionString'],
  ])('is said of %s, without the words of the server', (code, isAway, words) => {
    const found = databaseFinding(withCode(code), NAMED);
    expect(found?.isAway).toBe(isAway);
    expect(found?.what).toContain(words);
    expect(found?.what).toContain(code);
    expect(found?.what).not.toContain('words of the server');
  });

  it('is said of what the driver has no code for', () => {
    expect(databaseFinding(new Error('The server does not support SSL connections'), NAMED)).toMatchObject({
      isAway: false,
      what: expect.stringContaining('ssl = on') as string,
    });
    expect(databaseFinding(new Error('timeout expired'), NAMED)?.isAway).toBe(true);
  });

  it('is nothing where a statement is at fault', () => {
    expect(databaseFinding(withCode('42601'), NAMED)).toBeUndefined();
    expect(databaseFinding('no error', NAMED)).toBeUndefined();
  });
});
