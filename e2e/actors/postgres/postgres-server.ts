import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endedWithUs } from '../ended-with-us.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const USER = 'owner';
const PASSWORD = 'marker password of the database';
const START_MILLISECONDS = 60_000;

/** A Postgres server of its own in a folder of its own, reached by a Unix socket only. */
export interface PostgresServer {
  /** Folder of the socket: `host` of a connection. */
  readonly socketFolder: string;
  readonly user: string;
  readonly password: string;
  /** `postgresql://...` without the password. */
  readonly connectionString: string;
  start(): Promise<void>;
  /** Ends it as an administrator would; open connections are cut. */
  stop(): Promise<void>;
  /** Ends it and every process of it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Runs a program of the server's package on it, such as `pg_dump`; answers what it prints. */
  run(program: string, args: readonly string[], input?: string): string;
  /** Stops it and removes its files. */
  dispose(): Promise<void>;
}

export interface PostgresOptions {
  /** `name=value`, as in its configuration; the last one counts. */
  readonly settings?: readonly string[];
  /** PEM: it speaks TLS, over TCP at this port of 127.0.0.1. */
  readonly tls?: { readonly certificate: string; readonly key: string; readonly port: number };
  /** Makes the files of the cluster in the folder of this path, where it is not made anew; run as the server's own user. */
  readonly fill?: (data: string, asServer: RunAsServer) => void;
}

/** Runs a program of the server's package as the user whom the server runs as. */
export type RunAsServer = (program: string, args: readonly string[]) => void;

/** Makes and starts a server; needs Debian's package postgresql-15. As root it runs as the user `postgres`. */
export async function startPostgresServer(options: PostgresOptions = {}): Promise<PostgresServer> {
  const place = makePlace();
  fillCluster(place, options.fill);
  const tls = options.tls === undefined ? [] : tlsSettings(place.folder, options.tls, place.own);
  const own = ['listen_addresses=', `unix_socket_directories=${place.folder}`, 'max_connections=60'];
  const server = createServerProcess(place, [...own, ...(options.settings ?? []), ...tls]);
  const closed = endedWithUs(() => {
    server.killNow();
    rmSync(place.folder, { recursive: true, force: true, maxRetries: 5 });
  });
  await server.start();
  return serverAt(place, server, closed);
}

/** The folder of a server, and what runs there as the server's own user. */
interface Place {
  readonly folder: string;
  readonly data: string;
  readonly account: ReturnType<typeof serverAccount>;
  readonly own: (path: string) => void;
  readonly asServer: RunAsServer;
}

function makePlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  const account = serverAccount();
  const own = (path: string): void => {
    if (account !== undefined) chownSync(path, account.uid, account.gid);
  };
  chmodSync(folder, 0o755);
  own(folder);
  const asServer: RunAsServer = (program, args) => {
    const env = { PATH: process.env['PATH'] ?? '', PGPASSWORD: PASSWORD };
    const ran = spawnSync(join(BIN, program), args, { encoding: 'utf8', cwd: folder, env, ...account });
    if (ran.status !== 0) throw new Error(`${program}: ${ran.stderr}`);
  };
  return { folder, data: join(folder, 'data'), account, own, asServer };
}

function fillCluster({ folder, data, own, asServer }: Place, fill: PostgresOptions['fill']): void {
  if (fill !== undefined) {
    fill(data, asServer);
    return;
  }
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD, { mode: 0o600 });
  own(passwordFile);
  const access = [`--pwfile=${passwordFile}`, '-A', 'scram-sha-256'];
  asServer('initdb', ['-D', data, '-U', USER, ...access, '-E', 'UTF8', '--locale=C.UTF-8', '-N']);
}

interface ServerProcess {
  readonly start: () => Promise<void>;
  readonly end: (signal: 'SIGINT' | 'SIGKILL') => Promise<void>;
  /** SIGKILL to every process of it, without waiting. */
  readonly killNow: () => void;
}

function createServerProcess({ folder, data, account }: Place, settings: readonly string[]): ServerProcess {
  let server: ChildProcess | undefined;
  const launch = (): ChildProcess =>
    spawn(join(BIN, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: folder,
      detached: true,
      ...account,
    });
  return {
    async start() {
      const giveUpAt = Date.now() + START_MILLISECONDS;
      for (;;) {
        const launched = launch();
        server = launched;
        const refusal = await readyOrRefused(launched, giveUpAt);
        if (refusal === null) return;
        // The processes of one that was killed have sessions of their own, and take a moment to notice that it is gone.
        if (!refusal.includes('is still in use') || Date.now() > giveUpAt) {
          throw new Error(`Postgres does not start: ${refusal}`);
        }
        await delay(50);
      }
    },
    async end(signal) {
      if (!isRunning(server)) return;
      const ended = once(server, 'exit');
      if (signal === 'SIGKILL') killGroup(server);
      else server.kill(signal);
      await ended;
    },
    killNow() {
      if (isRunning(server)) killGroup(server);
    },
  };
}

/** Null when it is ready, otherwise what it said. */
async function readyOrRefused(server: ChildProcess, giveUpAt: number): Promise<string | null> {
  let said = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const closed = once(server, 'close');
  // A standby is ready to accept read-only connections.
  while (!/ready to accept (read-only )?connections/.test(said)) {
    if (server.exitCode !== null) await closed;
    if (server.exitCode !== null || Date.now() > giveUpAt) return said;
    await delay(10);
  }
  return null;
}

function isRunning(server: ChildProcess | undefined): server is ChildProcess {
  return server?.pid !== undefined && server.exitCode === null && server.signalCode === null;
}

/** A process group of its own: the server's processes, too. */
function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

function serverAt({ folder }: Place, { start, end }: ServerProcess, closed: () => void): PostgresServer {
  return {
    socketFolder: folder,
    user: USER,
    password: PASSWORD,
    connectionString: `postgresql://${USER}@localhost/postgres?host=${encodeURIComponent(folder)}`,
    start,
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
    run(program, args, input = '') {
      const env = { PATH: process.env['PATH'] ?? '', PGHOST: folder, PGUSER: USER, PGPASSWORD: PASSWORD };
      const ran = spawnSync(join(BIN, program), args, { env, input, encoding: 'utf8', cwd: folder });
      if (ran.status !== 0) throw new Error(`${program}: ${ran.stderr}`);
      return ran.stdout;
    },
    async dispose() {
      await end('SIGINT');
      rmSync(folder, { recursive: true });
      closed();
    },
  };
}

function tlsSettings(
  folder: string,
  { certificate, key, port }: NonNullable<PostgresOptions['tls']>,
  own: (path: string) => void,
): readonly string[] {
  const files = { ssl_cert_file: certificate, ssl_key_file: key };
  const settings = Object.entries(files).map(([name, text]) => {
    const file = join(folder, `${name}.pem`);
    writeFileSync(file, text, { mode: 0o600 });
    own(file);
    return `${name}=${file}`;
  });
  return ['listen_addresses=127.0.0.1', `port=${String(port)}`, 'ssl=on', ...settings];
}

/** Postgres refuses to run as root. */
function serverAccount(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string): number => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}
