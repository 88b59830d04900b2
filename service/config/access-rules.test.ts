import { describe, expect, it } from 'vitest';
import { accessProblems, roleDoubt, roleProblems, sharesServers } from './access-rules.ts';

const settings = {
  Environment: 'Production',
  Server: { Host: '127.0.0.1', DangerouslyAllowUnauthenticatedAccess: false, Tls: null, TrustedProxies: [] },
  Authentication: { Enabled: true },
  Database: { Provider: 'postgres' },
  Storage: { Provider: 's3' },
  Broker: { Provider: 'rabbitmq' },
  Roles: ['api', 'publisher', 'worker', 'token-host'],
} as const;

describe('stations that share their servers', () => {
  it('are those that keep nothing on their own machine', () => {
    expect(sharesServers(settings)).toBe(true);
    expect(sharesServers({ ...settings, Storage: { Provider: 'local' } })).toBe(false);
    expect(sharesServers({ ...settings, Broker: { Provider: 'embedded' } })).toBe(false);
    expect(sharesServers({ ...settings, Database: { Provider: 'sqlite' } })).toBe(false);
  });

  it.each([
    [['api', 'publisher'], undefined],
    [['worker', 'token-host'], undefined],
    [['api', 'worker'], /worker and no token-host/],
    [['api', 'publisher', 'token-host'], /token-host and no worker/],
  ] as const)('with the roles %j have keys and workers together', (Roles, problem) => {
    const problems = roleProblems({ ...settings, Roles });
    if (problem === undefined) expect(problems).toEqual([]);
    else expect(problems.join()).toMatch(problem);
    // Alone on its machine a station may be started in parts.
    expect(roleProblems({ ...settings, Roles, Database: { Provider: 'sqlite' } })).toEqual([]);
  });

  it.each([
    [['api'], 'publisher, worker, token-host'],
    [['api', 'publisher', 'token-host'], 'worker'],
    [['worker', 'publisher', 'token-host'], null],
  ] as const)('and one that shares none is told what the roles %j leave undone', (Roles, left) => {
    const doubt = roleDoubt({ ...settings, Roles, Storage: { Provider: 'local' } });
    if (left === null) expect(doubt).toBeNull();
    else expect(doubt).toContain(`Roles leaves out ${left}: nothing that is accepted here is signed`);
    expect(roleDoubt({ ...settings, Roles })).toBeNull();
  });
});

describe('who takes no requests', () => {
  it('shows counts all the same, and to nobody without a key', () => {
    const watched = { ...settings, Roles: ['worker', 'token-host'] };
    expect(accessProblems(watched)).toEqual([]);
    const open = accessProblems({ ...watched, Authentication: { Enabled: false } });
    expect(open.join()).toMatch(/The database is shared .* but Authentication:Enabled is false/);
    const inClear = accessProblems({ ...watched, Server: { ...settings.Server, Host: '0.0.0.0' } });
    expect(inClear.join()).toMatch(/nothing encrypts/);
  });
});
