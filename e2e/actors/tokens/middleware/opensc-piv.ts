import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort, until } from '../../station/running-station.ts';
import { PivCard, type PivKey } from '../piv/piv-card.ts';
import { findLibrary, findProgram, startServer, type MiddlewareToken, type Server } from './middleware.ts';

const run = promisify(execFile);
const LOOPBACK_SOURCE = fileURLToPath(new URL('../loopback-bind.c', import.meta.url));
/** A card of contacts that names itself PIV in its historical bytes (ISO 7816-4: application identifier). */
const ANSWER_TO_RESET = Buffer.from('3bdb960081b1fe451f8380f9a0000003080000100018', 'hex');

export interface PivToken extends MiddlewareToken {
  readonly card: PivCard;
  /** The PC/SC service, which goes and comes while others use it; with it the card gets power anew. */
  readonly service: { readonly kill: () => Promise<void>; readonly restart: () => Promise<void> };
}

/** OpenSC over PC/SC: a virtual reader with a PIV card in it. Key RSA is in 9C, with a PIN for each signature. */
export async function startPivCard(dir: string): Promise<PivToken> {
  const modulePath = findLibrary(['/usr/lib/x86_64-linux-gnu/opensc-pkcs11.so'], 'opensc-pkcs11');
  const [pin, wrongPin] = ['271828', '314159'];
  await Promise.all(['readers', 'run'].map((name) => mkdir(join(dir, name), { recursive: true })));
  const socket = join(dir, 'run', 'pcscd', 'pcscd.comm');
  // The driver takes this port for one reader and the next one for another.
  const port = await freePort();
  let service = await startService(dir, port, socket);
  const keys = await makeKeys(dir);
  const card = new PivCard(pin, keys);
  const reader = new VirtualReader(card, port);
  await reader.insert();
  await until(() => card.isPowered);
  const [rsa, ec] = keys.map(({ certificate }) => certificate);
  return {
    ...{ modulePath, environment: { PCSCLITE_CSOCK_NAME: socket }, label: null, pin, wrongPin, card },
    certificates: new Map([
      ['RSA', rsa ?? new Uint8Array()],
      ['EC', ec ?? new Uint8Array()],
    ]),
    triesLeft: () => card.triesLeft,
    unlock: () => {
      card.unblock();
      return Promise.resolve();
    },
    slot: { eject: () => reader.eject(), insert: () => void reader.insert() },
    delay: (milliseconds) => {
      card.delayMilliseconds = milliseconds;
    },
    service: {
      async kill() {
        reader.eject();
        await service.kill();
        await rm(socket, { force: true });
      },
      async restart() {
        service = await startService(dir, port, socket);
        await reader.insert();
      },
    },
    async stop() {
      reader.eject();
      await service.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/**
 * The service has one place for its socket, which a service of the machine may use: ours gets a folder of its own for
 * /run, in a mount namespace of its own.
 */
async function startService(dir: string, port: number, socket: string): Promise<Server> {
  const [program, unshare] = [findProgram('pcscd', 'pcscd'), findProgram('unshare', 'util-linux')];
  const driver = findLibrary(['/usr/lib/pcsc/drivers/serial/libifdvpcd.so'], 'vsmartcard-vpcd');
  const channel = `0x${port.toString(16).toUpperCase()}`;
  const lines = [
    'FRIENDLYNAME "Virtual"',
    `DEVICENAME /dev/null:${channel}`,
    `LIBPATH ${driver}`,
    `CHANNELID ${channel}`,
  ];
  await writeFile(join(dir, 'readers', 'virtual'), `${lines.join('\n')}\n`);
  const preload = join(dir, 'loopback-bind.so');
  await run('cc', ['-shared', '-fPIC', '-O1', '-o', preload, LOOPBACK_SOURCE, '-ldl']);
  const start = 'mount --bind "$0" /run && exec env LD_PRELOAD="$1" "$2" --foreground --config "$3"';
  const asAdministrator = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  return startServer({
    program: unshare,
    args: [
      ...[...asAdministrator, '--mount', 'sh', '-c', start],
      ...[join(dir, 'run'), preload, program, join(dir, 'readers')],
    ],
    isReady: async () => existsSync(socket) && (await accepts(port)),
  });
}

/** Looked up without connecting: a connection would be taken for a card. */
async function accepts(port: number): Promise<boolean> {
  const listening = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return (await readFile('/proc/net/tcp', 'utf8')).includes(listening);
}

/** Keys of a card are loaded into it here, by the one who plays the card. */
async function makeKeys(dir: string): Promise<readonly [PivKey, PivKey]> {
  const make = async (slot: PivKey['slot'], name: string, algorithm: readonly string[]): Promise<PivKey> => {
    const [privateKeyPath, certificatePath] = [join(dir, `${name}.key`), join(dir, `${name}.der`)];
    await run('openssl', [
      ...[
        'req',
        '-x509',
        '-newkey',
        ...algorithm,
        '-nodes',
        '-days',
        '365',
        '-subj',
        `/C=AA/O=Token Lab/CN=PIV ${name}`,
      ],
      ...[
        '-addext',
        'keyUsage=critical,digitalSignature,nonRepudiation',
        '-addext',
        'basicConstraints=critical,CA:FALSE',
      ],
      ...['-keyout', privateKeyPath, '-outform', 'DER', '-out', certificatePath],
    ]);
    return { slot, privateKeyPath, certificate: await readFile(certificatePath) };
  };
  return [await make('9C', 'RSA', ['rsa:2048']), await make('9A', 'EC', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'])];
}

/** The protocol of the virtual reader: two bytes of length, then a command to the card or one byte to the reader. */
class VirtualReader {
  readonly #card: PivCard;
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(card: PivCard, port: number) {
    this.#card = card;
    this.#port = port;
  }

  async insert(): Promise<void> {
    if (this.#socket !== undefined) return;
    this.#card.reset(false);
    const socket = connect(this.#port, '127.0.0.1');
    this.#socket = socket;
    socket.setNoDelay(true);
    let pending: Buffer = Buffer.alloc(0);
    let turn = Promise.resolve();
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
        const message = Buffer.from(pending.subarray(2, 2 + pending.readUInt16BE(0)));
        pending = pending.subarray(2 + message.length);
        turn = turn.then(() => this.#receive(message, socket));
      }
    });
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('connect', resolve));
  }

  /** Pulled out in the middle of whatever it does. */
  eject(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  async #receive(message: Buffer, socket: Socket): Promise<void> {
    if (message.length === 1) {
      // 0: power off, 1: power on, 2: reset, 4: answer to reset.
      if (message[0] === 4) send(socket, ANSWER_TO_RESET);
      else this.#card.reset(message[0] !== 0);
      return;
    }
    send(socket, await this.#card.answer(message));
  }
}

function send(socket: Socket, content: Buffer): void {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length);
  if (!socket.destroyed) socket.write(Buffer.concat([length, content]));
}
