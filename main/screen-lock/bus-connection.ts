import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { busCall, readSignals, type BusSignal } from './bus-messages.ts';

/** Ends the connection. */
export type Disconnect = () => void;

export interface BusListener {
  /** What is asked for, as rules of the bus ("Match Rules"). */
  readonly rules: readonly string[];
  readonly onSignal: (signal: BusSignal) => void;
  /** There is no bus, or no more: nothing is heard from now on. */
  readonly onEnd: (fault: Error) => void;
}

/**
 * Where the bus of the person's session is: DBUS_SESSION_BUS_ADDRESS, or the usual place (D-Bus specification, "Server
 * Addresses"). Null where it is at no socket of this machine.
 */
export function sessionBusPath(environment: Readonly<Record<string, string | undefined>>): string | null {
  const { DBUS_SESSION_BUS_ADDRESS: named, XDG_RUNTIME_DIR: folder } = environment;
  if (named === undefined || named === '') return folder === undefined ? null : path.join(folder, 'bus');
  for (const address of named.split(';')) {
    const [, at, where = ''] = /^unix:(?:.*,)?(path|abstract)=([^,]*)/.exec(address) ?? [];
    if (at !== undefined && where !== '') return `${at === 'abstract' ? '\0' : ''}${unescaped(where)}`;
  }
  return null;
}

/** `%20` and the like, which stand for bytes. */
function unescaped(value: string): string {
  const bytes = value.replaceAll(/%([0-9a-f]{2})/gi, (_all, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  return bytes === value ? value : Buffer.from(bytes, 'latin1').toString();
}

/** Listens to the bus at this socket as its user. */
export function listenToBus(socketPath: string, listener: BusListener): Disconnect {
  const socket = connect(socketPath);
  let isEnded = false;
  const end = (fault: Error): void => {
    if (isEnded) return;
    isEnded = true;
    socket.destroy();
    listener.onEnd(fault);
  };
  socket.on('error', end);
  socket.on('close', () => end(new Error('The bus has closed the connection.')));
  socket.on('connect', () => {
    const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
    socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  });
  takeMessages(socket, listener, end);
  // What listens does not keep a program alive that is at its end.
  socket.unref();
  return () => {
    isEnded = true;
    socket.destroy();
  };
}

function takeMessages(socket: Socket, { rules, onSignal }: BusListener, end: (fault: Error) => void): void {
  let isIn = false;
  let left = Buffer.alloc(0);
  socket.on('data', (bytes) => {
    left = Buffer.concat([left, bytes]);
    try {
      if (!isIn) {
        const answer = left.toString('latin1');
        if (!answer.includes('\r\n')) return;
        if (!answer.startsWith('OK ')) throw new Error('The bus does not let this user in.');
        isIn = true;
        left = left.subarray(answer.indexOf('\r\n') + 2);
        socket.write('BEGIN\r\n');
        socket.write(busCall(1, 'Hello'));
        for (const [index, rule] of rules.entries()) socket.write(busCall(index + 2, 'AddMatch', rule));
      }
      const { signals, rest } = readSignals(left);
      left = Buffer.from(rest);
      for (const signal of signals) onSignal(signal);
    } catch (fault) {
      end(fault instanceof Error ? fault : new Error('The bus could not be read.'));
    }
  });
}
