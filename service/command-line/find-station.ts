import { lstatSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Configuration } from '../config/configuration.ts';
import { peerUserId } from '../http/peer-user.ts';
import { CommandFailure } from './command-failure.ts';
import { EXIT } from './exit-codes.ts';
import { UsageError } from './usage-error.ts';

/** The key that commands show where none is named. */
const KEY_FILE = 'command-line.key';
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Where the configuration has the station: the address at which a program of this machine reaches it. */
export function configuredUrl({ Server }: Pick<Configuration, 'Server'>): string {
  const isAny = ['0.0.0.0', '::', '[::]'].includes(Server.Host);
  const bare = isAny ? '127.0.0.1' : Server.Host.replace(/^\[(.*)\]$/, '$1');
  const host = bare.includes(':') ? `[${bare}]` : bare;
  return `${Server.Tls === null ? 'http' : 'https'}://${host}:${Server.Port}`;
}

/** The address that a person gave. Throws UsageError for what is none, and where a key would go over the network openly. */
export function givenUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
    throw new UsageError('--url is the address of a station such as https://sign.example.org, without user or query.');
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    throw new UsageError('--url needs https beyond this machine: key and documents would be read on the way.');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/**
 * The text of the user's own API key: of the file that is named, or of `command-line.key` in the data directory if it is
 * there. Throws UsageError when it is missing, or can be read by others.
 */
export function readApiKey(named: string | undefined, dataDirectory: string): string | null {
  const file = named ?? path.join(dataDirectory, KEY_FILE);
  const facts = lstatSync(file, { throwIfNoEntry: false });
  if (facts === undefined) {
    if (named === undefined) return null;
    throw new UsageError(`There is no file ${file}.`);
  }
  if (!facts.isFile()) throw new UsageError(`${file} is not an ordinary file.`);
  const own = process.getuid?.();
  if (own !== undefined && (facts.uid !== own || (facts.mode & 0o077) !== 0)) {
    throw new UsageError(`${file} holds a key that others can read: make it yours alone (chmod 600).`);
  }
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[\x21-\x7E]{1,500}$/.test(text)) throw new UsageError(`${file} holds no API key.`);
  return text;
}

/** Who listens at an address that nobody has named: nobody, us, or (with the user's number) somebody else. */
export type Listener = 'nobody' | 'own' | { readonly userId: number | null };

type ReadTable = (file: string) => Promise<string>;

/**
 * Asks whose socket answers at a loopback address. Any user of the machine may take a port that is free: what is meant for
 * the user's own station is not handed to somebody else's. Where the system does not tell, an answer counts as `own`.
 */
export async function whoListens(
  url: string,
  ownUserId = process.getuid?.(),
  readTable: ReadTable = (file) => readFile(file, 'latin1'),
): Promise<Listener> {
  const { hostname, port, protocol } = new URL(url);
  const socket = await connected(hostname.replace(/^\[(.*)\]$/, '$1'), Number(port) || defaultPort(protocol));
  if (socket === undefined) return 'nobody';
  try {
    if (ownUserId === undefined || process.platform !== 'linux') return 'own';
    const user = await acceptedBy(socket, readTable);
    if (user === 'not here' || user === ownUserId) return 'own';
    return { userId: user ?? null };
  } finally {
    socket.destroy();
  }
}

const ATTEMPTS = 20;

/** Until the listener has accepted the connection the kernel shows its end as nobody's. */
async function acceptedBy(socket: Socket, readTable: ReadTable): ReturnType<typeof peerUserId> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const user = await peerUserId(socket, readTable);
    if (user !== undefined) return user;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return undefined;
}

function defaultPort(protocol: string): number {
  return protocol === 'https:' ? 443 : 80;
}

function connected(host: string, port: number): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.destroy();
      if (error.code === 'ECONNREFUSED') resolve(undefined);
      else reject(new CommandFailure(`${host} cannot be reached (${error.code ?? 'no reason'}).`, EXIT.unreachable));
    });
  });
}
