import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../station/running-station.ts';
import type { BucketServer } from './bucket.ts';
import { cephConfiguration } from './ceph-configuration.ts';
import { sharedServer, type ServerFolder, type SharedServer } from './shared-servers.ts';

const run = promisify(execFile);
const START_MILLISECONDS = 230_000;

const ACCESS_KEY_ID = 'stationkey';
const SECRET_ACCESS_KEY = 'stationsecretstationsecret';

export const HAS_RADOSGW = ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd'].every((program) =>
  existsSync(`/usr/bin/${program}`),
);

/** Ceph's object gateway: S3 with signatures, checksums, multipart uploads and conditions of a real server. */
export function radosGateway(): Promise<SharedServer<BucketServer>> {
  return sharedServer('radosgw', isBucketServer, startRadosGateway);
}

function isBucketServer(value: unknown): value is BucketServer {
  return typeof value === 'object' && value !== null && 'endpoint' in value && 'secretAccessKey' in value;
}

/** One monitor, one disk in a sparse file, one gateway; ready in some 17 seconds, most of which the monitor takes. */
async function startRadosGateway(server: ServerFolder): Promise<BucketServer> {
  const { folder } = server;
  const monitorPort = await freePort();
  const port = await freePort();
  const id = randomUUID();
  for (const part of ['mon/a', 'osd/0', 'run', 'rgw']) mkdirSync(path.join(folder, part), { recursive: true });
  writeFileSync(path.join(folder, 'ceph.conf'), cephConfiguration({ folder, id, monitorPort, port }));
  const ceph = (program: string, ...args: string[]): Promise<unknown> =>
    run(program, ['-c', 'ceph.conf', ...args], { cwd: folder, timeout: START_MILLISECONDS });
  await makeKeys(folder);
  await run(
    'monmaptool',
    ['--create', '--addv', 'a', `[v1:127.0.0.1:${String(monitorPort)}/0]`, '--fsid', id, 'monmap'],
    {
      cwd: folder,
    },
  );
  await ceph('ceph-mon', '--mkfs', '-i', 'a', '--monmap', 'monmap', '--keyring', 'keyring');
  server.run('mon', 'ceph-mon', ['-c', 'ceph.conf', '-i', 'a', '-f']);
  const disk = randomUUID();
  const ask = (...args: string[]): Promise<void> => askMonitor(() => ceph('ceph', ...args));
  await ask('osd', 'new', disk, '0');
  await ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
  await ask('osd', 'crush', 'add', 'osd.0', '1.0', 'host=test', 'root=default');
  server.run('osd', 'ceph-osd', ['-c', 'ceph.conf', '-i', '0', '-f']);
  runGateway(server);
  const endpoint = `http://127.0.0.1:${String(port)}`;
  await answering(endpoint, folder);
  const keys = ['--access-key', ACCESS_KEY_ID, '--secret-key', SECRET_ACCESS_KEY];
  await ceph('radosgw-admin', 'user', 'create', '--uid', 'station', '--display-name', 'station', ...keys);
  return { endpoint, accessKeyId: ACCESS_KEY_ID, secretAccessKey: SECRET_ACCESS_KEY };
}

function runGateway(server: ServerFolder): void {
  server.run('rgw', 'radosgw', ['-c', 'ceph.conf', '-n', 'client.rgw', '-f']);
}

/** SIGKILL to the gateway, with all requests that it has; then the same again. Its objects are kept by others. */
export async function killGateway({ address, alone }: SharedServer<BucketServer>): Promise<void> {
  if (alone === undefined) throw new Error('Others use this gateway, too.');
  await alone.kill('rgw');
  runGateway(alone);
  await answering(address.endpoint, alone.folder);
}

/** Makes a role that the gateway's user may assume; `policy` says what it may do. Answers its name for `assumeRole`. */
export async function makeRole({ folder }: SharedServer<BucketServer>, name: string, policy: string): Promise<string> {
  const trust = { Effect: 'Allow', Principal: { AWS: ['arn:aws:iam:::user/station'] }, Action: ['sts:AssumeRole'] };
  const document = JSON.stringify({ Version: '2012-10-17', Statement: [trust] });
  const admin = (...args: string[]): Promise<unknown> =>
    run('radosgw-admin', ['-c', 'ceph.conf', 'role', ...args, `--role-name=${name}`], { cwd: folder });
  await admin('create', '--path=/', `--assume-role-policy-doc=${document}`);
  await admin('policy', 'put', '--policy-name=of-the-test', `--policy-doc=${policy}`);
  return `arn:aws:iam:::role/${name}`;
}

/** A monitor that has only just begun refuses now and then (EPERM for its list of commands); asking again does no harm. */
async function askMonitor(question: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + START_MILLISECONDS;
  for (;;) {
    try {
      await question();
      return;
    } catch (error) {
      if (Date.now() >= deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

async function makeKeys(folder: string): Promise<void> {
  const caps = ['mon', 'osd', 'mgr'].flatMap((part) => ['--cap', part, 'allow *']);
  await run('ceph-authtool', ['--create-keyring', 'keyring', '--gen-key', '-n', 'client.admin', ...caps], {
    cwd: folder,
  });
  await run('ceph-authtool', ['keyring', '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *'], { cwd: folder });
}

async function answering(endpoint: string, folder: string): Promise<void> {
  const deadline = Date.now() + START_MILLISECONDS;
  while (Date.now() < deadline) {
    const answer = await fetch(endpoint).catch(() => undefined);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const logs = ['mon', 'osd', 'rgw'].map((name) => readFileSync(path.join(folder, `${name}.log`), 'utf8').slice(-500));
  throw new Error(`The object gateway does not answer.\n${logs.join('\n')}`);
}
