import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createStationClient, type StationClient } from '../actors/station/station-client.ts';
import { freePort } from '../actors/station/running-station.ts';
import { filesWithPin } from '../actors/station/stored-traces.ts';
import { makeSoftHsmToken, type SoftHsmToken } from '../actors/tokens/softhsm.ts';
import { smallPdfs } from '../documents/pdf/make-pdfs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const NODE = path.join(ROOT, 'node_modules', 'node', 'bin', 'node');
const PIN = '24681357';
const WAIT = { timeout: 60_000 };

let folder: string;
let token: SoftHsmToken;
let terminal: ChildProcessWithoutNullStreams | undefined;
let screen = '';
let client: StationClient;
let url = '';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'entered-pin-'));
  const keys = [{ type: 'P-256', id: '01', label: 'one' }] as const;
  token = await makeSoftHsmToken({ dir: path.join(folder, 'hsm'), label: 'desk', pin: PIN, keys });
});

afterEach(async () => {
  const ended = new Promise((resolve) => terminal?.once('exit', resolve));
  terminal?.stdin.write('\u0003');
  await ended;
});

afterAll(async () => {
  await token.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** The station in a terminal of its own, as somebody starts it who sits before it. */
async function startInTerminal(data = 'data'): Promise<void> {
  const port = await freePort();
  const settings = {
    'Data:Directory': path.join(folder, data),
    'Server:Port': String(port),
    'Signing:SmartCard:ModulePath': token.modulePath,
    'Signing:SmartCard:TokenLabel': 'desk',
    'Signing:SmartCard:PinFrom': 'person',
  };
  const args = Object.entries(settings).map(([key, value]) => `'--${key}=${value}'`);
  const command = `exec '${NODE}' '${path.join(ROOT, 'dist', 'headless.js')}' ${args.join(' ')}`;
  screen = '';
  const child = spawn('script', ['-q', '-c', command, '/dev/null'], {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', SHELL: '/bin/sh', ...token.environment },
  });
  child.stdout.on('data', (chunk: Buffer) => (screen += chunk.toString('utf8')));
  terminal = child;
  url = `http://127.0.0.1:${String(port)}`;
  client = createStationClient(url);
  await expect
    .poll(
      () =>
        fetch(`${url}/health/ready`).then(
          ({ status }) => status,
          () => 0,
        ),
      WAIT,
    )
    .toBe(200);
}

async function send(count: number): Promise<string[]> {
  const [document = Buffer.alloc(0)] = Object.values(smallPdfs());
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await client.create(document, { signingProvider: 'SmartCard' })).id);
  return ids;
}
const waitReasons = async (ids: readonly string[]): Promise<(string | null)[]> =>
  (await Promise.all(ids.map((id) => client.status(id)))).map(({ waitReason }) => waitReason);
const statuses = async (ids: readonly string[]): Promise<string[]> =>
  (await Promise.all(ids.map((id) => client.status(id)))).map(({ status }) => status);
const type = (line: string): void => void terminal?.stdin.write(`${line}\r`);

it('waits for the PIN, is given it once for all that wait, and keeps it nowhere', async () => {
  await startInTerminal();
  const [first = ''] = await send(1);
  await expect.poll(() => screen, WAIT).toContain('1 document to be signed with Smart card, token desk');
  const ids = [first, ...(await send(2))];
  await expect.poll(() => waitReasons(ids), WAIT).toEqual(ids.map(() => 'PIN_ASKED'));
  // Put off, and what came meanwhile is asked for together with it.
  type('');
  await expect.poll(() => screen, WAIT).toContain('3 documents to be signed');
  type(PIN);
  await expect.poll(() => statuses(ids), WAIT).toEqual(ids.map(() => 'Completed'));
  expect(screen).toContain('3 documents approved.');

  const events = (await (await fetch(`${url}/api/v1/audit-events?eventType=SigningApproved`)).json()) as {
    items: { actor: string; metadata: { inputSha256: string } }[];
  };
  expect(events.items).toHaveLength(3);
  expect(events.items[0]).toMatchObject({
    actor: 'desk',
    metadata: { inputSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
  });

  // What comes later is asked for anew: the PIN was for those three.
  const later = await send(1);
  await expect.poll(() => waitReasons(later), WAIT).toEqual(['PIN_ASKED']);
  expect(screen).not.toContain(PIN);
  expect(await filesWithPin(path.join(folder, 'data'), PIN)).toEqual([]);
});

it('asks one question for a batch, whose documents come to wait one after the other', async () => {
  await startInTerminal('data-of-batch');
  const ids = (await Promise.all(Array.from({ length: 12 }, () => send(1)))).flat();
  await expect.poll(() => screen, WAIT).toContain('12 documents to be signed');
  expect(screen.split('to be signed with')).toHaveLength(2);
  type(PIN);
  await expect.poll(() => statuses(ids), WAIT).toEqual(ids.map(() => 'Completed'));
});
