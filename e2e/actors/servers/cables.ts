import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endedWithUs } from '../ended-with-us.ts';

/** A way to a server over a network interface of its own, which can be cut as by pulling a cable. Linux only, as root. */
export interface Cable {
  readonly host: string;
  readonly port: number;
  /** Packets are lost both ways, and nobody is told: connections stay as they are, and new ones hang. */
  pull(): void;
  plug(): void;
}

export interface Cables {
  /** One for each target, in order. */
  readonly list: readonly Cable[];
  dispose(): Promise<void>;
}

/** At the far end of each cable. */
const PORT = 5000;
/** Of RFC 2544, for tests of networks: no real machine has one of these. */
const NETWORK = '198.18';

let laid = 0;

/** A name for the networks of one set of cables; the first cable of the set ends at the answered address. */
export function planCables(): { readonly prefix: string; readonly firstHost: string } {
  const prefix = `${NETWORK}.${String(Math.floor(Math.random() * 256))}`;
  return { prefix, firstHost: hostOf(prefix, 0) };
}

/** Lays a cable to each of these ports of this machine. Undefined, with a word on the console, for who may make no network. */
export async function layCables(
  { prefix }: ReturnType<typeof planCables>,
  targets: readonly number[],
): Promise<Cables | undefined> {
  const name = `cables-${String(process.pid)}-${String((laid += 1))}`;
  if (spawnSync('ip', ['netns', 'add', name]).status !== 0) {
    console.log('SKIPPED: networks of their own need the right to make them (root) and `ip`.');
    return undefined;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'cables-'));
  const takeAway = (): void => {
    // The interfaces go with it.
    spawnSync('ip', ['netns', 'del', name]);
    rmSync(folder, { recursive: true, force: true });
  };
  const closed = endedWithUs(takeAway);
  const list = targets.map((_, index) => layOne(name, index, prefix));
  const sockets = targets.map((_, index) => path.join(folder, `cable-${String(index)}`));
  const servers = await Promise.all(targets.map((target, index) => forward(sockets[index] ?? '', target)));
  const relay = await startRelay(
    name,
    list.map(({ host, port }, index) => [host, String(port), sockets[index]].join(',')),
  );
  return {
    list,
    async dispose() {
      const gone = once(relay, 'exit');
      relay.kill('SIGKILL');
      await gone;
      for (const server of servers) server.close();
      takeAway();
      closed();
    },
  };
}

/** A pair of interfaces, one here and one in the other network, with a network of two addresses. */
function layOne(namespace: string, index: number, prefix: string): Cable {
  const ip = (...words: string[]): void => void execFileSync('ip', words);
  const [near, far] = [`n${String(process.pid)}-${String(laid)}${String(index)}`, `far${String(index)}`];
  const [here, there] = [`${prefix}.${String(4 * index + 1)}`, hostOf(prefix, index)];
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', namespace);
  ip('addr', 'add', `${here}/30`, 'dev', near);
  ip('link', 'set', near, 'up');
  ip('-n', namespace, 'addr', 'add', `${there}/30`, 'dev', far);
  ip('-n', namespace, 'link', 'set', far, 'up');
  return {
    ...{ host: there, port: PORT },
    // The end here stays up: packets still go to it, and get nowhere.
    pull: () => ip('-n', namespace, 'link', 'set', far, 'down'),
    plug: () => ip('-n', namespace, 'link', 'set', far, 'up'),
  };
}

function hostOf(prefix: string, index: number): string {
  return `${prefix}.${String(4 * index + 2)}`;
}

/** From a Unix socket, which processes in the other network reach as well, to a port here. */
async function forward(socket: string, target: number): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (far) => {
    const near = connect({ host: '127.0.0.1', port: target, allowHalfOpen: true });
    far.pipe(near).pipe(far);
    far.on('error', () => near.destroy());
    near.on('error', () => far.destroy());
  });
  server.listen(socket);
  await once(server, 'listening');
  return server.unref();
}

async function startRelay(namespace: string, ends: readonly string[]): Promise<ChildProcess> {
  const script = path.join(import.meta.dirname, 'cable-relay.ts');
  const args = ['netns', 'exec', namespace, process.execPath, script, ...ends];
  const relay = spawn('ip', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = endedWithUs(() => relay.kill('SIGKILL'));
  relay.once('exit', ended);
  await Promise.race([
    once(relay.stdout, 'data'),
    once(relay, 'exit').then(() => {
      throw new Error('Nobody is at the far end of the cables.');
    }),
  ]);
  return relay;
}
