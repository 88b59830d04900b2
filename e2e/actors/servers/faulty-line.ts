import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../station/running-station.ts';

/** A port of this machine, or the path of a Unix socket. */
export type LineTarget = number | string;

/** Which way bytes go: what the client says, or what the server answers. */
export type Direction = 'to-server' | 'to-client';

/** A way to a server on which everything goes wrong that can go wrong between two machines. */
export interface FaultyLine {
  readonly port: number;
  /** Connections that there are. */
  count(): number;
  /** As it should be; what was held back goes on, as after a cable was put back. */
  mend(): Promise<void>;
  /** Connections are refused, and those that there are break. */
  refuse(): Promise<void>;
  /** Those that there are break; new ones are served. */
  cut(): void;
  /** Nothing goes through and nobody is told, as when a firewall drops packets. */
  stall(direction?: Direction): void;
  /** Each piece of data is so much later, in both directions. */
  slow(milliseconds: number): void;
  /** One side is told that the other has said its last word, while the other goes on. */
  halfClose(): void;
  /**
   * Looks at each piece before it goes on: what it answers goes instead; `cut` breaks the connection with the piece lost,
   * `last` after a part of it. Resolves when it was done once; later pieces are as they are.
   */
  once(direction: Direction, change: (piece: Buffer) => Changed | undefined): Promise<void>;
  /**
   * The connection on which the next question goes that fits breaks as soon as the server has answered it, and the answer is
   * lost. Resolves when it was done once. Meant for a client that asks one thing at a time on each connection.
   */
  loseAnswer(isQuestion: (piece: Buffer) => boolean): Promise<void>;
  /** Later connections go to another server, and those that there are break. */
  redirect(target: LineTarget): void;
  close(): Promise<void>;
}

/** What becomes of a piece of data on its way. */
export type Changed = Buffer | 'cut' | { readonly last: Buffer };

interface Plan {
  readonly change: (piece: Buffer, way: Way) => Changed | undefined;
  readonly done: () => void;
}

/** A connection, as its two ends. */
type Pair = readonly [Socket, Socket];

/** Where a piece of data is on its way. */
interface Way {
  readonly pair: Pair;
  readonly direction: Direction;
}

/** Opens a line on a free port of 127.0.0.1. */
export async function openFaultyLine(target: LineTarget): Promise<FaultyLine> {
  const line = new Line(await freePort(), target);
  await line.mend();
  return line;
}

class Line implements FaultyLine {
  readonly port: number;
  readonly #pairs = new Set<Pair>();
  readonly #stalled = new Set<Direction>();
  #target: LineTarget;
  #server: Server | undefined;
  #delay = 0;
  #plan: Plan | undefined;
  /** Woken when a stall ends. */
  #wake = Promise.withResolvers<undefined>();

  constructor(port: number, target: LineTarget) {
    this.port = port;
    this.#target = target;
  }

  count(): number {
    return this.#pairs.size;
  }

  async mend(): Promise<void> {
    this.#delay = 0;
    this.#stalled.clear();
    this.#wake.resolve(undefined);
    this.#wake = Promise.withResolvers();
    if (this.#server !== undefined) return;
    const server = createServer({ allowHalfOpen: true }, (client) => this.#serve(client));
    this.#server = server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
  }

  async refuse(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = once(server, 'close');
    server.close();
    this.cut();
    await closed;
  }

  cut(): void {
    for (const pair of this.#pairs) for (const socket of pair) breakOff(socket);
  }

  stall(direction?: Direction): void {
    const directions: readonly Direction[] = direction === undefined ? ['to-server', 'to-client'] : [direction];
    for (const each of directions) this.#stalled.add(each);
  }

  slow(milliseconds: number): void {
    this.#delay = milliseconds;
  }

  halfClose(): void {
    for (const [client] of this.#pairs) client.end();
  }

  once(direction: Direction, change: (piece: Buffer) => Changed | undefined): Promise<void> {
    return new Promise((done) => {
      this.#plan = { change: (piece, way) => (way.direction === direction ? change(piece) : undefined), done };
    });
  }

  loseAnswer(isQuestion: (piece: Buffer) => boolean): Promise<void> {
    let asked: Pair | undefined;
    return new Promise((done) => {
      const change: Plan['change'] = (piece, { pair, direction }) => {
        if (direction === 'to-client') return pair === asked ? 'cut' : undefined;
        if (isQuestion(piece)) asked = pair;
        return undefined;
      };
      this.#plan = { change, done };
    });
  }

  redirect(target: LineTarget): void {
    this.#target = target;
    this.cut();
  }

  async close(): Promise<void> {
    await this.mend();
    await this.refuse();
  }

  #serve(client: Socket): void {
    const target = this.#target;
    const toServer = { allowHalfOpen: true, ...(typeof target === 'number' ? { port: target } : { path: target }) };
    const server = connect(
      typeof target === 'number' ? { ...toServer, port: target, host: '127.0.0.1' } : { ...toServer, path: target },
    );
    const pair = [client, server] as const;
    this.#pairs.add(pair);
    for (const socket of pair) {
      socket.setNoDelay(true);
      // Either end may break off; the other one is told.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#pairs.delete(pair);
        for (const other of pair) other.destroy();
      });
    }
    void this.#carry(pair, 'to-server');
    void this.#carry(pair, 'to-client');
  }

  async #carry(pair: Pair, direction: Direction): Promise<void> {
    const [from, to] = direction === 'to-server' ? pair : [pair[1], pair[0]];
    try {
      for await (const piece of from) {
        const sent = this.#changed(piece as Buffer, { pair, direction });
        if (!Buffer.isBuffer(sent)) {
          if (sent !== 'cut') await new Promise((resolve) => to.write(sent.last, resolve));
          breakOff(from);
          breakOff(to);
          return;
        }
        if (this.#delay > 0) await delay(this.#delay);
        while (this.#stalled.has(direction)) await this.#wake.promise;
        if (!to.write(sent)) await once(to, 'drain');
      }
      to.end();
    } catch {
      to.destroy();
    }
  }

  #changed(piece: Buffer, way: Way): Changed {
    const plan = this.#plan;
    const changed = plan?.change(piece, way);
    if (plan === undefined || changed === undefined) return piece;
    this.#plan = undefined;
    plan.done();
    return changed;
  }
}

/** The other end hears of a broken connection, not of one that was closed; Unix sockets have no such difference. */
function breakOff(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
  else socket.resetAndDestroy();
}
