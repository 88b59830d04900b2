import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endedWithUs } from '../ended-with-us.ts';
import { freePort } from '../station/running-station.ts';

const START_MILLISECONDS = 230_000;
/** Ports are free until another process takes them a moment before us. */
const PLACES_TRIED = 3;
const [PROGRAM] = globSync('/usr/lib/rabbitmq/lib/rabbitmq_server-*/sbin/rabbitmq-server');

const CONTROL = path.join(path.dirname(PROGRAM ?? ''), 'rabbitmqctl');

export const HAS_RABBITMQ = PROGRAM !== undefined;

/** A RabbitMQ server of its own: own node, cookie, ports and messages, on this machine only. */
export interface RabbitMqServer {
  /** Without credentials. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Runs `rabbitmqctl` on it; answers what it prints. */
  control(...args: readonly string[]): string;
  /** SIGKILL to the server itself; its messages stay on disk. */
  kill(): Promise<void>;
  /** Starts it again on the same messages and port; resolves when it answers. */
  start(): Promise<void>;
  dispose(): Promise<void>;
}

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly distributionPort: number;
  readonly mapperPort: number;
}

/** `settings` are further lines of its `rabbitmq.conf`. */
export async function startRabbitMq(settings: readonly string[] = []): Promise<RabbitMqServer> {
  for (let tried = 1; ; tried++) {
    const server = await makeRabbitMq(settings);
    try {
      await server.start();
      return server;
    } catch (fault) {
      await server.dispose();
      if (tried === PLACES_TRIED) throw fault;
    }
  }
}

/** Everything but the server's start. */
async function makeRabbitMq(settings: readonly string[]): Promise<RabbitMqServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'rabbitmq-'));
  const place = {
    ...{ folder, port: await freePort(), distributionPort: await freePort(), mapperPort: await freePort() },
  };
  const [username, password] = ['station', 'rabbit-secret-of-tests'];
  prepare(place, { username, password, settings });
  // The mapper of Erlang's ports: run by us, so that it ends with us.
  const mapper = spawn('epmd', ['-port', String(place.mapperPort), '-address', '127.0.0.1'], { stdio: 'ignore' });
  const running: { script?: ChildProcess } = {};
  const closed = endedWithUs(() => {
    mapper.kill('SIGKILL');
    running.script?.kill('SIGKILL');
    killServer(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const server: RabbitMqServer = {
    ...{ url: `amqp://127.0.0.1:${String(place.port)}/`, username, password },
    control(...args) {
      const ran = spawnSync(CONTROL, args, { cwd: folder, env: environmentOf(place), encoding: 'utf8' });
      if (ran.status !== 0) throw new Error(`rabbitmqctl ${args.join(' ')}: ${ran.stdout}${ran.stderr}`);
      return ran.stdout;
    },
    async kill() {
      const { script } = running;
      if (script === undefined) return;
      delete running.script;
      if (hasEnded(script)) return;
      const ended = once(script, 'exit');
      if (!killServer(folder)) script.kill('SIGKILL');
      await ended;
    },
    async start() {
      rmSync(path.join(folder, 'pid'), { force: true });
      running.script = spawn(PROGRAM ?? '', [], { cwd: folder, env: environmentOf(place), stdio: 'ignore' });
      await answering(place, [mapper, running.script]);
    },
    async dispose() {
      await server.kill();
      mapper.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      closed();
    },
  };
  return server;
}

/** The script waits for the server, whose process id is in the file; false where there is none yet. */
function killServer(folder: string): boolean {
  const file = path.join(folder, 'pid');
  return existsSync(file) && process.kill(Number(readFileSync(file, 'utf8')), 'SIGKILL');
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

interface Preparation {
  readonly username: string;
  readonly password: string;
  readonly settings: readonly string[];
}

function prepare({ folder, port }: Place, { username, password, settings: further }: Preparation): void {
  for (const name of ['home', 'log', 'mnesia']) mkdirSync(path.join(folder, name));
  const settings = [
    `listeners.tcp.1 = 127.0.0.1:${String(port)}`,
    `default_user = ${username}`,
    `default_pass = ${password}`,
    'log.console = false',
    'log.file = server.log',
    'vm_memory_high_watermark.absolute = 512MB',
    'disk_free_limit.absolute = 50MB',
    ...further,
  ];
  writeFileSync(path.join(folder, 'rabbitmq.conf'), `${settings.join('\n')}\n`);
  writeFileSync(path.join(folder, 'enabled_plugins'), '[].\n');
}

function environmentOf({ folder, port, distributionPort, mapperPort }: Place): Record<string, string> {
  const local = '-kernel inet_dist_use_interface {127,0,0,1}';
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: path.join(folder, 'home'),
    RABBITMQ_NODENAME: `station-${String(port)}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_MNESIA_BASE: path.join(folder, 'mnesia'),
    RABBITMQ_LOG_BASE: path.join(folder, 'log'),
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_CONFIG_FILE: path.join(folder, 'rabbitmq'),
    RABBITMQ_ENABLED_PLUGINS_FILE: path.join(folder, 'enabled_plugins'),
    RABBITMQ_PID_FILE: path.join(folder, 'pid'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: local,
    RABBITMQ_CTL_ERL_ARGS: local,
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(mapperPort),
  };
}

/** The port opens only when everything else is up, which it never is once one of `processes` has ended. */
async function answering({ folder, port }: Place, processes: readonly ChildProcess[]): Promise<void> {
  const deadline = Date.now() + START_MILLISECONDS;
  while (Date.now() < deadline && !processes.some(hasEnded)) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const log = path.join(folder, 'log', 'server.log');
  const said = existsSync(log) ? readFileSync(log, 'utf8').slice(-1000) : 'It has written nothing.';
  throw new Error(`RabbitMQ does not answer.\n${said}`);
}
