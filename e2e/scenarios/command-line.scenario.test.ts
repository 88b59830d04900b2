import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { IS_ON_SERVERS } from '../actors/servers/places-on-servers.ts';
import { makeApiKey, runCommand } from '../actors/station/command-line.ts';
import { startStation, type RunningStation } from '../actors/station/running-station.ts';

describe('the command line beside a station that asks for keys', () => {
  let dataDirectory: string;
  let station: RunningStation | undefined;
  let early: { readonly id: string; readonly key: string };

  beforeAll(async () => {
    dataDirectory = path.join(await mkdtemp(path.join(tmpdir(), 'station-keys-')), 'data');
    // Before the station's first start: neither folder nor database is there yet.
    early = await makeApiKey(dataDirectory, '--name', 'Early', '--permissions', 'CertificatesRead,Administer');
    station = await startStation({ dataDirectory, settings: { 'Authentication:Enabled': 'true' } });
  });
  afterAll(async () => {
    await station?.stop();
    await rm(path.dirname(dataDirectory), { recursive: true, force: true });
  });

  async function ask(resource: string, headers: Record<string, string> = {}): Promise<[number, string | null]> {
    const answer = await fetch(`${station?.url}/api/v1/${resource}`, { headers });
    const body: unknown = await answer.json();
    const code = typeof body === 'object' && body !== null && 'errorCode' in body ? String(body.errorCode) : null;
    return [answer.status, code];
  }

  it('refuses calls without a key, with a wrong one, and keeps health open', async () => {
    expect(await ask('certificates')).toEqual([401, 'AUTHENTICATION_REQUIRED']);
    expect(await ask('certificates', { 'X-Api-Key': 'nonsense' })).toEqual([401, 'AUTHENTICATION_REQUIRED']);
    const wrong = `${early.key.slice(0, -4)}AAAA`;
    expect(await ask('certificates', { Authorization: `ApiKey ${wrong}` })).toEqual([401, 'AUTHENTICATION_REQUIRED']);
    expect((await fetch(`${station?.url}/health/live`)).status).toBe(200);
  });

  it('made a key before the first start that the station takes', async () => {
    expect(await ask('certificates', { 'X-Api-Key': early.key })).toEqual([200, null]);
    expect(await ask('signatures', { 'X-Api-Key': early.key })).toEqual([403, 'PERMISSION_DENIED']);
  });

  it('makes a key for a tenant while the station runs, and revokes it at once', async () => {
    const made = await makeApiKey(dataDirectory, '--name', 'Acme', '--tenant', 'acme');
    const headers = { Authorization: `ApiKey ${made.key}` };
    expect(await ask('signatures', headers)).toEqual([200, null]);
    expect(await ask('signatures', { ...headers, 'X-Tenant-Id': 'acme' })).toEqual([200, null]);
    expect(await ask('signatures', { ...headers, 'X-Tenant-Id': 'default' })).toEqual([403, 'PERMISSION_DENIED']);
    expect(await ask('audit-events', headers)).toEqual([403, 'PERMISSION_DENIED']);

    const revoked = await runCommand(dataDirectory, 'api-key', 'revoke', made.id);
    expect(revoked).toEqual({ exitCode: 0, stdout: `API key ${made.id} is revoked.\n`, stderr: '' });
    expect(await ask('signatures', headers)).toEqual([401, 'AUTHENTICATION_REQUIRED']);

    const again = await runCommand(dataDirectory, 'api-key', 'revoke', made.id);
    expect(again).toEqual({ exitCode: 1, stdout: '', stderr: `The API key ${made.id} was revoked before.\n` });
    // On servers there is no such file, and the early key may not read the audit.
    if (IS_ON_SERVERS) return;
    expect(auditOf(made.id)).toEqual([
      { event_type: 'ApiKeyCreated', tenant_id: 'acme', actor: 'command-line' },
      { event_type: 'ApiKeyRevoked', tenant_id: 'acme', actor: 'command-line' },
    ]);
  });

  it('lists keys without their secrets', async () => {
    const listed = await runCommand(dataDirectory, 'api-key', 'list');
    expect(listed.exitCode).toBe(0);
    expect(listed.stdout).toContain(early.id);
    expect(listed.stdout).toMatch(/acme.*revoked .*Acme/);
    expect(listed.stdout).not.toContain(early.key.split('.')[1]);
    const ofTenant = await runCommand(dataDirectory, 'api-key', 'list', '--tenant', 'acme');
    expect(ofTenant.stdout).not.toContain(early.id);
  });

  it('lists which keys were used', async () => {
    const idle = await makeApiKey(dataDirectory, '--name', 'Idle');
    const lineOf = async (id: string): Promise<string | undefined> =>
      (await runCommand(dataDirectory, 'api-key', 'list')).stdout.split('\n').find((line) => line.startsWith(id));
    // A use is written a second later.
    await vi.waitFor(async () => expect(await lineOf(early.id)).toMatch(/ {2}used 20\d\d-\S+Z {2}/), {
      timeout: 60_000,
      interval: 200,
    });
    expect(await lineOf(idle.id)).toContain('  never used  ');
  });

  it('says what is wrong in one sentence and ends with 2 for usage, 1 for failure', async () => {
    const usage = await runCommand(dataDirectory, 'api-key', 'create');
    expect(usage).toEqual({ exitCode: 2, stdout: '', stderr: 'api-key create needs --name.\n' });
    const key = await runCommand(dataDirectory, 'api-key', 'list', '--Server:Prot=1');
    expect([key.exitCode, key.stderr]).toEqual([1, expect.stringContaining('Did you mean Server:Port?')]);
    const unknown = await runCommand(dataDirectory, 'api-key', 'revoke', 'nothing');
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringMatching(/^There is no API key/)]);
    const broken = path.join(path.dirname(dataDirectory), 'broken.db');
    await writeFile(broken, 'This is no database, and long enough to be looked at as one. '.repeat(20));
    const opened = await runCommand(dataDirectory, 'api-key', 'list', `--Database:ConnectionString=${broken}`);
    expect([opened.exitCode, opened.stderr]).toEqual([1, expect.stringMatching(/^The database .* cannot be opened/)]);
    expect(opened.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('prints configuration and help', async () => {
    const printed = await runCommand(dataDirectory, 'print-config', '--Server:Port=77');
    expect(printed.exitCode).toBe(0);
    expect(JSON.parse(printed.stdout)).toMatchObject({ Server: { Port: 77 }, Data: { Directory: dataDirectory } });
    const version = await runCommand(dataDirectory, '--version');
    expect(version).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^signing-station \d+\.\d+\.\d+\n$/) as string,
      stderr: '',
    });
    const help = await runCommand(dataDirectory, 'help');
    expect([help.exitCode, help.stdout]).toEqual([0, expect.stringContaining('api-key create --name N')]);
  });

  it('works when the station is stopped, and makes no database only to look', async () => {
    await station?.stop();
    expect((await runCommand(dataDirectory, 'api-key', 'list')).stdout).toContain(early.id);
    expect((await runCommand(dataDirectory, 'api-key', 'revoke', early.id)).exitCode).toBe(0);
    const empty = path.join(path.dirname(dataDirectory), 'empty');
    expect((await runCommand(empty, 'api-key', 'list')).stdout).toBe('There are no API keys.\n');
    expect(existsSync(empty)).toBe(false);
  });

  function auditOf(id: string): unknown[] {
    const database = new BetterSqlite3(path.join(dataDirectory, 'station.db'), { readonly: true });
    try {
      return database
        .prepare('SELECT event_type, tenant_id, actor FROM audit_events WHERE entity_id = ? ORDER BY sequence')
        .all(id);
    } finally {
      database.close();
    }
  }
});
