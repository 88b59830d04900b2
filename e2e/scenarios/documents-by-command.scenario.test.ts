import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey, runCommand } from '../actors/station/command-line.ts';
import { freePort, startStation, until, type RunningStation } from '../actors/station/running-station.ts';
import { buildMisbehavingModule, type MisbehavingModule } from '../actors/tokens/misbehaving-module.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../actors/tokens/softhsm.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const PIN = '97531864';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'by-command-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function documents(name: string, count: number): string {
  const inputs = path.join(folder, name);
  mkdirSync(inputs);
  for (let number = 1; number <= count; number += 1)
    writeFileSync(path.join(inputs, `${number}.txt`), `text ${number}`);
  return inputs;
}

describe('without a running station', () => {
  let token: SoftHsmToken;
  let spy: MisbehavingModule;
  let data: string;
  let settings: string[];

  beforeAll(async () => {
    const keys = [{ type: 'P-256', id: '01', label: 'one' }] as const;
    token = await makeSoftHsmToken({ dir: path.join(folder, 'hsm'), label: 'mine', pin: PIN, keys });
    spy = await buildMisbehavingModule(path.join(folder, 'module'), token.modulePath, PIN);
    data = path.join(folder, 'alone');
    settings = [
      ...[`--Server:Port=${await freePort()}`, '--Signing:Pkcs11:0:ProviderId=card', '--Signing:Pkcs11:0:Name=Card'],
      ...[`--Signing:Pkcs11:0:ModulePath=${spy.modulePath}`, '--Signing:Pkcs11:0:TokenLabel=mine'],
      ...['--environment=Testing', `--Data:Directory=${data}`],
    ];
  });
  afterAll(async () => {
    await spy.remove();
    await token.remove();
  });

  /** The PIN goes in by file descriptor 3. */
  function command(pin: string, ...args: string[]) {
    return started(pin, ...args).ended;
  }

  function started(pin: string, ...args: string[]) {
    const node = path.join(ROOT, 'node_modules', 'node', 'bin', 'node');
    const child = spawn(node, [path.join(ROOT, 'dist', 'cli.js'), ...args, ...settings], {
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...token.environment },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    });
    const texts = { stdout: '', stderr: '' };
    child.stdout?.on('data', (chunk: Buffer) => (texts.stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (texts.stderr += chunk.toString()));
    const pipe = child.stdio[3];
    // A command that ends before it wants the PIN reads nothing.
    pipe?.on('error', () => undefined);
    if (pipe !== null && pipe !== undefined && 'end' in pipe) pipe.end(`${pin}\n`);
    const ended = new Promise<{ exitCode: number | null; stdout: string; stderr: string }>((resolve) =>
      child.once('close', (exitCode) => resolve({ exitCode, ...texts })),
    );
    return { child, texts, ended };
  }

  it('signs many files with one login, and leaves nothing of them behind', async () => {
    const inputs = documents('many', 60);
    const before = await spy.callCount('C_Login');
    const done = await command(
      ...[PIN, 'sign', path.join(inputs, '*.txt'), '--signing-provider', 'Pkcs11'],
      ...['--packaging', 'detached', '--pin-fd', '3', '--json'],
    );
    expect(done).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/^No station runs at/) as unknown });
    const lines = done.stdout.trim().split('\n');
    expect(lines).toHaveLength(60);
    expect(lines.every((line) => (JSON.parse(line) as { status: string }).status === 'Completed')).toBe(true);
    expect(readdirSync(inputs).filter((name) => name.endsWith('.p7s'))).toHaveLength(60);
    expect((await spy.callCount('C_Login')) - before).toBe(1);
    expect(readdirSync(path.join(data, 'runs'))).toEqual(['station.lock']);
    expect(done.stdout + done.stderr).not.toContain(PIN);
  });

  it('says after Ctrl-C how far it has come, and goes on from there', async () => {
    const inputs = documents('broken-off', 80);
    const signed = (): string[] => readdirSync(inputs).filter((name) => name.endsWith('.p7s'));
    const words = ['sign', path.join(inputs, '*'), '--signing-provider=Pkcs11', '--packaging=detached', '--pin-fd=3'];
    const { child, ended } = started(PIN, ...words);
    await until(() => signed().length >= 10, 120_000);
    child.kill('SIGINT');
    const { exitCode, stderr } = await ended;
    const done = signed().length;
    expect({ exitCode, stderr }).toEqual({
      exitCode: 130,
      stderr: expect.stringMatching(
        new RegExp(`^Interrupted: ${done} of 80 done(, \\d under way)?\\.$`, 'm'),
      ) as unknown,
    });
    expect(done).toBeLessThan(80);
    // The results are among the files that the pattern finds now.
    const again = await command(PIN, ...words, '--skip-existing');
    expect(again.stdout.trim().split('\n')).toHaveLength(80 - done);
    expect(again).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining(`${2 * done} of ${80 + done} left out`) as unknown,
    });
    expect(signed()).toHaveLength(80);
  });

  it('signs nothing over a file that is there, and spends no login on it', async () => {
    const before = await spy.callCount('C_Login');
    const again = await command(
      ...[PIN, 'sign', path.join(folder, 'many', '1.txt'), '--signing-provider=Pkcs11', '--packaging=detached'],
      ...['--pin-fd=3', '--own-station'],
    );
    expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('--overwrite') as unknown });
    expect(await spy.callCount('C_Login')).toBe(before);
  });

  it('takes the PIN from the secret that is named, and from no other', async () => {
    const inputs = documents('by-secret', 1);
    mkdirSync(path.join(data, 'secrets'), { recursive: true, mode: 0o700 });
    writeFileSync(path.join(data, 'secrets', 'SERVICE_SECRET_MINE_CARD'), PIN, { mode: 0o600 });
    const sign = (...more: string[]) =>
      command('', 'sign', path.join(inputs, '1.txt'), '--signing-provider=Pkcs11', '--packaging=detached', ...more);
    expect(await sign('--pin-secret=Mine:Other')).toMatchObject({ exitCode: 2, stdout: '' });
    expect(await sign('--pin-secret=Mine:Card', '--pin-fd=3')).toMatchObject({ exitCode: 2, stdout: '' });
    const before = await spy.callCount('C_Login');
    expect(await sign('--pin-secret=Mine:Card')).toMatchObject({ exitCode: 0 });
    expect((await spy.callCount('C_Login')) - before).toBe(1);
    expect(existsSync(path.join(inputs, '1.txt.p7s'))).toBe(true);
  });

  it('shares the memory of refused PINs with every later command', async () => {
    const inputs = documents('wrong', 1);
    const sign = (pin: string) =>
      command(
        ...[pin, 'sign', path.join(inputs, '1.txt'), '--signing-provider=Pkcs11', '--pin-fd=3', '--timeout=1'],
        ...['--own-station', '--overwrite'],
      );
    const before = await spy.callCount('C_Login');
    expect((await sign('11111111')).exitCode).not.toBe(0);
    const tried = (await spy.callCount('C_Login')) - before;
    expect(tried).toBeLessThanOrEqual(1);
    expect((await sign('11111111')).exitCode).not.toBe(0);
    expect((await spy.callCount('C_Login')) - before).toBeLessThanOrEqual(1);
    await token.login();
  });

  it('has no past to tell of', async () => {
    expect(await command('', 'queue', 'list')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringMatching(/^No station/) as unknown,
    });
  });
});

describe('beside a running station that asks for keys', () => {
  let station: RunningStation;
  let data: string;

  beforeAll(async () => {
    data = path.join(folder, 'served');
    station = await startStation({ dataDirectory: data, settings: { 'Authentication:Enabled': 'true' } });
    const { key } = await makeApiKey(data, '--name', 'Desk');
    writeFileSync(path.join(data, 'command-line.key'), key, { mode: 0o600 });
  });
  afterAll(() => station.dispose());

  const command = (...args: string[]) => runCommand(data, ...args, `--Server:Port=${station.port}`);

  it('signs, verifies, inspects and finds the request again', async () => {
    const inputs = documents('served-files', 3);
    const signed = await command('sign', path.join(inputs, '*.txt'), '--json', '--profile=B');
    expect(signed).toMatchObject({ exitCode: 0, stderr: '' });
    const [first] = signed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; output: string });
    const verified = await command('verify', path.join(inputs, '*.p7m'));
    expect(verified).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^VALID .*\nVALID .*\nVALID /) as unknown,
    });
    const inspected = await command('inspect', first?.output ?? '', '--json');
    expect(JSON.parse(inspected.stdout)).toMatchObject({ inspection: { detected: 'CMS', isSigned: true } });
    const shown = await command('queue', 'show', first?.id ?? '', '--json');
    expect(JSON.parse(shown.stdout)).toMatchObject({ id: first?.id, status: 'Completed' });
    const listed = await command('queue', '--limit=2');
    expect(listed.stdout).toContain('originalFileName');
    expect(listed.stderr).toContain('There is more');
    expect((await command('queue', 'list', '--all', '--limit=1', '--json')).stdout.trim().split('\n')).toHaveLength(3);
    const again = path.join(folder, 'again.p7m');
    expect((await command('queue', 'download', first?.id ?? '', '--out', again)).exitCode).toBe(0);
    expect(readFileSync(again)).toEqual(readFileSync(first?.output ?? ''));
  });

  it('ends by the code of what the station refuses', async () => {
    const inputs = documents('refused', 1);
    const file = path.join(inputs, '1.txt');
    expect(await command('queue', 'show', crypto.randomUUID())).toMatchObject({ exitCode: 26, stdout: '' });
    expect(await command('audit')).toMatchObject({ exitCode: 37 });
    expect(await command('sign', file, '--format=PAdES')).toMatchObject({ exitCode: 31 });
    expect(await command('sign', file, '--certificate-thumbprint', '00'.repeat(20))).toMatchObject({ exitCode: 24 });
    expect(await command('sign', file, '--pin-fd=3')).toMatchObject({ exitCode: 2 });
    writeFileSync(path.join(folder, 'wrong.key'), 'abcdefghijkl.mnop', { mode: 0o600 });
    expect(await command('queue', '--key-file', path.join(folder, 'wrong.key'))).toMatchObject({ exitCode: 36 });
    expect(readdirSync(inputs)).toEqual(['1.txt']);
  });

  it('names the request of a document that failed, or whose time is over, to scripts', async () => {
    const file = path.join(documents('named', 1), '1.txt');
    const failed = await command('sign', file, '--format=PAdES', '--json');
    const { id, ...told } = JSON.parse(failed.stdout) as { id: string };
    expect(told).toMatchObject({ status: 'Failed', output: null, errorCode: 'SIGNING_OPERATION_FAILED' });
    const shown = await command('queue', 'show', id, '--json');
    expect(JSON.parse(shown.stdout)).toMatchObject({ id, status: 'Failed' });
    const refused = await command('sign', file, '--certificate-thumbprint', '00'.repeat(20), '--json');
    expect(JSON.parse(refused.stdout)).toMatchObject({ id: null, errorCode: 'SIGNING_CERTIFICATE_NOT_FOUND' });
    // It waits for as long as nobody approves it.
    const waiting = await startStation({ settings: { 'Approvals:Rule': 'Always' } });
    try {
      const settings = [`--Server:Port=${waiting.port}`, '--timeout=1', '--json'];
      const late = await runCommand(waiting.dataDirectory, 'sign', file, ...settings);
      expect(late).toMatchObject({ exitCode: 7 });
      expect(JSON.parse(late.stdout)).toMatchObject({ id: expect.any(String) as string, status: 'Queued' });
    } finally {
      await waiting.dispose();
    }
  });

  it('ends without a word when nobody reads on', async () => {
    const node = path.join(ROOT, 'node_modules', 'node', 'bin', 'node');
    const settings = [`--Data:Directory=${data}`, `--Server:Port=${station.port}`];
    const printing = spawn(node, [path.join(ROOT, 'dist', 'cli.js'), 'queue', 'list', ...settings]);
    let told = '';
    printing.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
    printing.stdout.destroy();
    const code = await new Promise((resolve) => printing.once('close', resolve));
    expect([code, told]).toEqual([141, '']);
  });

  it('watches until it is told to stop', async () => {
    const node = path.join(ROOT, 'node_modules', 'node', 'bin', 'node');
    const settings = [`--Data:Directory=${data}`, `--Server:Port=${station.port}`];
    const watching = spawn(node, [path.join(ROOT, 'dist', 'cli.js'), 'queue', 'watch', ...settings]);
    const ended = new Promise((resolve) => watching.once('exit', resolve));
    // The first bytes of the stream.
    await new Promise((resolve) => watching.stdout.once('data', resolve));
    watching.kill('SIGINT');
    expect(await ended).toBe(130);
  });

  it('calls a changed document INVALID and ends with 5', async () => {
    const inputs = documents('changed', 1);
    const file = path.join(inputs, '1.txt');
    expect((await command('sign', file, '--packaging=detached')).exitCode).toBe(0);
    expect((await command('verify', `${file}.p7s`, '--original-file', file)).exitCode).toBe(0);
    writeFileSync(file, 'another text');
    expect(await command('verify', `${file}.p7s`, '--original-file', file)).toMatchObject({ exitCode: 5 });
  });
});

it('says that nothing answers where something listens and does not speak', async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const empty = path.join(folder, 'empty');
  try {
    const asked = await runCommand(empty, 'certificates', `--Server:Port=${port}`);
    expect(asked).toMatchObject({ exitCode: 6, stdout: '' });
    expect(existsSync(path.join(empty, 'runs'))).toBe(false);
  } finally {
    server.close();
  }
});
