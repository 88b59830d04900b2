import { describe, expect, it } from 'vitest';
import { connectionFinding, ServerFault, serverFaultBehind } from './server-fault.ts';

const SETTINGS = { address: 'Some:Url', authorities: 'Some:Authorities' };

describe('what is wrong with the way to a server', () => {
  it.each([
    ['ECONNREFUSED', true, 'does not answer (ECONNREFUSED). Start it, or mend Some:Url'],
    ['EAI_AGAIN', true, 'has a name that is not found (EAI_AGAIN). Mend Some:Url'],
    ['EPROTO', false, 'speaks no TLS there'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', false, 'for another name (ERR_TLS_CERT_ALTNAME_INVALID). Write a name'],
    ['CERT_HAS_EXPIRED', false, 'has expired (CERT_HAS_EXPIRED). Renew it'],
    ['CERT_NOT_YET_VALID', false, 'Set the clock of this machine'],
    ['SELF_SIGNED_CERT_IN_CHAIN', false, 'Name the file of its authority in Some:Authorities'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', false, 'no authority known here vouches for'],
  ])('is said of %s with what to do, and whether it may pass', (code, isAway, words) => {
    const found = connectionFinding(code, SETTINGS);
    expect(found?.isAway).toBe(isAway);
    expect(found?.what).toContain(words);
  });

  it('is not said of what has nothing to do with it', () => {
    expect(connectionFinding('42P01', SETTINGS)).toBeUndefined();
  });
});

describe('a fault of a server', () => {
  const fault = new ServerFault({ name: 'S3', place: 'https://inner.example' }, { isAway: true, what: 'is away.' });

  it('says where the server is to whoever starts the station, and not to whoever asks for its health', () => {
    expect(fault).toMatchObject({ code: 'SERVER_AWAY', message: 'S3 at https://inner.example is away.' });
    expect(fault.detail).toBe('S3 is away.');
  });

  it('is found behind what was made of it', () => {
    expect(serverFaultBehind(new Error('outer', { cause: new Error('inner', { cause: fault }) }))).toBe(fault);
    expect(serverFaultBehind(new Error('outer', { cause: 'text' }))).toBeUndefined();
  });
});
