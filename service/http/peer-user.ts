import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';

/** Both ends of a connection, as our own end knows them. */
export interface ConnectionEnds {
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

type ReadTable = (file: string) => Promise<string>;

/** Answers by promise for a connection that is new, at once for one that was asked about before. */
export type PeerCheck = (socket: Socket) => boolean | Promise<boolean>;

/**
 * True when the other end is of our own user, or of another machine; false for other users of this machine and where
 * it cannot be told. The kernel is asked once for each connection, beside the event loop: its tables are slow to read.
 */
export function createPeerCheck(
  ownUserId: number | undefined,
  readTable: ReadTable = (file) => readFile(file, 'latin1'),
): PeerCheck {
  const known = new WeakMap<Socket, boolean | Promise<boolean>>();
  return (socket) => {
    const before = known.get(socket);
    if (before !== undefined) return before;
    const asked = isOwnPeer(socket, ownUserId, readTable).catch(() => false);
    known.set(socket, asked);
    void asked.then((isOwn) => known.set(socket, isOwn));
    return asked;
  };
}

async function isOwnPeer(socket: Socket, ownUserId: number | undefined, readTable: ReadTable): Promise<boolean> {
  const isHere = isLocal(socket);
  const user = await peerUserId(socket, readTable);
  return user === 'not here' ? !isHere : user !== undefined && user === ownUserId;
}

/**
 * The user whose socket is at the other end, from the kernel's tables of sockets; `not here` when none of this machine
 * is. Undefined when its process has let go of it: the kernel shows such a socket as root's, whoever it was.
 */
export async function peerUserId(ends: ConnectionEnds, readTable: ReadTable): Promise<number | 'not here' | undefined> {
  const { localAddress = '', localPort = 0, remoteAddress = '', remotePort = 0 } = ends;
  const theirs = `${canonicalAddress(remoteAddress)} ${remotePort}`;
  const ours = `${canonicalAddress(localAddress)} ${localPort}`;
  const tables = await Promise.all(TABLES.map((file) => tableLines(readTable, file)));
  const found = tables
    .flat()
    .map(tableRow)
    .find(({ local, remote }) => endOf(local) === theirs && endOf(remote) === ours);
  if (found === undefined) return 'not here';
  return found.inode === '0' ? undefined : found.userId;
}

/** `sl local_address rem_address st tx:rx tr:tm retrnsmt uid timeout inode ...` */
function tableRow(line: string) {
  const [, local = '', remote = '', , , , , userId = '', , inode = '0'] = line.trim().split(/\s+/);
  return { local, remote, userId: Number(userId), inode };
}

/** A machine without IPv6 has no such table. */
async function tableLines(readTable: ReadTable, file: string): Promise<string[]> {
  try {
    return (await readTable(file)).split('\n').slice(1);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function isLocal({ localAddress, remoteAddress }: ConnectionEnds): boolean {
  const [ours, theirs] = [canonicalAddress(localAddress ?? ''), canonicalAddress(remoteAddress ?? '')];
  return (
    theirs === '' ||
    theirs === ours ||
    (theirs.length === 8 && theirs.startsWith('7f')) ||
    theirs === `${'0'.repeat(31)}1`
  );
}

/** `0100007F:1F90` of the tables: hexadecimal words in the order of the machine, and the port. */
function endOf(text: string): string {
  const [words = '', port = ''] = text.split(':');
  const bytes = Buffer.from(words, 'hex');
  if (endianness() === 'LE' && bytes.length % 4 === 0) bytes.swap32();
  return `${unmapped(bytes.toString('hex'))} ${Number.parseInt(port, 16)}`;
}

/** Lower-case hex, 8 digits for IPv4 (mapped into IPv6 too) and 32 for IPv6; empty for what is no address. */
function canonicalAddress(address: string): string {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) return ipv4Hex(address);
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':').flatMap(groupHex));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const fill = tail === undefined ? 0 : 8 - first.length - last.length;
  if (fill < 0 || first.length + fill + last.length !== 8) return '';
  return unmapped([...first, ...Array.from({ length: fill }, () => '0000'), ...last].join(''));
}

function groupHex(group: string): string[] {
  if (!group.includes('.')) return [group.padStart(4, '0')];
  const hex = ipv4Hex(group);
  return [hex.slice(0, 4), hex.slice(4)];
}

function ipv4Hex(address: string): string {
  return Buffer.from(address.split('.').map(Number)).toString('hex');
}

function unmapped(hex: string): string {
  return hex.length === 32 && hex.startsWith(`${'0'.repeat(20)}ffff`) ? hex.slice(24) : hex;
}
